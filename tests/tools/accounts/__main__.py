"""A second accountant: ``python -m tests.tools.accounts --every-command`` plays random games until each was done once.

First each command has a short game of its own: a table is laid one act before it (``scenes``, ``as_tests``,
``by_hand``), and the button is pressed as soon as a page shows it; ``--scene COMMAND`` plays that alone, and says why
it was not done. Then two to twelve factions with all boxes and options press every button that a page shows,
corrections, undo, Karama and waivers included. After each act pages are drawn (``screens.py`` says
whose), the books that ``ledger.py`` keeps from the raw file, with no code of the program, are compared
with what the program holds (every card, purse, group of forces and leader), what holds up the game must have a button,
no button that a page still shows may be refused, and nothing may be logged as an error. The first fault ends a game and
is printed with what plays it again (``--seed`` and ``--wanted`` or ``--scene``). The exit code says whether there was
none, and with ``--every-command`` whether none is left.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

from tests.tools.accounts.beginnings import every_command
from tests.tools.accounts.everything import Chosen, Played, Run, play
from tests.tools.accounts.players import OFFERED

NEVER = 10**9
LIST_AFTER = 10  # games


def main() -> int:
    reader = argparse.ArgumentParser(
        prog="python -m tests.tools.accounts", description=(__doc__ or "").partition("\n")[0]
    )
    reader.add_argument("--every-command", action="store_true", help="go on until every command was done once")
    reader.add_argument("--acts", type=int, default=2000, help="go on until so many acts were done (default: 2000)")
    reader.add_argument("--seconds", type=float, default=NEVER, help="stop after so long")
    reader.add_argument("--seed", type=int, default=1, help="the first game's; each further one's is one more")
    reader.add_argument("--wanted", help="play one game again, for these commands")
    reader.add_argument("--scene", help="lay tables for this command until it is done, and say why it is not")
    reader.add_argument("--taps", type=int, default=300, help="taps of one game (default: 300)")
    reader.add_argument("--rows", type=int, default=0, help="go on until so many rows were audited")
    reader.add_argument(
        "--sparing", action="store_true", help="draw few pages once each command was tried on a table laid for it"
    )
    reader.add_argument("--workers", type=int, default=1, help="how many games are played at once (default: 1)")
    asked, began = reader.parse_args(), time.monotonic()
    until = began + asked.seconds
    how: dict[str, Any] = {"sweeping": asked.every_command, "until": until, "sparing": asked.sparing}
    run = Run(asked.seed, asked.taps, asked.workers, **how)
    if asked.scene or asked.wanted is not None:
        wanted = (asked.scene,) if asked.scene else tuple(one for one in asked.wanted.split(",") if one != "none")
        game = play(Chosen(asked.seed, wanted, asked.taps, bool(asked.scene), until, asked.sparing))
        run.note(game)
        tell(game, run)
        return int(bool(game.wrong or game.why_not))
    for game in run.play():
        tell(game, run)
        enough = run.acts >= asked.acts and run.rows >= asked.rows and not (asked.every_command and run.left)
        if enough or time.monotonic() > until:
            break
    sum_up(run)
    print(f"{time.monotonic() - began:.0f} seconds.")
    return int(bool(run.wrong) or (asked.every_command and bool(run.left)))


def tell(game: Played, run: Run) -> Played:
    """Print what came of a game."""
    for words in game.wrong[:3]:
        print(f"FAULT {game.chosen.again}: {words}")
    if game.why_not:
        print(f"NOT REACHED {game.chosen.again}: {game.why_not}")
    reached = f"{len(every_command()) - len(run.left)} of {len(every_command())} commands"
    print(
        f"game {game.chosen.seed}: {game.acts} acts; so far {run.acts:,} acts, {run.rows:,} rows, {reached}", flush=True
    )
    if run.games % LIST_AFTER == 0:
        print(f"Left: {', '.join(sorted(run.left)) or 'none'}", flush=True)
    return game


def sum_up(run: Run) -> None:
    """Print what came of all games."""
    faults = [words for game in run.wrong for words in game.wrong]
    kinds = {"5xx": " got 5", "misfit": " got 409", "stuck": "no page has", "refused": OFFERED}
    counted = {name: sum(mark in words for words in faults) for name, mark in kinds.items()}
    print(f"{run.games} games, {run.acts:,} acts, {run.rows:,} rows audited, {run.drawn:,} pages drawn,", end=" ")
    print(f"{len(run.kinds)} kinds of event, {run.kinds['ObjectionWaived']:,} acts allowed anyway.")
    print(f"Faults: {counted}, others {len(faults) - sum(counted.values())}, in {len(run.wrong)} games.")
    print(f"Never done ({len(run.left)} of {len(every_command())}): {', '.join(sorted(run.left)) or 'none'}")
    for act in sorted(run.left & {*run.why_not}):
        print(f"Not done on a table laid for it: {act}: {run.why_not[act]}")


if __name__ == "__main__":
    sys.exit(main())
