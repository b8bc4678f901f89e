"""Karama for a shipment at the Guild's price, paid to the bank: the holder's own, or that of any other faction.

For one's own it is laid down with the shipment. For another's it is laid down before, in the open, and the next
shipment of that faction in this turn costs half; the shipper pays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.cards.karama import KARAMA, holds_one, karama_of, no_karama, which
from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import phones_of
from referee.common.turn import OfTurn, in_phase, of_turn
from referee.holdings.hands import spent
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    ask,
    option,
    ordinary,
    ruling,
    say,
    setting,
)
from referee.offers.offer import TABLE, Blank, Offer, Offers, SecretOffers
from referee.phases.shipment.marching import ships_no_more
from referee.phases.shipment.prices_and_permissions import (
    DOWN,
    OFF_PLANET,
    MayShip,
    ShipmentPayee,
    ShipmentPrice,
    Voyage,
)
from referee.phases.shipment.shipping import Ship
from referee.turn.phase_offers import ways_down

RULE = "3.01.11.03"
WHOSE = option(
    "K12",
    "4.92.12",
    "Whose shipment Karama makes cheaper",
    ("any", "Any faction's", "Your own, or another faction's before it ships."),
    ("own", "Only your own", "It is played with your own shipment."),
)


class Cheaper(OfTurn):
    """Whose next shipment of this turn costs half by a card of another faction."""

    seats: set[str] = field(default_factory=set)


def _cheaper(table: Table, voyage: Voyage) -> bool:
    """Return True for a shipment onto the board that Karama makes cheaper."""
    return voyage.kind in OFF_PLANET and (voyage.by_card or voyage.seat in of_turn(table, Cheaper).seats)


@ruling(ShipmentPrice, rule=RULE)
def at_the_price_of_the_guild(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    return (ordinary(table, question) + 1) // 2 if _cheaper(table, question.voyage) else None


@ruling(ShipmentPayee, rule=RULE)
def into_the_bank(question: ShipmentPayee, table: Table, so_far: str) -> str | None:
    return BANK if _cheaper(table, question.voyage) else None


# -- one's own, with the shipment ---------------------------------------------------------------------


@adds(SecretOffers, rule=RULE, phase="shipment")
def ship_cheaply(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if not holds_one(table, seat):
        return
    if not ships_no_more(table, seat) and seat not in of_turn(table, Cheaper).seats:
        yield from _cheap(table, seat)
    if others := tuple((other, faction_name(other)) for other in table.seats if not any(_against(table, seat, other))):
        blanks = (Blank("of", "Whose shipment", "select", choices=others), *which(table, seat))
        yield Offer(CheapenShipment, "Karama: half price for another", RULE, blanks, aside=True)


def _cheap(table: Table, seat: str) -> Iterator[Offer]:
    for kind, offer in ways_down(table, seat):
        if kind in OFF_PLANET:
            fixed, card = (("by_card", "1"), *offer.fixed), which(table, seat)
            home = kind == DOWN
            label = "Karama: ship at half price" if home else "Karama: ship to another world at half price"
            yield Offer(Ship, label, RULE, (*offer.blanks, *card), fixed, aside=True)


@adds(Offers, rule=RULE, phase="shipment")
def ship_cheaply_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if seat == TABLE or seat in phones_of(table) or ships_no_more(table, seat) or any(no_karama(table, seat)):
        return ()
    return _cheap(table, seat)


# -- for another faction, before it ships ---------------------------------------------------------------


class ShipmentMadeCheaper(SeatEvent, because=(RULE,)):
    of: Public[str]
    says = "{of!n:The ships} at half price this turn, paid to the bank: {seat!n} made that possible."

    def apply(self, table: Table) -> None:
        table.put(of_turn(table, Cheaper)).seats.add(self.of)


def _against(table: Table, seat: str, of: str) -> Iterator[Objection]:
    yield from in_phase(table, "shipment")
    if setting(table, WHOSE) == "own":
        words = say("At this table {KARAMA} makes only your own shipment cheaper. Keep it for that.", KARAMA=KARAMA)
        yield Objection(WHOSE.rule, words, "NOT_ELIGIBLE")
    elif of not in table.seats or of == seat or not ask(table, MayShip(of, DOWN)).value:
        yield Objection(RULE, "Choose another faction that ships from off-planet.", "NOT_ELIGIBLE")
    elif ships_no_more(table, of):
        words = say("{of:The ships} no more this turn. Choose another faction.", of=named(of))
        yield Objection(RULE, words, "NOT_ELIGIBLE")
    elif of in of_turn(table, Cheaper).seats:
        yield Objection(RULE, say("{of:The ships} at half price already.", of=named(of)), "NOT_ELIGIBLE")


class CheapenShipment(
    SeatCommand, by="seat", unlisted=("card",), waits=True, grave=True, lays_down=True, plays=(KARAMA,)
):
    """Lay down Karama so that another faction ships at half price."""

    of: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from _against(table, self.seat, self.of)
        yield from no_karama(table, self.seat, RULE, self.card)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from spent(self.seat, karama_of(table, self.seat, self.card), (RULE,))):
            yield ShipmentMadeCheaper(self.seat, self.of)
