"""Bene Gesserit: in the advanced game a worthless card does what Karama does."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import Faction, faction
from referee.common.forces import Group
from referee.common.great_powers import CardPlayed
from referee.common.hands import CardKind
from referee.common.karama_windows import AnnouncementOver, Uses, announced_with
from referee.common.powers import CountsAsKarama, OnceAGame, Power, starred
from referee.common.status import Says, WhatNow
from referee.common.territories import on_board
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, SuspensionSpent, adds, after, ask, fixed, ruling
from referee.kernel.table import Table, card_name
from referee.phases.battle.state import Plan, battle_now
from referee.phases.bidding.events import TurnCame
from referee.phases.charity import CharityDue, ClaimCharity
from referee.phases.collection.collection import MayCollect
from referee.phases.revival.questions import FreeOnSheet
from referee.phases.shipment.questions import DOWN, ForcesShipped, MayAccompany, shipments
from referee.phases.shipment.shipping import SendAlong
from referee.phases.turn.counting import Start, StartForces

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


fixed(OnceAGame, "1.14.06", "", seat=ME)


# -- Bene Gesserit outside the auction: charity for the rich, and an advisor with every ship from off the planet


HAVEN = "Polar Sink"


fixed(FreeOnSheet, "2.02.04", 1, seat=ME)


fixed(CharityDue, "2.02.09", 2, seat=ME, advanced=True)


@ruling(MayAccompany, rule="2.02.05")
def one_to_the_polar_sink(question: MayAccompany, table: Table, so_far: bool) -> bool | None:
    """When another faction ships from off the planet, one force goes free to the Polar Sink."""
    if question.seat != ME:
        return None
    return question.goal == HAVEN and _others_landed(table)


@ruling(MayAccompany, rule="2.02.11")
def one_to_the_same_place(question: MayAccompany, table: Table, so_far: bool) -> bool | None:
    """In the advanced game one advisor may go along to the very place instead, unless the first power is stopped."""
    last = shipments(table).last
    if question.seat != ME or table.rules != "advanced" or last is None or question.goal == HAVEN:
        return None
    return question.goal == last[2] and _others_landed(table) and "2.02.05" not in table.suspended


def _others_landed(table: Table) -> bool:
    made = shipments(table)
    return made.last is not None and made.last[0] != ME and made.last[1] == DOWN and ME not in made.along


fixed(MayCollect, "2.02.12", False, kind="advisors")


fixed(StartForces, "2.02.02", Start(Group(19)), seat=ME)


# -- Bene Gesserit and the ships of others: the table is reminded when a spiritual advisor may go along


@adds(WhatNow, rule="2.02.05")
def one_may_go_along(question: WhatNow, table: Table) -> Iterable[Says]:
    """After each shipment of another faction from off the planet, until the next one."""
    if table.phase != "shipment" or ME not in table.seats:
        return ()
    goals = [one.name for one in on_board(table) if ask(table, MayAccompany(ME, one.name)).value]
    if not goals:
        return ()
    return (Says(f"Bene Gesserit may send one force along, free: {' or '.join(goals)}.", "2.02.05"),)


# -- What of the Bene Gesserit bears a star, and when they say beforehand that they are about to use it


CHARITY = Power("2.02.09", ME, "CHARITY", "after", "The Bene Gesserit claim charity.")
ADVISOR = Power("2.02.05", ME, "SPIRITUAL_ADVISORS", "after", "The Bene Gesserit send a force along.")
WORTHLESS = Power("2.02.22", ME, "WORTHLESS_KARAMA", "after", "The Bene Gesserit play a worthless card as Karama.")
starred(CHARITY, "choam_charity", advanced=True, ledger=True)
starred(ADVISOR, "shipment", ledger=True)
ON_THE_BOARD = (
    Power("2.02.15", ME, "INTRUSION", "after", "Fighters turn over to advisors.", True),
    Power("2.02.16", ME, "TAKE_UP_ARMS", "after", "Advisors turn over to fighters on arrival.", True),
    Power("2.02.17", ME, "WARTIME", "after", "Advisors turn over to fighters.", True),
)
for power in ON_THE_BOARD:
    starred(power, "shipment", advanced=True)


announced_with(CHARITY, ClaimCharity, advanced=True)


announced_with(ADVISOR, SendAlong)


@adds(Uses, rule="2.02.22")
def a_worthless_card_is_announced(question: Uses, table: Table) -> Iterable[Power]:
    """A card that is no Karama in itself, laid down to stop a power, to take a card or to ship cheaply."""
    command = question.command
    mine = getattr(command, "seat", "") == ME and (
        getattr(command, "by_card", False) or getattr(command, "lays_down", False)
    )
    card = ask(table, CardPlayed(ME, getattr(command, "card", ""))).value if mine else ""
    return (WORTHLESS,) if card and ask(table, CardKind(card)).value == "worthless" else ()


@after(AnnouncementOver, rule="3.01.11.01")
def until_the_window_is_closed(event: AnnouncementOver, table: Table, chance: Chance) -> Iterable[Event]:
    """What was cancelled for one window may be tried in the next."""
    if WORTHLESS.rule in table.suspended and WORTHLESS.rule not in event.stopped:
        yield SuspensionSpent(WORTHLESS.rule)


@after(TurnCame, rule="3.01.11.01")
def until_the_next_turn_to_bid(event: TurnCame, table: Table, chance: Chance) -> Iterable[Event]:
    """In the auction too it was cancelled for one attempt; from the next turn on another may be made."""
    if WORTHLESS.rule in table.suspended:
        yield SuspensionSpent(WORTHLESS.rule)


@after(ForcesShipped, rule="3.01.11.01")
def until_the_next_ship(event: ForcesShipped, table: Table, chance: Chance) -> Iterable[Event]:
    """A send that was stopped is stopped for that ship; the next ship of another brings a new one."""
    if event.seat != ME and ADVISOR.rule in table.suspended:
        yield SuspensionSpent(ADVISOR.rule)
