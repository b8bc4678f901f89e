"""Answers on the prediction: their own to the Bene Gesserit, to the others that it is secret."""

from __future__ import annotations

from referee.common.factions import named
from referee.factions.bene_gesserit import ME
from referee.factions.bene_gesserit.prediction import RULE, PredictionMade, PredictionSealed
from referee.kernel.table import Table
from referee.kernel.wording import say
from referee.screens.answers import Asked, Reply, answers


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
