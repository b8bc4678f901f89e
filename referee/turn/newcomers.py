"""Who plays for the first time (4.97.30): said on their own phone, marked on the table, and explained on that phone.

A newcomer's phone explains each moment whatever the table's option says; the other screens keep to the option. The
first card of a game leaves more time to read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.turn import COACH_LINES
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    ruling,
    setting,
)
from referee.offers.offer import Offer
from referee.phases.bidding.bid_time import BidSeconds
from referee.phases.bidding.order_of_bidding import Bidding

RULE, FIRST_CARD = "4.97.30", 30  # seconds


class Newcomers(State):
    """The seats whose players said that they are new to the game."""

    of: set[str] = field(default_factory=set)


class NewcomerMarked(SeatEvent, because=(RULE,), housekeeping=True, lasting=True):
    """A player said that the game is new to them, or that they need no more explaining."""

    new: Public[bool]

    def apply(self, table: Table) -> None:
        others = newcomers(table) - {self.seat}
        table.put(Newcomers(others | {self.seat} if self.new else others))

    def pattern(self) -> str:
        return "{seat!n:The is} new to this game." if self.new else "{seat!n:The needs} no more explaining."


class SayNew(SeatCommand, by="seat", own_form=True, led=False):
    """Say that you are new to the game, or that you need no more explaining."""

    new: bool

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.new is (self.seat in newcomers(table)):
            words = "You are marked as new already." if self.new else "You are not marked as new."
            yield Objection(RULE, words, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield NewcomerMarked(self.seat, self.new)


def newcomers(table: Table) -> set[str]:
    """Return the seats whose players said that they are new to the game (4.97.30)."""
    return table.state(Newcomers).of


def explained(table: Table, seat: str) -> bool:
    """Return whether a seat's phone, or the table screen (""), explains each moment (4.97.30)."""
    return seat in newcomers(table) or setting(table, COACH_LINES) == "on"


@ruling(BidSeconds, rule=RULE)
def time_to_read_the_first_card(question: BidSeconds, table: Table, so_far: int) -> int | None:
    """Each bid on the first card of a game has thirty seconds, where a screen explains bidding at that moment."""
    bidding = table.get(Bidding)
    first = bidding is not None and bidding.number == 1 and table.turn == 1
    longer = first and 0 < so_far < FIRST_CARD and (newcomers(table) or explained(table, ""))
    return FIRST_CARD if longer else None


def newcomer_offer(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the button by which a player says, in the lobby or at any time, that the game is new to them.

    Where every screen has hints it is shown only to take back what was said.
    """
    new = seat in newcomers(table)
    if explained(table, "") and not new:
        return ()
    small = "this phone explains each step once"
    return (Offer(SayNew, "I am new to this game", RULE, fixed=(("new", "0" if new else "1"),), small=small, on=new),)
