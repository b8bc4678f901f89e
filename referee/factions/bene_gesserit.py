"""Bene Gesserit: in the advanced game a worthless card does what Karama does."""

from __future__ import annotations

from referee.phases.battle_live import Plan, battle_now
from referee.phases.hands import CardKind
from referee.phases.powers import CountsAsKarama, OnceAGame
from referee.phases.setup import Faction, faction
from referee.rulings import ask, ruling
from referee.table import Table, card_name

ME = "bene_gesserit"
LEADERS = {"Alia": 5, "Margot Lady Fenring": 5, "Mother Ramallo": 5, "Princess Irulan": 5, "Wanna Yueh": 5}
faction(Faction(ME, "Bene Gesserit", "ben", spice=5, cards=1, rules=("2.02.01", "2.02.02"), leaders=LEADERS))


@ruling(CountsAsKarama, rule="2.02.22")
def worthless_is_karama(question: CountsAsKarama, table: Table, so_far: bool) -> bool | None:
    """A worthless card in this hand counts as Karama, in the advanced game."""
    mine = question.seat == ME and table.rules == "advanced" and not _in_the_plan(table, question.card)
    return True if mine and ask(table, CardKind(question.card)).value == "worthless" else None


def _in_the_plan(table: Table, card: str) -> bool:
    """Say whether a card lies in their plan that is locked now, as far as this viewer knows it."""
    live = battle_now(table)
    plan = live.plans.get(ME) if live else None
    return isinstance(plan, Plan) and card_name(card) in {plan.weapon, plan.defence}


@ruling(OnceAGame, rule="1.14.06")
def none_of_their_own(question: OnceAGame, table: Table, so_far: str) -> str | None:
    """They have no power that works once a game."""
    return "" if question.seat == ME else None
