"""Each browser has its own language: chosen by its owner, kept by itself, and seen by nobody else."""

from __future__ import annotations

import re
from pathlib import Path
from re import findall
from typing import Any

import pytest

from referee.kernel import PUBLIC, say
from referee.languages.language import language
from referee.web.http.bell import KEEP, Stream
from tests.benchmarks.taps import calls, open_pages
from tests.kit import SIX, Browser, Evening, set_up
from tests.web.play.test_calls import BID


def lang(browser: Browser, path: str) -> str:
    return str(findall(r'<html lang="(\w+)"', browser.get(path).text)[0])


def me(evening: Evening) -> str:
    return f"/t/{evening.table}/me"


def test_a_browser_gets_its_owner_s_language_until_another_is_chosen(evening: Evening) -> None:
    phone, austrian = evening.phones["emperor"], {"Accept-Language": "de-AT,de;q=0.9,en;q=0.5"}
    assert '<html lang="de"' in phone.get(me(evening), austrian).text
    assert '<html lang="en"' in phone.get(me(evening), {"Accept-Language": "it-IT,en;q=0.5"}).text
    assert '<html lang="fr"' in phone.get(f"{me(evening)}?language=fr", austrian).text
    assert '<html lang="fr"' in phone.get(me(evening), austrian).text and lang(phone, "/") == "fr"


