"""Options T1 to T10: what tables decide differently about battles. T6 has no other setting and stands with Zoal."""

from __future__ import annotations

from referee.kernel.rulings import option, ruling, setting
from referee.kernel.table import Table
from referee.phases.battle.forces import CheapestLosses, SparesByItself
from referee.phases.battle.list import FightBlind
from referee.phases.battle.plan import AllyPays, MayGoWithout
from referee.phases.battle.traitors import TraitorPays, Turns, by_own_faction
from referee.phases.battle.verdict import TRAITOR, CountsAsUsed, Goes

option(
    "T1",
    "4.93.01",
    "What stops the Ellaca Drug",
    ("poison", "Poison, stopped by Snooper", "It is a poison like any other."),
    ("printed", "As printed", "A Shield stops it, a Snooper does not."),
)
option(
    "T2",
    "4.93.02",
    "Forces under the storm in one sector",
    ("battle", "They battle", "As anywhere else."),
    ("none", "No battle", "The storm keeps them from each other."),
)
option(
    "T3",
    "4.93.03",
    "Spice for a revealed traitor",
    ("paid", "Paid", "The caller takes the leader's strength in spice."),
    ("unpaid", "Not paid", "Nobody is paid for a traitor."),
)
option(
    "T4",
    "4.93.04",
    "What served the winner by a traitor only once",
    ("unused", "Not used", "It may serve again."),
    ("used", "Used", "It has served, as in any battle."),
)
option(
    "T5",
    "4.93.05",
    "A captured leader against its own faction",
    ("no", "No", "The traitor card is needed."),
    ("yes", "Yes", "The leader's own faction calls it traitor without a card."),
)
option(
    "T7",
    "4.93.07",
    "Giving up a suboid for a cyborg",
    ("owner", "Owner chooses", "The Ixian player says how many."),
    ("automatic", "Automatic", "It happens as often as it can."),
)
option(
    "T8",
    "4.93.08",
    "Who pays battle support",
    ("player", "The player only", "An ally pays nothing."),
    ("ally", "Ally may help", "An ally may pay a part or all of it."),
)
option(
    "T9",
    "4.93.09",
    "A battle without a leader by choice",
    ("no", "No", "Whoever has a leader or a Cheap Hero plays one."),
    ("yes", "Yes", "A player may leave the leader at home."),
)
option(
    "T10",
    "4.93.10",
    "Losses between plain and starred forces",
    ("owner", "Owner chooses", "Any mix that meets the number."),
    ("cheapest", "Cheapest automatically", "As few starred forces as possible."),
)


@ruling(FightBlind, rule="4.93.02")
def the_storm_may_part_them(question: FightBlind, table: Table, so_far: bool) -> bool | None:
    """The table may keep them from fighting."""
    return False if setting(table, "T2") == "none" else None


@ruling(TraitorPays, rule="4.93.03")
def a_traitor_may_be_unpaid(question: TraitorPays, table: Table, so_far: bool) -> bool | None:
    """The table may leave the payment out."""
    return False if setting(table, "T3") == "unpaid" else None


@ruling(CountsAsUsed, rule="4.93.04")
def it_may_count_all_the_same(question: CountsAsUsed, table: Table, so_far: bool) -> bool | None:
    """The table may let the winner by a traitor have used it."""
    won = question.how == TRAITOR and question.at == question.winner
    return True if won and setting(table, "T4") == "used" else None


@ruling(Goes, rule="4.93.04")
def a_captive_used_goes_home(question: Goes, table: Table, so_far: tuple[str, str]) -> tuple[str, str] | None:
    """It is for this choice that a winner by a traitor gives a captured leader back."""
    won = question.how == TRAITOR and question.at == question.winner
    return so_far if won and so_far[1] != question.side.faction else None


@ruling(Turns, rule="4.93.05")
def the_own_leader_comes_home(question: Turns, table: Table, so_far: bool) -> bool | None:
    """The table may let a faction call its own captured leader without the card."""
    return True if setting(table, "T5") == "yes" and by_own_faction(question) else None


@ruling(SparesByItself, rule="4.93.07")
def the_exchange_may_be_automatic(question: SparesByItself, table: Table, so_far: bool) -> bool | None:
    """The table may let the referee make the exchange."""
    return True if setting(table, "T7") == "automatic" else None


@ruling(AllyPays, rule="4.93.08")
def an_ally_may_help(question: AllyPays, table: Table, so_far: bool) -> bool | None:
    """The table may let allies pay."""
    return True if setting(table, "T8") == "ally" else None


@ruling(MayGoWithout, rule="4.93.09")
def by_choice(question: MayGoWithout, table: Table, so_far: bool) -> bool | None:
    """The table may let players fight without a leader."""
    return True if setting(table, "T9") == "yes" else None


@ruling(CheapestLosses, rule="4.93.10")
def the_referee_may_choose(question: CheapestLosses, table: Table, so_far: bool) -> bool | None:
    """The table may let the referee choose the losses."""
    return True if setting(table, "T10") == "cheapest" else None


# -- the Voice and Prescience: K3, K4 and K6 ----------------------------------------------------------


option(
    "K3",
    "4.92.03",
    "Latest moment to stop Voice or Prescience",
    ("announced", "When it is announced", "Before its content is spoken."),
    ("heard", "After it is heard", "The order or question may be out already."),
)
option(
    "K4",
    "4.92.04",
    "Voice or Prescience first",
    ("voice", "Voice, then Prescience", "Prescience looks at a plan that obeys the Voice."),
    ("prescience", "Prescience, then Voice", "The Voice cannot undo what was shown."),
    ("free", "As it comes", "Whoever speaks first."),
)
option(
    "K6",
    "4.92.06",
    "What a class word of the Voice covers",
    ("named", "Plain cards only", "Special weapons and defences are named one by one."),
    ("class", "Special cards too", "The word for a weapon or a defence covers special ones."),
)
