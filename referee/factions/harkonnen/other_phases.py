"""Harkonnen outside the auction: two free revivals, and two spice for a captured leader who is killed."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import FACTIONS
from referee.common.forces import Group
from referee.common.leaders import LeaderBook, LeaderDied, among, key, keys
from referee.common.ledger import BANK, pay
from referee.common.offers import Blank, Offer, SecretOffers
from referee.common.traitors import TraitorsToKeep
from referee.common.turn import in_phase
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, sealed
from referee.kernel.rulings import Chance, Question, adds, ask, fixed
from referee.kernel.table import Table
from referee.phases.battle.position import dead_everywhere
from referee.phases.battle.spice_dialing import fought_by_hand
from referee.phases.mentat.victory import Spoils
from referee.phases.revival.questions import FreeOnSheet
from referee.phases.turn.counting import Start, StartForces

ME = "harkonnen"
REWARD = 2


fixed(FreeOnSheet, "2.05.05", 2, seat=ME)


class MayKillCaptive(Question[bool]):
    """May this faction kill a leader whom it has drawn?"""

    seat: str
    rule = "1.07.06.03"

    def plain(self, table: Table) -> bool:
        """Nobody kills a leader who has lived through a battle."""
        return False


fixed(MayKillCaptive, "2.05.10", True, seat=ME, advanced=True)


def first_faction(table: Table, leader: str) -> str:
    """Return the faction whose symbol a leader bears: as printed, else as noted at this table, else nobody's."""
    printed = next((seat for seat, one in FACTIONS.items() if among(leader, one.leaders)), "")
    book = table.state(LeaderBook)
    return printed or next((seat for seat, own in book.of.items() if seat != ME and among(leader, own.pool)), "")


class KillCaptive(Command):
    """Kill the captured leader for two spice."""

    by = "seat"
    seat: str
    leader: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only Harkonnen, and nobody of their own."""
        yield from in_phase(table, "battle")
        may = ask(table, MayKillCaptive(self.seat))
        if not may.value:
            yield Objection(may.because[0], "This faction takes no captives, so it can kill none.", "NOT_ELIGIBLE")
        elif first_faction(table, self.leader) == self.seat:
            yield Objection("2.05.10.00", f"{self.leader} is no captive of this faction.", "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Two from the bank, whatever the strength; the leader lies face down, for its first faction to revive."""
        why, owner = ask(table, MayKillCaptive(self.seat)).because, first_faction(table, self.leader)
        leader = sealed(self.leader, self.seat, owner)
        yield LeaderDied(owner, leader, False, ("2.05.10.01", "2.05.12"))
        yield from pay(BANK, self.seat, REWARD, "Captured leader killed", ("2.05.10.01", *why))


fixed(StartForces, "2.05.02", Start(Group(10), ("Carthag",)), seat=ME)


fixed(Spoils, "2.04.09.02", True, seat=ME, place="Tuek's Sietch")


fixed(TraitorsToKeep, "2.05.03", 4, seat=ME)


@adds(SecretOffers, rule="2.05.10.01")
def kill_the_prisoner(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """After a battle fought without the referee they may kill the leader whom they have drawn, one who lives."""
    if not fought_by_hand(table) or not ask(table, MayKillCaptive(question.seat)).value:
        return ()
    dead = keys(dead_everywhere(table))
    others = (leader for seat in table.seats if seat != ME for leader in FACTIONS[seat].leaders)
    leader = Blank("leader", "Prisoner", "select", choices=tuple((one, one) for one in others if key(one) not in dead))
    return (Offer("KillCaptive", "Kill the prisoner", "2.05.10.01", (leader,)),)
