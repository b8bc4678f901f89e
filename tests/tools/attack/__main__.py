"""The attack from outside, repeated: ``python -m tests.tools.attack`` prints one table of tries and results.

It takes less than three minutes on two cores: some attacks run side by side, because most of them wait, and each stands
in a process of its own. ``--long`` tries as much as the first attack did: 100,000 requests, 1,500 flipped bits.
Words choose what is tried: ``python -m tests.tools.attack crowds races``. The exit code says whether all held.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from tests.tools.attack.clocks import clocks
from tests.tools.attack.clubs import club
from tests.tools.attack.crowds import crowds, descriptors
from tests.tools.attack.files import flipped_bits, forged_imports, kills
from tests.tools.attack.forged import forged_in_pairs
from tests.tools.attack.lockstep import lockstep
from tests.tools.attack.minting import cards_by_buttons, forces_by_waiver, spice_by_waiver, waivers
from tests.tools.attack.owners import controls, printed_link, streams, take_back
from tests.tools.attack.proofs import planted_faults
from tests.tools.attack.requests import (
    commands_never_offered,
    forged_cookies,
    races,
    requests_of_any_kind,
    script_in_names_and_notes,
)
from tests.tools.attack.rows import LONG, Attack, Row, Scale, found, table, tried
from tests.tools.attack.secrets import other_secrets

ATTACKS: tuple[Attack, ...] = (
    *(planted_faults, lockstep),
    *(
        other_secrets,
        forged_in_pairs,
        requests_of_any_kind,
        commands_never_offered,
        races,
        forged_cookies,
        script_in_names_and_notes,
    ),
    *(
        crowds,
        descriptors,
        flipped_bits,
        kills,
        forged_imports,
        take_back,
        controls,
        printed_link,
        streams,
        clocks,
        club,
    ),
    *(cards_by_buttons, forces_by_waiver, spice_by_waiver, waivers),
)
SIDE_BY_SIDE = 3


def all_tried(chosen: Sequence[Attack], scale: Scale) -> Iterator[Row]:
    """Run attacks side by side, the first ones first; yield their rows in order."""
    if len(chosen) == 1:
        yield from tried(chosen[0], scale)
        return
    with ProcessPoolExecutor(SIDE_BY_SIDE, get_context("spawn")) as pool:
        for rows in pool.map(partial(tried, scale=scale), chosen):
            yield from rows


def main(words: list[str]) -> int:
    """Try what is asked for, or all; return 1 where something did not hold."""
    reader = argparse.ArgumentParser(
        prog="python -m tests.tools.attack", description=(__doc__ or "").partition("\n")[0]
    )
    reader.add_argument("--long", action="store_true", help="as much as the first attack; takes an hour")
    reader.add_argument("--seconds", type=float, help="play pairs in lockstep for so long at the most")
    reader.add_argument(
        "--seed", type=int, default=1, help="of the first pair in lockstep; each further one's is one more"
    )
    reader.add_argument("--kills", type=int, help="kill so often, one program and those of a club")
    reader.add_argument("what", nargs="*", help=", ".join(one.__name__ for one in ATTACKS))
    asked = reader.parse_args(words)
    if unknown := {*asked.what} - {one.__name__ for one in ATTACKS}:
        reader.error(f"there is no attack of that name: {', '.join(sorted(unknown))}")
    scale, began = LONG if asked.long else Scale(), time.monotonic()
    scale = replace(scale, seed=asked.seed, lockstep=asked.seconds or scale.lockstep)
    scale = replace(scale, kills=asked.kills or scale.kills, club=asked.kills or scale.club)
    chosen = [one for one in ATTACKS if not asked.what or one.__name__ in asked.what]
    rows = [*all_tried(chosen, scale)]
    print(table(rows))
    if faults := found(rows):
        print(f"{faults}\n")
    wrong = [row for row in rows if not row.held]
    said = f"{len(wrong)} did not hold." if wrong else "All held."
    print(f"{said} {time.monotonic() - began:.0f} seconds, {sum(os.times()[:4]):.0f} of them processor time.")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
