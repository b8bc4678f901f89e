"""Play it and print the table."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.kit.browser import Screens
from tests.kit.chromium import chromium
from tests.taps.fingers import BIDS, PHONES, TABLE, Fingers
from tests.taps.set_up import set_up
from tests.taps.table import laid_down, sit_down
from tests.taps.turn import turn
from tests.taps.wheels import set_wheels, wheels


def count() -> Fingers:
    """Play all three games, and return what they cost."""
    taps: dict[str, dict[str, int]] = {}
    each: list[str] = []
    with chromium() as browser:
        for part, lay in ((set_up, None), (a_turn, laid_down), (wheels, set_wheels)):
            with tempfile.TemporaryDirectory() as folder:
                table = lay(Path(folder)) if lay else ""
                hands = Fingers(Screens(browser, Path(folder), table), taps=taps, each=each)
                part(hands)
                hands.night.end()
    return hands


def a_turn(hands: Fingers) -> None:
    sit_down(hands.night, hands.night.table)
    turn(hands)


def told(taps: dict[str, dict[str, int]]) -> str:
    """Return the table, and the sum of the turn in its last line."""
    lines = [f"{'phase':<12}{TABLE:>7}{PHONES:>8}{BIDS:>6}"]
    lines += [f"{phase:<12}{of[TABLE]:>7}{of[PHONES]:>8}{of[BIDS] or '':>6}" for phase, of in taps.items()]
    total = sum(of[TABLE] + of[PHONES] for phase, of in taps.items() if phase not in {"set-up", "wheels"})
    return "\n".join((*lines, f"turn: {total} taps"))


if __name__ == "__main__":
    hands = count()
    if "--each" in sys.argv:
        print(*hands.each, sep="\n")
    print(told(hands.taps))
