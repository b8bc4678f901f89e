"""The spice deck if the referee deals it: shuffled, turned over, renewed when empty. By default it is physical.

Nobody knows the order; who may look at the top card learns it in a whisper. Worms of turn 1 wait beside the deck until
the phase is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import NamedTuple

from referee.board.storm import Storm
from referee.board.territories import on_board
from referee.common.turn import PHASES, PhaseBegan
from referee.common.what_is_physical import SPICE_DECK
from referee.kernel import Chance, Command, Event, Objection, Pile, Public, Question, State, Table, after, ask, setting
from referee.phases.spice_blow.blow import (
    WORM,
    WORMS_CALLED,
    SpiceBlows,
    TurnWorm,
    WormLaidAside,
    card_objections,
    pile_now,
)

WORMS = 6


class SpiceCard(NamedTuple):
    """A card of the spice deck beside territories and worms; once it was turned over it is not shuffled in again."""

    name: str
    once: bool = True


def is_worm(card: str) -> bool:
    return card.partition("/")[0] in WORMS_CALLED


class MoreSpiceCards(Question[tuple[SpiceCard, ...]], rule="0.05", answer=()):
    """Which cards join the spice deck? Modules add theirs."""


class TurnedAs(Question[Command], rule="1.02.01"):
    """Which command says what the spice card turned over does?"""

    card: str

    def plain(self, table: Table) -> Command:
        worm = self.card.startswith(WORM)
        return TurnWorm() if worm else SpiceBlows(self.card, by_marker=bool(table.state(Storm).sector))


class LiesBeside(Question[bool], rule="1.02.02"):
    """Does this spice card lie beside the piles when it is turned over? A worm does in turn 1.

    Only Sandtrout does so besides.
    """

    card: str

    def plain(self, table: Table) -> bool:
        return is_worm(self.card) and table.turn == 1


class SpiceDeck(State):
    """Cards to come, piles with their top card first, and worms set aside in turn 1."""

    cards: Pile = field(default_factory=Pile)
    piles: dict[str, list[str]] = field(default_factory=dict)
    aside: int = 0


def dealt(table: Table) -> bool:
    """Return True if the referee deals the spice deck."""
    return setting(table, SPICE_DECK) == "dealt"


def whole_deck(table: Table) -> list[str]:
    """Return all territory cards and worms, and what joins them."""
    more = [card.name for card in ask(table, MoreSpiceCards()).value]
    return [
        *(land.name for land in on_board(table) if land.spice),
        *(f"{WORM}/{n}" for n in range(1, WORMS + 1)),
        *more,
    ]


class SpiceDeckShuffled(Event):
    """Cards were shuffled into the spice deck; the piles named keep their top territory card."""

    count: Public[int]
    order: tuple[str, ...]
    kept: Public[tuple[str, ...]]
    why: Public[tuple[str, ...]]
    says = "The spice deck is shuffled: {count} cards."

    def apply(self, table: Table) -> None:
        old = table.state(SpiceDeck).piles
        piles = {pile: [card for card in old.get(pile, []) if not is_worm(card)][:1] for pile in self.kept}
        table.put(SpiceDeck(Pile.laid(self.order, self.count), piles))


class SpiceCardDrawn(Event, because=("1.02.01",), shows="spice"):
    """The top spice card was turned over onto its pile, or set aside."""

    card: Public[str]
    pile: Public[str]

    def apply(self, table: Table) -> None:
        kept = table.put(table.state(SpiceDeck))
        if kept.cards:
            kept.cards.pop(0)
        if self.pile:
            kept.piles.setdefault(self.pile, []).insert(0, self.card)


class DrawSpiceCard(Command, by="table", waits=True):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from card_objections(table)
        if not dealt(table):
            yield Objection("4.94.05", "You play with the real spice deck. Enter the card turned over.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if not table.state(SpiceDeck).cards:
            yield from renew(table, chance)
        card = table.state(SpiceDeck).cards[0]
        if not isinstance(card, str):
            return
        yield SpiceCardDrawn(card, "" if ask(table, LiesBeside(card)).value else pile_now(table))
        yield from ask(table, TurnedAs(card)).value.decide(table, chance)


def renew(table: Table, chance: Chance) -> Iterator[Event]:
    """Yield a new deck: the whole at first, later the used cards, without the top territory of pile A."""
    old = table.state(SpiceDeck).piles
    top = next((card for card in old.get("A", ()) if not is_worm(card)), "")
    out = {card.name for card in ask(table, MoreSpiceCards()).value if card.once and old}
    used = [card for pile in old.values() for card in pile] or whole_deck(table)
    order = chance.shuffled([card for card in used if card not in {top, *out}])
    yield SpiceDeckShuffled(len(order), tuple(order), ("A",) if top else (), ("1.13.03", "0.05"))


@after(WormLaidAside, rule="1.02.02")
def lay_it_aside(event: WormLaidAside, table: Table, chance: Chance) -> Iterable[Event]:
    if dealt(table):
        yield WormWaits()


class WormWaits(Event, because=("1.02.02",)):
    def apply(self, table: Table) -> None:
        table.put(table.state(SpiceDeck)).aside += 1


@after(PhaseBegan, rule="1.02.02")
def shuffle_them_back(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    kept = table.state(SpiceDeck)
    if not kept.aside or event.phase == PHASES[1]:
        return
    there = {*kept.cards.faces(), *(card for pile in kept.piles.values() for card in pile)}
    back = [card for card in whole_deck(table) if card not in there]
    order = chance.shuffled([*kept.cards.faces(), *back])
    yield SpiceDeckShuffled(len(order), tuple(order), tuple(kept.piles), ("1.02.02",))
