"""Fremen: nothing of theirs touches bidding; their room keeps what they start with."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.board_powers import lapses_after
from referee.common.factions import Faction, faction
from referee.common.karama_windows import Uses, announced_with
from referee.common.powers import Power, starred
from referee.kernel.rulings import adds, ruling
from referee.kernel.table import Table
from referee.phases.battle.before_reveal import fought_by
from referee.phases.battle.forces import ForceWorth, Worth, twice
from referee.phases.revival.commands import GrantRevival
from referee.phases.shipment.movement import MoveRange
from referee.phases.shipment.shipping import Send

ME = "fremen"
LEADERS = {"Stilgar": 7, "Chani": 6, "Otheym": 5, "Shadout Mapes": 3, "Jamis": 2}
faction(Faction(ME, "Fremen", "fre", spice=3, cards=1, rules=("2.04.01", "2.04.02"), leaders=LEADERS))


# -- Fremen in battle: Fedaykin count for two, and nobody needs spice to fight in full ----------------


def _mine(question: ForceWorth, table: Table) -> bool:
    return question.battle.side(question.at).faction == ME and table.rules == "advanced"


@ruling(ForceWorth, rule="2.04.18")
def fedaykin_count_twice(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    """A Fedaykin is worth two in the advanced game. A Karama may prevent it."""
    return twice(so_far) if _mine(question, table) and question.starred else None


@ruling(ForceWorth, rule="2.04.21")
def battle_hardened(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    """Full strength without spice. A Karama may prevent it."""
    return Worth(so_far.full, so_far.full, False) if _mine(question, table) else None


# -- What of the Fremen bears a star, and when it is announced; what only the board shows they announce by hand


GRANT = Power("2.04.11", ME, "ALLY_FREE_REVIVAL", "after", "The Fremen grant three free revivals.")
FEDAYKIN = Power("2.04.18", ME, "FEDAYKIN", "before", "Fedaykin count for two.")
HARDENED = Power("2.04.21", ME, "BATTLE_HARDENED", "before", "The Fremen fight in full without spice.")
FAR = Power("2.04.06", ME, "TWO_TERRITORIES", "after", "The Fremen move two territories.", True)
INTO = Power("2.04.17", ME, "INTO_STORM", "after", "The Fremen send reserves into the storm.")
starred(GRANT, "revival", ledger=True, ally=True)
starred(FAR, "shipment")
starred(FEDAYKIN, "battle", advanced=True)
starred(HARDENED, "battle", advanced=True)
starred(INTO, "shipment", advanced=True)


announced_with(GRANT, GrantRevival)


@adds(Uses, rule="2.04.18")
def fedaykin_stand_there(question: Uses, table: Table) -> Iterable[Power]:
    """Before a battle in which starred forces of theirs stand."""
    mine = fought_by(table, question.command).get(ME)
    stand = mine is not None and mine.special and table.rules == "advanced"
    return (FEDAYKIN,) if stand else ()


@adds(Uses, rule="2.04.21")
def any_of_them_stand_there(question: Uses, table: Table) -> Iterable[Power]:
    """Before every battle of theirs."""
    stand = ME in fought_by(table, question.command) and table.rules == "advanced"
    return (HARDENED,) if stand else ()


@adds(Uses, rule="2.04.17")
def into_the_storm_is_announced(question: Uses, table: Table) -> Iterable[Power]:
    """Each time."""
    command = question.command
    return (INTO,) if isinstance(command, Send) and command.seat == ME and command.into_storm else ()


# -- Fremen on foot: two territories in a move, three with ornithopters like anybody ------------------


lapses_after("2.04.06", "shipment")


@ruling(MoveRange, rule="2.04.06")
def two_on_foot(question: MoveRange, table: Table, so_far: int) -> int | None:
    """Two, unless they fly."""
    return max(2, so_far) if question.seat == ME else None
