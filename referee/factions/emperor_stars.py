"""What of the Emperor bears a star outside the auction, and when it is announced."""

from __future__ import annotations

from referee.phases.announcing import Uses
from referee.phases.battle_asks import fought_by
from referee.phases.powers import Power, starred
from referee.phases.reviving import ReviveForAnother
from referee.rulings import ruling
from referee.table import Table

ME = "emperor"
HELP = Power("2.03.07", ME, "ALLY_REVIVAL", "after", "The Emperor pays for revivals of the ally.")
SARDAUKAR = Power("2.03.08", ME, "SARDAUKAR", "before", "Sardaukar count for two.")
starred(HELP, "revival", ledger=True, ally=True)
starred(SARDAUKAR, "battle", advanced=True)


@ruling(Uses, rule="2.03.07")
def help_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Each time he pays."""
    mine = isinstance(question.wish, ReviveForAnother) and question.wish.seat == ME
    return (*so_far, HELP) if mine else None


@ruling(Uses, rule="2.03.08")
def they_stand_there(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Before a battle in which starred forces of his stand."""
    mine = fought_by(table, question.wish).get(ME)
    stand = mine is not None and mine.special and table.rules == "advanced"
    return (*so_far, SARDAUKAR) if stand else None
