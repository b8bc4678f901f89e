"""The bidding phase: where it stands, and the Questions its rules ask.

The phase is a small machine whose ``step`` is one of: ``declare`` hands, ``deal`` the row, ``talk`` before a card,
``bid`` on it, ``settle`` the price, ``over``. What happened is in ``bids``; what players want in ``auction`` and
``payment``, which ask the Questions below; factions, cards and variants answer them.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.facts import Event
from referee.phases.hands import CountsArePublic, has_room
from referee.rulings import Question, ask, ruling
from referee.table import Pile, Table


@dataclass
class Sale:
    """A card that was sold: its number in the row, the buyer, the price, and whether a card paid for it."""

    number: int
    seat: str
    price: int
    extra: bool = False


@dataclass
class Bidding:
    """Where the phase stands. ``seconds`` is the length of the window that is open, 0 where no clock runs.

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


@dataclass(frozen=True)
class MayBid(Question[bool]):
    """May this faction bid on the card now up, as far as its hand goes?"""

    seat: str


@ruling(MayBid, rule="1.04.03")
def room_in_hand(question: MayBid, table: Table, so_far: bool | None) -> bool:
    """A full hand passes; neither spice nor the faces held matter."""
    return has_room(table, question.seat)


@dataclass(frozen=True)
class BidAgain(Question[bool]):
    """May a player who passed bid again when the turn comes round?"""


@ruling(BidAgain, rule="1.04.06.01")
def a_pass_is_for_one_turn(question: BidAgain, table: Table, so_far: bool | None) -> bool:
    """Bidding goes on round the table until all others passed in a row."""
    return True


@dataclass(frozen=True)
class BidSeconds(Question[int]):
    """How many seconds does a player have to bid? 0 means no clock."""


@ruling(BidSeconds, rule="1.04.06.04")
def ten_seconds(question: BidSeconds, table: Table, so_far: int | None) -> int:
    """Ten seconds from the bid before."""
    return 10


@dataclass(frozen=True)
class TimeOutPasses(Question[bool]):
    """Does the referee pass for a player whose time ran out?"""


@ruling(TimeOutPasses, rule="1.04.06.04")
def silence_is_a_pass(question: TimeOutPasses, table: Table, so_far: bool | None) -> bool:
    """Whoever has not bid in time has passed."""
    return True


@dataclass(frozen=True)
class AwayPasses(Question[bool]):
    """Does a player who is not at the table pass at once?"""


@ruling(AwayPasses, rule="1.04.06.04")
def absent_players_pass(question: AwayPasses, table: Table, so_far: bool | None) -> bool:
    """A player away from the table has passed."""
    return True


@dataclass(frozen=True)
class TalkSeconds(Question[int]):
    """How long is the deal window before a card? 0 means none."""


@ruling(TalkSeconds, rule="4.90.04")
def time_for_deals(question: TalkSeconds, table: Table, so_far: int | None) -> int:
    """Between half a minute and a minute; three quarters unless the table says otherwise."""
    return 45


@dataclass(frozen=True)
class PauseSeconds(Question[int]):
    """How long must there be before a card where there is no time for deals? 0 means that it comes up at once."""


@ruling(PauseSeconds, rule="1.04.05")
def nobody_needs_one(question: PauseSeconds, table: Table, so_far: int | None) -> int:
    """The card comes up at once."""
    return 0


@dataclass(frozen=True)
class NextOpener(Question[str]):
    """Who opened the previous card, for finding the next opener?"""


@ruling(NextOpener, rule="1.04.07")
def the_one_first_asked(question: NextOpener, table: Table, so_far: str | None) -> str | None:
    """The player who was asked first."""
    bidding = table.get(Bidding)
    return bidding.last_opener if bidding else None


@dataclass(frozen=True)
class ReturnOrder(Question[str]):
    """How do bought-in cards go back: ``dealt`` order on top, shuffled on ``top``, or into the shuffled ``deck``?"""


