r"""P17: a stranger on the Wi-Fi, a proxy in front, or too many wrong codes stop nobody who plays.

Mutants (``python -m tests.promises.mutants 17`` tries them):
referee/web/join/seat_codes.py: `            if (wait := self._until.get(client, 0.0) - self._clock()) > 0:`
    -> `            if (wait := 0.0) > 0:` (stranger)
referee/web/join/seating.py: `        program.bell.ring(table, (PUBLIC,))` -> `        pass` (renewed)
referee/web/app/guard.py: `    if request.remote_addr not in proxies:` -> `    if False:` (proxy)
referee/web/app/guard.py: `    request.remote_addr = sender` -> `    pass` (proxy)
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.kernel.events import PUBLIC
from referee.running.hall import Hall
from referee.web import create_app
from referee.web.app.context import program_of
from referee.web.join.seat_codes import TRIES, WAIT_SECONDS
from tests.kit.evening import Evening
from tests.kit.visitor import Browser

PROXY = "10.0.0.7"


def shown(evening: Evening, seat: str) -> str:
    """Return the code that the table screen shows for a seat."""
    found = re.search(
        r'<kbd class="huge">(\w{6})</kbd>', evening.host.get(f"/t/{evening.table}/seats?seat={seat}").text
    )
    return found[1] if found else ""


def guess(browser: Browser, code: str = "333333") -> int:
    return browser.post("/J/", {"code": code}).status_code


def test_p17_a_stranger_who_posts_wrong_codes_spoils_no_code_of_the_others(evening: Evening) -> None:
    code, stranger = shown(evening, "fremen"), evening.browser("192.168.1.66")
    told = [guess(stranger) for _ in range(200)]
    assert told == [403] * TRIES + [429] * (200 - TRIES)
    assert guess(evening.browser("192.168.1.70"), code) == 303


def test_p17_who_guesses_too_often_is_told_when_to_come_back(evening: Evening) -> None:
    shown(evening, "fremen")
    guesser = evening.browser("2001:db8::1")
    for n in range(TRIES):
        guess(evening.browser(f"2001:db8::{n + 2}"))
    refused = guesser.post("/J/", {"code": "333333"})
    assert refused.status_code == 429 and 0 < int(refused.headers["Retry-After"]) <= WAIT_SECONDS + 1
    evening.clock.at += int(WAIT_SECONDS * 1000)
    assert guess(guesser, shown(evening, "fremen")) == 303


def test_p17_codes_that_guessing_spoilt_are_renewed_on_the_screen_at_once(evening: Evening) -> None:
    before, seen = shown(evening, "fremen"), evening.desk.bell.seen(evening.table, PUBLIC)
    for n in range(12):
        for _ in range(TRIES):
            guess(evening.browser(f"192.168.1.{n + 100}"))
    assert evening.desk.bell.seen(evening.table, PUBLIC) > seen
    now = shown(evening, "fremen")
    assert now not in {"", before} and guess(evening.browser("192.168.1.70"), before) == 403
    assert guess(evening.browser("192.168.1.71"), now) == 303


@pytest.fixture
def behind(tmp_path: Path) -> Browser:
    """Return a browser in front of a program that knows its proxy."""
    app = create_app(Hall(tmp_path), host="127.0.0.1", address="192.168.1.5", proxies=(PROXY,))
    program_of(app).credentials.codes.arm("x", "fremen")
    return Browser(PROXY).visit(app)


def test_p17_behind_a_named_proxy_one_clumsy_guest_locks_out_nobody_else(behind: Browser) -> None:
    def of(client: str) -> int:
        return behind.post("/J/", {"code": "333333"}, {"X-Forwarded-For": client}).status_code

    assert [of("192.0.2.1") for _ in range(TRIES + 1)] == [403] * TRIES + [429]
    assert of("192.0.2.2") == 403, "another guest"
    assert of("192.0.2.9, 192.0.2.1") == 429, "the rightmost that is no proxy; what stands left of it is hearsay"
    assert of(f"192.0.2.1, {PROXY}") == 429


def test_p17_who_is_no_named_proxy_says_for_nobody_who_they_are(behind: Browser) -> None:
    stranger = Browser("192.168.1.66").visit(behind.client.application)
    assert stranger.get("/J/", {"X-Forwarded-For": "127.0.0.1"}).status_code == 400
    assert stranger.get("/J/").status_code == 200
    assert behind.get("/J/", {"X-Forwarded-For": "no address"}).status_code == 400
