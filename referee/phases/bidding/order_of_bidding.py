"""What the rules of the bidding phase ask: Questions that factions, cards and variants answer.

What happened is in ``events``; what players want in ``auction`` and ``payment``, which ask the Questions below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import CountsArePublic, has_room
from referee.kernel.events import Event
from referee.kernel.rulings import Question, ask, ruling
from referee.kernel.table import Table
from referee.phases.bidding.state import Bidding, bidding_of


class BidAgain(Question[bool]):
    """May a player who passed bid again when the turn comes round?"""

    rule = "1.04.06.01"

    def plain(self, table: Table) -> bool:
        return True


class AwayPasses(Question[bool]):
    """Does a player who is not at the table pass at once?"""

    rule = "1.04.06.04"

    def plain(self, table: Table) -> bool:
        return True


class NextOpener(Question[str]):
    """Who opened the previous card, for finding the next opener?"""

    rule = "1.04.07"

    def plain(self, table: Table) -> str | None:
        """The player who was asked first."""
        bidding = table.get(Bidding)
        return bidding.last_opener if bidding else None


class ReturnOrder(Question[str]):
    """How do bought-in cards go back: ``dealt`` order on top, shuffled on ``top``, or into the shuffled ``deck``?"""

    rule = "1.04.09"

    def plain(self, table: Table) -> str:
        return "dealt"


class FullHandsEnd(Question[bool]):
    """Does bidding end when cards are left but every hand is full?"""

    rule = "1.04.03"

    def plain(self, table: Table) -> bool:
        return True


class CountedAloud(Question[bool]):
    """Does everybody say their card count before the row is dealt? Not if the referee deals, and so knows it."""

    rule = "1.04.01"

    def plain(self, table: Table) -> bool:
        return not cards_are_dealt(table)


class RowSize(Question[int]):
    """How many cards are dealt in a row when this many players may bid?"""

    able: int
    rule = "1.04.04"

    def plain(self, table: Table) -> int:
        return self.able


class ComesFirst(Question[tuple[Event, ...]]):
    """What happens before the next card of the row comes up, or before the phase ends without one?"""

    rule = "1.04.05"

    def plain(self, table: Table) -> tuple[Event, ...]:
        return ()


@dataclass(frozen=True)
class Auction:
    """The form of an auction, and for one ``once around`` who is asked in which order, the last only to outbid."""

    form: Literal["in turn", "once around", "sealed"] = "in turn"
    order: tuple[str, ...] = ()


class AuctionHeld(Question[Auction]):
    """In which form is the card auctioned that is up or comes next?"""

    rule = "1.04.06"

    def plain(self, table: Table) -> Auction:
        return Auction()


class AskedNext(Question[tuple[str, ...]]):
    """Who is asked for a bid after this seat ("" at the opening), in order? The top bidder among them ends it."""

    after: str
    rule = "1.04.06"

    def plain(self, table: Table) -> tuple[str, ...]:
        """The opener first, then to the right, round and round; each once, or nobody, in the other forms."""
        held, bidding = ask(table, AuctionHeld()).value, bidding_of(table)
        if held.form == "sealed":
            return ()
        if held.form == "once around":
            rest = held.order[held.order.index(self.after) + 1 :] if self.after else held.order
            high = (bidding.high_by,) if bidding.high_by else ()
            return (*(seat for seat in rest if seat != held.order[-1] or high), *high)
        return tuple(
            table.right_of(self.after) if self.after else table.from_seat(bidding.opener or table.first_player)
        )


class NobodyAsked(Question[tuple[Event, ...]]):
    """What follows when nobody is left to be asked and nobody has won the card? Nothing: all cards are bought in."""

    rule = "1.04.09"

    def plain(self, table: Table) -> tuple[Event, ...]:
        return ()


class CardInWords(Question[tuple[str, str]]):
    """What does everybody know of the card that is sold now: a short headline, and a line? Both "" if nothing."""

    rule = "1.04.05"

    def plain(self, table: Table) -> tuple[str, str]:
        """A card of the row lies face down."""
        return ("", "")


@ruling(CountsArePublic, rule="1.04.10")
def open_while_bidding(question: CountsArePublic, table: Table, so_far: bool | None) -> bool | None:
    """During bidding the number of cards is given on request."""
    bidding = table.get(Bidding)
    return True if bidding is not None and bidding.step != "over" else None


def eligible(table: Table) -> list[str]:
    """Return the factions that may bid on the card now up, in seating order (1.04.03, 4.90.01)."""
    bidding = table.get(Bidding)
    barred = bidding.barred if bidding else []
    return [seat for seat in table.seats if seat not in barred and has_room(table, seat)]
