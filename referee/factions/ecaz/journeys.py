"""What the ambassadors do with forces and leaders: Fremen move a group, the Guild ships, the Tleilaxu revive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.entries import EFFECT, Arrival, ForcesEntered
from referee.board.forces import (
    NO_SECTOR,
    RESERVES,
    Forces,
    ForcesEvent,
    Group,
    OfForces,
    StandsInPeace,
    forces_in,
    is_kept,
    move,
)
from referee.board.groups import outside_the_storm
from referee.board.standing import stands_in_peace
from referee.board.territories import TERRITORIES, no_such_sector, nowhere, places
from referee.factions.ecaz.tokens import FACE
from referee.factions.ecaz.trigger import Mission, MissionChoice, over
from referee.kernel import Chance, Event, Objection, Public, Table, say
from referee.offers.offer import Offer, pick
from referee.phases.revival.forces import one_or_the_other
from referee.phases.revival.leaders import LeaderRevived
from referee.phases.revival.limits_and_prices import EXTRA, ExtraRevival, ForcesRevived
from referee.phases.shipment.by_the_map import (
    against_entering,
    against_leaving,
    landing_sector,
    more_than_counted,
)
from referee.phases.shipment.marching import places_of
from referee.phases.shipment.prices_and_permissions import CARRIED, DOWN
from referee.turn.phase_offers import forces_of, leader_or_forces

MOVE, SHIP, REVIVE = "2.11.14", "2.11.15", "2.11.19"
MOST = 4


class ForcesBrought(ForcesEntered, ForcesEvent):
    """An ambassador brought forces into a territory: from the reserves, or a group from elsewhere."""

    origin: Public[str]
    goal: Public[str]
    sector: Public[int]
    leaves: Public[int]
    among: Public[tuple[int, ...]]
    peace: Public[bool]
    why: Public[tuple[str, ...]]

    def arrival(self) -> Arrival:
        return Arrival(self.seat, self.goal, self.sector, self.group, EFFECT, self.origin, self.peace)

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.origin, self.goal, self.leaves, self.sector, self.among)

    def pattern(self) -> str:
        moves = "{seat!n:The moves} {forces} from {origin} to {goal}."
        return "{seat!n:The ships} {forces} to {goal}." if self.origin == RESERVES else moves


class MoveByAmbassador(OfForces, MissionChoice, by="both", waivable=True):
    """Move one group from its territory to any other."""

    face, rule = FACE["move"], MOVE
    line, does = "move a group anywhere", "moves a group anywhere"
    normal: int
    origin: str
    goal: str
    special: int = 0
    sector: int = NO_SECTOR
    leaves: int = NO_SECTOR

    @classmethod
    def ways(cls, table: Table, now: Mission) -> Iterator[Offer]:
        here, kept = places_of(table, now.seat), is_kept(table, now.seat)
        if here or not kept:
            origin = pick("origin", "From", here) if kept else places(table, "origin", "From")
            blanks = (*forces_of(table, now.seat), origin, places(table, "goal", "To"))
            yield cls.way("Move a group anywhere", *blanks)

    def against(self, table: Table, now: Mission) -> Iterator[Objection]:
        yield from nowhere(table, self.origin, MOVE)
        yield from no_such_sector(self.origin, self.leaves, MOVE)
        if self.origin == self.goal:
            yield Objection(MOVE, "They are already there. Choose where they move.", "BAD_INPUT", firm=True)
        if self.origin in TERRITORIES:
            yield from more_than_counted(table, self.seat, self.normal, self.special, self.origin)
            yield from against_leaving(table, self.seat, self.origin, self.leaves, self.group, MOVE)
            yield from against_entering(table, self.seat, CARRIED, self.goal, self.sector, MOVE)

    def outcome(self, table: Table, now: Mission, chance: Chance) -> Iterator[Event]:
        sector = landing_sector(table, self.seat, CARRIED, self.goal, self.sector)
        kept = is_kept(table, self.seat)
        among = outside_the_storm(table, self.seat, self.origin, self.leaves).sectors if kept else ()
        calm = table.state(Forces).calm
        peace = stands_in_peace(table, self.seat, self.goal, comes=(self.seat, self.origin) in calm)
        ends = (self.origin, self.goal, sector, self.leaves, among, peace)
        yield ForcesBrought(self.seat, self.normal, self.special, *ends, (MOVE,))
        if peace and (self.seat, self.goal) not in table.state(Forces).calm:
            yield StandsInPeace(self.seat, self.goal, True, ("2.02.14",))
        yield from over(table, chance)


class ShipByAmbassador(MissionChoice, by="both", waivable=True):
    """Ship up to four reserves to a territory, free; it is not the shipment of the turn."""

    face, rule, n = FACE["ship"], SHIP, MOST
    line, does = "ship up to {n} forces free", "ships up to {n} forces free"
    normal: int
    goal: str
    special: int = 0
    sector: int = NO_SECTOR

    @classmethod
    def ways(cls, table: Table, now: Mission) -> Iterator[Offer]:
        if (forces_in(table, now.seat, RESERVES) or Group(1)).total:
            blanks = (*forces_of(table, now.seat), places(table, "goal", "To"))
            yield cls.way(say("Ship up to {most} forces free", most=MOST), *blanks)

    def against(self, table: Table, now: Mission) -> Iterator[Objection]:
        if self.normal + self.special > MOST:
            words = say("This ships up to {most} forces. Ship fewer.", most=MOST)
            yield Objection(SHIP, words, "NOT_ELIGIBLE", firm=True)
        yield from more_than_counted(table, self.seat, self.normal, self.special, RESERVES)
        yield from against_entering(table, self.seat, DOWN, self.goal, self.sector, SHIP)

    def outcome(self, table: Table, now: Mission, chance: Chance) -> Iterator[Event]:
        sector = landing_sector(table, self.seat, DOWN, self.goal, self.sector)
        ends = (RESERVES, self.goal, sector, NO_SECTOR, (), False)
        yield ForcesBrought(self.seat, self.normal, self.special, *ends, (SHIP,))
        yield from over(table, chance)


class ReviveByAmbassador(MissionChoice, by="both"):
    """Revive a leader of one's own, or up to four forces, free."""

    face, rule, n, hidden = FACE["revive"], REVIVE, MOST, True
    line, does = "revive a leader or up to {n} forces", "revives a leader or up to {n} forces"
    normal: int = 0
    special: int = 0
    leader: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: Mission) -> Iterator[Offer]:
        yield cls.way(say("Revive a leader or up to {most} forces", most=MOST), *leader_or_forces(table, now.seat))

    def against(self, table: Table, now: Mission) -> Iterable[Objection]:
        return one_or_the_other(table, REVIVE, self.seat, self.leader, Group(self.normal, self.special), MOST)

    def outcome(self, table: Table, now: Mission, chance: Chance) -> Iterator[Event]:
        yield ExtraRevival(self.seat, (REVIVE,))
        if self.leader:
            yield LeaderRevived(self.seat, self.leader, True, (REVIVE,))
        else:
            yield ForcesRevived(self.seat, self.normal, self.special, 0, EXTRA, (REVIVE,))
        yield from over(table, chance)
