"""Bene Gesserit: charity in any case, and worthless cards that count as Karama in the advanced game.

They have no once-a-game power.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.common.factions import Faction, faction
from referee.holdings.hands import CardKind
from referee.kernel import Chance, Event, Noun, SuspensionSpent, Table, adds, after, ask, card_name, fixed, ruling
from referee.modules.tech_tokens.names import PRODUCTION, MakesPay
from referee.phases.battle.live_battle import Plan, battle_now
from referee.phases.bidding.events import TurnCame
from referee.phases.charity import CharityDue, CharityIfRich, ClaimCharity
from referee.phases.revival.limits_and_prices import FreeOnSheet
from referee.powers.karama_windows import AnnouncementOver, Uses, announced_with
from referee.powers.powers import CardPlayed, CountsAsKarama, OnceAGame, Power, starred

ME = "bene_gesserit"
LEADERS = {"Alia": 5, "Margot Lady Fenring": 5, "Mother Ramallo": 5, "Princess Irulan": 5, "Wanna Yueh": 5}
START = ("2.02.01", "2.02.02")
faction(
    Faction(
        ME,
        "Bene Gesserit",
        "ben",
        spice=5,
        cards=1,
        rules=START,
        leaders=LEADERS,
        peaceful="2.02.12",
        spoken={
            "de": Noun("Bene Gesserit", "fp"),
            "fr": Noun("Bene Gesserit", "fp"),
            "es": Noun("Bene Gesserit", "fp"),
        },
    )
)
fixed(StartForces, "2.02.02", Start(Group(19), ("Polar Sink",)), seat=ME)
fixed(StartForces, "2.02.08", Start(Group(19), ("Polar Sink",), spread=True), seat=ME, advanced=True)
fixed(FreeOnSheet, "2.02.04", 1, seat=ME)
fixed(MakesPay, "4.08.02", False, seat=ME, token=PRODUCTION)
fixed(CharityDue, "2.02.09", 2, seat=ME, advanced=True)
fixed(CharityIfRich, "2.02.09", True, seat=ME, advanced=True)
fixed(OnceAGame, "1.14.06", "", seat=ME)
CHARITY = Power("2.02.09", ME, "CHARITY", "after", "Bene Gesserit claim charity.")
starred(CHARITY, "choam_charity", advanced=True, ledger=True)
announced_with(CHARITY, ClaimCharity, advanced=True)


# -- a worthless card as Karama -----------------------------------------------------------------------

WORTHLESS = Power("2.02.22", ME, "WORTHLESS_KARAMA", "after", "Bene Gesserit play a worthless card as Karama.")


@ruling(CountsAsKarama, rule="2.02.22")
def worthless_is_karama(question: CountsAsKarama, table: Table, so_far: bool) -> bool | None:
    mine = question.seat == ME and table.rules == "advanced" and not _in_the_plan(table, question.card)
    return True if mine and ask(table, CardKind(question.card)).value == "worthless" else None


def _in_the_plan(table: Table, card: str) -> bool:
    """Return True if the card is in their locked plan, as far as this viewer knows."""
    live = battle_now(table)
    plan = live.plans.get(ME) if live else None
    return isinstance(plan, Plan) and card_name(card) in {plan.weapon, plan.defence}


@adds(Uses, rule="2.02.22")
def a_worthless_card_is_announced(question: Uses, table: Table) -> Iterable[Power]:
    command = question.command
    mine = getattr(command, "seat", "") == ME and (getattr(command, "by_card", False) or command.lays_down)
    card = ask(table, CardPlayed(ME, getattr(command, "card", ""))).value if mine else ""
    return (WORTHLESS,) if card and ask(table, CardKind(card)).value == "worthless" else ()


@after(AnnouncementOver, rule="3.01.11.01")
def until_the_window_is_closed(event: AnnouncementOver, table: Table, chance: Chance) -> Iterable[Event]:
    if WORTHLESS.rule in table.suspended and WORTHLESS.rule not in event.stopped:
        yield SuspensionSpent(WORTHLESS.rule)


@after(TurnCame, rule="3.01.11.01")
def until_the_next_turn_to_bid(event: TurnCame, table: Table, chance: Chance) -> Iterable[Event]:
    if WORTHLESS.rule in table.suspended:
        yield SuspensionSpent(WORTHLESS.rule)