@ruling(ReturnOrder, rule="1.04.09")
def first_dealt_on_top(question: ReturnOrder, table: Table, so_far: str | None) -> str:
    """On top of the deck in the order they were dealt."""
    return "dealt"


@dataclass(frozen=True)
class FullHandsEnd(Question[bool]):
    """Does bidding end when cards are left but every hand is full?"""


@ruling(FullHandsEnd, rule="1.04.03")
def nobody_left_to_bid(question: FullHandsEnd, table: Table, so_far: bool | None) -> bool:
    """Nobody may bid, so everybody has passed."""
    return True


@dataclass(frozen=True)
class RowSize(Question[int]):
    """How many cards are dealt in a row when so many players may bid?"""

    able: int


@ruling(RowSize, rule="1.04.04")
def one_for_each(question: RowSize, table: Table, so_far: int | None) -> int:
    """One card for each player with room."""
    return question.able


@dataclass(frozen=True)
class ComesFirst(Question[tuple[Event, ...]]):
    """What happens before the next card of the row comes up, or before the phase ends without one?"""


@ruling(ComesFirst, rule="1.04.05")
def nothing_between(question: ComesFirst, table: Table, so_far: tuple[Event, ...] | None) -> tuple[Event, ...]:
    """The cards of the row follow one another."""
    return ()


@dataclass(frozen=True)
class AskedNext(Question[tuple[str, ...]]):
    """Who is asked for a bid after this seat ("" at the opening), in order? The top bidder among them ends it."""

    after: str


@ruling(AskedNext, rule="1.04.06")
def round_to_the_right(question: AskedNext, table: Table, so_far: tuple[str, ...] | None) -> tuple[str, ...]:
    """The opener first, then to the right, round and round."""
    opener = bidding_of(table).opener or table.first_player
    return tuple(table.right_of(question.after) if question.after else table.from_seat(opener))


@dataclass(frozen=True)
class NobodyAsked(Question[tuple[Event, ...]]):
    """What follows when nobody is left to be asked and nobody has won the card? Nothing: all cards are bought in."""


@ruling(NobodyAsked, rule="1.04.09")
def bought_in(question: NobodyAsked, table: Table, so_far: tuple[Event, ...] | None) -> tuple[Event, ...]:
    """Everybody has passed."""
    return ()


@dataclass(frozen=True)
class WindowCloses(Question[tuple[Event, ...]]):
    """What was the open window for, if not to wait for the next card?"""


@ruling(WindowCloses, rule="1.04.05")
def the_next_card(question: WindowCloses, table: Table, so_far: tuple[Event, ...] | None) -> tuple[Event, ...]:
    """The next card comes up."""
    return ()


@dataclass(frozen=True)
class CardInWords(Question[tuple[str, str]]):
    """What does everybody know of the card that is sold now: a short headline, and a line? Both "" if nothing."""


@ruling(CardInWords, rule="1.04.05")
def it_lies_face_down(question: CardInWords, table: Table, so_far: tuple[str, str] | None) -> tuple[str, str]:
    """A card of the row lies face down."""
    return ("", "")


def bidding_of(table: Table) -> Bidding:
    """Return the running bidding phase; raises ``LookupError`` where there is none."""
    bidding = table.get(Bidding)
    if bidding is None:
        raise LookupError("No bidding phase is running.")
    return bidding


def eligible(table: Table) -> list[str]:
    """Return the factions that may bid on the card now up, in seating order (1.04.03, 4.90.01)."""
    bidding = table.get(Bidding)
    barred = bidding.barred if bidding else []
    return [seat for seat in table.seats if seat not in barred and ask(table, MayBid(seat)).value]


@ruling(CountsArePublic, rule="1.04.10")
def open_while_bidding(question: CountsArePublic, table: Table, so_far: bool | None) -> bool | None:
    """During bidding the number of cards is given on request."""
    bidding = table.get(Bidding)
    return True if bidding is not None and bidding.step != "over" else None
