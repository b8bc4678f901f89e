"""The Cheap Hero among the traitor cards, a module of the first box: its holder calls a Cheap Hero traitor."""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.weapons_and_defenses import HERO
from referee.common.boxes import FIRST, in_play, module
from referee.holdings.traitors import TraitorDeck
from referee.kernel import Table, adds, ruling, say
from referee.phases.battle.who_may_call import CalledAs

RULE = "4.10"
TRAITOR = module(
    "M9",
    RULE,
    say("{card} traitor", card=HERO),
    say("One more traitor card: the {card}.", card=HERO),
    FIRST,
    room=__name__,
)


@adds(TraitorDeck, rule=RULE)
def one_more_card(question: TraitorDeck, table: Table) -> Iterable[str]:
    return (HERO,) if in_play(table, TRAITOR) else ()


@ruling(CalledAs, rule=RULE)
def any_of_them(question: CalledAs, table: Table, so_far: str) -> str | None:
    return HERO if question.card == HERO and in_play(table, TRAITOR) else None
