"""Who may still share a stronghold, though the list of battles does not know it.

The list holds what was entered in this turn. What the table said last of a stronghold, and what was shipped there
since, are no entries: both may have moved on. They are good enough to ask about before the battles count as done.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.common.physical import battles_are_refereed
from referee.common.status import LeftOver, Undone
from referee.common.turn import in_this_phase
from referee.kernel.rulings import adds
from referee.kernel.table import Table
from referee.phases.battle.list import landed, standing, there
from referee.phases.battle.state import BattleBegun, battle_now
from referee.phases.collection.collection import holdings


@dataclass(frozen=True)
class Unentered:
    """A faction that stood in a stronghold when it was last named, and those who are there now."""

    place: str
    seat: str
    others: tuple[str, ...]


def unentered(table: Table) -> tuple[Unentered, ...]:
    """Return who stood where somebody else is now and did not fight in this phase, allies aside (1.07.01)."""
    ways, shipped, fought = standing(table).ways, landed(table), _fought(table)
    found = []
    for seat, places in holdings(table).held.items():
        for place in (place for place in places if (seat, place) not in ways and (seat, place) not in fought):
            here = dict.fromkeys((*there(table, place), *(one for one, goal in shipped if goal == place)))
            others = tuple(one for one in here if one not in {seat, table.ally(seat)})
            found += [Unentered(place, seat, others)] if others else []
    return tuple(found)


@adds(LeftOver, rule="1.07.01", order=1)
def strongholds_to_enter(question: LeftOver, table: Table) -> Iterable[Undone]:
    """The table may go on, but the button says where two may stand together."""
    asked = table.phase == "battle" and battle_now(table) is None and battles_are_refereed(table)
    places = ", ".join(dict.fromkeys(one.place for one in unentered(table))) if asked else ""
    words = f"Not entered: who stands in {places}."
    return (Undone(words, "1.07.01", holds_up=False),) if places else ()


def _fought(table: Table) -> set[tuple[str, str]]:
    battles = [event for event in in_this_phase(table) if isinstance(event, BattleBegun)]
    return {(seat, one.territory) for one in battles for seat in (one.aggressor, one.defender)}
