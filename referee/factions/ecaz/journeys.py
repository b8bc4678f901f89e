"""What the ambassadors do with forces and leaders: Fremen move a group, the Guild ships, the Tleilaxu revive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.blanks import places
from referee.board.entries import EFFECT, Arrival, ForcesEntered
from referee.board.forces import (
    NO_SECTOR,
    RESERVES,
    Forces,
    Group,
    StandsInPeace,
    forces_in,
    in_words,
    is_kept,
    move,
)
from referee.board.groups import outside_the_storm
from referee.board.standing import stands_in_peace
from referee.board.territories import TERRITORIES, no_such_sector, nowhere
from referee.common.phones_at_seats import phones_of
from referee.factions.ecaz.trigger import EFFECTS, Effect, mission, not_yours, over
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public
from referee.kernel.rulings import Chance, adds
from referee.kernel.table import Table
from referee.kernel.wording import Called, say
from referee.offers.offer import Blank, Offer, Offers, SecretOffers
from referee.phases.revival.forces import one_or_the_other
from referee.phases.revival.leaders import LeaderRevived
from referee.phases.revival.limits_and_prices import EXTRA, ExtraRevival, ForcesRevived
from referee.phases.shipment.by_the_map import against_entering, against_leaving, landing_cell, more_than_counted
from referee.phases.shipment.marching import places_of
from referee.phases.shipment.prices_and_permissions import CARRIED, DOWN
from referee.turn.phase_offers import forces_of, leader_or_forces

MOVE, SHIP, REVIVE = "2.11.14", "2.11.15", "2.11.19"
MOST = 4


class ForcesBrought(ForcesEntered):
    """An ambassador brought forces into a territory: from the reserves, or a group from elsewhere."""

    seat: Public[str]
    normal: Public[int]
    special: Public[int]
    origin: Public[str]
    goal: Public[str]
    sector: Public[int]
    leaves: Public[int]
    among: Public[tuple[int, ...]]
    peace: Public[bool]
    why: Public[tuple[str, ...]]

    @property
    def group(self) -> Group:
        return Group(self.normal, self.special)

    def arrival(self) -> Arrival:
        return Arrival(self.seat, self.goal, self.sector, self.group, EFFECT, self.origin, self.peace)

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.origin, self.goal, self.leaves, self.sector, self.among)

    def sentence(self, name: Called) -> str:
        of = {"forces": in_words(self.group, self.seat), "origin": self.origin, "goal": self.goal}
        if self.origin == RESERVES:
            return say("{seat:The ships} {forces} to {goal}.", seat=name(self.seat), **of)
        return say("{seat:The moves} {forces} from {origin} to {goal}.", seat=name(self.seat), **of)


class MoveByAmbassador(Command, by="both", waivable=True):
    """Move one group from its territory to any other."""

    seat: str
    normal: int
    origin: str
    goal: str
    special: int = 0
    sector: int = NO_SECTOR
    leaves: int = NO_SECTOR

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, "move")
        yield from nowhere(table, self.origin, MOVE)
        yield from no_such_sector(self.origin, self.leaves, MOVE)
        if self.origin == self.goal:
            yield Objection(MOVE, "They are already there. Choose where they move.", "BAD_INPUT", firm=True)
        if self.seat in table.seats and self.origin in TERRITORIES:
            group = Group(self.normal, self.special)
            yield from more_than_counted(table, self.seat, self.normal, self.special, self.origin)
            yield from against_leaving(table, self.seat, self.origin, self.leaves, group, MOVE)
            yield from against_entering(table, self.seat, CARRIED, self.goal, self.sector, MOVE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        kept, sector, among = is_kept(table, self.seat), self.sector, tuple[int, ...]()
        if kept:
            sector = landing_cell(table, self.seat, CARRIED, self.goal, self.sector).sector
            among = outside_the_storm(table, self.seat, self.origin, self.leaves).sectors
        calm = (self.seat, self.origin) in table.state(Forces).calm
        peace = stands_in_peace(table, self.seat, self.goal, comes=calm)
        ends = (self.origin, self.goal, sector, self.leaves, among, peace)
        yield ForcesBrought(self.seat, self.normal, self.special, *ends, (MOVE,))
        if peace and (self.seat, self.goal) not in table.state(Forces).calm:
            yield StandsInPeace(self.seat, self.goal, True, ("2.02.14",))
        yield from over(table, chance)


class ShipByAmbassador(Command, by="both", waivable=True):
    """Ship up to four reserves to a territory, free; it is not the shipment of the turn."""

    seat: str
    normal: int
    goal: str
    special: int = 0
    sector: int = NO_SECTOR

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, "ship")
        if self.normal + self.special > MOST:
            yield Objection(
                SHIP, say("This ships up to {most} forces. Ship fewer.", most=MOST), "NOT_ELIGIBLE", firm=True
            )
        if self.seat in table.seats:
            yield from more_than_counted(table, self.seat, self.normal, self.special, RESERVES)
            yield from against_entering(table, self.seat, DOWN, self.goal, self.sector, SHIP)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        sector = self.sector
        if is_kept(table, self.seat):
            sector = landing_cell(table, self.seat, DOWN, self.goal, self.sector).sector
        ends = (RESERVES, self.goal, sector, NO_SECTOR, (), False)
        yield ForcesBrought(self.seat, self.normal, self.special, *ends, (SHIP,))
        yield from over(table, chance)


class ReviveByAmbassador(Command, by="both"):
    """Revive a leader of one's own, or up to four forces, free."""

    seat: str
    normal: int = 0
    special: int = 0
    leader: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_yours(table, self.seat, "revive")
        if self.seat in table.seats:
            forces = Group(self.normal, self.special)
            yield from one_or_the_other(table, REVIVE, self.seat, self.leader, forces, MOST)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield ExtraRevival(self.seat, (REVIVE,))
        if self.leader:
            yield LeaderRevived(self.seat, self.leader, True, (REVIVE,))
        else:
            yield ForcesRevived(self.seat, self.normal, self.special, 0, EXTRA, (REVIVE,))
        yield from over(table, chance)


