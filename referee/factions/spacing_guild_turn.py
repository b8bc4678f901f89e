"""Spacing Guild outside the auction: is paid for every passage, pays half, and ships in ways nobody else can."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.facts import Event
from referee.phases.counting import Start, StartForces
from referee.phases.forces import Group
from referee.phases.great_powers import no_great_power, unlock
from referee.phases.offers import Blank, Offer, SecretOffers
from referee.phases.revival import FreeOnSheet
from referee.phases.setup import faction_name
from referee.phases.shipment import (
    ACROSS,
    DOWN,
    HOME,
    SENT,
    MayShip,
    MayShipHalf,
    ShipmentPayee,
    ShipmentPrice,
    ShipmentStopped,
    shipments,
)
from referee.phases.victory import Side, SpecialVictory, WinnersAtTheEnd, side_of
from referee.play import Ask, Objection
from referee.rulings import Chance, ask, ruling
from referee.table import Table

ME = "spacing_guild"
GREAT = "1.14.05"


@ruling(FreeOnSheet, rule="2.06.03")
def one_free(question: FreeOnSheet, table: Table, so_far: int) -> int | None:
    """One force returns free."""
    return 1 if question.seat == ME else None


@ruling(ShipmentPayee, rule="2.06.04")
def others_pay_the_guild(question: ShipmentPayee, table: Table, so_far: str) -> str | None:
    """Whoever else ships pays the Guild; its own price goes to the bank."""
    return ME if ME in table.seats and question.voyage.seat != ME else None


@ruling(MayShip, rule="2.06.05.01")
def across_the_board(question: MayShip, table: Table, so_far: bool) -> bool | None:
    """The Guild ships from one territory into another."""
    return True if question.seat == ME and question.kind == ACROSS else None


@ruling(MayShip, rule="2.06.05.02")
def back_off_the_planet(question: MayShip, table: Table, so_far: bool) -> bool | None:
    """The Guild ships forces back to its reserves."""
    return True if question.seat == ME and question.kind == HOME else None


@ruling(MayShip, rule="2.06.10")
def across_for_the_ally(question: MayShip, table: Table, so_far: bool) -> bool | None:
    """The Guild's ally ships across the board as well."""
    return True if question.kind == ACROSS and table.ally(ME) == question.seat else None


@ruling(ShipmentPrice, rule="2.06.06")
def half_for_the_guild(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    """The Guild pays half, rounded up on the whole sum; so does the ally who may and wants to (2.06.09)."""
    voyage = question.voyage
    own = voyage.seat == ME and voyage.kind not in {HOME, SENT}
    allied = voyage.half and table.ally(ME) == voyage.seat and "2.06.09" not in table.suspended
    return voyage.halved if own or allied else None


@ruling(ShipmentPrice, rule="2.06.07")
def one_spice_for_two(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    """Going home costs one spice for every two forces, and is not halved again."""
    return (question.voyage.forces + 1) // 2 if question.voyage.kind == HOME else None


@ruling(MayShipHalf, rule="2.06.09")
def the_ally_may_ask(question: MayShipHalf, table: Table, so_far: bool) -> bool | None:
    """The Guild itself and its ally ship at half price."""
    return True if question.seat in {ME, table.ally(ME)} else None


@ruling(ShipmentPrice, rule="2.06.09")
def half_for_the_ally(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    """The Guild's ally pays what the Guild would pay."""
    voyage = question.voyage
    return so_far if voyage.half and table.ally(ME) == voyage.seat else None


@dataclass(frozen=True)
class StopShipment(Ask):
    """Once a game: stop another faction's shipment from off the planet before it lands."""

    by = "seat"
    seat: str
    of: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """With the card that unlocks it, against a faction that ships from off the planet and has not shipped yet."""
        yield from no_great_power(table, self.seat, ME, GREAT, self.card, "shipment")
        if self.of not in table.seats or self.of == self.seat or not ask(table, MayShip(self.of, DOWN)).value:
            yield Objection(GREAT, "That faction does not ship from off the planet.", "NOT_ELIGIBLE")
        elif self.of in shipments(table).made:
            yield Objection(GREAT, "That shipment has landed. It is stopped before it lands.", "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Lay down the card; nothing is paid and nothing lands."""
        yield from unlock(table, self.seat, self.of, self.card, (GREAT,))
        yield ShipmentStopped(self.seat, self.of, (GREAT,))


@ruling(StartForces, rule="2.06.02")
def reserves_at_the_start(question: StartForces, table: Table, so_far: Start) -> Start | None:
    """Fifteen in reserve; five stand in Tuek's Sietch."""
    return Start(Group(15), ("Tuek's Sietch",)) if question.seat == ME else None


@ruling(SecretOffers, rule=GREAT)
def stop_by_karama(question: SecretOffers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """With a card that unlocks it, a shipment is stopped before it lands."""
    if any(no_great_power(table, question.seat, ME, GREAT, "", "shipment")):
        return None
    left = (seat for seat in table.seats if seat != ME and seat not in shipments(table).made)
    open_to = tuple((seat, faction_name(seat)) for seat in left if ask(table, MayShip(seat, DOWN)).value)
    blank = Blank("of", "Whose shipment", "select", choices=open_to)
    return (*so_far, Offer("StopShipment", "Karama: stop a shipment", GREAT, (blank,))) if open_to else None


@ruling(WinnersAtTheEnd, rule="2.06.08")
def the_war_itself_was_the_aim(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    """If nobody else has won they win; another's special victory goes first."""
    special = any(ask(table, SpecialVictory(seat)).value for seat in table.seats)
    return (ME,) if ME in table.seats and not special else None


@ruling(WinnersAtTheEnd, rule="2.06.11")
def the_ally_wins_with_them(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    """Their ally shares that victory."""
    return side_of(table, ME) if so_far == (ME,) and table.ally(ME) else None
