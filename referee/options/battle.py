"""Options T4, T5, T8 and T9: battles.

The others stand where they are read: T1 with the weapons, T2, T3 and T10 in the battle rooms, T6 with Zoal, T7 with
the Ixians.
"""

from __future__ import annotations

from referee.kernel import Phrase, Table, option, ruling, setting
from referee.phases.battle.allowed_plans import AllyPays, MayGoWithout
from referee.phases.battle.verdict import TRAITOR, CountsAsUsed, Goes
from referee.phases.battle.who_may_call import Betrays, by_own_faction

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
    return True if setting(table, CAPTURED_LEADER) == "yes" and by_own_faction(question, table) else None
