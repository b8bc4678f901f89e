"""What a tap costs the server, in calls: all seven pages open, the test's own client included.

Calls are the same on every machine, where times are not. The limits are a tenth above what was counted, for a bid
and for the shipment of the turn what was asked for.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest

from referee.board.forces import Group
from referee.board.forces_counted import KeepCount
from referee.board.territories import on_board
from referee.phases.shipment.by_the_map import against_march
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from referee.web.phone import turn_card
from tests.benchmarks.growth import GROWN, lay
from tests.benchmarks.taps import calls, open_pages, taps
from tests.kit import SIX, Evening, LiveTable, set_up

BID, SHIPMENT, UNDO = 10_000, 24_000, 24_500
TAPS = {
    "step to shipment": 26_800,
    "undo of a shipment": 19_200,
    "shipment": 19_200,
    "step to battle": 19_100,
    "battle begun": 14_800,
    "plan locked": 19_600,
    "reveal": 19_500,
    "battle settled": 20_000,
    "step to collection": 23_500,
    "collect": 15_900,
    "undo of collecting": 18_700,
}
BOXES = 2.0  # times these, with thirteen pages in place of seven


@pytest.fixture
def shipping(tmp_path: Path) -> Evening:
    one = Evening(tmp_path).begin(set_up(spice=dict.fromkeys(SIX, 20), turn="2"))
    one.must("host", "KeepCount")
    one.must("host", "GoTo", phase="shipment", anyway="1")
    return one


def test_a_bid_with_seven_pages_open_is_few_calls(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin(set_up(spice=dict.fromkeys(SIX, 20)))
    evening.open_card()
    pages = open_pages(evening)
    for amount in range(1, 7):
        evening.bid(amount)
    heard = [len(page.heard) for page in pages]
    count = calls(lambda: evening.bid(7, mark=evening.bidding.turn))
    assert all(len(page.heard) > was for page, was in zip(pages, heard, strict=True))
    evening.close()
    assert count < BID


def test_a_bid_with_ninety_watchers_more_costs_a_few_calls_for_each(tmp_path: Path) -> None:
    counted = []
    for watchers in (1, 90):
        evening = Evening(tmp_path / f"{watchers}").begin(set_up(spice=dict.fromkeys(SIX, 20)))
        evening.desk.bell.cap = 200
        evening.open_card()
        pages = open_pages(evening, *(evening.browser(f"10.0.{n}.1") for n in range(watchers)))
        for amount in range(1, 7):
            evening.bid(amount)
        heard = [len(page.heard) for page in pages]
        counted.append(calls(lambda evening=evening: evening.bid(7, mark=evening.bidding.turn)))  # type: ignore[misc]
        assert all(len(page.heard) > was for page, was in zip(pages, heard, strict=True))
        evening.close()
    assert counted[1] < 1.2 * counted[0]


def test_an_undo_is_as_many_calls_after_thousands_of_acts_as_after_fifty(tmp_path: Path) -> None:
    counted = []
    for events in (100, GROWN):
        folder = tmp_path / f"{events}"
        folder.mkdir()
        table = lay(folder, events)
        evening = Evening(folder)
        evening.steer()
        evening.table = table
        for seat in SIX:
            evening.seat(seat)
        open_pages(evening)
        for amount in range(1, 15):
            evening.bid(amount)
        counted.append(median(calls(lambda evening=evening: evening.must("host", "Undo")) for _ in range(7)))  # type: ignore[misc]
        evening.close()
    assert counted[1] < 1.1 * counted[0] < 1.1 * UNDO


def test_every_kind_of_tap_of_a_turn_on_a_map_is_few_calls(tmp_path: Path) -> None:
    counted = taps(tmp_path)
    assert counted.keys() == TAPS.keys()
    assert not {name: count for name, count in counted.items() if count > TAPS[name]}


@pytest.mark.long
def test_twelve_factions_and_every_module_multiply_the_calls_of_a_tap_by_little_more_than_their_pages(
    tmp_path: Path,
) -> None:
    counted = taps(tmp_path, boxes=True)
    assert counted.keys() == TAPS.keys()
    assert not {name: count for name, count in counted.items() if count > BOXES * TAPS[name]}


def test_a_shipment_with_seven_pages_open_is_few_calls(shipping: Evening) -> None:
    open_pages(shipping)
    shipping.must("atreides", "Ship", normal="2", goal="Carthag")
    count = calls(lambda: shipping.must("harkonnen", "Ship", normal="2", goal="Arrakeen", mark="harkonnen"))
    shipping.close()
    assert count < SHIPMENT


def test_a_shipment_that_closes_nothing_to_others_computes_no_list_of_places_anew(shipping: Evening) -> None:
    turn_card._goals.cache_clear()
    open_pages(shipping)
    before = turn_card._goals.cache_info().misses
    shipping.must("atreides", "Ship", normal="2", goal="Arrakeen")  # they are there already
    assert turn_card._goals.cache_info().misses == before
    shipping.must("emperor", "Ship", normal="2", goal="Carthag")  # beside Harkonnen: full for others now
    assert turn_card._goals.cache_info().misses > before
    shipping.close()


def test_lists_of_places_are_the_same_computed_anew(shipping: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    shipping.must("atreides", "Ship", normal="2", goal="Carthag")
    shipping.must("emperor", "Ship", normal="2", goal="Sietch Tabr")
    kept = {seat: turn_card.turn_card(shipping.public, seat) for seat in SIX}
    for name in ("_goals", "_on_foot"):
        monkeypatch.setattr(turn_card, name, getattr(turn_card, name).__wrapped__)
    assert {seat: turn_card.turn_card(shipping.public, seat) for seat in SIX} == kept
    shipping.close()


@pytest.mark.parametrize("storm", [0, 4, 10, 16])
def test_1_06_05_the_card_lists_exactly_the_moves_that_nothing_is_said_against(storm: int) -> None:
    table = LiveTable(turn=2, phase="shipment").do(KeepCount(), *([PlaceStorm(storm)] if storm else []))
    for seat, goal in (("atreides", "Carthag"), ("emperor", "Carthag"), ("spacing_guild", "Cielago East")):
        if not any(Ship(seat, 2, goal=goal).objections(table.public)):
            table.do(Ship(seat, 2, goal=goal))
    public, compared = table.public, 0
    for seat in public.seats:
        made = turn_card.turn_card(public, seat)
        half = next((one for one in (made.halves if made else ()) if one.id == "move"), None)
        listed = {
            (o, goal.name) for _, goals in (half.goals if half else ()) for goal in goals for o in goal.origins.split()
        }
        for origin in half.origins if half else ():
            for one in on_board(public):
                if one.name == origin.name and not origin.leaves:
                    continue
                wrong = against_march(public, seat, Group(), origin.name, one.name, origin.leaves, 0)
                assert ((origin.id, one.name) in listed) is not any(wrong), (seat, origin, one.name)
                compared += 1
    assert compared > 40
