"""Sealed shuffles (4.97.60): seal again after every shuffle, and open all seals when the game is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.common.sealed_shuffles import DECK, SPICE, OrderOpened, OrderSealed, orders_of, seal_order
from referee.holdings.hands import DeckReshuffled
from referee.kernel import Chance, Command, Event, Objection, Table, adds, after, known
from referee.offers.offer import TABLE, Offer, Offers
from referee.phases.bidding.cards_of_the_row import CardsReturned
from referee.phases.mentat.victory import winner
from referee.phases.spice_blow.deck import SpiceDeckShuffled


@after(DeckReshuffled, rule="4.97.60")
def the_new_deck(event: DeckReshuffled, table: Table, chance: Chance) -> Iterable[Event]:
    yield from _seal(table.deck, chance)


@after(CardsReturned, rule="4.97.60")
def cards_shuffled_back(event: CardsReturned, table: Table, chance: Chance) -> Iterable[Event]:
    """Cards that go back as dealt make no new order."""
    if event.how != "dealt":
        yield from _seal(table.deck, chance)


@after(SpiceDeckShuffled, rule="4.97.60")
def the_spice_deck(event: SpiceDeckShuffled, table: Table, chance: Chance) -> Iterable[Event]:
    yield from _seal(event.order, chance, SPICE)


def _seal(deck: Sequence[object], chance: Chance, pile: str = DECK) -> Iterable[Event]:
    cards = [card for card in deck if isinstance(card, str)]
    if cards and len(cards) == len(deck):
        yield from seal_order(pile, cards, chance)


class OpenOrders(Command, by="table", grave=True):
    """Open every sealed order, so that anybody can check the dealing."""

    def objections(self, table: Table) -> Iterable[Objection]:
        closed = [order for order in orders_of(table) if not order.opened]
        if not closed:
            yield Objection("4.97.61", "All shuffles are revealed.", firm=True)
        elif winner(table) is None:
            sentence = "The game is not over, and the shuffle shows every card. Reveal it after the game."
            yield Objection("4.97.61", sentence)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        closed = {order.seal for order in orders_of(table) if not order.opened}
        for event in [heard.event for heard in table.log]:
            if isinstance(event, OrderSealed) and event.seal in closed and known(event.salt):
                yield OrderOpened(event.pile, event.seal, str(event.salt), tuple(event.order))  # type: ignore[arg-type]


@adds(Offers, rule="4.97.61", seat=TABLE)
def when_somebody_has_won(question: Offers, table: Table) -> Iterable[Offer]:
    due = question.seat == TABLE and winner(table) is not None and any(not order.opened for order in orders_of(table))
    return (Offer(OpenOrders, "Reveal the shuffles", "4.97.61"),) if due else ()


def open_now(table: Table) -> tuple[Offer, ...]:
    """Return the offer to open them at any time; before somebody has won that is the table's own ruling."""
    objections = list(OpenOrders().objections(table))
    if any(objection.firm for objection in objections):
        return ()
    label = "Reveal the shuffles now (house ruling)" if objections else "Reveal the shuffles"
    return (Offer(OpenOrders, label, fixed=(("waive", "1"),) if objections else ()),)
