"""A form that waits while others may stop a power comes back as it was, with all that was chosen in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from werkzeug.serving import make_server

from tests.kit import PHONE_SIZE, Evening, set_up

pytestmark = pytest.mark.browser
CHOSEN = "[...document.querySelectorAll('.turn-half:not([hidden]) input[type=radio]:checked')].map(one => one.value)"
PLACES = ("Habbanya Sietch", "Habbanya Ridge Flat", "17")


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Harkonnen have shipped and Bene Gesserit may send a force along, which Karama can stop."""
    one = Evening(tmp_path).begin(set_up(("harkonnen", "bene_gesserit", "atreides"), turn="2", rules="basic"))
    for act, fields in (
        ("KeepCount", {}),
        ("SeatMarkers", {"seat": "harkonnen"}),
        ("PlaceStorm", {"sector": "18"}),
        ("GoTo", {"phase": "shipment", "anyway": "1"}),
    ):
        one.must("host", act, **fields)
    one.must("harkonnen", "Ship", kind="down", goal="Habbanya Sietch", normal="4")
    yield one
    one.close()


@pytest.fixture
def phone(evening: Evening, chromium: Any) -> Iterator[Any]:
    server = make_server("127.0.0.1", 0, evening.app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    origin = f"http://127.0.0.1:{server.server_port}"
    context = chromium.new_context(viewport=PHONE_SIZE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    keys = (evening.phones["harkonnen"].client._cookies or {}).values()
    context.add_cookies([{"name": one.key, "value": one.value, "url": origin} for one in keys])
    page = context.new_page()
    page.goto(f"{origin}/t/{evening.table}/me")
    yield page
    context.close()
    server.shutdown()


def test_4_90_03_place_and_sector_are_still_chosen_once_nobody_stopped_the_power(evening: Evening, phone: Any) -> None:
    half = phone.locator(".turn-half:not([hidden])")
    half.locator(".turn-origins label").filter(has_text=PLACES[0]).tap()
    half.locator("label.goal").filter(has_text=PLACES[1]).first.tap()
    half.locator(".turn-sectors label").filter(has_text=PLACES[2]).tap()
    assert phone.evaluate(CHOSEN) == [*PLACES]
    evening.must("bene_gesserit", "SendAlong", goal="Polar Sink")
    phone.locator("#turn[inert]").wait_for()
    assert phone.evaluate(CHOSEN) == [*PLACES]
    evening.must("host", "CloseWindow")
    phone.locator("#turn:not([inert])").wait_for()
    assert phone.evaluate(CHOSEN) == [*PLACES]
