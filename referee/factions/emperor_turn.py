"""Emperor outside the auction: revives for an ally, one Sardaukar a turn, and once a game without paying."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.facts import Event
from referee.phases.counting import Start, StartForces
from referee.phases.forces import Group, Starred
from referee.phases.great_powers import no_great_power, unlock
from referee.phases.leaders import LeaderRevived
from referee.phases.menu import leader_or_forces
from referee.phases.offers import Offer, SecretOffers
from referee.phases.revival import EXTRA, ForcesRevived, FreeOnSheet, MayPayRevival, StarredLimit
from referee.phases.reviving import one_or_the_other
from referee.phases.victory import Spoils
from referee.play import Ask, Objection
from referee.rulings import Chance, ruling
from referee.table import Table

ME = "emperor"
GREAT = "1.14.02"
MOST = 3


@ruling(FreeOnSheet, rule="2.03.03")
def one_free(question: FreeOnSheet, table: Table, so_far: int) -> int | None:
    """One force returns free."""
    return 1 if question.seat == ME else None


@ruling(MayPayRevival, rule="2.03.07")
def three_more_for_the_ally(question: MayPayRevival, table: Table, so_far: int) -> int | None:
    """The Emperor may pay for up to three forces of the ally beyond the ally's own limit."""
    if question.helper != ME:
        return None
    return MOST if table.ally(ME) == question.seat else 0


@ruling(StarredLimit, rule="2.03.11")
def one_sardaukar_a_turn(question: StarredLimit, table: Table, so_far: int) -> int | None:
    """In the advanced game one Sardaukar a turn leaves the tanks."""
    return 1 if question.seat == ME and table.rules == "advanced" else None


@dataclass(frozen=True)
class ReviveFree(Ask):
    """Once a game: revive up to three forces, or one leader, at no cost."""

    by = "seat"
    seat: str
    normal: int = 0
    special: int = 0
    leader: str = ""
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """With the card that unlocks it; out of the tanks, whatever the other leaders do."""
        yield from no_great_power(table, self.seat, ME, GREAT, self.card, "revival")
        yield from one_or_the_other(table, GREAT, self.seat, self.leader, Group(self.normal, self.special), MOST)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Lay down the card; the normal revivals of the turn are untouched."""
        yield from unlock(table, self.seat, self.seat, self.card, (GREAT,))
        if self.leader:
            yield LeaderRevived(self.seat, self.leader, True, (GREAT,))
        elif self.normal + self.special:
            yield ForcesRevived(self.seat, self.normal, self.special, 0, EXTRA, (GREAT,))


@ruling(Starred, rule="2.03.02")
def starred_forces(question: Starred, table: Table, so_far: int) -> int | None:
    """Five Sardaukar."""
    return 5 if question.seat == ME else None


@ruling(StartForces, rule="2.03.02")
def reserves_at_the_start(question: StartForces, table: Table, so_far: Start) -> Start | None:
    """All twenty in reserve, five of them Sardaukar."""
    return Start(Group(15, 5)) if question.seat == ME else None


@ruling(Spoils, rule="2.04.09.02")
def spoils_it_in_the_smugglers_sietch(question: Spoils, table: Table, so_far: bool) -> bool | None:
    """Their forces in Tuek's Sietch spoil a special victory."""
    return True if question.seat == ME and question.place == "Tuek's Sietch" else None


@ruling(SecretOffers, rule=GREAT)
def free_revival_by_karama(question: SecretOffers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """With a card that unlocks it, up to three forces or a leader come back free."""
    if any(no_great_power(table, question.seat, ME, GREAT, "", "revival")):
        return None
    return (*so_far, Offer("ReviveFree", "Karama: revive free", GREAT, leader_or_forces(table, ME)))
