"""Ixians before an auction: they look at one card more than is sold, and put one on top of the deck or under it.

The others are shuffled and dealt as this turn's row, so Ixians know what is sold, not when. Karama may prevent it until
they have looked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.common.turn import by_hand
from referee.common.what_is_physical import cards_are_dealt
from referee.factions.ixian import ME
from referee.factions.ixian.deck import (
    NONE_OF_THEM,
    SORT,
    Looked,
    SortingSkipped,
    look,
    looked,
    put_one,
    seen,
    sorter,
    was_looked_at,
)
from referee.holdings.hands import refill
from referee.kernel import Chance, Command, Event, Objection, Table, adds, after, ask, ruling, say
from referee.offers.choices import Choice
from referee.offers.offer import (
    TABLE,
    BehindShield,
    Blank,
    Kept,
    Offer,
    Offers,
    cards_to_choose,
)
from referee.phases.bidding.events import BiddingEnded
from referee.phases.bidding.order_of_bidding import Bidding, CardInWords, RowSize, eligible
from referee.powers.powers import Power, Stoppable

SORTING = Power(SORT, ME, "CARD_SORTING", "before", "Ixians look through the cards for sale.")
PLACES = {"bottom": "Under the deck", "top": "On top of the deck"}


class SortingOver(Event, because=(SORT,), drops=Looked):
    """Forget what was looked through."""


def _before_the_row(table: Table) -> bool:
    """Return True if a row is about to be dealt that they may look through."""
    bidding = table.get(Bidding)
    silent = (SORT in table.suspended and sorter(table) == ME) or looked(table, SORT).done
    return ME in table.seats and bool(bidding) and bidding.step == "deal" and not silent and bool(eligible(table))  # type: ignore[union-attr]


def _size(table: Table) -> int:
    return ask(table, RowSize(len(eligible(table)))).value


def _due(table: Table) -> bool:
    """Return True if the referee keeps at least one card more than are sold.

    In a phase by hand nobody is asked to look (4.97.11), but who has looked puts one back.
    """
    if by_hand(table) and not looked(table, SORT).count:
        return False
    enough = len(table.deck) + len(table.discard) > _size(table) > 0 if _before_the_row(table) else False
    return enough and cards_are_dealt(table) and sorter(table) in phones_of(table)


@adds(Stoppable, rule=SORT)
def may_be_prevented(question: Stoppable, table: Table) -> Iterable[Power]:
    free = _before_the_row(table) and not looked(table, SORT).count and sorter(table) == ME
    due = question.moment == "ahead" and free
    return (SORTING,) if due else ()


@ruling(CardInWords, rule=SORT)
def the_table_waits(question: CardInWords, table: Table, so_far: tuple[str, str]) -> tuple[str, str] | None:
    if _due(table):
        words = say("*{n} cards*, one more than are sold. One goes on top of the deck or under it.", n=_size(table) + 1)
        return (say("{seat:The looks}", seat=named(sorter(table))), words)
    if _before_the_row(table) and not cards_are_dealt(table):
        words = "First {seat:looks} at *{n} cards*. One goes back, on top or at the bottom."
        return ("Deal the cards", say(words, seat=named(sorter(table)), n=_size(table) + 1))
    return None


@after(BiddingEnded, rule=SORT)
def sort_anew(event: BiddingEnded, table: Table, chance: Chance) -> Iterable[Event]:
    if table.get(Looked) is not None:
        yield SortingOver()


class SortChoice(Choice[str], abstract=True):
    """Who sorts the cards looks through them, then puts one back."""

    rule, at_once = SORT, False
    halts = "First {seat:looks through the cards and puts one back}. Use More to deal without them."


class LookThrough(SortChoice, by="seat", led=True):
    nothing = "There are no cards to look through now."
    does = "looks through the cards"

    @classmethod
    def waiting(cls, table: Table) -> str:
        return sorter(table) if _due(table) and not looked(table, SORT).count else ""

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        yield cls.way(say("Look at {n} cards", n=_size(table) + 1))

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield from refill(table, _size(table) + 1, chance)
        yield look(table, _size(table) + 1, SORT)


class LayBack(SortChoice, by="seat"):
    hidden = True
    nothing = "There is no card to put back now."
    does, then = "puts one card back", "Then the cards are dealt."
    card: str
    place: str = "bottom"

    @classmethod
    def waiting(cls, table: Table) -> str:
        made = looked(table, SORT)
        return sorter(table) if made.count and not made.done else ""

    @classmethod
    def phrases(cls, table: Table, now: str) -> tuple[str, str]:
        return (cls.does if _due(table) else "", "")

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        cards = Blank("card", "Put back", "select", choices=cards_to_choose(looked(table, SORT).cards))
        yield cls.way("Put it back", cards, Blank("place", "Where", "select", choices=tuple(PLACES.items())))

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if not was_looked_at(table, SORT, self.card):
            yield Objection(SORT, NONE_OF_THEM, "CARD_NOT_HELD", firm=True)
        elif self.place not in PLACES:
            yield Objection(SORT, "Put the card on top of the deck or under it.", firm=True)

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        place = looked(table, SORT).count - 1 if self.place == "top" else len(table.deck) - 1
        yield from put_one(table, SORT, self.card, place, chance)


class SkipSorting(Command, by="table"):
    def objections(self, table: Table) -> Iterable[Objection]:
        if not _due(table):
            yield Objection(SORT, "Ixians look through no cards now.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield SortingSkipped(SORT)


@adds(Offers, rule=SORT, phase="bidding", seat=TABLE)
def deal_without_a_look(question: Offers, table: Table) -> Iterable[Offer]:
    return (Offer(SkipSorting, "Deal without the Ixians' look", SORT, aside=True),) if _due(table) else ()


@adds(BehindShield, rule=SORT)
def what_is_sold(question: BehindShield, table: Table) -> Iterable[Kept]:
    made = looked(table, SORT)
    if question.seat == sorter(table) and made.cards:
        yield seen("Cards for sale this turn, in no order" if made.done else "Cards you look through", table, SORT)
