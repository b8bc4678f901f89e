"""Answers on the prediction, which is secret to the others, and whether the Voice may be used now."""

from __future__ import annotations

from referee.common.factions import named
from referee.common.turn import this_turn
from referee.factions.bene_gesserit import ME
from referee.factions.bene_gesserit.prediction import RULE, PredictionMade, PredictionSealed
from referee.factions.bene_gesserit.voice import VOICE, SpeakVoice, VoiceSpoken
from referee.kernel import Table, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.phases.battle.answers import answers_on_power
from referee.phases.battle.before_the_plans import ORDER


@answers
def prediction(asked: Asked, table: Table) -> Reply | None:
    if ME not in table.seats or asked.faction not in {"", ME} or table.get(PredictionSealed) is None:
        return None
    if (made := table.get(PredictionMade)) is None:
        return Reply("That is secret. They may tell you, truly or not.", (RULE, "1.11.00"))
    words = say(
        "It says that {of:wins} in turn {turn}. This is turn {now}.", of=named(made.of), turn=made.turn, now=table.turn
    )
    return Reply(words, (RULE,))


@answers
def is_it_predicted(asked: Asked, table: Table) -> Reply | None:
    """Return whether the prediction is sealed, which is public."""
    if ME not in table.seats:
        return None
    if any(isinstance(heard.event, PredictionSealed) for heard in table.log):
        return Reply(together(["Yes.", say("{seat:The has} sealed their prediction.", seat=asked.name(ME))]), (RULE,))
    return Reply(together(["No.", say("{seat:The has} not sealed a prediction.", seat=asked.name(ME))]), (RULE,))


@answers
def what_the_voice_said(asked: Asked, table: Table) -> Reply | None:
    """Return the last order of this turn; orders are public."""
    if ME not in table.seats or asked.faction not in {"", ME}:
        return None
    orders = [event for event in this_turn(table) if isinstance(event, VoiceSpoken)]
    if not orders:
        return Reply(together(["No.", "Not in this turn."]), (VOICE.rule,))
    return Reply(together(["Yes.", orders[-1].sentence(named)]), (VOICE.rule, "1.07.04"))


answers_on_power(
    VOICE,
    ORDER,
    "voice",
    limit="2.02.07",
    has="{seat:The has} the Voice.",
    nobody="Nobody plays Bene Gesserit tonight, so there is no Voice.",
    uses=lambda: (SpeakVoice(ME, "leave", "poison weapon"),),
    outside=lambda table: Reply(
        "Not now. The Voice is spoken in a battle, before the plans are made.", (VOICE.rule, "1.07.04")
    ),
)