def test_an_unfinished_language_surprises_nobody_and_says_what_it_is(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.app.languages.UNFINISHED", ("de",))
    phone = evening.phones["emperor"]
    page = phone.get(f"{me(evening)}?tab=more", {"Accept-Language": "de-AT,fr;q=0.9"}).text
    assert '<html lang="fr"' in page and re.search(r'value="de" lang="de"[^>]*>Deutsch<small>', page)
    assert not re.search(r'value="es" lang="es"[^>]*>Español<small>', page)


def test_what_answers_in_a_language_is_made_ready_once_before_anybody_asks(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = list[list[str]]()
    names = lambda *works: made.append([f"{one.func.__name__} {one.args[0]}" for one in works])  # noqa: E731
    monkeypatch.setattr("referee.web.app.languages.make_ready", names)
    phone, page = evening.phones["emperor"], me(evening)
    for _ in range(2):
        phone.get(page, {"Accept-Language": "de-AT,fr;q=0.5"})
        phone.post("/language", {"language": "es", "back": page})
        evening.phones["fremen"].get(page, {"Accept-Language": "en"})
    assert made == [[f"{one} {code}" for one in ("language", "texts", "lookup", "in_english")] for code in ("de", "es")]


def test_a_language_is_kept_by_each_browser(evening: Evening) -> None:
    phone = evening.phones["emperor"]
    assert lang(phone, f"{me(evening)}?language=de") == "de" and phone.cookie("language") == "de"
    assert lang(phone, me(evening)) == "de" and lang(evening.phones["fremen"], me(evening)) == "en"
    assert lang(phone, f"{me(evening)}?language=xx") == "de"


def test_two_taps_change_it_and_the_page_stays(evening: Evening) -> None:
    phone = evening.phones["emperor"]
    phone.get(f"{me(evening)}?language=de")
    more = phone.get(f"{me(evening)}?tab=more").text
    buttons = findall(r'<button class="btn[^"]*" name="language" value="(\w+)"', more)
    assert buttons == ["en", "de", "fr", "es"] and "unfertig" not in more and "Français" in more
    answer = phone.post("/language", {"language": "fr", "back": me(evening)})
    assert (answer.status_code, answer.location) == (303, me(evening)) and lang(phone, me(evening)) == "fr"
    phone.post("/language", {"language": "en", "back": me(evening)})
    assert lang(phone, me(evening)) == "en" and "Unfinished" not in phone.get(me(evening)).text


def test_the_choice_leads_back_to_the_page_that_was_looked_at(evening: Evening) -> None:
    """A menu is fetched, and a stream has an address of its own: neither is a page."""
    table = f"/t/{evening.table}/"
    for browser, menu, page in (
        (evening.host, f"{table}more?see=pages", table),
        (evening.phones["emperor"], f"{me(evening)}?tab=more", f"{me(evening)}?tab=more"),
    ):
        (back,) = findall(r'name="back" value="([^"]*)"', browser.get(menu, {"HX-Request": "true"}).text)
        assert browser.post("/language", {"language": "fr", "back": back}).location == back == page


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org/x", "", "javascript:alert(1)", "me"])
def test_the_way_back_is_a_page_of_this_program(evening: Evening, back: str) -> None:
    answer = evening.browser().post("/language", {"language": "fr", "back": back})
    assert (answer.status_code, answer.location) == (303, "/")
    assert evening.browser().post("/language", {"language": "xx", "back": "/J/"}).headers.get("Set-Cookie") is None


def test_the_page_where_a_seat_is_taken_and_its_refusal_are_in_the_language(evening: Evening) -> None:
    guest = evening.browser()
    assert "Platz nehmen" in guest.get("/J/?language=de").text
    refused = guest.post("/J/", {"code": "WRONG1"}).text
    assert "Dieser Code ist falsch" in refused and "wrong" not in refused


def test_a_refusal_is_worded_for_who_reads_it(evening: Evening) -> None:
    turn = evening.bidding.turn
    evening.phones[turn].get(f"{me(evening)}?language=es")
    other = next(seat for seat in SIX if seat != turn)
    evening.phones[other].get(f"{me(evening)}?language=fr")
    assert "Ce n’est pas à vous d’enchérir." in evening.tap(other, "Bid", amount=3, seen=evening.sight()).text
    assert "Puja un número entero." in evening.tap(turn, "Bid", amount="1.5", seen=evening.sight()).text
    evening.tap(turn, "Bid", amount=90, seen=evening.sight())  # too much: said behind the shield
    secret = f"{me(evening)}/secret?tab=bid"
    assert "Tu límite es 20, no 90." in evening.phones[turn].get(secret).text
    evening.phones[turn].get(f"{me(evening)}?language=de")
    assert "Dein Limit liegt bei 20, nicht 90." in evening.phones[turn].get(secret).text


def play(evening: Evening) -> None:
    evening.bid(1)
    evening.bid(3)
    evening.passes(5)
    evening.must("host", "CloseWindow")


def test_a_language_of_one_seat_changes_no_byte_of_the_others(tmp_path: Path) -> None:
    seen: list[dict[Any, Any]] = []
    for spoken in ("", "de"):
        evening = Evening(tmp_path / (spoken or "en")).begin(set_up(spice=dict.fromkeys(SIX, 20)))
        if spoken:
            evening.phones["emperor"].get(f"{me(evening)}?language={spoken}")
        evening.open_card()
        play(evening)
        others = [PUBLIC, "host", *(seat for seat in SIX if seat != "emperor")]
        table = evening.table
        paths = {"host": ["", "more", "log"], PUBLIC: ["", "log"]}
        pages = {
            (who, path): evening.bytes_of(who, f"/t/{table}/{path}")
            for who in others
            for path in paths.get(who, ["me", "me/secret?tab=bid", "me?tab=more", "me/log"])
        }
        pages["journal", ""] = evening.who("host").get(f"/t/{table}/export.jsonl").data
        seen.append({key: str(page).replace(table, "table") for key, page in pages.items()})
        evening.close()
    assert seen[0].keys() == seen[1].keys() and len(seen[0]) == 26
    assert not [key for key in seen[0] if seen[0][key] != seen[1][key]]


def test_three_languages_at_a_table_cost_less_than_a_third_more(evening: Evening) -> None:
    for code, seats in (("de", ("atreides", "bene_gesserit")), ("fr", ("emperor", "fremen"))):
        for seat in seats:
            evening.phones[seat].show("language", code)
    evening.host.show("language", "de")
    pages = open_pages(evening)
    evening.bid(1)
    heard = [len(page.heard) for page in pages]
    count = calls(lambda: evening.bid(2))
    assert all(len(page.heard) > was for page, was in zip(pages, heard, strict=True))
    assert count < BID * 4 / 3


class Page:
    """A page that takes all it is sent."""

    full = False

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def put(self, words: bytes) -> None:
        self.heard.append(words)

    def flush(self) -> None: ...

    def close(self) -> None: ...


def test_open_pages_are_told_each_in_its_own_language(evening: Evening) -> None:
    pages: list[Page] = []

    def keep(stream: Stream) -> None:
        pages.append(Page())
        stream.begin(pages[-1])

    for seat, code in (("emperor", "de"), ("fremen", "fr"), ("atreides", "es"), ("harkonnen", "en")):
        evening.phones[seat].get(f"{me(evening)}?language={code}")
        given: dict[str, Any] = {KEEP: keep}
        evening.phones[seat].get(f"{me(evening)}/stream?tab=bid", headers={"X-Page": seat}, **given)
    evening.bid(1)
    said = [b"".join(page.heard).decode() for page in pages]
    buttons = [*(language(code).said(say("Bid {amount}", amount=2)) for code in ("de", "fr", "es")), "Bid 2"]
    assert len({*buttons}) == 4
    for button, page in zip(buttons, said, strict=True):
        assert [other for other in buttons if other in page] == [button]


def test_a_table_is_named_in_the_language_of_who_sets_it_up(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    evening.steer()
    assert 'name="table" value="La table de ce soir"' in evening.host.get("/new?language=fr").text
    evening.close()
