"""A second accountant: ``python -m tests.accounts --rows 100000`` plays random games over HTTP and audits every row.

Two to ten factions press every button that a page shows, corrections, undo, Karama and waivers included. After each row
the books that ``tests/accounts/ledger.py`` keeps from the raw file, with no code of the program, are compared with what
the program holds: every card, purse, group of forces and leader. The first difference ends a game and is printed with
the seed that plays it again (``--seed``). The exit code says whether there was none.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.kernel.commands import commands
from tests.accounts.players import Table


def main() -> int:
    reader = argparse.ArgumentParser(prog="python -m tests.accounts", description=(__doc__ or "").partition("\n")[0])
    reader.add_argument("--rows", type=int, default=5000, help="how many rows are audited (default: 5000)")
    reader.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    reader.add_argument("--seed", type=int, default=1, help="the first game's; each further one's is one more")
    reader.add_argument("--taps", type=int, default=1500, help="taps of one game (default: 1500)")
    reader.add_argument("--missing", action="store_true", help="name the commands that no game has done")
    asked, began = reader.parse_args(), time.monotonic()
    logging.getLogger("referee").setLevel(logging.CRITICAL)
    rows, seed, wrong, tapped, kinds = 0, asked.seed, 0, Counter[str](), Counter[str]()
    while rows < asked.rows and time.monotonic() - began < asked.seconds:
        with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            table = Table(Path(folder), seed)
            rows += table.play(asked.taps)
            table.close()
        wrong += bool(table.wrong)
        for words in table.wrong[:3]:
            print(f"game {seed}: {words}", flush=True)
        tapped.update({act: n for (act, done), n in table.tapped.items() if done})
        kinds += table.books.kinds
        seed += 1
    pressed = {kind.__name__ for kind in commands().values() if kind.by != "referee"}
    print(f"{rows:,} rows of {seed - asked.seed:,} games (next seed {seed}): {tapped.total():,} taps done,", end=" ")
    print(f"{len(pressed & {*tapped})} of {len(pressed)} commands, {len(kinds)} kinds of event,", end=" ")
    print(f"{kinds['ObjectionWaived']:,} rows with a waiver.")
    if asked.missing:
        print("Never done:", ", ".join(sorted(pressed - {*tapped})))
    print(f"{wrong or 'No'} game{'s' * (wrong != 1)} with something wrong. {time.monotonic() - began:.0f} seconds.")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
