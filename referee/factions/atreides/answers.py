"""Answers on Prescience: who has it, and whether Atreides may use it now."""

from __future__ import annotations

from referee.factions.atreides import ME
from referee.factions.atreides.kwisatz_haderach import HADERACH, lost_so_far, why_asleep
from referee.factions.atreides.part_of_a_plan import PRESCIENCE, AskPrescience
from referee.factions.atreides.prescience import PEEK, SPICE_CARD, LookAtSpice
from referee.kernel import Table, together
from referee.offers.answers import Asked, Reply, answers
from referee.phases.battle.answers import answers_on_power
from referee.phases.battle.before_the_plans import PARTS, QUESTION
from referee.phases.battle.live_battle import battle_now, companion_of

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


@answers
def kwisatz_haderach(asked: Asked, table: Table) -> Reply | None:
    """Return whether it may join a plan, by what is public: forces lost, its death and its fight of the turn."""
    if ME not in table.seats:
        return None
    state, live = companion_of(table, ME), battle_now(table)
    wrong = next(why_asleep(state, table.rules, live.territory if live else ""), None)
    if wrong:
        return Reply(together(["No.", wrong.sentence, lost_so_far(state)]), (wrong.rule, HADERACH.rule))
    return Reply(together(["Yes.", lost_so_far(state)]), (HADERACH.rule, "2.01.10"))
