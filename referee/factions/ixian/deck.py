"""Ixians and the treachery deck: they look at its top cards, put one somewhere, and the others are shuffled.

This happens with the starting cards (``start_cards``) and with each auction's row (``before_auction``). The Ixians know
the cards, never their order. The game waits for them if the referee keeps the deck and they have a phone; the table may
always go on without. A printed deck is looked through at the table.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.worlds import occupier
from referee.common.sealed_shuffles import DECK, seal_order
from referee.factions.ixian import ME
from referee.holdings.hands import CardKind, called
from referee.kernel import (
    Called,
    Chance,
    Event,
    Pile,
    Public,
    Sealed,
    State,
    Table,
    american,
    ask,
    card_name,
    count,
    face_name,
    known,
    say,
    sealed,
    small,
)
from referee.offers.offer import Kept

START, SORT = "2.07.03", "2.07.06"
WORLD, SORTED_BY_ANOTHER = "Ix", "4.04.18"
NONE_OF_THEM = "That is not one of the cards. Choose one of them."


def sorter(table: Table) -> str:
    """Return who looks through the cards before an auction: Ixians, or who occupies their world."""
    return (occupier(table, WORLD) or ME) if ME in table.seats else ME


class Looked(State):
    """Cards looked through: by which rule, how many, which are known here."""

    rule: str
    count: int = 0
    cards: tuple[str, ...] = ()
    done: bool = False


def looked(table: Table, rule: str) -> Looked:
    """Return what was looked through by this rule, empty if nothing was."""
    made = table.get(Looked)
    return made if made and made.rule == rule else Looked(rule)


def was_looked_at(table: Table, rule: str, choice: str) -> bool:
    """Return True if the card is among those looked through by this rule."""
    return any(called(choice)(card) for card in looked(table, rule).cards)


# -- events -------------------------------------------------------------------------------------------


class CardsLookedThrough(Event, shows="card", later=("seat",)):
    count: Public[int]
    cards: Sealed[tuple[str, ...]]
    why: Public[tuple[str, ...]]
    seat: Public[str] = ME
    counted = property(lambda event: count(event.count, "card"))
    fuller = "{seat!n:The looks} through {counted}: {cards!c}."
    says = "{seat!n:The looks} through {counted}."

    def apply(self, table: Table) -> None:
        table.put(Looked(self.why[0], self.count, tuple(self.cards) if known(self.cards) else ()))


class CardsSorted(Event, later=("seat",)):
    """One card was put in a place of the deck, and the others were shuffled."""

    count: Public[int]
    place: Public[int]
    card: Sealed[str]
    order: tuple[str, ...]
    why: Public[tuple[str, ...]]
    seat: Public[str] = ME

    def apply(self, table: Table) -> None:
        made = looked(table, self.why[0])
        others = [card for card in made.cards if card != self.card]
        table.put(Looked(made.rule, self.count - 1, tuple(others), done=True))
        deck = Pile([*Pile.laid(self.order, self.count - 1), *table.deck[self.count :]])
        deck.insert(self.place, self.card)
        table.deck = deck

    def sentence(self, name: Called) -> str:
        if self.why[0] == START:
            return say("{seat:The keeps} one card; the others are shuffled and dealt.", seat=name(ME))
        of = {"seat": name(self.seat), "card": face_name(self.card) or "one card"}
        under = "{seat:The puts} {card} under the deck; the others are shuffled."
        top = "{seat:The puts} {card} on top of the deck; the others are shuffled."
        return say(top if self.place < self.count else under, **of)


class SortingSkipped(Event, because=("4.97.03",)):
    rule: Public[str]
    says = "The table goes on without {ixian!n:'s} choice."

    def apply(self, table: Table) -> None:
        table.put(Looked(self.rule, done=True))


def seen(title: str, table: Table, rule: str) -> Kept:
    """Return the cards that are looked through behind the shield, each with its kind; paper has their names."""
    cards = tuple(map(card_name, looked(table, rule).cards))
    kinds = ((card, american(ask(table, CardKind(card)).value)) for card in cards)
    lines = (
        say("*{card}*: {kind}", card=card, kind=small(kind.capitalize())) if kind else say("*{card}*", card=card)
        for card, kind in kinds
    )
    return Kept(title, tuple(lines), rule, now=True, on_paper=cards)


# -- what both do -------------------------------------------------------------------------------------


def look(table: Table, count: int, rule: str) -> CardsLookedThrough:
    """Return the look, sorted by name, which reveals nothing of the order."""
    seat = sorter(table) if rule == SORT else ME
    cards = sealed(tuple(sorted(map(str, table.deck[:count]))), seat)
    return CardsLookedThrough(count, cards, (rule, *((SORTED_BY_ANOTHER,) if seat != ME else ())), seat)


def put_one(table: Table, rule: str, choice: str, place: int, chance: Chance) -> Iterable[Event]:
    """Yield the placement, the shuffle of the others, and the new seal of the deck."""
    count = looked(table, rule).count
    cards = [str(card) for card in table.deck[:count]]
    card = next(card for card in cards if called(choice)(card))
    cards.remove(card)
    seat = sorter(table) if rule == SORT else ME
    yield CardsSorted(count, place, sealed(card, seat), tuple(chance.shuffled(cards)), (rule,), seat)
    if all(isinstance(one, str) for one in table.deck):
        yield from seal_order(DECK, table.deck.faces(), chance)
