"""The homeworld Tleilax: forces revived free go out at once.

What its low side and its occupier stop stands with those powers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.entries import ReservesLanded
from referee.board.forces import NO_SECTOR, RESERVES, forces_in
from referee.board.how_many import more_than_it_has
from referee.board.territories import on_board
from referee.board.worlds import WORLDS, Sides, World, is_high, is_low, world
from referee.common.turn import OfTurn, PhaseBegan, in_phase, of_turn
from referee.factions.tleilaxu import ME, WORLD, LowAtRevival
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    SeatCommand,
    Table,
    adds,
    after,
    count,
    say,
)
from referee.offers.offer import Blank, Offer, Offers
from referee.phases.revival.limits_and_prices import revivals
from referee.phases.shipment.by_the_map import against_entering, landing_sector
from referee.phases.shipment.prices_and_permissions import DOWN, OUT
from referee.phases.shipment.to_worlds import against_world, open_worlds

RULE = "4.04.19"
world(
    World(
        *(WORLD, ME, RULE, 9, (2, 2), 2),
        does=Sides(
            "Forces you revive free may go at once, free, to one territory or world.",
            "If low as Revival begins: no spice for free revivals of others in that phase.",
            "No Face Dancer is revealed against the occupier and its ally.",
        ),
    ),
    __name__,
)


@after(PhaseBegan, rule=RULE)
def low_as_it_begins(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    if event.phase == "revival" and is_low(table, WORLD):
        yield LowAtRevival()


# -- out at once --------------------------------------------------------------------------------------


class RevivedOut(OfTurn):
    """How many freely revived forces went out in this turn, and where to."""

    many: int = 0
    goal: str = ""


class RevivedSent(ReservesLanded, because=(RULE,)):
    def sentence(self, name: Called) -> str:
        many = count(self.normal, "revived force")
        return say("{seat:The sends} {count} to {goal}, free.", seat=name(self.seat), count=many, goal=self.goal)

    def apply(self, table: Table) -> None:
        super().apply(table)
        table.put(RevivedOut(table.turn, of_turn(table, RevivedOut).many + self.normal, self.goal))


def may_send(table: Table) -> int:
    """Return how many freely revived forces may still go out."""
    held = forces_in(table, ME, RESERVES)
    left = revivals(table).free.get(ME, 0) - of_turn(table, RevivedOut).many
    most = left if held is None else min(left, held.normal)
    return most if is_high(table, WORLD) or of_turn(table, RevivedOut).many else 0


class SendRevived(SeatCommand, by="both", waits=True):
    normal: int
    goal: str
    sector: int = NO_SECTOR

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        yield from more_than_it_has(table, self.seat, self.normal, 0, 1)
        most, before = may_send(table) if self.seat == ME else 0, of_turn(table, RevivedOut).goal
        if self.normal > most:
            none = "No force that was revived free is left to send."
            words = "Send up to {most}." if most > 0 else none
            yield Objection(RULE, say(words, most=most), "NOT_ELIGIBLE", firm=True)
        elif before and self.goal != before:
            words = say("Some went to {place}. All of them go to one place.", place=before)
            yield Objection(RULE, words, "NOT_ELIGIBLE")
        else:
            yield from self._there(table)

    def _there(self, table: Table) -> Iterator[Objection]:
        if self.goal in WORLDS:
            yield from against_world(table, ME, OUT, self.goal, leaves=False)
            return
        yield from against_entering(table, ME, DOWN, self.goal, self.sector, RULE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        sector = self.sector if self.goal in WORLDS else landing_sector(table, ME, DOWN, self.goal, self.sector)
        yield RevivedSent(ME, self.normal, self.goal, sector)


@adds(Offers, rule=RULE, phase="revival", seat=ME)
def send_them_out(question: Offers, table: Table) -> Iterable[Offer]:
    most, before = may_send(table), of_turn(table, RevivedOut).goal
    if most > 0:
        names = [territory.name for territory in on_board(table)] + [one.name for one in open_worlds(table, ME)]
        names = [before] if before else names
        goal = Blank("goal", "To", "select", choices=tuple((name, name) for name in names))
        many = Blank("normal", "Forces", "number", 1, most, str(most))
        yield Offer(SendRevived, "Send revived forces out, free", RULE, (many, goal), aside=True)
