"""One card a turn: what is open, what it costs, and one button; the same on every phone whatever its owner holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS
from referee.board.forces_counted import KeepCount
from referee.kernel import Answer, Table
from referee.phases.shipment.ally_pays import OfferShare
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import (
    ACROSS,
    DOWN,
    HOME,
    OUT,
    ForcesShipped,
    ShipmentPrice,
)
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm, SeatMarkers
from referee.turn.absence import MarkAway, MarkBack
from referee.turn.on_the_map import PutRight
from referee.turn.who_is_done import OF_THE_TURN, SayDone
from referee.web.phone.phone import _acts, on_all_phones
from referee.web.phone.turn_card import _by_number, turn_card
from referee.web.view_models.turn_card import Goal, Half, TurnCard
from tests.kit import Evening, LiveTable, Stacked, deck, set_up


def told(first: str = "emperor", **more: Any) -> LiveTable:
    return LiveTable(turn=2, first=first, phase="shipment", **more).do(KeepCount(), SeatMarkers(first))


def card(table: LiveTable, seat: str) -> TurnCard:
    made = turn_card(table.public, seat)
    assert made is not None
    return made


def half(table: LiveTable, seat: str, name: str = "ship") -> Half:
    return next(one for one in card(table, seat).halves if one.id == name)


def goals(of: Half) -> dict[str, Goal]:
    return {one.name: one for _, found in of.goals for one in found}


def test_1_00_05_who_is_done_before_a_question_is_answered_reads_why_not_in_the_open(tmp_path: Path) -> None:
    """A refusal waits behind the shield only if it would tell the others something."""
    evening = Evening(tmp_path, dice=Stacked(3, deck("Truthtrance/1")))
    evening.begin(set_up(("atreides", "emperor", "fremen"), turn="2", count={"atreides": 1}))
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    first = evening.public.first_player
    asked = next(seat for seat in ("emperor", "fremen") if seat != first)
    evening.must("atreides", "PutQuestion", of=asked, words="Will you?")
    refused = evening.tap(first, "SayDone")
    assert refused.status_code == 409 and "must answer first" in refused.text and "X-Behind" not in refused.headers


def test_1_06_01_only_whoever_has_the_turn_has_a_card() -> None:
    table = told().do(PlaceStorm(18))
    first = table.public.first_player
    assert turn_card(table.public, first) and not [
        s for s in table.public.seats if s != first and turn_card(table.public, s)
    ]
    table.do(SayDone(first))
    assert turn_card(table.public, first) is None


def test_1_04_06_04_a_player_marked_away_has_no_card_until_back() -> None:
    table = told().do(PlaceStorm(18), MarkAway("emperor"))
    for seat in table.public.seats:
        table.do(*(() if seat == "emperor" else (SayDone(seat),)))
    assert turn_card(table.public, "emperor") is None and table.no(SayDone("emperor")) == "4.97.09"
    table.do(MarkBack("emperor"))
    assert card(table, "emperor").done.label == "Done" and table.do(SayDone("emperor"))


def test_1_06_03_01_each_place_has_its_price_for_every_number() -> None:
    of = half(told(), "emperor")
    prices = dict(of.ways[0].prices)
    assert prices["city"].split(",")[:4] == ["1", "2", "3", "4"] and prices["land"].split(",")[:4] == [
        "2",
        "4",
        "6",
        "8",
    ]
    assert goals(of)["Carthag"].rate == "city" and goals(of)["Meridian"].rate == "land"
    assert [title for title, _ in of.goals][:1] == ["Strongholds"] and (of.normal, of.special) == (15, 5)


def test_4_04_02_a_shipment_to_a_world_or_home_tells_the_one_price_that_it_can_cost() -> None:
    rooms = told("spacing_guild", M4="on")
    rates = {way.id: [name for name, _ in way.prices] for way in half(rooms, "spacing_guild").ways}
    assert rates == {DOWN: ["city", "land"], ACROSS: ["city", "land"], HOME: ["land"], OUT: ["city"]}
    worlds = [one for title, found in half(rooms, "spacing_guild").goals if title == "Homeworlds" for one in found]
    assert worlds and all(one.rate == "city" and OUT in one.ways.split() for one in worlds)


@pytest.mark.parametrize(
    ("rate", "asked"),
    [
        (lambda n: n, 4),
        (lambda n: 2 * n, 4),
        (lambda n: (n + 1) // 2, 4),
        (lambda n: (3 * n + 1) // 2, 4),
        (lambda n: 0, 4),
        (lambda n: n // 2, 20),
        (lambda n: min(n, 10), 20),
        (lambda n: n if n < 5 else 2 * n, 20),
        (lambda n: 3, 20),
        (lambda n: n + 2, 20),
        (lambda n: n - (n == 20), 20),
    ],
)
def test_1_06_03_01_prices_by_number_are_those_of_the_rules_and_four_are_asked_of_a_plain_rate(
    rate: Callable[[int], int], asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = list[int]()

    def ask(table: Table, question: ShipmentPrice) -> Answer[int]:
        numbers.append(question.voyage.forces)
        return Answer(rate(question.voyage.forces), ())

    monkeypatch.setattr("referee.web.phone.turn_card.ask", ask)
    assert _by_number(Table(), "emperor", DOWN, True, False) == [rate(n) for n in range(1, 21)]
    assert len({*numbers}) == asked


def test_1_06_03_05_and_1_06_03_04_what_is_closed_comes_last_with_its_rule() -> None:
    table = told().do(PutRight("atreides", "Carthag", 2), PlaceStorm(6))
    seat = table.public.first_player
    title, closed = half(table, seat).goals[-1]
    rules = {one.name: one.chip.rule for one in closed if one.chip}
    assert title == "Not possible now" and rules["Red Chasm"] == "1.06.03.04"
    assert rules.get("Carthag", "1.06.03.05") == "1.06.03.05"


def test_2_06_05_the_guild_ships_in_three_ways_on_the_same_card() -> None:
    of = half(told("spacing_guild"), "spacing_guild")
    assert [(way.id, way.from_board, way.to_board) for way in of.ways] == [
        ("down", False, True), ("across", True, True), ("home", True, False),
    ]  # fmt: skip
    assert [one.name for one in of.origins] == ["Tuek's Sietch"]


def test_2_04_05_fremen_are_shown_where_they_may_arrive() -> None:
    of = goals(half(told("fremen"), "fremen"))
    assert of["The Great Flat"].ways == "sent" and not of["Arrakeen"].ways


def test_1_06_05_where_a_group_may_march_is_said_for_each_group() -> None:
    table = told("atreides").do(PutRight("atreides", "Meridian", 3, sector=1, other="Arrakeen"))
    of = goals(half(table, "atreides", "move"))
    assert of["Carthag"].origins == "arrakeen" and of["Cielago South"].origins.split() == ["meridian"]
    table.do(MoveForces("atreides", 2, "Arrakeen", "Carthag"))
    assert card(table, "atreides").halves == () and "before moving" in card(table, "atreides").told[0]


def test_1_06_02_what_is_shipped_is_said_and_only_the_move_is_left() -> None:
    table = told().do(Ship("emperor", 4, "Carthag"))
    made = card(table, "emperor")
    assert [one.id for one in made.halves] == ["move"] and "4 forces to Carthag" in made.told[0]


def test_1_10_02_05_what_the_ally_offers_counts_first_and_stays_between_the_two() -> None:
    table = told(allies="emperor harkonnen", spice=10)
    before = turn_card(table.public, "emperor")
    table.do(OfferShare("harkonnen", 3))
    assert turn_card(table.public, "emperor") == before
    assert before and ("ally_first", "Harkonnen pay first, if they offered anything", True) in before.halves[0].ticks
    table.do(Ship("emperor", 4, "Carthag", ally_first=True))
    assert table.purse("emperor", "harkonnen") == [9, 7]
    assert any(isinstance(one.event, ForcesShipped) for one in table.public.log)


def test_a_faction_with_nothing_to_ship_or_move_is_done_at_one_tap() -> None:
    table = told().do(
        PutRight("emperor", "Carthag", 15, 5, other=RESERVES), PutRight("emperor", "Carthag", 0, other=TANKS)
    )
    made = card(table, "emperor")
    assert made.done.label == "Done" and [one.id for one in made.halves] == ["ship"]


def test_the_map_of_a_phone_is_what_everybody_knows(evening: Evening) -> None:
    evening.begin(set_up(turn="2"))
    evening.must("host", "KeepCount")
    evening.must("host", "GoTo", phase="shipment")
    pages = {evening.phones[seat].get(f"/t/{evening.table}/me/map").text for seat in ("atreides", "fremen")}
    bare = {page.partition("<main>")[2].partition("</main>")[0] for page in pages}
    assert len(bare) == 1 and 'id="place-carthag"' in bare.pop()


def test_4_04_a_phone_has_the_homeworlds_in_rows_below_the_map(evening: Evening) -> None:
    evening.begin(set_up(turn="2", M4="on"))
    evening.must("host", "KeepCount")
    evening.must("host", "GoTo", phase="shipment")
    page = evening.phones["atreides"].get(f"/t/{evening.table}/me/map").text
    left, top, wide, tall = map(int, re.findall(r'viewBox="(-26) (-26) (\d+) (\d+)"', page)[0])
    places = [(int(x), int(y)) for x, y in re.findall(r'<rect x="(-?\d+)" y="(-?\d+)" width="236"', page)]
    assert len(places) == 7 and wide < tall
    assert all(left <= x < left + wide and 1026 < y < top + tall for x, y in places)
    sides = [(int(x), int(y)) for x, y in re.findall(r'class="world-side" x="(-?\d+)" y="(\d+)">high side<', page)]
    name, forces = 34 + 27, 112 - 18  # a name's second line, and where the forces begin
    assert [(x - at, name + 16 < y - top_of < forces) for (x, y), (at, top_of) in zip(sides, places, strict=True)] == [
        (12, True)
    ] * 7, "the side stands below the name, not over it"


def test_4_97_10_whoever_is_done_is_shown_no_form_to_ship_or_move(evening: Evening) -> None:
    evening.begin(set_up(turn="2"))
    evening.must("host", "GoTo", phase="shipment")
    for seat in evening.phones:
        evening.must(seat, "SayDone")
    page = evening.phones["fremen"].get(f"/t/{evening.table}/me").text
    assert not [one for one in OF_THE_TURN if f'value="{one.__name__}"' in page]


def test_2_06_12_02_the_guild_puts_its_turn_off_beside_done(evening: Evening) -> None:
    evening.begin(set_up(("spacing_guild", "fremen", "atreides"), turn="2"))
    for act, fields in (
        ("KeepCount", {}),
        ("SeatMarkers", {"seat": "spacing_guild"}),
        ("PlaceStorm", {"sector": "18"}),
    ):
        evening.must("host", act, **fields)
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    text = evening.phones["spacing_guild"].get(f"/t/{evening.table}/me").text
    done, rest = text.split('class="turn-done"')[1].split("</section>")[0], text.split('id="actions"')[1]
    assert 'value="Delay"' in done and 'value="Delay"' not in rest


def test_beside_ship_nothing_else_is_amber() -> None:
    for rules in ("basic", "advanced"):
        table = told(first="emperor", rules=rules).do(Ship("emperor", 1, goal="Carthag"), SayDone("emperor"))
        while turn_card(table.public, "bene_gesserit") is None:
            table.do(SayDone(next(seat for seat in table.public.seats if turn_card(table.public, seat))))
        now = on_all_phones(table.public)
        beside = _acts(table.public, "bene_gesserit", now, card(table, "bene_gesserit"))
        assert "SendAlong" in {act.act for act in beside} and not [act for act in beside if act.go]


def test_1_06_05_from_where_is_asked_by_group_where_a_faction_has_several_in_a_territory() -> None:
    table = told().do(PlaceStorm(5))
    seat = table.public.first_player
    for sector, many in ((4, 2), (6, 3), (7, 1)):
        table.do(PutRight(seat, "The Minor Erg", many, sector=sector, other=RESERVES, alone=True))
    of = half(table, seat, "move")
    assert [(one.leaves, one.normal) for one in of.origins if one.name == "The Minor Erg"] == [
        (0, 4), (4, 2), (6, 3), (7, 1),
    ]  # fmt: skip
    open_to = {name: [one for one in goal.origins.split() if "erg" in one] for name, goal in goals(of).items()}
    assert open_to["Harg Pass"] == ["the_minor_erg", "the_minor_erg-4"]
    assert open_to["Pasty Mesa"] == ["the_minor_erg", *(f"the_minor_erg-{sector}" for sector in (4, 6, 7))]
    assert open_to["The Minor Erg"] == ["the_minor_erg-6", "the_minor_erg-7"]


def test_4_90_03_a_power_that_others_may_stop_leaves_the_form_of_who_acts_where_it_was(evening: Evening) -> None:
    evening.begin(set_up(("emperor", "bene_gesserit", "atreides"), turn="2", rules="advanced"))
    for act, fields in (
        ("KeepCount", {}),
        ("SeatMarkers", {"seat": "emperor"}),
        ("PlaceStorm", {"sector": "18"}),
    ):
        evening.must("host", act, **fields)
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    acting = evening.public.first_player
    evening.must(acting, "Ship", kind="down", goal="Carthag", normal="1")
    evening.must("bene_gesserit", "SendAlong", goal="Polar Sink")
    text = evening.phones[acting].get(f"/t/{evening.table}/me").text
    assert re.search(r'id="turn"[^>]* inert', text) and 'value="Carthag"' in text and "Ready: no Karama" in text
    evening.must("host", "CloseWindow")
    text = evening.phones[acting].get(f"/t/{evening.table}/me").text
    assert 'id="turn"' in text and not re.search(r'id="turn"[^>]* inert', text)
