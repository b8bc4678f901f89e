"""How bidding stands, and how a card is auctioned: Questions for factions, and options B1, B2, B8 to B10.

Steps: ``declare`` hands, ``deal`` the row, ``talk`` before a card, ``bid`` on it, ``settle`` the price, ``over``.
"""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from referee.common.turn import PHASES
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import CountsArePublic, with_room
from referee.kernel import Event, Pile, Question, State, Table, Value, ask, memoized, option, ruling

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


BIDDING_AGAIN = option(
    "B1",
    "4.91.01",
    "Bidding again after a pass",
    ("again", "Yes", "A pass counts for this turn only. The card is sold when all others pass in a row."),
    ("final", "No, a pass is final", "A player who passes is out for this card."),
)

UNBOUGHT_CARDS = option(
    "B2",
    "4.91.02",
    "Cards nobody bought",
    ("dealt", "On top, as dealt", "They go back on top of the deck, first-dealt card first."),
    ("top", "Shuffled, on top", "They are shuffled and put on top of the deck."),
    ("deck", "Shuffled into the deck", "They are shuffled into the whole deck."),
)

AWAY = option(
    "B8",
    "4.91.08",
    "Players away from the table",
    ("pass", "Pass at once", "A player marked as away passes at once."),
    ("clock", "The clock runs", "They get their time like everybody else."),
)

CARD_OPENER = option(
    "B9",
    "4.91.09",
    "Who opened the previous card",
    ("asked", "Who was asked first", "Even if that player passed or was away."),
    ("bid", "Who bid first", "The first player who really made a bid."),
)

OPENED_AGAIN = option(
    "B19",
    "4.91.19",
    "Who opened a card that was auctioned again",
    ("again", "Who opened it again", "The first player asked after the illegal bid."),
    ("first", "Who opened it first", "Even if that player's illegal bid was the reason."),
)

FULL_HANDS = option(
    "B10",
    "4.91.10",
    "Every hand is full",
    ("return", "Cards go back", "The remaining cards go back on top of the deck, as dealt."),
    ("wait", "Wait for a discard", "Bidding continues if somebody discards a card."),
)


class CountedAloud(Question[bool], rule="1.04.01"):
    """Does everybody say their card count before the row is dealt? Not if the referee deals.

    Richese only: they may sell a card from their hand in this pause.
    """

    def plain(self, table: Table) -> bool:
        return not cards_are_dealt(table)


class RowSize(Question[int], rule="1.04.04"):
    """How many cards are dealt in a row when this many players may bid?"""

    able: int

    def plain(self, table: Table) -> int:
        return self.able


class ComesFirst(Question[tuple[Event, ...]], rule="1.04.05", answer=()):
    """What happens before the next card comes up, or before the phase ends without one?

    Richese only, who auction a card of their cache there.
    """


Form = Literal["in turn", "once around", "sealed"]


class Auction(Value):
    """How a card is sold: the form, and the order if not from the opener to the right.

    If sold ``once around`` the last is asked only to outbid. ``unsold`` follows if nobody wins the card, empty if it is
    bought in; ``spice_only`` is the rule by which no card pays for it.
    """

    form: Form = "in turn"
    order: tuple[str, ...] = ()
    unsold: tuple[Event, ...] = ()
    spice_only: str = ""


class AuctionHeld(Question[Auction], rule="1.04.06"):
    """How is the card auctioned that is up or comes next?"""

    def plain(self, table: Table) -> Auction:
        return Auction()


def asked_next(table: Table, after: str) -> tuple[str, ...]:
    """Return who is asked after this seat ("" at the opening), in order, high bidder included.

    By turns all are asked round and round; nobody in a sealed auction (1.04.06).
    """
    held, bidding = ask(table, AuctionHeld()).value, bidding_of(table)
    if held.form == "sealed":
        return ()
    order = held.order or tuple(table.from_seat(bidding.opener or table.first_player))
    here = order.index(after) + 1 if after else 0
    if held.form == "in turn":
        return (*order[here:], *order[:here])
    high = (bidding.high_by,) if bidding.high_by else ()
    return (*(seat for seat in order[here:] if seat != order[-1] or high), *high)


class OpenedBefore(Question[str], rule="1.04.07", answer=""):
    """Who counts as the opener of the previous card, if not the one who was first in order? "" for nobody else.

    Richese only: a card of theirs lets a player go first.
    """


class CardInWords(Question[tuple[str, str]], rule="1.04.05", answer=("", "")):
    """What does everybody know of the card for sale: a headline, and a line? Both "" if nothing."""


@ruling(CountsArePublic, rule="1.04.10")
def open_while_bidding(question: CountsArePublic, table: Table, so_far: bool | None) -> bool | None:
    bidding = table.get(Bidding)
    return True if bidding is not None and bidding.step != "over" else None


@memoized
def eligible(table: Table) -> tuple[str, ...]:
    """Return who may bid on the card now up, in seating order (1.04.03, 4.90.01)."""
    bidding = table.get(Bidding)
    barred = bidding.barred if bidding else []
    room = with_room(table)
    return tuple([seat for seat in table.seats if seat not in barred and seat in room])
