r"""P3: every route names its kind of viewer, and answers every kind of stranger with the right page or a sentence.

Mutants (``python -m tests.promises.mutants 3`` tries them):
referee/web/fairness/pages.py: `@viewer("host")\ndef proof` -> `def proof`
referee/web/http/guard.py: `    return admit(kind) if admit else None` -> `    return None`
referee/web/app/context.py: `if kind == "host" and not may_steer():`
    -> `if kind == "host" and standing().lost:`
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.web.http import guard
from tests.kit import ORIGIN, Browser, Evening, Play, all_routes, send_to_route

FINE = {"public", "anyone"}


def no_cookie(evening: Evening) -> Browser:
    return evening.browser()


def forged(evening: Evening) -> Browser:
    browser = evening.browser()
    for name in ("seat", "host"):
        browser.show(f"{name}-{evening.table}", "A" * 43)
    browser.show("host-hall-8000", "A" * 43)
    return browser


def swapped(evening: Evening) -> Browser:
    """A seat's own cookie, shown as if it were the table's controls."""
    browser = evening.browser()
    browser.show(f"host-{evening.table}", evening.phones["fremen"].cookie(f"seat-{evening.table}"))
    return browser


def of_another_table(evening: Evening) -> Browser:
    here, phone = evening.table, evening.phones["fremen"]
    evening.set_table()
    other = evening.seat("fremen", evening.browser("192.168.1.77"))
    token, evening.table, evening.phones["fremen"] = other.cookie(f"seat-{evening.table}"), here, phone
    other.show(f"seat-{here}", token)
    return other


def revoked(evening: Evening) -> Browser:
    assert evening.host.post(f"/t/{evening.table}/seats", {"act": "Revoke", "seat": "fremen"}).status_code == 303
    return evening.phones["fremen"]


STRANGERS = (no_cookie, forged, swapped, of_another_table, revoked)


def test_p3_every_route_names_its_kind_of_viewer(evening: Evening) -> None:
    assert guard.unmarked(evening.app) == []
    assert {kind for _, _, kind in all_routes(evening)} == {"public", "seat", "host", "anyone"}


@pytest.mark.parametrize("stranger", STRANGERS, ids=lambda s: s.__name__)
def test_p3_strangers_see_what_is_public_and_are_told_the_way_elsewhere(
    evening: Evening, stranger: Callable[[Evening], Browser]
) -> None:
    browser = stranger(evening)
    rows = evening.rows()
    for method, path, kind in all_routes(evening):
        answer = send_to_route(browser, method, path)
        if kind in FINE:
            assert answer.status_code < 400 or (method, kind) == ("POST", "anyone"), (method, path, answer.text)
        else:
            assert answer.status_code == 403, (method, path)
            assert "code" in answer.text or "link" in answer.text, "says what to do"
    assert evening.rows() == rows


def test_p3_a_seated_phone_opens_its_own_pages_and_no_controls(evening: Evening) -> None:
    for method, path, kind in all_routes(evening):
        answer = send_to_route(evening.phones["fremen"], method, path)
        wanted = answer.status_code < 400 if method == "GET" else answer.status_code in {303, 400, 403, 409}
        assert answer.status_code == 403 if kind == "host" else wanted, (method, path, answer.text)


def test_p3_the_controls_open_no_seat(evening: Evening) -> None:
    for method, path, kind in all_routes(evening):
        answer = send_to_route(evening.host, method, path)
        assert answer.status_code == 403 if kind == "seat" else answer.status_code < 500, (method, path)
        assert kind == "seat" or method == "POST" or answer.status_code < 400, (path, answer.text)


def test_p3_a_look_at_the_headers_is_judged_like_a_look_at_the_page(evening: Evening) -> None:
    for browser in (evening.onlooker, evening.phones["fremen"], evening.host):
        for method, path, _ in all_routes(evening):
            if method == "GET" and not path.endswith("/stream"):
                head = browser.client.head(path, base_url=ORIGIN, environ_overrides={"REMOTE_ADDR": browser.peer})
                assert head.status_code == send_to_route(browser, "GET", path).status_code and head.data == b"", path
                head.close()


def test_p3_a_phone_sees_its_own_secrets_whatever_it_asks_for(play: Play) -> None:
    evening = play("Karama/1", "Snooper/1", "Lasgun/1", "Crysknife/1", "Hajr/1", "Gom Jabbar/1")
    for query in ("", "?seat=harkonnen", "?tab=../harkonnen/secret", "?for=harkonnen&as=harkonnen"):
        text = evening.phones["fremen"].get(f"/t/{evening.table}/me/secret{query}").text
        assert "Crysknife" in text and "Gom Jabbar" not in text


@pytest.mark.parametrize(
    "name", ["nowhere", "..", "%2e%2e%2fx", "a b", "ä", "x" * 300, "evening-2", "con", "%00", "\n"]
)
def test_a_table_that_is_not_there_is_a_sentence_for_everybody(evening: Evening, name: str) -> None:
    rows, files = evening.rows(), sorted(evening.folder.iterdir())
    for browser in (evening.onlooker, evening.host, evening.phones["fremen"]):
        for page in ("", "/", "/me", "/log", "/seats", "/options", "/me/secret", "/stream", "/rules", "/why/1"):
            answer = browser.get(f"/t/{name}{page}")
            assert answer.status_code in {308, 403, 404}, (page, answer.status_code)
            assert answer.status_code == 308 or "<h1" in answer.text
            assert answer.status_code != 308 or answer.location.removeprefix(ORIGIN).startswith("/t/"), "nowhere else"
    assert evening.rows() == rows and sorted(evening.folder.iterdir()) == files


def test_the_way_back_after_a_seat_was_lost_is_said_to_the_old_phone(evening: Evening) -> None:
    phone = revoked(evening)
    answer = phone.get(f"/t/{evening.table}/me")
    assert answer.status_code == 403 and "code" in answer.text
    assert phone.get(f"/t/{evening.table}/").status_code == 200, "the board is there for everybody"
