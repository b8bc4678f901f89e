"""The homeworld Wallach IX: two forces go along to the Polar Sink, and who occupies it does not hear the Voice.

That nobody goes along while it is low stands with the advisors.
"""

from __future__ import annotations

from itertools import takewhile

from referee.board.worlds import Sides, World, is_high, safe_from, world
from referee.common.turn import in_this_phase
from referee.factions.bene_gesserit import ME
from referee.factions.bene_gesserit.advisors import HAVEN
from referee.factions.bene_gesserit.advisors import WORLD as NAME
from referee.factions.bene_gesserit.voice import FOR_AN_ALLY, VOICE
from referee.kernel import Table, ruling
from referee.phases.battle.before_the_plans import Exempt
from referee.phases.shipment.prices_and_permissions import ForceSentAlong, ForcesShipped, MayAccompany

RULE, TWO = "4.04.15", 2
world(
    World(
        *(NAME, ME, RULE, 11, (3, 2), 1),
        does=Sides(
            "Two forces instead of one may go along to the Polar Sink.",
            "No force goes along with shipments.",
            "The Voice cannot be used on the occupier and its ally.",
        ),
    ),
    __name__,
)


@ruling(MayAccompany, rule=RULE)
def a_second_one(question: MayAccompany, table: Table, so_far: bool) -> bool | None:
    """With the same shipment, where the first one went to the pole too."""
    if question.seat != ME or question.goal != HAVEN or not is_high(table, NAME):
        return None
    since = takewhile(lambda event: not isinstance(event, ForcesShipped), in_this_phase(table))
    sent = [one.goal for one in since if isinstance(one, ForceSentAlong) and one.seat == ME]
    return True if sent == [HAVEN] * (TWO - 1) else None


@ruling(Exempt, rule=RULE)
def they_do_not_hear(question: Exempt, table: Table, so_far: bool) -> bool | None:
    deaf = question.power in {VOICE.rule, FOR_AN_ALLY.rule} and question.seat in safe_from(table, NAME)
    return True if deaf else None
