"""``python -m tests.tools.chairs [games] [first seed] [minutes]``: many games with stand-ins, each from its seed.

Prints how each ended, whatever was refused more than twice, found no way on or failed in the referee, in which turn and
which way the games ended, what share each faction won of what it would win if all were alike, which powers of its own
it used, was offered and never used, and was never offered, by rule and command, and the slowest decisions in processor
time. After so many ``minutes`` it begins no other game. No screen is drawn, and nothing is kept for undo.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Mapping
from time import monotonic, thread_time

from referee.kernel import Command, kinds_below
from referee.offers.offer import Offer
from referee.phases.mentat.victory import GameWon, winner
from referee.rulebook.book import rulebook
from referee.running import snapshots
from referee.running.idle import Collector
from referee.running.stand_in import hand
from referee.stand_in import mind
from referee.stand_in.forms import offered
from referee.stand_in.sight import NextAct, Sight
from referee.stand_in.values import NEVER
from tests.stand_in.games import Game, drawn

NO_SNAPSHOT = 1 << 40  # acts from one to the next


class Watch:
    """Times each decision of the stand-ins, and counts what they were offered."""

    def __init__(self) -> None:
        self.times: list[tuple[float, str]] = []
        self.offered = Counter[tuple[str, str]]()

    def next_act(self, sight: Sight) -> NextAct | None:
        began = thread_time()
        chosen = mind.next_act(sight)
        what = type(chosen.command).__name__ if chosen else "waits"
        self.times.append((1000 * (thread_time() - began), f"{sight.public.phase}, {sight.seat} {what}"))
        return chosen

    def shown(self, sight: Sight) -> list[Offer]:
        made = offered(sight)
        self.offered.update({(sight.seat, one.command.__name__) for one in made})
        return made


def told(seed: int, game: Game) -> str:
    won = winner(game.public)
    end = f"won by {', '.join(won.seats)}" if won else f"ended in turn {game.public.turn}"
    wrong = [*game.stuck, *game.faults, *(f"refused {n} times: {what}" for what, n in game.refused.items() if n > 2)]
    turn = f" in turn {game.public.turn}" if won else ""
    return f"{seed}: {len(game.public.seats)} seats, {end}{turn}{''.join(f'{chr(10)}  {one}' for one in wrong)}"


def way_of(game: Game) -> str:
    """Return how a game was won: by "strongholds", or at the "end" of the last turn; "none" if it was not."""
    return next((one.event.how for one in game.public.log if isinstance(one.event, GameWon)), "none")


def own_commands(seat: str) -> dict[str, str]:
    """Return the commands of a faction's own rooms that a stand-in may send by itself, with the rules of powers."""
    room = f"referee.factions.{seat}"
    own = (kind for kind in kinds_below(Command) if f"{kind.__module__}.".startswith(f"{room}."))
    may = (kind for kind in own if kind not in NEVER and kind.by in {"seat", "both"})
    return {kind.__name__: f"{getattr(kind, 'rule', '')} {kind.__name__}".strip() for kind in may}


class Count:
    """What came of the games so far."""

    def __init__(self) -> None:
        self.played = self.wrong = 0
        self.sent, self.sat, self.ends = Counter[tuple[str, str]](), Counter[str](), Counter[tuple[int, str]]()
        self.due, self.won = dict[str, float](), dict[str, float]()

    def add(self, game: Game) -> None:
        self.played += 1
        self.wrong += bool(game.stuck or game.faults) or any(n > 2 for n in game.refused.values())
        chairs = [seat for seat in game.public.seats if seat not in game.people]
        self.sent.update({key: n for key, n in game.done.items() if key[0] in chairs})
        self.sat.update(chairs)
        self.ends[game.public.turn, way_of(game)] += 1
        winners = over.seats if (over := winner(game.public)) else ()
        for seat in chairs:
            self.due[seat] = self.due.get(seat, 0) + 1 / len(game.public.seats)
            self.won[seat] = self.won.get(seat, 0) + (1 / len(winners) if seat in winners else 0)

    def print(self, offered: Mapping[tuple[str, str], int]) -> None:
        by_name = Counter[str]()
        for (_, name), n in self.sent.items():
            by_name[name] += n
        print(f"\n{self.played} games, {self.wrong} wrong; commands sent: {dict(sorted(by_name.items()))}")
        ways = sorted({way for _, way in self.ends})
        print(f"ended in turn: {', '.join(ways)}")
        for turn in sorted({turn for turn, _ in self.ends}):
            print(f"  {turn}: {', '.join(str(self.ends[turn, way]) for way in ways)}")
        print("won, of what is due to it if all were alike:")
        for seat in sorted(self.sat):
            share = f"{self.won[seat]:.1f} of {self.due[seat]:.1f} ({self.won[seat] / self.due[seat]:.2f})"
            own = own_commands(seat)
            used = [f"{own[name]} {self.sent[seat, name]}" for name in sorted(own) if self.sent[seat, name]]
            unused = [name for name in sorted(own) if not self.sent[seat, name]]
            left = [own[name] for name in unused if (seat, name) in offered]
            never = [own[name] for name in unused if (seat, name) not in offered]
            print(f"  {seat}: {share} in {self.sat[seat]} games")
            for words, names in (("used", used), ("offered, never used", left), ("never offered", never)):
                print(f"    {words}: {', '.join(names) or 'none'}")


def main(games: int, first: int, minutes: float) -> int:
    """Play so many games from this seed on; return how many went wrong."""
    Game.shown = False
    snapshots.EVERY = snapshots.NEAR = NO_SNAPSHOT
    rulebook()  # a program has read it before a game begins
    Collector().start()  # it collects garbage while nobody waits
    gc.freeze()  # what every game needs is not looked at again
    watch, count, end = Watch(), Count(), monotonic() + 60 * minutes
    hand.next_act = watch.next_act  # type: ignore[attr-defined]
    mind.offered = watch.shown  # type: ignore[attr-defined]
    for seed in range(first, first + games):
        if monotonic() > end:
            break
        game = drawn(seed).play()
        print(told(seed, game), flush=True)
        count.add(game)
        gc.collect()
    count.print(watch.offered)
    times = sorted(watch.times)
    most, slowest = times[len(times) * 99 // 100][0], [f"{ms:.0f} ms ({what})" for ms, what in times[-3:]]
    print(f"decisions: {len(times)}, 99 of 100 within {most:.1f} ms, slowest {'; '.join(slowest)}")
    return count.wrong


if __name__ == "__main__":
    said = [*map(int, sys.argv[1:4]), *(20, 1, 10_000)[len(sys.argv[1:4]) :]]
    sys.exit(bool(main(*said)))
