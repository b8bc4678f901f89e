"""The homeworld Junction: the Guild lets others ship across; a low or occupied one halves what the Guild is paid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.board.worlds import Sides, World, is_high, is_low, occupier, world
from referee.common.factions import faction_name
from referee.common.turn import OfTurn, in_phase, of_turn
from referee.factions.spacing_guild import HALVED, ME, WORLD
from referee.holdings.ledger import SpiceMoved, moved_on
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
    after,
    ruling,
    say,
)
from referee.offers.gains import LEFT_ALONE
from referee.offers.offer import Blank, Offer, Offers
from referee.phases.shipment.marching import who_ships_no_more
from referee.phases.shipment.prices_and_permissions import ACROSS, ACROSS_HOME, MayShip, ShipmentPrice
from referee.phases.shipment.shipping import SHIPPED

RULE = "4.04.14"
RATES = {"half": "Half price", "full": "Full price"}
world(
    World(
        *(WORLD, ME, RULE, 5, (2, 2), 2),
        does=Sides(
            "You may let another faction ship across, worlds included, at half or full price.",
            "You keep half of each payment for shipping, rounded up.",
            "The other half of payments for shipping goes to the occupier.",
        ),
    ),
    __name__,
)


class Passages(OfTurn):
    """Whom the Guild lets ship across in this turn, and at which rate."""

    rates: dict[str, str] = field(default_factory=dict)


class PassageGranted(SeatEvent, because=(RULE,)):
    rate: Public[str]

    def apply(self, table: Table) -> None:
        table.put(of_turn(table, Passages)).rates[self.seat] = self.rate

    def pattern(self) -> str:
        full = "{spacing_guild!n:The lets} {seat!n} ship across at full price."
        return "{spacing_guild!n:The lets} {seat!n} ship across at half price." if self.rate == "half" else full


def rate_of(table: Table, seat: str) -> str:
    return of_turn(table, Passages).rates.get(seat, "")


def _not_yet(table: Table) -> list[str]:
    rates, over = of_turn(table, Passages).rates, who_ships_no_more(table)
    return [seat for seat in table.seats if seat not in {ME, *over, *rates}]


class GrantPassage(SeatCommand, by="both", gains=LEFT_ALONE):
    to: str
    rate: str = "full"

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        if self.seat != ME or not is_high(table, WORLD):
            words = say("Only the Guild lets others ship across, while {world} is high.", world=WORLD)
            yield Objection(RULE, words, "NOT_ELIGIBLE", firm=True)
        elif self.to not in _not_yet(table) or self.rate not in RATES:
            yield Objection(RULE, "Choose a faction that has not shipped, and the price.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield PassageGranted(self.to, self.rate)


@adds(Offers, rule=RULE, phase="shipment", seat=ME)
def let_them_across(question: Offers, table: Table) -> Iterator[Offer]:
    others = tuple((seat, faction_name(seat)) for seat in _not_yet(table)) if is_high(table, WORLD) else ()
    if others:
        whom = Blank("to", "Faction", "select", choices=others)
        rate = Blank("rate", "At", "radio", value="full", choices=tuple(RATES.items()))
        yield Offer(GrantPassage, "Let another faction ship across", RULE, (whom, rate), aside=True)


@ruling(MayShip, rule=RULE)
def across_where_they_let(question: MayShip, table: Table, so_far: bool) -> bool | None:
    return True if question.kind in {ACROSS, ACROSS_HOME} and rate_of(table, question.seat) else None


@ruling(ShipmentPrice, rule=RULE)
def at_half_the_price(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    voyage = question.voyage
    half = voyage.kind == ACROSS and not voyage.half and rate_of(table, voyage.seat) == "half"
    return (so_far + 1) // 2 if half else None


@after(SpiceMoved, rule=RULE)
def the_other_half(event: SpiceMoved, table: Table, chance: Chance) -> Iterable[Event]:
    """To the occupier, else the bank while the world is low; it comes back if the payment does."""
    if event.reason != SHIPPED() or ME not in {event.payer, event.payee} or BANK in {event.payer, event.payee}:
        return
    seat = occupier(table, WORLD)
    if not seat and not is_low(table, WORLD):
        return
    ends = (ME, seat or BANK) if event.payee == ME else (seat or BANK, ME)
    yield from moved_on(table, *ends, event.amount // 2, HALVED(), RULE)
