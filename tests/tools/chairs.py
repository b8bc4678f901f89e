"""``python -m tests.tools.chairs [games] [first seed]``: many games with stand-ins, each drawn from its seed.

Prints how each ended, whatever was refused more than twice or found no way on, how often each command was sent, who won
how often, and the slowest decision in processor time.
"""

from __future__ import annotations

import sys
from collections import Counter
from time import thread_time

from referee.phases.mentat.victory import winner
from referee.running.stand_in import hand
from referee.stand_in import mind
from referee.stand_in.sight import NextAct, Sight
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
    return f"{seed}: {len(game.public.seats)} seats, {end}{''.join(f'{chr(10)}  {one}' for one in wrong)}"


def main(games: int, first: int) -> int:
    """Play so many games from this seed on; return how many went wrong."""
    watch, sent, won, sat, wrong = Watch(), Counter[str](), Counter[str](), Counter[str](), 0
    hand.next_act = watch.next_act  # type: ignore[attr-defined]
    for seed in range(first, first + games):
        game = drawn(seed).play()
        print(told(seed, game), flush=True)
        wrong += bool(game.stuck) or any(n > 2 for n in game.refused.values())
        chairs = [seat for seat in game.public.seats if seat not in game.people]
        sent.update({name: n for (who, name), n in game.done.items() if who in chairs})
        sat.update(chairs)
        end = winner(game.public)
        won.update(seat for seat in (end.seats if end else ()) if seat in chairs)
    times = sorted(watch.times)
    print(f"\n{games} games, {wrong} wrong; commands sent: {dict(sorted(sent.items()))}")
    print("won of played:", {seat: f"{won[seat]}/{n}" for seat, n in sorted(sat.items())})
    most, slowest = times[len(times) * 99 // 100][0], [f"{ms:.0f} ms ({what})" for ms, what in times[-3:]]
    print(f"decisions: {len(times)}, 99 of 100 within {most:.1f} ms, slowest {'; '.join(slowest)}")
    return wrong


if __name__ == "__main__":
    said = [int(word) for word in sys.argv[1:3]]
    sys.exit(bool(main(said[0] if said else 20, said[1] if len(said) > 1 else 1)))
