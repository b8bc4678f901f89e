"""Answers on Prescience: who has it, and whether Atreides may use it now."""

from __future__ import annotations

from referee.factions.atreides import ME
from referee.factions.atreides.part_of_a_plan import PRESCIENCE, AskPrescience
from referee.factions.atreides.prescience import PEEK, SPICE_CARD, LookAtSpice
from referee.holdings.nexus_cards import are_in_play
from referee.kernel.table import Table
from referee.kernel.wording import say, together
from referee.phases.battle.before_the_plans import ANNOUNCED, ASKED, PARTS, QUESTION, Announce, step_of
from referee.phases.battle.live_battle import battle_now
from referee.screens.answers import Asked, Reply, answers, may

PRINTED_DECK = "4.94.05"


def _nobody_has_it(table: Table) -> Reply | None:
    """A Nexus card can give Prescience where nobody plays Atreides."""
    if are_in_play(table):
        return None
    return Reply(together(["No.", "Nobody plays Atreides tonight, so there is no Prescience."]), (PRESCIENCE.rule,))


@answers(
    "may i [still] use/play/announce/ask [my] prescience",
    "may {faction} [still] use/play/announce/ask [their] prescience",
    rule=PRESCIENCE.rule,
)
def may_ask(asked: Asked, table: Table) -> Reply | None:
    if ME not in table.seats:
        return _nobody_has_it(table)
    if (asked.faction or asked.seat) != ME:
        return None
    if battle_now(table) is None:
        return _outside_battle(table)
    step = step_of(table, ME, QUESTION)
    if step is None:
        return Reply("Not in this battle.", (PRESCIENCE.rule, "2.01.09"))
    if step.done or step.state == ASKED:
        return Reply("No. It is over for this battle.", (step.say.rule, "1.07.04"))
    if step.state != ANNOUNCED:
        return may(Announce(ME, step.say.rule), table, "", (step.say.rule, "1.07.04"))
    parts = [AskPrescience(ME, part) for part, _ in PARTS]
    open_now = (one for one in parts if not any(one.objections(table)))
    return may(next(open_now, parts[0]), table, "", (step.say.rule, "1.07.04"))


def _outside_battle(table: Table) -> Reply:
    if table.phase == "shipment":
        wrong = [one for one in LookAtSpice(ME).objections(table) if one.rule != PRINTED_DECK]
        if wrong:
            return Reply(together(["No.", wrong[0].sentence]), (wrong[0].rule, SPICE_CARD.rule))
        return Reply(together(["Yes.", "You may look at the top spice card."]), (SPICE_CARD.rule,))
    if table.phase == "bidding":
        return Reply(together(["Yes.", "You see each card before it is sold."]), (PEEK.rule,))
    words = "Prescience is used in a battle, before the plans are made."
    return Reply(together(["Not now.", words]), (PRESCIENCE.rule, "1.07.04"))


@answers(
    "do [the] prescience exist [this|our] [game|table]",
    "is [there] [a/the] prescience [there|here|played|used|play] [this|our] [game]",
    "do we have/play/use [with] [the] prescience [this|our] [game]",
    "who have/use [the] prescience",
    rule=PRESCIENCE.rule,
)
def is_there_prescience(asked: Asked, table: Table) -> Reply | None:
    if ME not in table.seats:
        return _nobody_has_it(table)
    return Reply(together(["Yes.", say("{seat:The has} Prescience.", seat=asked.name(ME))]), (PRESCIENCE.rule,))


@answers("do i have/get [a/the/my] prescience [this|our] [game]", rule=PRESCIENCE.rule)
def have_i_prescience(asked: Asked, table: Table) -> Reply | None:
    if ME not in table.seats:
        return _nobody_has_it(table)
    yes = "" if not asked.seat else "Yes." if asked.seat == ME else "No."
    words = say("{seat:The has} Prescience.", seat=asked.name(ME))
    return Reply(together([yes, words]), (PRESCIENCE.rule, "2.01.09"))
