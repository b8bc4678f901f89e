"""A phone says each thing once: who else is waited for, what may be claimed, what was answered, what is filled in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from referee.offers.offer import HeadCount
from referee.offers.waiting import duties_of
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.turn.next_phase import GoTo
from tests.kit import SCREEN, Evening, LiveTable, set_up

SEATS = ("emperor", "atreides", "fremen", "harkonnen", "spacing_guild", "bene_gesserit")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path).begin(set_up(SEATS, K8="off", M3="on", spice=dict.fromkeys(SEATS, 9)))
    yield made
    made.close()


def phone(evening: Evening, seat: str, part: str = "") -> str:
    return evening.phones[seat].get(f"/t/{evening.table}/me{part}", SCREEN if part else None).text


def test_a_phone_counts_the_others_where_its_own_player_is_asked_too(evening: Evening) -> None:
    evening.must("host", "StartTurnOne", first="emperor")
    assert "6 of 6 players choose a leader skill" in evening.host.get(f"/t/{evening.table}/").text
    mine = phone(evening, "fremen")
    assert "all others choose a leader skill" in mine.lower() and "not Fremen" not in mine


def test_1_03_01_a_headline_that_asks_is_not_followed_by_the_same_in_other_words(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="choam_charity", anyway="1")
    words = "Players with fewer than 2 spice may claim charity."
    mine = phone(evening, "fremen")
    assert "0 or 1 spice? Claim charity" in mine and words not in mine
    assert words in evening.host.get(f"/t/{evening.table}/").text


def test_with_hints_the_table_screen_says_that_the_player_who_is_asked_does_it_on_their_phone(
    evening: Evening,
) -> None:
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    page = f"/t/{evening.table}/"
    assert "On their phone." not in evening.host.get(page).text
    evening.must("host", "ChangeOption", option="L1", value="on")
    assert "On their phone." in evening.host.get(page).text


def test_1_07_06_06_behind_the_shield_an_answer_about_a_traitor_is_told_once(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="battle", anyway="1")
    fight = {"territory": "Carthag", "one": "harkonnen", "two": "emperor", "one_normal": 6, "two_normal": 5}
    evening.must("host", "BeginBattle", **fight)
    evening.must("harkonnen", "LockPlan", dial="1", leader="Feyd-Rautha")
    evening.must("emperor", "LockPlan", dial="1", leader="Caid")
    evening.must("fremen", "AnswerTraitor", answer="no")
    mine = phone(evening, "fremen", "/secret?tab=bid")
    told = mine.split("Only you heard")
    assert mine.count("call a traitor") == 1 and "Call a traitor" not in told[0] and len(told) == 2


def test_1_07_06_05_nothing_is_filled_in_where_each_answer_is_a_button() -> None:
    table = LiveTable("spacing_guild", "choam", hands={"spacing_guild": ("Stunner/1",), "choam": ()}, P1="dealt")
    table.do(GoTo("battle", anyway=True), BeginBattle("Carthag", "spacing_guild", "choam", 3, 0, 1, 0))
    plans = LockPlan("spacing_guild", 1, "Staban Tuek", "Stunner"), LockPlan("choam", 0, "Duke Verdun")
    table.do(*plans, Reveal())
    (due,) = duties_of(table.screen("spacing_guild"), "spacing_guild")
    assert (due.words, due.then) == ("keep or discard", "")


def test_1_06_01_the_tiles_say_in_which_place_each_ships(evening: Evening) -> None:
    for act, fields in (
        ("KeepCount", {}),
        ("SeatMarkers", {"seat": "emperor"}),
        ("PlaceStorm", {"sector": "18"}),
        ("GoTo", {"phase": "shipment", "anyway": "1"}),
    ):
        evening.must("host", act, **fields)
    tile = evening.host.get(f"/t/{evening.table}/").text
    assert [tile.count(word) for word in ("To act", "2nd", "6th", "7th")] == [1, 1, 1, 0]
    evening.must("emperor", "SayDone")
    tile = evening.host.get(f"/t/{evening.table}/").text
    assert [tile.count(word) for word in ("To act", "2nd", "3rd")] == [1, 0, 1]


def test_where_nobody_is_waited_for_table_and_phones_say_that_anyone_may_go_on(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="mentat_pause", anyway="1")
    mine, table = phone(evening, "fremen"), evening.host.get(f"/t/{evening.table}/").text
    assert "Nobody is waited for" in mine and "on the table screen." in mine
    assert "Nobody is waited for: anyone may tap." in table
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    first = evening.host.get(f"/t/{evening.table}/").text
    assert "anyone may" not in first and "anyone may" not in phone(evening, "fremen")


def test_who_has_no_traitor_yet_is_named_or_else_who_has() -> None:
    six, none = HeadCount("Traitors", 0, 5, "0.11", named=SEATS[:5], besides=SEATS[5:]), ()
    assert six.words == "Traitors 0 of 5: waiting for all but Bene Gesserit"
    assert replace(six, named=SEATS, besides=none).words == "Traitors 0 of 5: waiting for everyone"
    half = replace(six, named=SEATS[:4], besides=(*SEATS[4:], "ixian"))
    assert half.words == "Traitors 0 of 5: waiting for Emperor, Atreides, Fremen, Harkonnen"
    assert replace(six, named=none, besides=none).words == "Traitors 0 of 5"
