"""The rules on screen: what holds now, readings switched in place, the table's own rulings, a page to print."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import setting
from referee.languages.language import language
from referee.phases.bidding.order_of_bidding import BIDDING_AGAIN
from referee.rulebook.book import rulebook
from referee.rulebook.lookup import ask_in
from referee.running.hall import Hall
from referee.running.sitting import Sitting
from referee.web.app.context import program_of
from referee.web.factory import create_app
from referee.web.http.credentials import HOST

SEATS = ("atreides", "emperor", "harkonnen")
ORIGIN = {"Origin": "http://localhost"}


@pytest.fixture
def table(tmp_path: Path) -> Sitting:
    hall = Hall(tmp_path)
    name, sitting = hall.create("Evening")
    sitting.act(SetTable("Evening", tuple(SeatEntry(seat) for seat in SEATS), "emperor"), "host")
    app = create_app(hall)
    client = app.test_client()
    cookie = program_of(app).keyring(name).issue(HOST, "laptop").cookie
    client.set_cookie(cookie["key"], cookie["value"])
    sitting.client = client  # type: ignore[attr-defined]
    return sitting


def _client(sitting: Sitting) -> FlaskClient:
    client: FlaskClient = sitting.client  # type: ignore[attr-defined]
    return client


def _post(sitting: Sitting, path: str, **words: str) -> str:
    return _client(sitting).post(path, data=words, headers=ORIGIN, follow_redirects=True).get_data(as_text=True)


def _page(sitting: Sitting, path: str) -> str:
    return _client(sitting).get(path).get_data(as_text=True)


def test_a_ruling_is_kept_under_its_rule_and_found_by_the_search(table: Sitting) -> None:
    words = "Whoever sneezes has passed"
    _post(table, "/t/evening-1/rules/1.04.06.01", act="Decide", rule="1.04.06.01", words=words)
    assert words in _page(table, "/t/evening-1/rules/1.04.06.01")
    assert words in _page(table, "/t/evening-1/rules?q=what+about+sneezes+while+bidding")
    assert words in _page(table, "/t/evening-1/log")
    assert words not in _page(table, "/t/evening-1/rules/1.04.02")


def test_a_table_plays_it_so_and_the_same_question_finds_it_first(table: Sitting) -> None:
    asked, words = "can i ship onto the polar sink", "The Polar Sink costs nothing here"
    assert "1.06.06 answers it" in _page(table, "/t/evening-1/rules?q=do+worms+hate+the+polar+sink")
    page = _page(table, "/t/evening-1/rules?q=how+much+does+shipping+cost+per+force")
    assert "Play it this way" in page and "Keep this answer" in page
    _post(table, "/t/evening-1/rules/1.06.03.01", act="KeepAnswer", rule="1.06.03.01", words=words, question=asked)
    again = _page(table, "/t/evening-1/rules?q=shipping+to+the+polar+sink")
    assert "This table plays it this way" in again and again.index(words) < again.index("1 spice for each force")
    assert words not in _page(table, "/t/evening-1/rules?q=how+do+worms+work")
    assert asked in _page(table, "/t/evening-1/log")


def test_what_may_answer_is_shown_as_not_sure(table: Sitting) -> None:
    page = _page(table, "/rules?q=how+many+solari+does+a+concubine+earn")
    assert "Not sure. Nearest:" in page and "Chapters" in page


def test_a_ruling_under_no_rule_is_refused_with_a_sentence(table: Sitting) -> None:
    before = len(table.rows())
    said = _post(table, "/t/evening-1/rules/1.04.02", act="Decide", rule="9.99", words="Anything goes")
    assert "No rule has that number" in said
    assert len(table.rows()) == before


def test_a_reading_is_switched_from_the_entry_it_belongs_to(table: Sitting) -> None:
    said = _post(table, "/t/evening-1/rules/4.91.01", act="ChangeOption", option="B1", value="final")
    assert "No, a pass is final" in said
    assert setting(table.screen("public"), BIDDING_AGAIN) == "final"


def test_an_onlooker_may_read_but_not_switch(table: Sitting) -> None:
    stranger = _client(table).application.test_client()
    assert "Play it this way" not in stranger.get("/t/evening-1/rules/4.91.01").get_data(as_text=True)
    answer = stranger.post("/t/evening-1/rules/4.91.01", data={"act": "ChangeOption"}, headers=ORIGIN)
    assert answer.status_code == 403


def test_every_phase_and_faction_has_a_page_to_print(table: Sitting) -> None:
    for chapter, said in (("1.04", "1.04.06.03"), ("2.05", "2.05.08"), ("3.01", "3.01.11.04")):
        assert said in _page(table, f"/rules/digest/{chapter}")
    assert _client(table).get("/rules/digest/1.04.06").status_code == 404


def test_what_people_type_is_escaped_and_never_breaks_the_page(table: Sitting) -> None:
    for query in ("<script>alert(1)</script>", "' OR 1=1 --", '"', "a" * 5000, "💥", "\x00"):
        answer = _client(table).get("/t/evening-1/rules", query_string={"q": query})
        assert answer.status_code == 200
        assert "<script>alert" not in answer.get_data(as_text=True)


def test_who_asked_is_kept_and_all_rulings_are_listed(table: Sitting) -> None:
    _post(table, "/t/evening-1/rules/4.91.01", act="ChangeOption", option="B1", value="final", asked="harkonnen")
    words = "Fallen dice are rolled anew"
    _post(table, "/t/evening-1/rules/1.04.02", act="Decide", rule="1.04.02", words=words, asked="emperor")
    listed = _page(table, "/t/evening-1/rules")
    assert f"asked by the Emperor: {words}" in listed
    assert "(asked by Harkonnen)" in listed


def test_a_question_without_answer_offers_the_chapters_and_other_answers_are_called_so(table: Sitting) -> None:
    lost = _page(table, "/rules?q=how+do+i+bake+bread")
    assert "I don&#39;t know" in lost and "Bidding" in lost and "/rules/0" in lost
    assert "Other answers" in _page(table, "/rules?q=harkonnen+top+card")
    alike = _page(table, "/rules?q=lasgun+shield")
    assert "One of these answers it" in alike and "no defense stops it" in alike and "explo" in alike
    assert "One of these answers it" in _page(table, "/rules?q=hand+limit")
    assert "Other answers" not in _page(table, "/rules/3.01.14")


def test_each_reading_stands_under_the_name_of_its_option(table: Sitting) -> None:
    said = _page(table, "/rules/1.04.06.03")
    assert said.index("A winner who cannot pay:") < said.index("Auction the card again") < said.index("Back at once")


def test_a_list_in_a_rule_is_a_list_on_the_page(table: Sitting) -> None:
    for page in ("/rules/3.01.14", "/rules?q=lasgun+shield"):
        assert ">- " not in _page(table, page)
    assert "<li>Both leaders die, and nobody is paid for them.</li>" in _page(table, "/rules/3.01.14")


def test_a_question_about_the_table_is_answered_above_its_rule(table: Sitting) -> None:
    said = _page(table, "/t/evening-1/rules?q=whose+turn+is+it")
    question, answer, rule = (said.index(part) for part in ("“whose turn is it”", "<mark>", "For whom the table waits"))
    assert question < answer < rule


def test_names_of_buttons_are_bold_in_the_marked_sentence(table: Sitting) -> None:
    said = _page(table, "/rules?q=can+i+take+back+my+bid")
    assert "*Take back*" not in said and "Yes: tap" in said


def test_of_the_referee_itself_nobody_is_told_to_do_it_on_the_board(table: Sitting) -> None:
    told = "The players do this on the board."
    assert told not in _page(table, "/rules/4.97.17.01") and told in _page(table, "/rules/1.06.03.03")


def test_two_answers_that_are_about_as_likely_are_two_paragraphs(table: Sitting) -> None:
    asked = "does it need wifi"
    first = ask_in("en", asked).hits[0]
    said = unescape(_page(table, f"/rules?q={asked}"))
    assert first.also and all(f"<mark>{one}</mark>" in said for one in (first.sentence, *first.also))


def test_a_ruling_that_answers_stands_once_and_so_does_a_first_sentence(table: Sitting) -> None:
    for asked in ("can i join late", "does it need wifi"):
        first, said = ask_in("en", asked).hits[0], unescape(_page(table, f"/rules?q={asked}"))
        (ruling,) = (one for one in first.entry.rulings if one.told in (first.sentence, *first.also))
        assert said.count(ruling.question) == said.count(ruling.answer) == 1
    for asked in ("does the guild round half a price up", "may i bid with a full hand and then discard"):
        first, said = ask_in("en", asked).hits[0], unescape(_page(table, f"/rules?q={asked}"))
        assert first.entry.text[0].startswith(first.sentence) and said.count(first.sentence) == 1
    german = _page(table, "/rules?q=platz schaffen durch abwerfen nach dem kauf&language=de")
    ruling = next(one for one in rulebook()["1.04.03"].rulings if "discard a card afterwards" in one.question)
    assert unescape(german).count(str(language("de").said(ruling.answer))) == 1
