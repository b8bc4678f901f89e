r"""P7: nobody else acts for a player: who may send, from which page, under which name; and what every answer carries.

Mutants (``python -m tests.promises.mutants 7`` tries them):
referee/web/http/guard.py: `    if source is None or source != _place(`
  -> `    if source is not None and source != _place(`
referee/web/http/guard.py: `name not in allowed and not _is_address(name)` -> `not name`
referee/web/http/guard.py: `    "X-Frame-Options": "DENY",` -> ``
referee/web/http/credentials.py: `_SHUT: Final = {"httponly": True, "samesite": "Lax"}`
  -> `_SHUT: Final = {"samesite": "Lax"}`
referee/web/join/controls.py: `    if not given[3]:` -> `    if False:` (another_screen)
referee/web/join/controls.py: `            program.keyring(table).take_from(key)` -> `            pass` (another_screen)
referee/web/join/controls.py: `            program.credentials.steerers.forget(mark)`
  -> `            pass` (printed_link)
referee/web/http/credentials.py: `            if self._held(HOST):` -> `            if False:` (printed_link)
referee/web/http/credentials.py: `self._journal.swap(GiveControls(device), (key,), ())`
  -> `self._journal.add(key)` (another_screen)
referee/web/join/controls.py: `same[MOST_OF_ONE - 1 :]` -> `same[99:]` (stranger)
static/host.js: `if (document.visibilityState !== 'visible') return;` -> `` (hidden)
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.kernel import PUBLIC
from tests.kit import ORIGIN, PLACE, ROOT, SCREEN, SIX, Evening, all_routes, send_to_route

POLICY = "Content-Security-Policy"
HEADERS = {
    POLICY: "default-src 'self'",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
FOREIGN: dict[str, dict[str, str]] = {
    "no origin": {"Origin": ""},
    "null": {"Origin": "null"},
    "evil": {"Origin": "http://evil.example"},
    "port": {"Origin": "http://192.168.1.5:8001"},
    "suffix": {"Origin": f"{ORIGIN}.evil.example"},
    "user": {"Origin": f"http://{PLACE}@evil.example"},
    "referer": {"Origin": "", "Referer": "http://evil.example/192.168.1.5:8000/"},
    "null with a good referer": {"Origin": "null", "Referer": f"{ORIGIN}/"},
}


def bid(auction: Evening, **options: Any) -> int:
    """Send a bid that is fine in itself; return the status."""
    sent = {"act": "Bid", "amount": "2", "seen": auction.sight(), "key": "once"}
    return auction.phones["atreides"].post(f"/t/{auction.table}/me", sent, **options).status_code


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=list(FOREIGN))
def test_p7_a_post_from_a_foreign_page_changes_nothing(auction: Evening, headers: dict[str, str]) -> None:
    rows = auction.rows()
    assert bid(auction, headers=headers) == 403 and auction.rows() == rows
    for method, path, _ in all_routes(auction):
        if method == "POST":
            answer = auction.host.post(path, {"act": "Undo"}, headers)
            assert answer.status_code == 403 and "<h1" in answer.text
    assert auction.rows() == rows
    assert bid(auction) == 303 and auction.rows() == rows + 1, "the same bid from the page itself is taken"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "192.168.1.5.evil.example", "", "a b", "local"])
def test_p7_a_name_that_points_here_opens_nothing(auction: Evening, host: str) -> None:
    rows = auction.rows()
    headers = {"Origin": f"http://{host}"}
    assert bid(auction, headers=headers, environ={"HTTP_HOST": host}) in {400, 421}
    for method, path, _ in all_routes(auction):
        if method == "GET":
            answer = auction.phones["atreides"].get(path, HTTP_HOST=host)
            assert answer.status_code in {400, 421} and "Atreides" not in answer.text
    assert auction.rows() == rows


def test_p7_reading_every_page_writes_nothing_down(auction: Evening) -> None:
    auction.must("atreides", "KeepNote", text="note")
    rows, rung, keys = auction.rows(), len(auction.rings), auction.sitting.journal.credentials()
    versions = {viewer: auction.sitting.version(viewer) for viewer in (PUBLIC, *SIX)}
    for browser in (auction.onlooker, auction.host, *auction.phones.values()):
        for method, path, _ in all_routes(auction):
            if method == "GET":
                send_to_route(browser, method, path)
                send_to_route(browser, method, f"{path}?act=Undo&seat=atreides&key=1&waive=1&tab=home&seen=&q=karama")
    assert auction.rows() == rows and len(auction.rings) == rung
    assert auction.sitting.journal.credentials() == keys
    assert {viewer: auction.sitting.version(viewer) for viewer in versions} == versions


def test_p7_looking_at_the_one_time_link_does_not_spend_it(evening: Evening) -> None:
    link = f"/host/{evening.desk.credentials.links.make('hall')}"
    new = evening.browser("192.168.1.88")
    assert [evening.onlooker.get(link).status_code for _ in range(3)] == [200, 200, 200]
    assert new.post(link).status_code == 303
    assert evening.browser().post(link).status_code == 403, "it works once"
    assert new.get("/new").status_code == 200 and evening.onlooker.get("/new").status_code == 403


def test_p7_every_answer_forbids_foreign_code_framing_and_keeping(auction: Evening) -> None:
    browser = auction.phones["atreides"]
    answers = [send_to_route(browser, method, path) for method, path, _ in all_routes(auction)]
    answers += [browser.get("/nothing/here"), browser.client.put(f"{ORIGIN}/"), browser.client.options(f"{ORIGIN}/")]
    answers += [browser.client.head(f"{ORIGIN}/"), browser.get("/", HTTP_HOST="evil.example")]
    answers += [browser.post("/J/", "x" * 70_000, content_type="text/plain")]
    answers += [browser.post(f"/t/{auction.table}/me", {"act": "Pass"})]
    assert {answer.status_code for answer in answers} >= {200, 303, 308, 400, 403, 404, 413, 421}
    for answer in answers:
        drawn = (
            {POLICY: "default-src 'none'"} if answer.request.path.endswith(".svg") else {}
        )  # a picture loads nothing
        for name, value in (HEADERS | drawn).items():
            assert answer.headers[name].startswith(value), (answer.request.path, name)
        static = answer.request.path.startswith("/static/")
        assert answer.headers["Cache-Control"] == ("no-cache" if static else "no-store"), answer.request.path
        assert "unsafe-inline" not in answer.headers["Content-Security-Policy"].split("script-src")[-1].split(";")[0]
        assert ("Server" not in answer.headers and "ETag" not in answer.headers) or static


def test_p7_no_page_carries_inline_code(auction: Evening) -> None:
    for viewer in (PUBLIC, "host", "atreides"):
        for path in auction.pages(viewer):
            answer = auction.sweep(viewer, path)
            if answer.headers.get("Content-Disposition", "").startswith("attachment"):
                continue  # a file to keep: no browser shows it as a page of this program
            text = answer.text
            assert "<script>" not in text and "javascript:" not in text, path
            drawn = answer.mimetype == "image/svg+xml"  # a picture of its own: its styles never touch a page
            assert " onclick=" not in text and " onload=" not in text and ("<style" not in text or drawn), path


def test_p7_cookies_are_shut_and_bound_to_one_table(evening: Evening) -> None:
    phone = evening.browser()
    answer = phone.post("/J/", {"code": evening.desk.credentials.codes.arm(evening.table, "fremen").text})
    link = evening.browser().post(f"/host/{evening.desk.credentials.links.make('hall')}")
    for cookie in (*answer.headers.getlist("Set-Cookie"), *link.headers.getlist("Set-Cookie")):
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Domain" not in cookie
        assert len(cookie.split("=")[1].split(";")[0]) >= 22, "128 bits or more"
    token = phone.cookie(f"seat-{evening.table}")
    assert token and token not in str(evening.sitting.journal.credentials()), "kept as a hash"


def test_p7_no_address_carries_a_secret(evening: Evening) -> None:
    tokens = [phone.cookie(f"seat-{evening.table}") for phone in evening.phones.values()]
    for viewer in (PUBLIC, "host", *SIX):
        for path in evening.pages(viewer):
            text = evening.sweep(viewer, path).text
            assert not any(token in text for token in tokens), path


@pytest.mark.parametrize("accept", ["text/html", "application/json", "text/plain", "*/*", "image/png"])
def test_a_refusal_is_a_sentence_in_whatever_form_is_asked_for(evening: Evening, accept: str) -> None:
    answer = evening.onlooker.get(f"/t/{evening.table}/me", {"Accept": accept})
    assert answer.status_code == 403 and "no seat" in answer.text and "Traceback" not in answer.text
    assert (answer.mimetype == "application/json") == (accept == "application/json")


def test_a_refused_tap_is_a_note_on_the_page_where_it_was_tapped(auction: Evening) -> None:
    answer = auction.tap("fremen", "Bid", amount=5, seen=auction.sight())
    assert answer.status_code == 409 and answer.text.startswith("<p class=") and "turn" in answer.text
    page = auction.phones["fremen"].post(f"/t/{auction.table}/me", {"act": "Bid", "amount": "5", "key": "x"})
    assert page.status_code == 409 and page.text.startswith("<!doctype html>") and "turn" in page.text
    assert auction.phones["fremen"].get("/nothing", SCREEN).status_code == 404


def test_p07_another_screen_gets_the_controls_only_from_one_that_has_them_and_can_lose_them_again(
    evening: Evening,
) -> None:
    seats, place = f"/t/{evening.table}/seats", f"/t/{evening.table}/controls"
    stranger, friend = evening.browser("192.168.1.66"), evening.browser("192.168.1.67")
    assert stranger.post(place).status_code == friend.post(place).status_code == 303
    code = re.search(r'<kbd class="huge">(\w+)</kbd>', friend.get(place).text)
    assert code and "/host/" not in evening.host.post(seats, {"act": "GiveControls"}).text
    for one in (stranger, friend):
        assert one.post(place, {"act": "Open"}).status_code == 409 and one.get(seats).status_code == 403
    assert "No screen shows that code" in evening.host.post(seats, {"act": "GiveControls", "code": "AAAAAA"}).text
    evening.host.post(seats, {"act": "GiveControls", "code": code[1].lower()})
    assert stranger.post(place, {"act": "Open"}).status_code == 409
    assert friend.post(place, {"act": "Open"}).status_code == 303 and friend.get(seats).status_code == 200
    assert friend.post(place, {"act": "Open"}).status_code == 409, "once"
    assert "Another screen has the table" in evening.host.get(f"/t/{evening.table}/log").text
    marks = re.findall(r'name="hash" value="(\w+)"', evening.host.get(seats).text)
    for restart in (False, True):
        if restart:
            evening.restart()
            friend.visit(evening.app)
        friend.post(seats, {"act": "RevokeScreen", "hash": marks[0]})
        assert evening.host.get(seats).status_code == 200, "who gives the controls keeps them"
        assert "It gave you the controls, so it keeps its own." in friend.get(seats).text
        assert f'value="{marks[0]}"' not in friend.get(seats).text
    marks = re.findall(r'name="hash" value="(\w+)"', evening.host.get(seats).text)
    assert len(marks) == 2 and "this screen" in evening.host.get(seats).text
    evening.host.post(seats, {"act": "RevokeScreen", "hash": marks[1]})
    assert friend.get(seats).status_code == 403 and evening.host.get(seats).status_code == 200
    evening.host.post(seats, {"act": "RevokeScreen", "hash": marks[0]})
    assert evening.host.get(seats).status_code == 200, "the last screen keeps them"


@pytest.mark.parametrize("running", [True, False])
def test_p07_a_printed_link_opened_by_somebody_else_is_announced_listed_and_can_be_disconnected(
    evening: Evening, running: bool
) -> None:
    evening.restart()
    seats, log = f"/t/{evening.table}/seats", f"/t/{evening.table}/log"
    if running:
        evening.host.get(log)
    thief = evening.browser("192.168.1.66")
    assert thief.post(f"/host/{evening.desk.credentials.links.make('hall')}").status_code == 303
    said = "Another screen has the table&#39;s controls now: iPhone."
    assert (said in evening.host.get(log).text) == running
    marks = re.findall(r'name="hash" value="(\w+)"', evening.host.get(seats).text)
    assert len(marks) == 2 and "opened the link that the referee printed" in evening.host.get(seats).text
    thief.post(f"/t/{evening.table}/", {"act": "Warn", "seat": "fremen", "key": "1"})
    thief.post(f"/t/{evening.table}/", {"act": "Warn", "seat": "fremen", "key": "2"})
    assert evening.host.get(log).text.count(said) == 1
    assert marks == re.findall(r'name="hash" value="(\w+)"', evening.host.get(seats).text)
    evening.host.post(seats, {"act": "RevokeScreen", "hash": marks[1]})
    assert [thief.get(path).status_code for path in (seats, "/new")] == [403, 403]
    assert thief.post(f"/t/{evening.table}/", {"act": "Undo", "key": "3"}).status_code == 403
    assert "A screen has no controls any more: iPhone." in evening.host.get(log).text
    assert evening.host.get(seats).status_code == 200


def test_p07_a_stranger_who_asks_for_many_codes_makes_no_other_screen_lose_its_own(evening: Evening) -> None:
    place = f"/t/{evening.table}/controls"
    friend, stranger = evening.browser("192.168.1.67"), evening.browser("192.168.1.66")
    friend.post(place)
    code = re.search(r'<kbd class="huge">(\w+)</kbd>', friend.get(place).text)
    for _ in range(20):
        stranger.post(place)
    for n in range(300):
        evening.browser(f"10.{n // 250}.{n % 250}.9").post(place)
    assert code and code[1] in friend.get(place).text


def test_p07_a_hidden_page_takes_no_controls() -> None:
    script = (ROOT / "static" / "host.js").read_text("utf-8")
    assert script.index("visibilityState !== 'visible') return") < script.index("form.submit()")
