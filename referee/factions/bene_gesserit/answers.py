"""Answers on the prediction, which is secret to the others, and whether the Voice may be used now."""

from __future__ import annotations

from referee.common.factions import named
from referee.factions.bene_gesserit import ME
from referee.factions.bene_gesserit.prediction import RULE, PredictionMade, PredictionSealed
from referee.factions.bene_gesserit.voice import VOICE, SpeakVoice
from referee.holdings.nexus_cards import are_in_play
from referee.kernel.table import Table
from referee.kernel.wording import say, together
from referee.phases.battle.before_the_plans import ANNOUNCED, ORDER, Announce, step_of
from referee.phases.battle.live_battle import battle_now
from referee.screens.answers import Asked, Reply, answers, may


@answers(
    "what/who do {faction} predict/predicted",
    "what is [the] {faction} prediction",
    "what is my/the prediction",
    "what/who do i predict/predicted",
    "is my/the prediction right/correct/true [yet]",
    "do my/the prediction come true",
    rule=RULE,
)
def prediction(asked: Asked, table: Table) -> Reply | None:
    if ME not in table.seats or asked.faction not in {"", ME} or table.get(PredictionSealed) is None:
        return None
    if (made := table.get(PredictionMade)) is None:
        return Reply("That is secret. They may tell you, truly or not.", (RULE, "1.11.00"))
    words = say(
        "It says that {of:wins} in turn {turn}. This is turn {now}.", of=named(made.of), turn=made.turn, now=table.turn
    )
    return Reply(words, (RULE,))


@answers(
    "may i [still] use/speak/play/announce [my] voice",
    "may {faction} [still] use/speak/play/announce [their] voice",
    rule=VOICE.rule,
)
def may_speak(asked: Asked, table: Table) -> Reply | None:
    if ME not in table.seats:
        return _nobody_has_it(table)
    if (asked.faction or asked.seat) != ME:
        return None
    if battle_now(table) is None:
        return Reply("Not now. The Voice is spoken in a battle, before the plans are made.", (VOICE.rule, "1.07.04"))
    step = step_of(table, ME, ORDER)
    if step is None:
        return Reply("Not in this battle.", (VOICE.rule, "2.02.07"))
    if step.done:
        return Reply("No. It is over for this battle.", (step.say.rule, "1.07.04"))
    command = SpeakVoice(ME, "leave", "poison weapon") if step.state == ANNOUNCED else Announce(ME, step.say.rule)
    return may(command, table, "", (step.say.rule, "1.07.04"))


def _nobody_has_it(table: Table) -> Reply | None:
    """A Nexus card can give the Voice where nobody plays Bene Gesserit."""
    if are_in_play(table):
        return None
    return Reply(together(["No.", "Nobody plays Bene Gesserit tonight, so there is no Voice."]), (VOICE.rule,))


@answers(
    "do [the] voice exist [this|our] [game|table]",
    "is [there] [a/the] voice [there|here|played|used|play] [this|our] [game]",
    "do we have/play/use [with] [the] voice [this|our] [game]",
    "who have/use/speak [the] voice",
    rule=VOICE.rule,
)
def is_there_a_voice(asked: Asked, table: Table) -> Reply | None:
    if ME not in table.seats:
        return _nobody_has_it(table)
    return Reply(together(["Yes.", say("{seat:The has} the Voice.", seat=asked.name(ME))]), (VOICE.rule,))


@answers("do i have/get [a/the/my] voice [this|our] [game]", rule=VOICE.rule)
def have_i_the_voice(asked: Asked, table: Table) -> Reply | None:
    if ME not in table.seats:
        return _nobody_has_it(table)
    yes = "" if not asked.seat else "Yes." if asked.seat == ME else "No."
    return Reply(together([yes, say("{seat:The has} the Voice.", seat=asked.name(ME))]), (VOICE.rule, "2.02.07"))
