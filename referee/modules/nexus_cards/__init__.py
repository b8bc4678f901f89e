"""Nexus cards, a module of the third box: twelve secret cards, one for each faction, drawn by those without an ally.

The deck and the draws stand here, and what an alliance does to a card. Who holds one is public; which one, how often it
was drawn again and what was laid away unused is not. What a card does stands in its faction's room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.agreements.alliances import nexus
from referee.common.sealed_shuffles import seal_order
from referee.common.turn import OfTurn, of_turn
from referee.holdings.setup import Allied
from referee.kernel import (
    FACE_DOWN,
    Chance,
    Event,
    Pile,
    Sealed,
    SeatEvent,
    Table,
    after,
    known,
    sealed,
)
from referee.modules.nexus_cards.holding import (
    HELD,
    NEXUS_CARDS,
    NexusDeck,
    NexusGone,
    NexusHands,
    are_in_play,
    held_nexus,
    holders,
)

DRAWS = "4.05.01"
PILE = "Nexus cards"


class NexusDraws(OfTurn):
    """Who has drawn or declined after this turn's Nexus."""

    answered: list[str] = field(default_factory=list)


def playing(table: Table) -> bool:
    return are_in_play(table) and bool(table.seats)


def open_draws(table: Table) -> bool:
    """Return True from the end of a Nexus to the end of its phase, if there is an alliance."""
    here = table.phase == "spice_blow" and nexus(table).over
    return here and playing(table) and bool(table.alliances)


def may_draw(table: Table) -> list[str]:
    """Return who may draw now and has not answered; public."""
    if not open_draws(table):
        return []
    answered = of_turn(table, NexusDraws).answered
    return [seat for seat in table.seats if not table.ally(seat) and seat not in answered]


# -- events -------------------------------------------------------------------------------------------


class NexusDeckShuffled(Event, because=(DRAWS,)):
    """The cards that nobody holds were shuffled; nobody knows their order."""

    order: tuple[str, ...]
    says = "The Nexus cards are shuffled."

    def apply(self, table: Table) -> None:
        order = self.order if known(self.order) else ()
        table.put(NexusDeck(Pile(order), [], True))


class NexusDrawn(SeatEvent, because=(DRAWS,), shows="card"):
    """A seat drew a card; what it laid away before or after, nobody sees."""

    card: Sealed[str]
    away: tuple[str, ...]
    fuller = "{seat!n:The draws} a Nexus card: {card!f}."
    says = "{seat!n:The draws} a Nexus card."

    def apply(self, table: Table) -> None:
        kept, deck, draws = table.state(NexusHands), table.state(NexusDeck), of_turn(table, NexusDraws)
        kept.of[self.seat] = self.card
        draws.answered.append(self.seat)
        if known(self.away) and known(self.card):
            deck.pile = Pile(card for card in deck.pile if card not in {self.card, *self.away})
            deck.discard += self.away
        for made in (kept, deck, draws):
            table.put(made)


class NexusDeclined(SeatEvent, because=(DRAWS,)):
    """A seat draws no card after this Nexus."""

    says = "{seat!n:The draws} no Nexus card."

    def apply(self, table: Table) -> None:
        table.put(of_turn(table, NexusDraws)).answered.append(self.seat)


def undealt(table: Table) -> list[str]:
    """Return the cards that nobody holds, as far as this viewer knows."""
    held = {held_nexus(table, seat) for seat in holders(table)}
    return [card for card in NEXUS_CARDS if card not in held]


def shuffled(cards: list[str], chance: Chance) -> Iterator[Event]:
    order = chance.shuffled(cards)
    yield from seal_order(PILE, order, chance)
    yield NexusDeckShuffled(tuple(order))


def drawn(table: Table, seat: str, again: bool, chance: Chance) -> Iterator[Event]:
    """Yield that a seat draws the top card, in the place of one it holds; its own faction's at most once ``again``."""
    if not table.state(NexusDeck).begun:
        yield from shuffled(undealt(table), chance)
    away = [card for card in (held_nexus(table, seat),) if card]
    yield from _refilled(table, 1, chance)
    pile = [card for card in table.state(NexusDeck).pile if isinstance(card, str)]
    if pile and pile[0] == seat and again:
        yield from _refilled(table, 2, chance)
        pile = [seat, *(card for card in table.state(NexusDeck).pile if isinstance(card, str) and card != seat)]
        if len(pile) > 1:
            away.append(pile.pop(0))
    if pile:
        yield NexusDrawn(seat, sealed(pile[0], seat), tuple(away))


def _refilled(table: Table, needed: int, chance: Chance) -> Iterator[Event]:
    """Yield a new deck where this many cards are not left: the rest of the old, and what was laid away."""
    deck = table.state(NexusDeck)
    if len(deck.pile) < needed and deck.discard:
        yield from shuffled([*(card for card in deck.pile if isinstance(card, str)), *deck.discard], chance)


# -- what becomes of a card ---------------------------------------------------------------------------


def gone(table: Table, seat: str, why: tuple[str, ...]) -> Iterator[Event]:
    """Yield that a seat lays away the card it holds."""
    if seat in holders(table):
        yield NexusGone(seat, sealed(held_nexus(table, seat) or FACE_DOWN, seat), why)


@after(Allied, rule=HELD)
def allies_hold_none(event: Allied, table: Table, chance: Chance) -> Iterable[Event]:
    for seat in event.pair:
        yield from gone(table, seat, (HELD,))
