"""The Emperor in battle: Sardaukar count for two, but not against Fremen."""

from __future__ import annotations

from referee.phases.battle_forces import ForceWorth, Worth, twice
from referee.rulings import ruling
from referee.table import Table

ME = "emperor"
WARY_OF = "fremen"


def _elite(question: ForceWorth, table: Table) -> bool:
    mine = question.battle.side(question.at).faction == ME
    return mine and question.starred and table.rules == "advanced"


@ruling(ForceWorth, rule="2.03.08")
def sardaukar_count_twice(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    """Two where fed, one where not; in the advanced game only. A Karama may prevent it."""
    fremen = question.battle.against(question.at).faction == WARY_OF
    return twice(so_far) if _elite(question, table) and not fremen else None


@ruling(ForceWorth, rule="2.03.09")
def not_against_fremen(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    """Against Fremen a Sardaukar is a plain force."""
    fremen = question.battle.against(question.at).faction == WARY_OF
    return so_far if _elite(question, table) and fremen else None