# -- offers -------------------------------------------------------------------------------------------


@adds(Offers, rule=MOVE)
def on_the_way(question: Offers, table: Table) -> Iterable[Offer]:
    task, seat = mission(table), question.seat
    if task is None or task.seat != seat:
        return
    if task.effect == "move":
        here = places_of(table, seat)
        from_where = Blank("origin", "From", "select", choices=tuple((one, one) for one in here))
        origin = from_where if is_kept(table, seat) else places(table, "origin", "From")
        if here or not is_kept(table, seat):
            blanks = (*forces_of(table, seat), origin, places(table, "goal", "To"))
            yield Offer(MoveByAmbassador, "Move a group anywhere", MOVE, blanks, at_once=True)
    if task.effect == "ship" and (forces_in(table, seat, RESERVES) or Group(1)).total:
        blanks = (*forces_of(table, seat), places(table, "goal", "To"))
        yield Offer(ShipByAmbassador, say("Ship up to {most} forces free", most=MOST), SHIP, blanks, at_once=True)


def _revival(table: Table, seat: str) -> Iterator[Offer]:
    task = mission(table)
    if task is not None and task.seat == seat and task.effect == "revive":
        blanks = leader_or_forces(table, seat)
        yield Offer(
            ReviveByAmbassador, say("Revive a leader or up to {most} forces", most=MOST), REVIVE, blanks, at_once=True
        )


@adds(SecretOffers, rule=REVIVE)
def who_comes_back(question: SecretOffers, table: Table) -> Iterable[Offer]:
    return _revival(table, question.seat)


@adds(Offers, rule=REVIVE)
def of_a_player_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    return _revival(table, question.seat) if question.seat not in {"", *phones_of(table)} else ()


EFFECTS |= {
    "move": Effect(MOVE, "move a group anywhere", None, "moves a group anywhere", (MoveByAmbassador,)),
    "ship": Effect(
        SHIP,
        "ship up to {n} forces free",
        None,
        say("ships up to {n} forces free", n=MOST),
        (ShipByAmbassador,),
        n=MOST,
    ),
    "revive": Effect(
        REVIVE,
        "revive a leader or up to {n} forces",
        None,
        say("revives a leader or up to {n} forces", n=MOST),
        (ReviveByAmbassador,),
        True,
        MOST,
    ),
}
