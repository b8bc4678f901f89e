"""``python -m tests.tools.chairs [games] [first seed] [minutes]``: many games with stand-ins, each from its seed.

Prints how each ended, whatever was refused more than twice or found no way on, how often each command was sent, what
share each faction won of what it would win if all were alike, which commands of its own it never sent, and the slowest
decisions in processor time. After so many ``minutes`` it begins no other game. No screen is drawn.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import monotonic, thread_time

from referee.kernel import Command, kinds_below
from referee.phases.mentat.victory import winner
from referee.rulebook.book import rulebook
from referee.running.stand_in import hand
from referee.stand_in import mind
from referee.stand_in.sight import NextAct, Sight
from referee.stand_in.values import NEVER
from tests.stand_in.games import Game, drawn


class Watch:
    """Times each decision of the stand-ins."""

    def __init__(self) -> None:
        self.times: list[tuple[float, str]] = []

    def next_act(self, sight: Sight) -> NextAct | None:
        began = thread_time()
        chosen = mind.next_act(sight)
        what = type(chosen.command).__name__ if chosen else "waits"
        self.times.append((1000 * (thread_time() - began), f"{sight.public.phase}, {sight.seat} {what}"))
        return chosen


def told(seed: int, game: Game) -> str:
    won = winner(game.public)
    end = f"won by {', '.join(won.seats)}" if won else f"ended in turn {game.public.turn}"
    wrong = [*game.stuck, *(f"refused {n} times: {what}" for what, n in game.refused.items() if n > 2)]
    turn = f" in turn {game.public.turn}" if won else ""
    return f"{seed}: {len(game.public.seats)} seats, {end}{turn}{''.join(f'{chr(10)}  {one}' for one in wrong)}"


def own_commands(seat: str) -> set[str]:
    """Return the commands of a faction's own rooms that a stand-in may send by itself."""
    room = f"referee.factions.{seat}"
    own = (kind for kind in kinds_below(Command) if f"{kind.__module__}.".startswith(f"{room}."))
    return {kind.__name__ for kind in own if kind not in NEVER and kind.by in {"seat", "both"}}


def main(games: int, first: int, minutes: float) -> int:
    """Play so many games from this seed on; return how many went wrong."""
    Game.shown = False
    rulebook()  # a program has read it before a game begins
    watch, sent, sat, wrong, played = Watch(), Counter[tuple[str, str]](), Counter[str](), 0, 0
    due, won, end = dict[str, float](), dict[str, float](), monotonic() + 60 * minutes
    hand.next_act = watch.next_act  # type: ignore[attr-defined]
    for seed in range(first, first + games):
        if monotonic() > end:
            break
        game, played = drawn(seed).play(), played + 1
        print(told(seed, game), flush=True)
        wrong += bool(game.stuck) or any(n > 2 for n in game.refused.values())
        chairs = [seat for seat in game.public.seats if seat not in game.people]
        sent.update({key: n for key, n in game.done.items() if key[0] in chairs})
        sat.update(chairs)
        winners = over.seats if (over := winner(game.public)) else ()
        for seat in chairs:
            due[seat] = due.get(seat, 0) + 1 / len(game.public.seats)
            won[seat] = won.get(seat, 0) + (1 / len(winners) if seat in winners else 0)
    by_name = Counter[str]()
    for (_, name), n in sent.items():
        by_name[name] += n
    print(f"\n{played} games, {wrong} wrong; commands sent: {dict(sorted(by_name.items()))}")
    print("won, of what is due to it if all were alike:")
    for seat in sorted(sat):
        unused = sorted(name for name in own_commands(seat) if not sent[seat, name])
        share = f"{won[seat]:.1f} of {due[seat]:.1f} ({won[seat] / due[seat]:.2f})"
        print(f"  {seat}: {share} in {sat[seat]} games; never sent {', '.join(unused) or 'none'}")
    times = sorted(watch.times)
    most, slowest = times[len(times) * 99 // 100][0], [f"{ms:.0f} ms ({what})" for ms, what in times[-3:]]
    print(f"decisions: {len(times)}, 99 of 100 within {most:.1f} ms, slowest {'; '.join(slowest)}")
    return wrong


if __name__ == "__main__":
    said = [*map(int, sys.argv[1:4]), *(20, 1, 10_000)[len(sys.argv[1:4]) :]]
    sys.exit(bool(main(*said)))
