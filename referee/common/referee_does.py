"""Options R and L1: how much the referee does, by turn and by phase, and whether it shows hints."""

from __future__ import annotations

from referee.common.turn import PHASES, phase_said
from referee.kernel.rulings import option, setting
from referee.kernel.table import Table, memoized
from referee.kernel.wording import say

REFEREE_DOES = option(
    "R",
    "4.97.11",
    "The referee does",
    ("all", "Everything", "The referee leads through every phase; you can skip any."),
    ("bids", "Bids only", "You play the other phases without the referee."),
    ("clocks", "Clocks only", "The referee only keeps time and the order of phases."),
)
PHASE_APART = {
    phase: option(
        f"R-{phase}",
        "4.97.11",
        say("{n} phase", n=phase_said(phase).capitalize()),
        ("table", "Same as the others", "As chosen for the whole turn."),
        ("referee", "The referee", "The referee leads through this phase."),
        ("hand", "By hand", "You play it without the referee."),
    )
    for phase in PHASES
}
PLAYED = {"all": set(PHASES), "bids": {"bidding"}, "clocks": set[str]()}
COACH_LINES = option(
    "L1",
    "4.97.30",
    "Hints",
    ("off", "None", "The screens show only the game."),
    ("on", "On", "Table and phones explain each step in two sentences."),
)


@memoized
def by_hand(table: Table, phase: str = "") -> bool:
    """Return True if the table plays a phase without the referee: the present one, unless named (4.97.11)."""
    asked = phase or table.phase
    if asked not in PHASES:
        return False
    apart = setting(table, PHASE_APART[asked])
    return asked not in PLAYED[setting(table, REFEREE_DOES)] if apart == "table" else apart == "hand"
