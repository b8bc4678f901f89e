"""The start page, and the set-up form: what is typed there is never lost without a word."""

from __future__ import annotations

import re

import pytest
from werkzeug.datastructures import MultiDict

from referee.common.boxes import BOXES, MODULES
from referee.common.factions import FACTIONS
from referee.kernel import BadCommand
from referee.web.start.setup_form import Entered
from tests.kit import SIX, Evening, set_up


def test_0_08_there_are_as_many_seats_as_players_and_none_of_nobody() -> None:
    made = Entered()
    made.rows[1].player, made.first = "Ana", 2
    for number in (3, 12, 2, 99, 6, 1):
        made.players(str(number))
        taken = [row.faction for row in made.rows]
        assert len(taken) == len(set(taken)) == min(max(number, 2), 12) and set(taken) <= set(FACTIONS)
        assert made.rows[made.first - 1].player == "Ana", "who sits there stays, and stays first player"
    for typed in ("", "many", "-3"):
        made.players(typed)
        assert len(made.rows) == 2


def test_4_94_one_tap_chooses_all_that_is_physical(evening: Evening) -> None:
    form = set_up(("atreides", "fremen", "harkonnen"))
    for name, wanted in (("real", ("told", "wheels")), ("bids", ("counts", "none")), ("phones", ("dealt", "phones"))):
        page = evening.host.post("/new", {**form, "preset": name}).text
        for key, value in zip(("P1", "P3"), wanted, strict=True):
            assert f'name="{key}" value="{value}" checked' in page
        assert re.findall(r'name="preset" value="(\w+)"[^>]*aria-pressed="true"', page) == [name]
        assert page.count('name="player"') == 3, "what was typed stays"
    assert evening.host.post("/new", {**form, "players": "4"}).text.count('name="player"') == 4


def test_0_08_a_first_game_is_basic_with_hints_and_all_dealt_and_the_second_takes_two_taps(evening: Evening) -> None:
    page = evening.host.get("/new?teach=1").text
    wanted = {"rules": "basic", "L1": "on", "P1": "dealt", "P4": "drawn", "P5": "dealt"}
    assert all(f'name="{key}" value="{value}" checked' in page for key, value in wanted.items())
    first = "Basic rules, hints on every screen"
    assert first in page and first not in evening.host.get("/new").text
    table = evening.set_table(set_up(("atreides", "fremen"), name="Old"))
    again = evening.host.get(f"/new?again={table}").text
    assert re.findall(r'name="player" value="(\w+)"', again) == ["P1", "P2"] and 'name="go"' in again


def test_0_08_a_rematch_keeps_its_number_of_turns_but_no_last_turn_and_no_end_agreed_on_for_the_evening_before(
    evening: Evening,
) -> None:
    def turns(last: str) -> tuple[list[str], list[str]]:
        chosen = set_up(("atreides", "fremen"), name=f"Turns {last}") | {"N1": last, "N2-seconds": "23:30"}
        evening.table = evening.set_table(chosen)
        evening.must("host", "GoTo", phase="storm")
        evening.must("host", "ChangeOption", option="N1", value="2")
        page = evening.host.get(f"/new?again={evening.table}").text
        number, end = (re.findall(rf'name="{key}" value="(\w+)" checked', page) for key in ("N1", "N2"))
        return number, end

    assert turns("10") == (["10"], ["none"]) and turns("7") == (["7"], ["none"])


def test_0_08_a_player_without_a_faction_is_asked_about_and_not_dropped() -> None:
    typed = [("faction", "atreides"), ("faction", "emperor"), ("faction", ""), ("player", "A"), ("player", "B")]
    Entered.read(MultiDict(typed)).ask()
    with pytest.raises(BadCommand, match="Zed has no faction"):
        Entered.read(MultiDict([*typed, ("player", "Zed")])).ask()


