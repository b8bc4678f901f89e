"""The evening as one file and one picture: they need no server, and hold nothing that not everybody heard."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any
from xml.etree import ElementTree

import pytest

from referee.common.boxes import MODULES
from referee.common.factions import faction_name
from referee.running.journal import FileJournal
from referee.web.after import kept as kept_pages
from referee.web.after import times
from tests.kit import Evening, Play, set_up
from tests.stand_in.games import Game

MOST_BYTES = 500_000
PAGES = "picture.svg", "evening.html"
SVG = "{http://www.w3.org/2000/svg}"
LEADS_AWAY = re.compile(r"""(?:src|href|action|url)\s*[=(]\s*["']?(?!#|data:)([^"')>\s]+)""")


@pytest.fixture
def over(play: Play) -> Evening:
    evening = play("Karama/1", "Snooper/1")
    evening.open_card()
    evening.bid(3)
    evening.passes(5)
    evening.must("host", "CloseWindow")
    return evening


def kept(evening: Evening, query: str = "") -> str:
    answer = evening.onlooker.get(f"/t/{evening.table}/after/evening.html{query}")
    assert answer.status_code == 200 and answer.headers["Content-Disposition"].startswith("attachment")
    return answer.text


def test_the_file_needs_nothing_from_elsewhere_and_is_small(over: Evening) -> None:
    text = kept(over)
    assert len(text.encode()) < MOST_BYTES
    assert LEADS_AWAY.findall(text) == [] and "import(" not in text and "fetch(" not in text


def test_each_phase_is_shown_once_and_the_last_one_at_first(over: Evening) -> None:
    text = kept(over)
    told = re.findall(r'class="told( is-shown)?" data-n="(\d+)"', text)
    assert [int(n) for _, n in told] == [*range(len(told))]
    assert [n for n, (shown, _) in enumerate(told) if shown] == [len(told) - 1]
    assert f'max="{len(told) - 1}"' in text and "Sold to Atreides for 3." in text
    assert "<h2>Prices of the cards</h2>" in text and "min-width:40rem" not in text


def test_what_a_turn_begins_with_is_told_with_its_first_phase(play: Play) -> None:
    evening = play()
    for phase in ("mentat_pause", "storm"):
        evening.must("host", "GoTo", phase=phase, anyway="1")
    text = kept(evening)
    heading = text.rpartition("Turn 2 begins.")[0].rpartition("<h2>")[2].partition("</h2>")[0]
    assert heading == "Turn 2, storm" and "Turn 2, Mentat Pause" not in text


def test_the_file_tells_what_everybody_heard_and_no_more(over: Evening) -> None:
    before = kept(over)
    over.must("emperor", "GiveSpice", to="harkonnen", amount="4")
    assert kept(over) == before
    assert not any(card in before for card in ("Snooper", "Karama/1"))


def test_the_file_is_in_the_language_of_whoever_saves_it(over: Evening) -> None:
    assert '<html lang="de"' in kept(over, "?language=de") and "noch hat niemand gewonnen" in kept(over, "?language=de")


def test_the_picture_is_one_drawing_that_needs_nothing_from_elsewhere(over: Evening) -> None:
    answer = over.onlooker.get(f"/t/{over.table}/after/picture.svg")
    assert answer.mimetype == "image/svg+xml" and LEADS_AWAY.findall(answer.text) == []
    assert "style-src 'unsafe-inline'" in answer.headers["Content-Security-Policy"], (
        "opened by itself it has its colors"
    )
    drawn = ElementTree.fromstring(answer.text)
    assert (drawn.get("width"), drawn.get("height")) == ("1200", "1500")
    words = ["".join(one.itertext()) for one in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert "Most expensive card" in words and any(one.startswith("3 spice, ") for one in words)
    over.must("atreides", "KeepNote", text="Harkonnen bought poison")
    assert over.onlooker.get(f"/t/{over.table}/after/picture.svg").text == answer.text


def words_of(picture: str) -> list[str]:
    return ["".join(one.itertext()) for one in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def test_picture_and_file_say_when_it_was_who_sat_where_and_for_whom_the_referee_played(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin({**set_up(name="Thursday"), "player": ["Anna", "Bernd", *[""] * 4]})
    for seat in list(evening.public.seats)[1:3]:
        evening.must("host", "LetRefereePlay", seat=seat)
    picture, file = (evening.onlooker.get(f"/t/{evening.table}/after/{page}").text for page in PAGES)
    day = datetime.fromtimestamp(evening.public.log[0].at / 1000).astimezone().date().isoformat()
    one, two, three, *_ = map(faction_name, evening.public.seats)
    evening.close()
    words = words_of(picture)
    assert f"Thursday \u00b7 {day}" in words and f">Thursday \u00b7 {day}<" in file
    there = ["Anna", one, "Bernd", f"{two} \u00b7 referee plays", three, "referee plays"]
    assert words[words.index("Anna") :][: len(there)] == there
    assert f"{two}, Bernd \u00b7 referee plays" in file and f"{three} \u00b7 referee plays" in file


def test_a_game_with_every_box_is_small_too_because_each_thing_is_drawn_once(tmp_path: Path) -> None:
    seats = ["ixian", "fremen", "harkonnen"]
    game = Game(5, seats, seats, {key: module.value for key, module in MODULES.items()})
    game.shown = False
    journal = FileJournal(tmp_path / "boxes.referee")
    for act in game.play(1).acts():
        journal.append(act)
    journal.close()
    evening = Evening(tmp_path)
    file = evening.onlooker.get("/t/boxes/after/evening.html").text
    evening.close()
    used, drawn = (re.findall(f'<{words}([bwstp]\\d+)"', file) for words in ('use href="#', 'g id="'))
    assert len({*drawn}) == len(drawn) and {*used} == {*drawn} and len(used) > 3 * len(drawn)
    assert {"b", "w", "p"} <= {one[0] for one in drawn}


def test_no_line_of_the_picture_runs_out_of_it_and_the_map_keeps_clear_of_them(
    over: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [(f"Title {n}", "Harkonnen win 11 to 5 against Bene Gesserit in Habbanya Sietch, turn 10") for n in range(6)]
    monkeypatch.setattr("referee.web.after.kept.facts_of", lambda public, sealed: told)
    drawn = ElementTree.fromstring(over.onlooker.get(f"/t/{over.table}/after/picture.svg").text)
    lines = [one for one in drawn.iter("{http://www.w3.org/2000/svg}text") if one.get("class") == "fact"]
    assert len(lines) == 12 and all(len("".join(one.itertext())) <= 54 for one in lines)
    at = [int(one.get("y", 0)) for one in lines]
    board = next(one for one in drawn.iter("{http://www.w3.org/2000/svg}svg") if one.get("class") == "map")
    assert int(board.get("y", 0)) + int(board.get("height", 0)) < min(at) - 28 and max(at) < 1500


def test_what_the_picture_tells_is_in_the_language_of_who_saves_it(over: Evening) -> None:
    words = words_of(over.onlooker.get(f"/t/{over.table}/after/picture.svg?language=de").text)
    assert "3 Spice, Atreides, Runde 1" in words and "Teuerste Karte" in words


def test_the_page_after_the_game_leads_to_it(over: Evening) -> None:
    assert f'href="/t/{over.table}/after/evening.html"' in over.onlooker.get(f"/t/{over.table}/after").text
    assert f'href="/t/{over.table}/after/picture.svg"' in over.onlooker.get(f"/t/{over.table}/after").text


def test_an_evening_that_stops_without_a_winner_is_headed_by_its_turn(play: Play) -> None:
    evening = play()
    evening.must("host", "GoTo", phase="mentat_pause", anyway="1")
    for page in ("after", "after/evening.html", "after/picture.svg"):
        said = evening.host.get(f"/t/{evening.table}/{page}").text
        assert "Turn 1, and nobody has won yet" in said and "So far:" not in said, page


SLOW = {
    "after/picture.svg": (kept_pages, "scene"),
    "after/evening.html": (kept_pages, "scene"),
    "after": (times, "spent"),
}


@pytest.mark.parametrize("page", SLOW)
def test_nobody_waits_while_the_evening_is_drawn(over: Evening, monkeypatch: pytest.MonkeyPatch, page: str) -> None:
    module, name = SLOW[page]
    free, drawn = list[bool](), getattr(module, name)

    def look() -> None:
        lock = over.sitting.locked()
        free.append(lock.acquire(blocking=False))
        if free[-1]:
            lock.release()

    def watched(*words: Any, **named: Any) -> Any:
        other = Thread(target=look)
        other.start()
        other.join()
        return drawn(*words, **named)

    monkeypatch.setattr(module, name, watched)
    assert over.onlooker.get(f"/t/{over.table}/{page}").status_code == 200
    assert free and all(free)


def test_the_picture_opens_whatever_a_table_is_called(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin(set_up(name="a\x01b\x0b </title><script>\uffff"))
    drawn = evening.onlooker.get(f"/t/{evening.table}/after/picture.svg").text
    evening.close()
    assert "\x01" not in drawn and ElementTree.fromstring(drawn).tag.endswith("svg")
