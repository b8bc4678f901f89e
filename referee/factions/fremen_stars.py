"""What of the Fremen bears a star, and when it is announced; what only the board shows they announce by hand."""

from __future__ import annotations

from referee.phases.announcing import Uses
from referee.phases.battle_asks import fought_by
from referee.phases.powers import Power, starred
from referee.phases.reviving import GrantRevival
from referee.phases.shipping import Send
from referee.rulings import ruling
from referee.table import Table

ME = "fremen"
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


@ruling(Uses, rule="2.04.11")
def a_grant_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Each time."""
    return (*so_far, GRANT) if isinstance(question.wish, GrantRevival) and question.wish.seat == ME else None


@ruling(Uses, rule="2.04.18")
def fedaykin_stand_there(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Before a battle in which starred forces of theirs stand."""
    mine = fought_by(table, question.wish).get(ME)
    stand = mine is not None and mine.special and table.rules == "advanced"
    return (*so_far, FEDAYKIN) if stand else None


@ruling(Uses, rule="2.04.21")
def any_of_them_stand_there(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Before every battle of theirs."""
    stand = ME in fought_by(table, question.wish) and table.rules == "advanced"
    return (*so_far, HARDENED) if stand else None


@ruling(Uses, rule="2.04.17")
def into_the_storm_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Each time."""
    wish = question.wish
    return (*so_far, INTO) if isinstance(wish, Send) and wish.seat == ME and wish.into_storm else None
