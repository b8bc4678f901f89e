"""Practice pages: anybody's, a moment at a time; nothing is kept or reaches a game, and any input gets a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from html import unescape
from itertools import product
from pathlib import Path

import pytest

from referee.kernel import Command
from referee.lessons.at_the_table import Laid
from referee.lessons.lesson import PROGRAM, learners, lesson, powers_of
from referee.rulebook.book import rulebook
from referee.running.hall import Hall
from referee.web.factory import create_app
from referee.web.practice import practice
from tests.kit import SCREEN, Browser, Forms


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    return Hall(tmp_path_factory.mktemp("tables"))


@pytest.fixture(scope="module")
def guest(hall: Hall) -> Browser:
    return Browser().visit(create_app(hall))


def sent(command: Command) -> dict[str, str]:
    """Return a command as its form sends it."""
    made = {one.name: getattr(command, one.name) for one in fields(command) if one.name != "seat"}
    words = {name: value for name, value in made.items() if value is not None and value != ()}
    told = {name: str(int(value)) if isinstance(value, bool) else str(value) for name, value in words.items()}
    return {"act": type(command).__name__, **told}


def addresses() -> Iterator[tuple[str, int]]:
    for seat in learners():
        yield from ((seat, number) for number in range(1, len(lesson(seat).moments) + 1))


def test_each_moment_is_read_done_with_its_button_and_answered(guest: Browser) -> None:
    for seat, number in addresses():
        place, moment = f"/practice/{seat}/{number}", lesson(seat).moments[number - 1]
        table, behind = guest.get(place), guest.get(f"{place}/secret")
        command = Laid(seat, moment).tap
        name = f'value="{type(command).__name__}"'
        assert name in table.text or name in behind.text, f"{seat}, {moment.id}: no button"
        assert name in table.text or "shield" in str(moment.task), f"{seat}, {moment.id}: where is the button?"
        went = guest.post(place, sent(command))
        assert (went.status_code, went.headers.get("Location")) == (303, f"{place}/done"), (seat, moment.id)
        assert "Right." in guest.get(f"{place}/done?say={'yes' if moment.yes else 'no'}").text, (seat, moment.id)
        back = f"/practice/{seat}/{number - 1}" if number > 1 else "/practice"
        assert moment.title in unescape(table.text) and f'class="btn" href="{back}"' in table.text, (seat, moment.id)
    assert "Not so." in guest.get("/practice/harkonnen/3/done?say=yes").text
    assert "Right." not in guest.get("/practice/harkonnen/3/done").text


def test_a_lesson_ends_with_each_rule_of_the_faction(guest: Browser) -> None:
    for seat in learners():
        made = lesson(seat)
        done = guest.get(f"/practice/{seat}/{len(made.moments)}/done").text
        assert f'href="/practice/{seat}/powers"' in done
        closing = guest.get(f"/practice/{seat}/powers").text
        told = re.findall(r'class="chip" href="/rules/([^"]*)">', closing)
        levels = f"{made.chapter}.00"  # which rules are of which game, in numbers
        own = {one for one in rulebook() if one.startswith(made.chapter) and one != levels}
        own |= {one for one in rulebook()[made.chapter].see if one.startswith("1.14.")}  # what Karama unlocks
        assert len(told) > 10 and sorted(told) == sorted(own), seat


def test_the_closing_page_tells_each_power_whole_in_the_language_of_its_reader(guest: Browser) -> None:
    for seat, language in product(learners(), ("en", "de", "fr", "es")):
        closing = guest.get(f"/practice/{seat}/powers", headers={"Accept-Language": language}).text
        foreign = 'lang="en"' in closing.partition("<main")[2]
        assert not foreign and "<h2>" in closing, (seat, language)
    atreides = guest.get("/practice/atreides/powers").text
    basic, advanced = atreides.partition("Advanced game only")[::2]
    assert "Dr. Yueh 1" in basic and "look at one player&#39;s entire battle plan" in advanced
    assert "leader, weapon, defense, or the number on the wheel" in basic and "Kwisatz Haderach" not in basic
    assert "Forces lost to storm or worm do not." in advanced


def test_the_closing_page_asks_what_no_moment_asked_and_no_answer_is_open_before_it_is_tapped(guest: Browser) -> None:
    for seat in learners():
        made = lesson(seat)
        asked = {one.question for power in powers_of(made) for one in power.questions}
        assert 3 <= len(asked) == len(made.more) and not asked & {one.question for one in made.moments}, seat
        closing = guest.get(f"/practice/{seat}/powers").text
        assert closing.count('<details><summary class="btn"') == len(asked) and "<details open" not in closing


def test_stars_of_the_closing_page_stand_where_karama_stops_a_power() -> None:
    for seat in learners():
        for power in powers_of(lesson(seat)):
            silent = power.rule in {"2.07.06", "2.07.16"}  # 4.99.09
            assert power.star == (silent or bool(rulebook()[power.rule].star)), power.rule


def test_the_closing_page_leaves_out_how_the_program_does_it_and_no_power() -> None:
    for seat in learners():
        for power in powers_of(lesson(seat)):
            assert power.says and not PROGRAM.search(power.says[0].partition(". ")[0]), power.rule
    cache = next(one for one in powers_of(lesson("richese")) if one.rule == "2.10.17")
    assert len(cache.says) == 3 and not cache.advanced


def test_what_a_task_does_not_ask_gets_a_sentence_and_the_same_phone(guest: Browser) -> None:
    place = "/practice/harkonnen/3"
    other = guest.post(place, {"act": "Ship", "kind": "down", "normal": "3", "goal": "Carthag"})
    assert other.status_code == 200 and "not what this is about" in other.text
    dear = guest.post(place, {"act": "Ship", "kind": "down", "normal": "20", "goal": "Carthag"}, SCREEN)
    assert dear.status_code == 200 and 'role="alert"' in dear.text and 'id="now"' in dear.text
    for words in ({}, {"act": "Nothing"}, {"act": "Ship", "normal": "many"}, {"act": "SetTable"}, {"act": "GoTo"}):
        assert guest.post(place, words).status_code in {200, 400}


@pytest.mark.parametrize("place", ["/practice/nobody/1", "/practice/harkonnen/0", "/practice/harkonnen/99"])
def test_where_nothing_is_to_be_learned_a_sentence_says_so(guest: Browser, place: str) -> None:
    said = guest.get(place)
    assert (said.status_code == 404 and "list" in said.text) or "first one" in said.text


def test_tleilaxu_find_face_dancers_behind_their_shield_and_no_traitors(guest: Browser) -> None:
    behind = guest.get("/practice/tleilaxu/8/secret").text
    assert "Your Face Dancers" in behind and "Feyd-Rautha" in behind and "Your traitors" not in behind


def test_nothing_is_kept(guest: Browser, hall: Hall) -> None:
    guest.post("/practice/harkonnen/3", {"act": "Ship", "kind": "down", "normal": "4", "goal": "Carthag"})
    assert not hall.tables() and not list(hall.folder.iterdir())
    assert all("Set-Cookie" not in guest.get(f"/practice/harkonnen/3{page}").headers for page in ("", "/done"))


def test_a_form_works_without_script(guest: Browser) -> None:
    page = Forms()
    page.feed(guest.get("/practice/harkonnen/8").text)
    words = next(one for one in page.found if one.get("act") == "Bid" and one.get("amount") == "2")
    assert guest.post("/practice/harkonnen/8", words).status_code == 303


def test_who_practices_while_others_wait_comes_again(guest: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "SECONDS", 0.01)
    with practice.in_turn():
        said = guest.get("/practice/harkonnen/3")
    assert said.status_code == 503 and "practicing" in said.text
    assert guest.get("/practice/harkonnen/3").status_code == 200


def test_the_start_page_and_the_page_of_codes_lead_to_it(guest: Browser) -> None:
    assert 'href="/practice"' in guest.get("/").text and 'href="/practice"' in guest.get("/J/").text


def test_a_phone_that_waits_in_the_lobby_leads_to_its_own_lesson(tmp_path: Path) -> None:
    from tests.kit import evenings

    with evenings(tmp_path) as play:
        evening = play("Karama/1")
        assert 'href="/practice/fremen/1"' in evening.phones["fremen"].get(f"/t/{evening.table}/me").text
        evening.open_card()
        assert "/practice/" not in evening.phones["fremen"].get(f"/t/{evening.table}/me").text
