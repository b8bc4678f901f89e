"""Spiritual advisors: one force goes along, free, when another faction ships from off-planet.

It goes to the Polar Sink or, in the advanced game, to the place shipped to, as an advisor.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from referee.board.standing import stands_to_fight
from referee.board.worlds import is_low
from referee.common.factions import named
from referee.factions.bene_gesserit import ME
from referee.kernel import REFEREE, Chance, Event, SuspensionSpent, Table, adds, after, listed, phrase, ruling, say
from referee.offers.offer import Duties, Duty
from referee.offers.what_now import Says, WhatNow, went_on
from referee.phases.shipment.prices_and_permissions import (
    OFF_PLANET,
    ForcesShipped,
    GoesAlongTo,
    MayAccompany,
    may_accompany,
    shipments,
)
from referee.phases.shipment.send_along import SendAlong
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, starred

HAVEN, WORLD = "Polar Sink", "Wallach IX"
ADVISOR = Power("2.02.05", ME, "SPIRITUAL_ADVISORS", "after", "Bene Gesserit send one force along.")
ON_THE_BOARD = (
    Power("2.02.15", ME, "INTRUSION", "after", "Fighters flip to advisors.", True),
    Power("2.02.16", ME, "TAKE_UP_ARMS", "after", "Advisors flip to fighters on arrival.", True),
    Power("2.02.17", ME, "WARTIME", "after", "Advisors flip to fighters.", True),
)
starred(ADVISOR, "shipment", ledger=True)
for power in ON_THE_BOARD:
    starred(power, "shipment", advanced=True)
announced_with(ADVISOR, SendAlong)


@adds(GoesAlongTo, rule="2.02.05", seat=ME)
def the_pole_or_the_same_place(question: GoesAlongTo, table: Table) -> Iterable[str]:
    last = shipments(table).last
    return (HAVEN, last[2]) if last is not None else ()


@ruling(MayAccompany, rule="2.02.05")
def one_to_the_polar_sink(question: MayAccompany, table: Table, so_far: bool) -> bool | None:
    if question.seat != ME:
        return None
    return question.goal == HAVEN and _others_landed(table)


@ruling(MayAccompany, rule="2.02.11")
def one_to_the_same_place(question: MayAccompany, table: Table, so_far: bool) -> bool | None:
    if question.seat != ME or table.rules != "advanced" or question.goal == HAVEN:
        return None
    last = shipments(table).last
    if last is None:
        return None
    there = question.goal == last[2] and not stands_to_fight(table, ME, question.goal)
    return there and _others_landed(table) and "2.02.05" not in table.suspended


def _others_landed(table: Table) -> bool:
    ships = shipments(table)
    return _open_to_one(table, ships.last, ships.along)


def _open_to_one(table: Table, shipped: tuple[str, str, str] | None, along: Set[str]) -> bool:
    """Return True if one might go along with this shipment."""
    others = shipped is not None and shipped[0] != ME and shipped[1] in OFF_PLANET
    return ME in table.seats and others and ME not in along and not is_low(table, WORLD)


NEXT_SHIP = "Until the next ship, or the end of this phase."
NOBODY_SENT = phrase("advisors.nobody_sent", "{seat!n:The sends} no force along with {of!n:'s} ship.")


@adds(Duties, rule="2.02.05", phase="shipment")
def one_may_be_sent(question: Duties, table: Table) -> Iterable[Duty]:
    """Nobody waits for that, so it is their own phone's; it is open until the next ship."""
    last = shipments(table).last
    if last is None or table.viewer not in {ME, REFEREE} or not (goals := may_accompany(table, ME)):
        return
    asks = say("You may send one force along, free, to {places}", places=listed(list(goals), "or"))
    passed = went_on(NOBODY_SENT(seat=ME, of=last[0]), "2.02.05")
    by, you = (SendAlong,), "send one force along, if you like"
    yield Duty(
        ME, "may send a force along", "2.02.05", by, you=you, asks=asks, free=True, then=NEXT_SHIP, passed=passed
    )


@after(ForcesShipped, rule="2.02.05")
def nobody_went_along(event: ForcesShipped, table: Table, chance: Chance) -> Iterable[Event]:
    """Say that the ship before left without one."""
    shipped, along = shipments(table).before
    if shipped and ADVISOR.rule not in table.suspended and _open_to_one(table, shipped, along):
        yield from went_on(NOBODY_SENT(seat=ME, of=shipped[0]), "2.02.05")


@adds(WhatNow, rule="2.02.05")
def one_may_go_along(question: WhatNow, table: Table) -> Iterable[Says]:
    if table.phase != "shipment" or ME not in table.seats:
        return ()
    goals = may_accompany(table, ME)
    if not goals:
        return ()
    shipped = named(shipments(table).last[0])  # type: ignore[index]  # where one may go along, somebody has shipped
    words = "Bene Gesserit may send one force along with {seat:'s} ship, free, to {places}."
    return (Says(say(words, seat=shipped, places=listed(list(goals), "or")), "2.02.05"),)


@after(ForcesShipped, rule="3.01.11.01")
def until_the_next_ship(event: ForcesShipped, table: Table, chance: Chance) -> Iterable[Event]:
    if event.seat != ME and ADVISOR.rule in table.suspended:
        yield SuspensionSpent(ADVISOR.rule)
