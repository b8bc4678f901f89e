"""The homeworld Southern Hemisphere: a revived Fedaykin goes to its people; an occupier gets half of the spice."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.entries import EFFECT, Arrival, ForcesEntered
from referee.board.forces import RESERVES, Group, forces_in, is_kept, move
from referee.board.territories import on_board
from referee.board.worlds import Sides, World, is_high, occupier, world
from referee.common.turn import OfTurn, in_phase, in_this_phase, of_turn
from referee.factions.fremen import ME
from referee.holdings.ledger import SpiceMoved, pay
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Phrase,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    after,
    phrase,
    say,
)
from referee.offers.offer import Blank, Offer, Offers
from referee.phases.revival.limits_and_prices import revivals
from referee.phases.shipment.by_the_map import against_entering, beside_own
from referee.phases.shipment.marching import places_of
from referee.phases.shipment.prices_and_permissions import DOWN

RULE, NAME = "4.04.13", "Southern Hemisphere"
HALF = phrase("spice.southern_hemisphere", "Half of what Fremen collect")
COLLECTED = {"spice.collected", "spice.income", "spice.of_world"}
WORLD = world(
    World(
        *(NAME, ME, RULE, 3, (2, 2), 2),
        does=Sides(
            "A Fedaykin that you revive may go at once to a territory where you have forces.",
            "",
            "The occupier gets half of what Fremen collect, rounded down.",
        ),
    ),
    __name__,
)


# -- a Fedaykin goes to its people --------------------------------------------------------------------


class FedaykinSent(OfTurn):
    """How many revived Fedaykin went to the board in this turn."""

    many: int = 0


class FedaykinJoined(ForcesEntered, SeatEvent, because=(RULE,)):
    goal: Public[str]
    sector: Public[int]
    says = "{seat!n:The sends} a revived Fedaykin to {goal}."

    def arrival(self) -> Arrival:
        return Arrival(self.seat, self.goal, self.sector, Group(0, 1), EFFECT, RESERVES)

    def apply(self, table: Table) -> None:
        move(table, self.seat, Group(0, 1), RESERVES, self.goal, enters=self.sector)
        table.put(FedaykinSent(table.turn, of_turn(table, FedaykinSent).many + 1))


def may_go(table: Table) -> bool:
    held = forces_in(table, ME, RESERVES)
    left = revivals(table).special.get(ME, 0) - of_turn(table, FedaykinSent).many
    return left > 0 and is_high(table, NAME) and held is not None and held.special > 0


def _where_they_stand(table: Table) -> tuple[str, ...]:
    """Return where Fremen have forces, where nobody counts them every territory."""
    return places_of(table, ME) if is_kept(table, ME) else tuple(territory.name for territory in on_board(table))


class SendFedaykin(SeatCommand, by="both", waits=True, gains=1):
    goal: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        if self.seat != ME or not may_go(table):
            yield Objection(RULE, "Only a Fedaykin that was just revived goes to the board.", "NOT_ELIGIBLE", firm=True)
        elif self.goal not in _where_they_stand(table):
            yield Objection(
                RULE, say("You have no forces in {goal}. Choose where you have some.", goal=self.goal), "NOT_ELIGIBLE"
            )
        else:
            yield from against_entering(table, ME, DOWN, self.goal, rule=RULE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield FedaykinJoined(ME, self.goal, beside_own(table, ME, self.goal).sector)


@adds(Offers, rule=RULE, phase="revival", seat=ME)
def to_its_people(question: Offers, table: Table) -> Iterable[Offer]:
    here = _where_they_stand(table) if may_go(table) else ()
    if here:
        goal = Blank("goal", "To", "tap", choices=tuple((one, one) for one in here))
        yield Offer(SendFedaykin, "Send the revived Fedaykin", RULE, (goal,))


# -- half of the spice --------------------------------------------------------------------------------


def _kind(event: SpiceMoved) -> str:
    return event.reason.kind if isinstance(event.reason, Phrase) else ""


@after(SpiceMoved, rule=RULE)
def half_to_the_occupier(event: SpiceMoved, table: Table, chance: Chance) -> Iterable[Event]:
    """Of all that Fremen collect in the phase, so that two odd sums make one whole."""
    if event.payee != ME or _kind(event) not in COLLECTED or not (seat := occupier(table, NAME)):
        return
    moved = [one for one in in_this_phase(table) if isinstance(one, SpiceMoved)]
    total = sum(one.amount for one in moved if one.payee == ME and _kind(one) in COLLECTED)
    given = sum(one.amount for one in moved if one.payer == ME and _kind(one) == HALF().kind)
    yield from pay(ME, seat, total // 2 - given, HALF(), (RULE,))
