"""Options T2 to T10: battles.

T6 has only one choice and is declared with Zoal, T1 with the weapons, K3, K4 and K6 with the Voice and Prescience.
"""

from __future__ import annotations

from referee.kernel.phrases import Phrase
from referee.kernel.rulings import option, ruling, setting
from referee.kernel.table import Table
from referee.phases.battle.allowed_plans import AllyPays, MayGoWithout
from referee.phases.battle.dial_and_losses import CheapestLosses, SparesByItself
from referee.phases.battle.verdict import TRAITOR, CountsAsUsed, Goes
from referee.phases.battle.who_fights_where import FightBlind
from referee.phases.battle.who_may_call import Betrays, TraitorPays, by_own_faction

UNDER_THE_STORM = option(
    "T2",
    "4.93.02",
    "Forces in the storm, in the same sector",
    ("battle", "They battle", "As anywhere else."),
    ("none", "No battle", "The storm separates them."),
)
UNDER_THE_STORM.decides(FightBlind, {"none": False})

TRAITORS_PAID = option(
    "T3",
    "4.93.03",
    "Spice for a revealed traitor",
    ("paid", "Paid", "The caller gets the leader's strength in spice."),
    ("unpaid", "Not paid", "Nobody is paid for a traitor."),
)
TRAITORS_PAID.decides(TraitorPays, {"unpaid": False})

WON_BY_TRAITOR = option(
    "T4",
    "4.93.04",
    "One-use cards when you win by traitor",
    ("unused", "Not used", "It can be used again."),
    ("used", "Used", "It is used up, as in any battle."),
)

CAPTURED_LEADER = option(
    "T5",
    "4.93.05",
    "A captured leader against its own faction",
    ("no", "No", "The traitor card is needed."),
    ("yes", "Yes", "The leader's own faction calls traitor without a card."),
)

SUBOID_EXCHANGE = option(
    "T7",
    "4.93.07",
    "Losing a Suboid instead of a Cyborg",
    ("owner", "Owner chooses", "The Ixian player says how many."),
    ("automatic", "Automatic", "Always, as often as possible."),
)
SUBOID_EXCHANGE.decides(SparesByItself, {"automatic": True})

BATTLE_SUPPORT = option(
    "T8",
    "4.93.08",
    "Who pays battle support",
    ("player", "The player only", "An ally cannot pay."),
    ("ally", "Ally may help", "An ally may pay part or all of it."),
)
BATTLE_SUPPORT.decides(AllyPays, {"ally": True})

WITHOUT_LEADER = option(
    "T9",
    "4.93.09",
    "Battle without a leader by choice",
    ("no", "No", "A player with a leader or Cheap Hero must play one."),
    ("yes", "Yes", "A player may choose to play no leader."),
)
WITHOUT_LEADER.decides(MayGoWithout, {"yes": True})

MIXED_LOSSES = option(
    "T10",
    "4.93.10",
    "Which forces the winner loses",
    ("owner", "Owner chooses", "Any forces that match the dial."),
    ("cheapest", "Cheapest automatically", "As few Sardaukar, Fedaykin or Cyborgs as possible."),
)
MIXED_LOSSES.decides(CheapestLosses, {"cheapest": True})


@ruling(CountsAsUsed, rule="4.93.04")
def it_may_count_all_the_same(question: CountsAsUsed, table: Table, so_far: bool) -> bool | None:
    won = question.how == TRAITOR and question.at == question.winner
    return True if won and setting(table, WON_BY_TRAITOR) == "used" else None


@ruling(Goes, rule="4.93.04")
def a_captive_used_goes_home(question: Goes, table: Table, so_far: tuple[Phrase, str]) -> tuple[Phrase, str] | None:
    won = question.how == TRAITOR and question.at == question.winner
    return so_far if won and so_far[1] != question.side.faction else None


@ruling(Betrays, rule="4.93.05")
def the_own_leader_comes_home(question: Betrays, table: Table, so_far: bool) -> bool | None:
    return True if setting(table, CAPTURED_LEADER) == "yes" and by_own_faction(question) else None
