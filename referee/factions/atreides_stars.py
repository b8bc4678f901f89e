"""What of Atreides bears a star outside the auction, and when it is announced."""

from __future__ import annotations

from referee.phases.announcing import Uses
from referee.phases.battle_asks import fought_by
from referee.phases.battle_live import companion_of
from referee.phases.powers import Power, starred
from referee.rulings import ruling
from referee.table import Table

ME = "atreides"
AWAKE = 7
SPICE_CARD = Power("2.01.07", ME, "SPICE_PRESCIENCE", "before", "Atreides look at the next spice card.", True)
HADERACH = Power("2.01.11", ME, "KWISATZ_HADERACH", "before", "The Kwisatz Haderach may join the battle.")
starred(SPICE_CARD, "shipment")
starred(HADERACH, "battle", advanced=True)


@ruling(Uses, rule="2.01.11")
def it_may_join(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Before a battle in which it could stand beside a leader."""
    wish, state = question.wish, companion_of(table, ME)
    fights = ME in fought_by(table, wish) and table.rules == "advanced"
    awake = fights and state.alive and state.lost >= AWAKE and state.used_in in {None, wish.territory}  # type: ignore[attr-defined]
    return (*so_far, HADERACH) if awake else None
