"""The attack proves itself: each planted fault is looked for by the very attack that would find it in earnest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from tests.tools.attack.crowds import flood
from tests.tools.attack.files import flipped_bits, kills
from tests.tools.attack.lockstep import Lockstep
from tests.tools.attack.owners import controls
from tests.tools.attack.plants import PLANTS, planted
from tests.tools.attack.rows import Row, Scale
from tests.tools.attack.server import Other

LITTLE: Final = Scale(flips=90, kills=2)
PAIRS, SECONDS = 3, 240.0  # a machine that others use takes four times as long, and still finds what is planted
LOCKSTEP: Final[Mapping[str, str]] = {  # what it must say
    "a leak": r"is sent two things|stream differs",
    "a minted card": r"cards in discard: the books say",
    "a stalled game": r"is offered and refused|got 409",
    "a raised page": r"got 500 for me/missed",
}
OTHERS: Final[Mapping[str, Callable[[], Iterable[Row]]]] = {
    "a silent flip": lambda: flipped_bits(LITTLE),
    "a stolen control": lambda: controls(LITTLE),
    "a lock held": lambda: [flood("whole requests at once", "", 200, 3.0)],
    "a lost act": lambda: kills(LITTLE),
}


def in_lockstep(name: str, other: Other) -> bool:
    """Return True if a pair of games finds this fault."""
    seats = ("atreides", "harkonnen", "emperor") if name == "a minted card" else ()
    run = Lockstep(plant=name, only=("Bribe",), seats=seats, tongues=False, whole=name == "a raised page")
    return any(re.search(LOCKSTEP[name], "\n".join(run.wrong)) for _ in run.play(SECONDS, PAIRS, other))


def found(name: str, other: Other) -> bool:
    """Return True if the attack finds this fault; one that merely breaks off has not found it."""
    if name in LOCKSTEP:
        return in_lockstep(name, other)
    with planted(name):
        return any(not row.held for row in OTHERS[name]())


def planted_faults(scale: Scale) -> Iterable[Row]:
    """Plant one fault after the other; each must be found."""
    other, missed = Other(), list[str]()
    try:
        for name in PLANTS:
            try:
                missed += [] if found(name, other) else [name]
            except Exception as error:
                missed.append(f"{name} ({type(error).__name__}: {str(error)[:200]})")
    finally:
        other.close()
    words = f"not found: {', '.join(missed)}" if missed else "each was found"
    yield Row("faults planted to prove the attack", f"{len(PLANTS)}", words, not missed)
