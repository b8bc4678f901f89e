"""What of Harkonnen bears a star outside the auction, and when it is announced."""

from __future__ import annotations

from collections.abc import Iterable

from referee.facts import Event
from referee.phases.announcing import Uses
from referee.phases.battle_live import LiveBattle
from referee.phases.battle_outcome import BattleEnded
from referee.phases.powers import Power, Stoppable, starred
from referee.rulings import Chance, SuspensionSpent, after, ruling, setting
from referee.table import Table

ME = "harkonnen"
CAPTURE = Power("2.05.10", ME, "CAPTURED_LEADERS", "after", "Harkonnen capture a leader.")
LENT = Power("2.05.09", ME, "ALLY_TRAITOR", "before", "Harkonnen call traitors for their ally.")
starred(CAPTURE, "battle", advanced=True, ledger=True)


@ruling(Stoppable, rule="4.92.09")
def traitors_for_an_ally(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Where the table lets Karama stop this, although it bears no star (option K9)."""
    due = question.moment == "battle" and ME in table.seats and table.ally(ME) and setting(table, "K9") == "yes"
    return (*so_far, LENT) if due else None


@after(BattleEnded, rule="3.01.11.02")
def after_a_battle_of_the_ally(fact: BattleEnded, table: Table, chance: Chance) -> Iterable[Event]:
    """What was prevented was prevented for that battle."""
    live, ally = table.get(LiveBattle), table.ally(ME)
    if LENT.rule in table.suspended and live is not None and ally in live.seats:
        yield SuspensionSpent(LENT.rule)


@ruling(Uses, rule="2.05.10")
def a_capture_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Whether the prisoner is killed or kept."""
    mine = getattr(question.wish, "captures", False) and getattr(question.wish, "seat", "") == ME
    return (*so_far, CAPTURE) if mine else None
