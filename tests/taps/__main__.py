"""Play it and print the table."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from random import Random

from tests.kit.browser import Screens
from tests.kit.chromium import chromium
from tests.taps.fingers import BIDS, PHONES, TABLE, Fingers
from tests.taps.set_up import set_up
from tests.taps.table import laid_down, sit_down
from tests.taps.turn import turn
from tests.taps.wheels import set_wheels, wheels


def count(seed: int = 1) -> Fingers:
    """Play all three games, and return what they cost."""
    taps: dict[str, dict[str, int]] = {}
    each: list[str] = []
    drawn = Random(seed)
    with chromium() as browser:
        for part, lay in ((set_up, None), (a_turn, laid_down), (wheels, set_wheels)):
            with tempfile.TemporaryDirectory() as folder:
                table = lay(Path(folder)) if lay else ""
                hands = Fingers(Screens(browser, Path(folder), table), taps=taps, each=each, drawn=drawn)
                part(hands)
                hands.night.end()
    return hands


def a_turn(hands: Fingers) -> None:
    sit_down(hands.night, hands.night.table)
    turn(hands)


def told(taps: dict[str, dict[str, int]]) -> str:
    """Return the table, and the sums of the turn in its last line."""
    lines = [f"{'phase':<12}{TABLE:>7}{PHONES:>8}{BIDS:>6}"]
    lines += [f"{phase:<12}{of[TABLE]:>7}{of[PHONES]:>8}{of[BIDS] or '':>6}" for phase, of in taps.items()]
    turn = [of for phase, of in taps.items() if phase not in {"set-up", "wheels"}]
    return "\n".join(
        (*lines, f"turn: {sum(of[TABLE] for of in turn)} on the table, {sum(of[PHONES] for of in turn)} on phones")
    )


if __name__ == "__main__":
    hands = count(int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 1)
    if "--each" in sys.argv:
        print(*hands.each, sep="\n")
    print(told(hands.taps))
