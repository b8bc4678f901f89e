"""Where the bidding phase stands: which step, which cards lie in the row, whose turn it is and what is to be beaten."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.kernel.table import Pile, Table
from referee.powers.powers import Power, stoppable


@dataclass
class Sale:
    """A card that was sold: its number in the row, the buyer, the price, and whether a card paid for it."""

    number: int
    seat: str
    price: int
    extra: bool = False


@dataclass
class Bidding:
    """Where the phase stands. ``seconds`` is the length of the window that is open, 0 if no clock runs.

    ``opener`` opens the card that is up or comes next; ``last_opener`` and ``last_bidder`` opened the one sold before.
    """

    step: str = "declare"
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
    passed: dict[str, str] = field(default_factory=dict)
    barred: list[str] = field(default_factory=list)
    ready: list[str] = field(default_factory=list)
    declared: dict[str, int] = field(default_factory=dict)
    sales: list[Sale] = field(default_factory=list)
    returned: int = -1
    seconds: int = 0
    extended: int = 0
    window: str = ""


def bidding_of(table: Table) -> Bidding:
    """Return the running bidding phase; raises ``LookupError`` if there is none."""
    bidding = table.get(Bidding)
    if bidding is None:
        raise LookupError("Bidding has not begun.")
    return bidding


def joined(bidding: Bidding) -> bool:
    """Say whether the window after a sale is the one before the next card as well: one window a card."""
    return bidding.step == "settle" and bidding.seconds > 0 and len(bidding.row) > 1


def powers_now(table: Table) -> tuple[Power, ...]:
    bidding = table.get(Bidding)
    if bidding is None:
        return ()
    moments = {"talk": ("card",), "settle": ("sale", *(("card",) if joined(bidding) else ()))}.get(bidding.step, ())
    found = (power for moment in moments for power in stoppable(table, moment))
    return tuple(dict.fromkeys(found))
