"""The Nexus card of the Guild: its payment taken, a second shipment, or a shipment like the Guild's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.turn import in_this_phase
from referee.factions.spacing_guild import ME
from referee.holdings.ledger import SpiceMoved, moved_on
from referee.kernel import Chance, Event, Objection, Phrase, SeatEvent, Table, Value, phrase, ruling, say
from referee.modules.nexus_cards.holding import AfterPayment, NexusHeld, NexusUse, nexus_card, used
from referee.offers.offer import Offer
from referee.phases.shipment.marching import ShipsAfterMoving, moves_left, out_of_turn
from referee.phases.shipment.prices_and_permissions import (
    ACROSS,
    HOME,
    SENT,
    ForcesShipped,
    MayShip,
    MovesThisTurn,
    ShipmentPrice,
    shipments,
)
from referee.phases.shipment.shipping import SHIPPED, once_a_turn

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.16.01", "4.05.16.02", "4.05.16.03")
TAKEN = phrase("nexus.fare", "By a Nexus card, the payment for the shipment")


# -- Betrayal -----------------------------------------------------------------------------------------


class Fare(Value):
    """What was paid for the last shipment, by payee, and which shipment of the phase it was."""

    paid: tuple[tuple[str, int], ...]
    number: int


def last_fare(table: Table) -> Fare | None:
    if table.phase != "shipment":
        return None
    events = list(in_this_phase(table))
    paid: list[tuple[str, int]] = []
    for one in events:
        if isinstance(one, ForcesShipped):
            break
        if isinstance(one, SpiceMoved) and isinstance(one.reason, Phrase) and one.reason.kind == SHIPPED().kind:
            paid.append((one.payee, one.amount))
    fare = Fare(tuple(paid), sum(isinstance(event, ForcesShipped) for event in events))
    return fare if paid and not used(table, BETRAYAL, aim=str(fare.number)) else None


class TakeFare(AfterPayment, rule=BETRAYAL):
    """Take the whole payment for the last shipment."""

    not_offered = "Play this card right after a shipment was paid for."
    paid = staticmethod(last_fare)

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if fare := last_fare(table):
            amount = sum(paid for _, paid in fare.paid)
            yield cls.way(say("Nexus card: take the {amount} paid for the shipment", amount=amount))

    def change(self, table: Table, paid: Fare) -> Iterable[Event]:
        for payee, amount in paid.paid:
            yield from moved_on(table, payee, self.seat, amount, TAKEN(), BETRAYAL)


# -- Cunning ------------------------------------------------------------------------------------------


class ShipsOnceMore(SeatEvent, because=(CUNNING,)):
    """A faction may ship a second time in this turn."""

    says = "{seat!n:The may} ship a second time."

    def apply(self, table: Table) -> None:
        table.put(shipments(table)).made.pop(self.seat, None)


class ShipAgain(NexusUse, rule=CUNNING, phase="shipment"):
    """Ship a second time, after shipping and moving."""

    button = "Nexus card: ship a second time"

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        yield from out_of_turn(table, self.seat)
        if self.seat not in shipments(table).made:
            yield Objection(CUNNING, "Ship and move first. Then play this card.", firm=True)

    def aimed(self, table: Table) -> str:
        return str(moves_left(table, self.seat))

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        yield ShipsOnceMore(self.seat)


@ruling(ShipsAfterMoving, rule=CUNNING)
def after_moving_too(question: ShipsAfterMoving, table: Table, so_far: bool) -> bool | None:
    return True if question.seat == ME and used(table, CUNNING, ME) else None


@ruling(MovesThisTurn, rule=CUNNING)
def no_move_after_it(question: MovesThisTurn, table: Table, so_far: int) -> int | None:
    """What was not moved before stays; Hajr that is played later moves."""
    if question.seat != ME:
        return None
    left = next((int(n) for n in range(so_far + 1) if used(table, CUNNING, ME, str(n))), 0)
    return so_far - left if left else None


# -- Secret Ally --------------------------------------------------------------------------------------


@ruling(MayShip, rule=ALLY)
def across_or_back(question: MayShip, table: Table, so_far: bool) -> bool | None:
    return True if question.kind in {ACROSS, HOME} and used(table, ALLY, question.seat) else None


@ruling(ShipmentPrice, rule=ALLY)
def at_their_price(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    voyage = question.voyage
    if voyage.kind == SENT or not used(table, ALLY, voyage.seat):
        return None
    return (voyage.forces + 1) // 2 if voyage.kind == HOME else (so_far + 1) // 2


class ShipLikeThem(NexusUse, rule=ALLY):
    """Ship like the Guild in this turn."""

    button = "Nexus card: ship like the Guild"

    def against(self, table: Table, now: NexusHeld) -> Iterable[Objection]:
        return once_a_turn(table, self.seat)
