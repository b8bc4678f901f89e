"""Prescience outside battle: Atreides look at the card for sale and at the next spice card.

The top card of a deck that the referee deals is whispered to them; with a printed deck they look at the table and may
note what they saw.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.territories import on_board
from referee.board.worlds import is_low
from referee.common.turn import PHASES, in_phase
from referee.factions.atreides import ME
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    Table,
    Whisper,
    adds,
    after,
    card_name,
    say,
    sealed,
)
from referee.offers.offer import CHOOSE, BehindShield, Blank, Kept, Offer, SecretOffers
from referee.phases.bidding.cards_of_the_row import CardPeeked
from referee.phases.bidding.events import CardUp
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.shipment.prices_and_permissions import shipments
from referee.phases.spice_blow.deck import SpiceDeck, dealt
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, Stoppable, starred

PEEK = Power("2.01.05", ME, "BIDDING_PRESCIENCE", "before", "Atreides look at the card.")
SPICE_CARD = Power("2.01.07", ME, "SPICE_PRESCIENCE", "before", "Atreides look at the next spice card.", True)
DECK, WORM = "2.01.07", "Shai-Hulud"
WORLD, BLIND = "Caladan", "4.04.11"
starred(SPICE_CARD, "shipment")


# -- the card that comes up ---------------------------------------------------------------------------


@after(CardUp, rule="2.01.05")
def looks_first(event: CardUp, table: Table, chance: Chance) -> Iterable[Event]:
    """After a restart the card has been seen already."""
    bidding = bidding_of(table)
    if ME in table.seats and bidding.row and not bidding.barred:
        yield CardPeeked(ME, sealed(bidding.row[0], ME), ("2.01.05",))


@adds(Stoppable, rule="2.01.05")
def may_be_prevented(question: Stoppable, table: Table) -> Iterable[Power]:
    return (PEEK,) if question.moment in {"card", "ahead"} and ME in table.seats else ()


# -- the next spice card ------------------------------------------------------------------------------


class SpiceCardSeen(Whisper, because=("2.01.07",), shows="spice"):
    seat: Public[str]
    card: Public[str]
    says = "On top of the spice deck: {card!c}."

    def apply(self, table: Table) -> None:
        cards = table.state(SpiceDeck).cards
        if cards:
            cards[0] = self.card


def _blind(table: Table) -> Iterable[Objection]:
    if is_low(table, WORLD):
        words = say("{world} is low: you do not look at the next spice card.", world=WORLD)
        yield Objection(BLIND, words, "NOT_ELIGIBLE")


class LookAtSpice(SeatCommand, by="seat"):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        if self.seat != ME:
            yield Objection("2.01.07", "Only Atreides look at the spice deck.", "NOT_ELIGIBLE")
        elif "2.01.07" in table.suspended:
            yield Objection("2.01.07", "Karama stopped that look this turn.", "NOT_ELIGIBLE")
        yield from _blind(table)
        if shipments(table).made:
            yield Objection("2.01.07", "You may look only before the first shipment, and somebody has shipped.")
        if not dealt(table):
            yield Objection("4.94.05", "You play with the real spice deck. Look at its top card there.", firm=True)
        elif not table.state(SpiceDeck).cards:
            yield Objection("0.05", "There is no spice deck yet. It is shuffled for the next spice blow.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        top = table.state(SpiceDeck).cards[0]
        if isinstance(top, str):
            yield SpiceCardSeen(frozenset({ME}), ME, top)


announced_with(SPICE_CARD, LookAtSpice)


def _due(table: Table) -> bool:
    return table.phase == "shipment" and not shipments(table).made and not is_low(table, WORLD)


@adds(SecretOffers, rule="2.01.07", order=1, seat=ME)
def look_into_the_deck(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if _due(table) and not any(LookAtSpice(ME).objections(table)):
        yield Offer(LookAtSpice, "Look at the top spice card", "2.01.07")


@adds(BehindShield, rule="2.01.07", seat=ME)
def look_before_the_first_ship(question: BehindShield, table: Table) -> Iterable[Kept]:
    top = next(iter(table.state(SpiceDeck).cards), None)
    if isinstance(top, str):
        return (Kept("Spice deck", (say("On top: {top}.", top=card_name(top)),), "2.01.07", now=True),)
    said = "You may look at its top card now, before the first shipment."
    return (Kept("Spice deck", (said,), "2.01.07", now=True),) if _due(table) else ()


# -- the next card of a printed deck ------------------------------------------------------------------


class SpiceCardNoted(Whisper, because=(DECK,), shows="spice", own=True):
    seat: Public[str]
    card: Public[str]
    turn: Public[int]
    says = "The next spice card is {card}."

    def apply(self, table: Table) -> None:
        """Nothing: the notebook reads it from the log."""


class NoteSpiceCard(SeatCommand, by="seat"):
    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME:
            yield Objection(DECK, "Only Atreides look at the spice deck.", "NOT_ELIGIBLE", firm=True)
        elif table.phase != PHASES[5]:
            yield Objection(DECK, "You may look when shipment begins.")
        elif DECK in table.suspended:
            yield Objection(DECK, "Karama stopped that look this turn.", "NOT_ELIGIBLE")
        elif dealt(table):
            yield Objection(DECK, "The referee keeps the spice deck here and notes what you see.")
        yield from _blind(table)
        if self.card not in dict(_spice_cards(table)):
            yield Objection(DECK, "No spice card has that name. Choose one from the list.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield SpiceCardNoted(frozenset({ME}), ME, self.card, table.turn)


def _spice_cards(table: Table) -> tuple[tuple[str, str], ...]:
    return ((WORM, WORM), *((territory.name, territory.name) for territory in on_board(table) if territory.spice))


@adds(SecretOffers, rule=DECK, seat=ME)
def look_at_the_spice_deck(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if not any(NoteSpiceCard(ME, WORM).objections(table)):
        blank = Blank("card", "Next spice card", "select", choices=(CHOOSE, *_spice_cards(table)))
        yield Offer(NoteSpiceCard, "Write it in the notebook", DECK, (blank,))
