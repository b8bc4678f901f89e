"""Where the bidding phase stands: which step, which cards lie in the row, whose turn it is and what is to be beaten.

``declare`` hands, ``deal`` the row, ``talk`` before a card, ``bid`` on it, ``settle`` the price, ``over``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from referee.common.turn import PHASES
from referee.kernel.table import Pile, Table

Step = Literal["declare", "deal", "talk", "bid", "settle", "over"]
HowPassed = Literal["said", "time", "away", "forced", "unpaid"]


@dataclass
class Sale:
    """A card that was sold: its number in the row, the buyer, the price, and whether a card paid for it."""

    number: int
    seat: str
    price: int
    extra: bool = False


@dataclass
class Bidding:
    """``opener`` opens the card up or coming next; ``last_opener`` and ``last_bidder`` opened the one sold before."""

    step: Step = "declare"
    row: Pile = field(default_factory=Pile)
    dealt: int = 0
    number: int = 0
    opener: str = ""
    first_bidder: str = ""
    last_opener: str = ""
    last_bidder: str = ""
    turn: str = ""
    high_by: str = ""
    high: int = 0
    bids: list[tuple[str, int]] = field(default_factory=list)
    passed: dict[str, HowPassed] = field(default_factory=dict)
    barred: list[str] = field(default_factory=list)
    declared: dict[str, int] = field(default_factory=dict)
    sales: list[Sale] = field(default_factory=list)
    returned: int = -1
    seals: dict[str, int] = field(default_factory=dict)


@dataclass
class Promise:
    """A helper's promise: what was promised for the phase, and what of it stands now."""

    promised: int
    stands: int


@dataclass
class Backing:
    """All promises by (helper, bidder), and how buyers mean to pay: shares of helpers, or by a card ("" = any)."""

    promises: dict[tuple[str, str], Promise] = field(default_factory=dict)
    by_card: dict[str, str] = field(default_factory=dict)
    shares: dict[str, dict[str, int]] = field(default_factory=dict)


def bidding_of(table: Table) -> Bidding:
    """Return the running bidding phase; raises ``LookupError`` if there is none."""
    bidding = table.get(Bidding)
    if bidding is None:
        raise LookupError("Bidding has not begun.")
    return bidding


def bids_are_over(table: Table) -> bool:
    """Say whether a phase after the bidding is played."""
    return table.phase in PHASES[PHASES.index("bidding") + 1 :]
