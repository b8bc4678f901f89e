"""Answers on Prescience: who has it, and whether Atreides may use it now."""

from __future__ import annotations

from referee.factions.atreides import ME
from referee.factions.atreides.part_of_a_plan import PRESCIENCE, AskPrescience
from referee.factions.atreides.prescience import PEEK, SPICE_CARD, LookAtSpice
from referee.kernel import Table, together
from referee.offers.answers import Reply
from referee.phases.battle.answers import answers_on_power
from referee.phases.battle.before_the_plans import PARTS, QUESTION

PRINTED_DECK = "4.94.05"


def _outside_battle(table: Table) -> Reply:
    if table.phase == "shipment":
        wrong = [objection for objection in LookAtSpice(ME).objections(table) if objection.rule != PRINTED_DECK]
        if wrong:
            return Reply(together(["No.", wrong[0].sentence]), (wrong[0].rule, SPICE_CARD.rule))
        return Reply(together(["Yes.", "You may look at the top spice card."]), (SPICE_CARD.rule,))
    if table.phase == "bidding":
        return Reply(together(["Yes.", "You see each card before it is sold."]), (PEEK.rule,))
    words = "Prescience is used in a battle, before the plans are made."
    return Reply(together(["Not now.", words]), (PRESCIENCE.rule, "1.07.04"))


answers_on_power(
    PRESCIENCE,
    QUESTION,
    "prescience",
    limit="2.01.09",
    has="{seat:The has} Prescience.",
    nobody="Nobody plays Atreides tonight, so there is no Prescience.",
    uses=lambda: (AskPrescience(ME, part) for part, _ in PARTS),
    outside=_outside_battle,
)