def test_no_name_and_no_reason_turns_the_words_around_it(evening: Evening) -> None:
    """What nobody sees is dropped where it is typed: marks of direction, control characters, empty letters."""
    people = ["\u2066Anna\x1b\u200b", "שלום", "👩\u200d👧", "", "", ""]
    evening.begin({**set_up(name="Friday\u202e\x00"), "player": people})
    evening.must("host", "CorrectSpice", seat="fremen", amount="1", reason="\u202ewon\x07 it")
    assert evening.public.name == "Friday"
    assert [evening.public.seats[seat].player for seat in SIX[:3]] == ["Anna", "שלום", "👩\u200d👧"]
    for path in ("", "log", "after/evening.html", "paper"):
        page = evening.host.get(f"/t/{evening.table}/{path}").text
        assert not {*page} & {*"\u202e\u2066\x00\x1b\x07"}, path


def test_the_start_page_leads_to_the_long_version(evening: Evening) -> None:
    assert 'href="/guide"' in evening.onlooker.get("/").text
    text = evening.onlooker.get("/guide").text
    assert all(part in text for part in ("Sit down", "Karama", "The laptop dies", "Your own rules"))


def test_every_page_on_the_table_s_laptop_is_dark_and_a_phone_s_as_it_likes(evening: Evening) -> None:
    pages = ("/", "/new", "/guide", "/games", f"/t/{evening.table}/", f"/t/{evening.table}/after")
    assert all('data-theme="dark"' in evening.host.get(page).text for page in pages)
    assert "data-theme" not in evening.onlooker.get("/guide").text
    open_to_it = ("/", "/guide", f"/t/{evening.table}/me", f"/t/{evening.table}/after", f"/t/{evening.table}/")
    assert not any("data-theme" in evening.phones["fremen"].get(page).text for page in open_to_it)


def ticked(page: str) -> set[str]:
    return {value for value in [*MODULES, *BOXES] if f'value="{value}" checked' in page}


def test_4_97_31_a_box_brings_its_modules_but_for_those_left_out_and_the_laptop_remembers_it(evening: Evening) -> None:
    first = next(key for key, one in MODULES.items() if one.box == "first")
    seats = {"faction": ["atreides", "fremen"], "player": ["", ""], "first": "1", "table": "Boxes", "rules": "advanced"}
    assert not ticked(evening.host.get("/new").text) & {*BOXES}
    table = evening.set_table({**seats, "box": "first", "module": [first, "P9", "T1"]})
    brought = {key: value for key, value in evening.public.options.items() if key in MODULES}
    assert brought == {first: MODULES[first].value}
    assert "first" in ticked(evening.host.get("/new").text)
    assert ticked(evening.host.get(f"/new?again={table}").text) == {"first", first}


def test_4_97_31_without_its_box_no_module_is_in_play(evening: Evening) -> None:
    form = MultiDict([("faction", "atreides"), ("faction", "fremen"), *(("module", key) for key in MODULES)])
    assert not {key for key, _ in Entered.read(form).ask().options} & MODULES.keys()


def test_after_a_restart_the_start_page_names_the_last_game_and_its_faces(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="storm", anyway="1")
    evening.restart()
    page = evening.host.get("/").text
    assert f'href="/t/{evening.table}/">Continue Evening, turn 1</a>' in page and "tap to open" not in page
    assert page.count('class="seal"') >= len(evening.public.seats)


def test_a_browser_that_steers_one_table_alone_is_dark_everywhere_and_finds_back(evening: Evening) -> None:
    kept = evening.browser("192.168.1.77")
    name = f"host-{evening.table}"
    evening.must("host", "GoTo", phase="storm", anyway="1")
    kept.show(name, evening.host.cookie(name))
    for path in (
        "/",
        "/guide",
        "/help",
        f"/t/{evening.table}/",
        f"/t/{evening.table}/paper",
        f"/t/{evening.table}/rules",
    ):
        assert 'data-theme="dark"' in kept.get(path).text, path
    assert "Continue Evening, turn 1" in kept.get("/").text and "Start a new table" not in kept.get("/").text
    assert 'data-theme="dark"' not in evening.browser("192.168.1.78").get("/guide").text
