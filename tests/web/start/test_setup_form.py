"""The start page, and the set-up form: what is typed there is never lost without a word."""

from __future__ import annotations

import pytest
from werkzeug.datastructures import MultiDict

from referee.common.boxes import BOXES, MODULES
from referee.common.factions import FACTIONS
from referee.kernel import BadCommand
from referee.web.start.setup_form import Entered
from tests.kit.evening import Evening


def test_0_08_one_more_seat_comes_with_a_free_faction() -> None:
    made = Entered()
    for _ in FACTIONS:
        made.one_more()
    taken = [row.faction for row in made.rows if row.faction]
    assert len(set(taken)) == len(taken) == min(len(FACTIONS), len(made.rows))


def test_0_08_a_player_without_a_faction_is_asked_about_and_not_dropped() -> None:
    typed = [("faction", "atreides"), ("faction", "emperor"), ("faction", ""), ("player", "A"), ("player", "B")]
    Entered.read(MultiDict(typed)).ask()
    with pytest.raises(BadCommand, match="Zed has no faction"):
        Entered.read(MultiDict([*typed, ("player", "Zed")])).ask()


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
