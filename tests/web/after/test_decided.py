"""4.97.68: a game that stops unfinished is decided by agreement, and every page says that it was, and by which way."""

from __future__ import annotations

import csv
import re
from io import StringIO
from typing import Any

import pytest

from referee.cli.play import answer_line
from tests.kit import SCREEN, Evening
from tests.web.after.test_after import rows

AGREED, WAY = "Decided by agreement: Harkonnen", "Most strongholds now"


def text_of(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub("(?s)<(style|script).*?</\\1>|<[^>]*>", "", page))


@pytest.fixture
def late(evening: Evening) -> Evening:
    """Return an evening in which Harkonnen hold one stronghold."""
    evening.must("host", "GoTo", phase="spice_collection", anyway="1")
    evening.must("host", "NameHolders", arrakeen="harkonnen")
    return evening


def decide(evening: Evening, way: str = "now", by: Any = None) -> Any:
    return (by or evening.host).post(f"/t/{evening.table}/after", {"act": "DecideGame", "way": way})


def test_4_97_68_the_page_has_a_button_for_each_way_for_who_steers_and_proposes_none(late: Evening) -> None:
    page = late.host.get(f"/t/{late.table}/after").text
    assert sorted(re.findall(r'name="way" value="(\w+)"', page)) == ["end", "now", "turns"]
    assert "Does everybody agree?" in page and "btn-go" not in page.partition("If the game stops now")[2]
    assert "DecideGame" not in late.onlooker.get(f"/t/{late.table}/after").text
    for other in (late.onlooker, late.phones["harkonnen"]):
        assert decide(late, by=other).status_code >= 400


def test_4_97_68_every_page_says_that_it_was_decided_and_by_which_way(late: Evening) -> None:
    base = f"/t/{late.table}"
    assert decide(late).status_code in {200, 303}
    for path in (f"{base}/after", f"{base}/after/picture.svg", f"{base}/after/evening.html", f"{base}/", f"{base}/log"):
        told = text_of(late.onlooker.get(path).text)
        assert AGREED in told and WAY in told, path
        assert "Harkonnen win" not in told and "Harkonnen won" not in told, path
    phone = text_of(late.phones["harkonnen"].get(f"{base}/me").text)
    assert AGREED in phone and "You win" not in phone
    assert f"over in turn 1. {AGREED}" in text_of(late.onlooker.get("/").text)
    assert "Play again with the same people" in late.host.get(f"{base}/").text
    assert "If the game stops now" not in late.host.get(f"{base}/after").text
    late.must("host", "Undo")
    assert "Turn 1, and nobody has won yet" in text_of(late.onlooker.get(f"{base}/after").text)


def test_4_97_68_once_it_is_decided_the_table_screen_says_so(late: Evening) -> None:
    answer = late.host.post(f"/t/{late.table}/after", {"act": "DecideGame", "way": "now"}, SCREEN)
    assert answer.headers["HX-Redirect"] == f"/t/{late.table}/"
    assert decide(late, by=late.host).status_code >= 400  # once


def test_4_97_68_statistics_and_league_count_it_as_decided_and_not_as_won(late: Evening) -> None:
    decide(late)
    (game,) = rows(late.onlooker.get("/games").text, "Games")
    assert game[3].startswith("Decided by agreement: Harkonnen (")
    counted = {row[0]: row[2:5] for row in rows(late.onlooker.get("/games").text, "Factions")}
    assert counted["Harkonnen"] == ["1", "0", "1"], "over, won, decided"
    page = late.onlooker.get("/league").text
    assert {row[0]: row[1:4] for row in rows(page, "Factions")}["Harkonnen"] == ["1", "0", "1"]
    assert rows(page, "How games ended") == [[f"Decided by agreement: {WAY}", "1"]]
    table = [*csv.DictReader(StringIO(late.onlooker.get("/league.csv").text))]
    assert {row["won"] for row in table} == {"0"} and {row["way"] for row in table} == {f"Decided by agreement: {WAY}"}
    assert [row["faction"] for row in table if row["decided"] == "1"] == ["Harkonnen"]


def test_4_97_68_a_decision_that_was_wrong_is_a_case_that_replays(late: Evening) -> None:
    decide(late)
    number = len(late.public.log)
    for viewer in ("host", "harkonnen"):
        own = "" if viewer == "host" else "me/"
        case = late.who(viewer).get(f"/t/{late.table}/{own}why/{number}/case.jsonl").text
        answer = answer_line(case)
        assert (answer["legal"], answer["same"]) == (True, True), answer


def test_4_97_68_strongholds_are_held_and_not_in_hand_in_french(late: Evening) -> None:
    page = text_of(late.host.get(f"/t/{late.table}/after?language=fr").text)
    assert "Les Harkonnen tiennent Arrakeen." in page and "en main" not in page
