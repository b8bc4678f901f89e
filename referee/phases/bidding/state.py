"""The state of the bidding phase.

Steps: ``declare`` hands, ``deal`` the row, ``talk`` before a card, ``bid`` on it, ``settle`` the price, ``over``.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from referee.common.turn import PHASES
from referee.kernel import Pile, State, Table

Step = Literal["declare", "deal", "talk", "bid", "settle", "over"]
HowPassed = Literal["said", "time", "away", "forced", "unpaid"]


class Sale(State):
    """A sold card: number in the row, buyer, price, and whether a bonus card followed."""

    number: int
    seat: str
    price: int
    extra: bool = False


class Bidding(State):
    """``opener`` opens the present or next card; ``last_opener`` and ``last_bidder`` opened the one before."""

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


class Promise(State):
    """What a helper promised for the phase, and what remains of it."""

    promised: int
    stands: int


class Backing(State):
    """Promises and open requests by (helper, bidder), and how buyers mean to pay: shares, or a card ("" is any)."""

    promises: dict[tuple[str, str], Promise] = field(default_factory=dict)
    asked: dict[tuple[str, str], int] = field(default_factory=dict)
    by_card: dict[str, str] = field(default_factory=dict)
    shares: dict[str, dict[str, int]] = field(default_factory=dict)


class NoBidding(LookupError):
    """Bidding has not begun at this table."""


def bidding_of(table: Table) -> Bidding:
    """Return the bidding phase; raises ``NoBidding`` if there is none."""
    bidding = table.get(Bidding)
    if bidding is None:
        raise NoBidding
    return bidding


def sales_are_over(table: Table) -> bool:
    """Return True in the bidding phase once no card is for sale any more; False before bidding has begun."""
    bidding = table.get(Bidding)
    return table.phase == "bidding" and bidding is not None and bidding.step == "over"


def bids_are_over(table: Table) -> bool:
    """Return True in phases after bidding."""
    return table.phase in PHASES[PHASES.index("bidding") + 1 :]
