"""What an evening costs in taps: ``python -m tests.tools.taps`` plays set-up, a turn and two wheels, and counts."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Collection
from functools import partial
from pathlib import Path
from random import Random

from tests.kit import SIX, Screens, running_chromium
from tests.tools.taps.fingers import BIDS, PHONES, TABLE, Fingers
from tests.tools.taps.set_up import set_up
from tests.tools.taps.table import laid_down, sit_down
from tests.tools.taps.turn import turn
from tests.tools.taps.wheels import set_wheels, wheels

SETTING_UP, TURN, WHEELS = "set-up", "turn", "wheels"


def count(seed: int = 1, parts: Collection[str] = (SETTING_UP, TURN, WHEELS)) -> Fingers:
    """Play these games, and return what they cost."""
    taps: dict[str, dict[str, int]] = {}
    each: list[str] = []
    drawn = Random(seed)
    asked = drawn.choice(SIX)
    lay_turn = partial(laid_down, asked=asked)
    with running_chromium() as browser:
        for name, part, lay in ((SETTING_UP, set_up, None), (TURN, a_turn, lay_turn), (WHEELS, wheels, set_wheels)):
            if name not in parts:
                continue
            with tempfile.TemporaryDirectory() as folder:
                table = lay(Path(folder)) if lay else ""
                hands = Fingers(Screens(browser, Path(folder), table), taps=taps, each=each, drawn=drawn, asked=asked)
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
    turn = [of for phase, of in taps.items() if phase not in {SETTING_UP, WHEELS}]
    sums = f"turn: {sum(of[TABLE] for of in turn)} on the table, {sum(of[PHONES] for of in turn)} on phones"
    return "\n".join((*lines, *[sums][: len(turn)]))


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.tools.taps", description=__doc__)
    asked.add_argument("--seed", type=int, default=1, help="what fingers draw is drawn from it (default: 1)")
    asked.add_argument("--each", action="store_true", help="print each tap too")
    asked.add_argument("--only", choices=(SETTING_UP, TURN, WHEELS), help="play this game alone")
    words = asked.parse_args()
    hands = count(words.seed, [words.only] if words.only else (SETTING_UP, TURN, WHEELS))
    print(*hands.each if words.each else (), told(hands.taps), sep="\n")


if __name__ == "__main__":
    main()
