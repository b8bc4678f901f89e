"""When no phone arrives: the page of findings, the next address after twenty seconds, and a hotspot's code."""

from __future__ import annotations

from threading import Thread, current_thread
from typing import Any

import pytest

from referee.web.http import address
from referee.web.http.address import Candidate
from referee.web.join import connection_help
from referee.web.join.doctor import Finding
from tests.kit import SCREEN, SIX, Evening, wait_until

HOME = Candidate("192.168.1.5", "wlan0", 90, "a home network")
CABLE = Candidate("10.0.0.4", "eth0", 60, "a private network")
DOCKER = Candidate("172.17.0.1", "docker0", -140, "containers")


@pytest.fixture
def lobby(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Evening:
    """A table with free seats on a laptop with three addresses, and a clock in ``now``."""
    now = [1_000_000]
    monkeypatch.setattr(address, "now_ms", lambda: now[0])
    monkeypatch.setattr(address, "candidates", lambda **given: [HOME, CABLE, DOCKER])
    one = Evening(tmp_path / "hall")
    one.now = now  # type: ignore[attr-defined]
    one.host.peer = "127.0.0.1"
    one.begin(seats=())
    return one


def board(evening: Evening) -> str:
    return evening.host.get(f"/t/{evening.table}/").text


def test_after_twenty_seconds_without_a_phone_the_next_address_is_offered(lobby: Evening) -> None:
    assert "Show another address" not in board(lobby) and "192.168.1.5:8000" in board(lobby)
    lobby.now[0] += 20_000  # type: ignore[attr-defined]
    assert "Show another address" in board(lobby) and 'value="10.0.0.4"' in board(lobby)
    assert "Show another address" not in lobby.browser("127.0.0.1").get(f"/t/{lobby.table}/").text
    answer = lobby.tap("host", "NextAddress", ip="10.0.0.4")
    assert "10.0.0.4:8000" in answer.text and "Show another address" not in answer.text
    lobby.now[0] += 20_000  # type: ignore[attr-defined]
    assert 'value="192.168.1.5"' in board(lobby), "the unlikely address is never offered; the first one is again"


def test_a_phone_that_came_ends_the_offer(lobby: Evening) -> None:
    board(lobby)
    lobby.now[0] += 20_000  # type: ignore[attr-defined]
    assert "No other device has reached" in lobby.host.get("/help").text
    lobby.browser("192.168.1.76").get("/")
    assert "No other device has reached" in lobby.host.get("/help").text, "only who looks for a seat counts"
    lobby.browser("192.168.1.77").get("/J/")
    assert "Show another address" not in board(lobby)
    assert "A phone has reached this laptop" in lobby.host.get("/help").text


def test_only_addresses_of_this_laptop_are_taken(lobby: Evening) -> None:
    lobby.tap("host", "NextAddress", ip="8.8.8.8")
    assert "8.8.8.8" not in board(lobby) and lobby.desk.address.ip == "192.168.1.5"


def test_the_page_says_what_was_found_to_the_host_alone(lobby: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_help, "firewall", lambda port: Finding(False, "The wall is up.", "open sesame"))
    page = lobby.host.get("/help").text
    assert "The wall is up." in page and "<code>open sesame</code>" in page and "guest Wi-Fi" in page
    assert "The wall is up." not in lobby.onlooker.get("/help").text


def test_a_laptop_on_another_network_says_so(lobby: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    board(lobby)
    monkeypatch.setattr(address, "candidates", lambda **given: [CABLE])
    lobby.now[0] += 6_000  # type: ignore[attr-defined]
    assert "address is now <b>10.0.0.4:8000</b>" in lobby.host.get("/help").text
    assert "This laptop is now at" in board(lobby)
    assert "This laptop is now at" not in lobby.onlooker.get(f"/t/{lobby.table}/").text
    lobby.seat("fremen")
    shown = lobby.host.get(f"/t/{lobby.table}/seats").text
    assert shown.count('<kbd class="big">') == len(SIX), "a phone that sat down at the old address needs a code too"


def test_p4_a_hotspots_password_is_on_no_page_in_no_file_and_no_cookie(
    lobby: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    answer = lobby.host.post("/help/wifi", {"name": "Canary", "password": "c4n4ry-word"})
    assert answer.status_code == 200 and 'aria-label="QR code that joins the Wi-Fi"' in answer.text
    assert answer.headers["Cache-Control"] == "no-store" and "Set-Cookie" not in answer.headers
    refused = lobby.host.post("/help/wifi", {"name": "Canary", "password": "c4n4ry"})
    assert refused.status_code == 400 and "8 to 63 letters" in refused.text
    pages = [lobby.host.get(path).text for path in ("/help", f"/t/{lobby.table}/", "/")]
    files = [path.read_bytes().decode("latin-1") for path in lobby.folder.iterdir()]
    assert not [text for text in (answer.text, refused.text, caplog.text, *pages, *files) if "c4n4ry" in text]
    assert lobby.onlooker.post("/help/wifi", {"name": "x"}).status_code == 403


def test_everybody_seated_needs_no_other_address(lobby: Evening) -> None:
    for seat in SIX:
        lobby.seat(seat)
    lobby.desk.address.arrived = False
    lobby.now[0] += 60_000  # type: ignore[attr-defined]
    assert "Show another address" not in board(lobby)


def test_whoever_has_no_phone_finds_a_code_in_the_list_of_seats_in_mid_game_too(lobby: Evening) -> None:
    lobby.tap("host", "BeginBidding")
    assert lobby.host.get(f"/t/{lobby.table}/seats").text.count('<kbd class="big">') == len(SIX)


def test_the_large_code_goes_once_a_phone_sat_down_with_it(evening: Evening) -> None:
    """The page shows by that that it worked; opened again it has a new code."""
    path = f"/t/{evening.table}/seats?seat=fremen"
    again = {**SCREEN, "HX-Target": "div#look"}
    assert 'id="code-big"' in evening.host.get(path).text
    assert 'id="code-big"' in evening.host.get(path, again).text, "an update keeps it"
    evening.seat("fremen")
    text = evening.host.get(path, again).text
    assert 'id="code-big"' not in text and "Fremen: a phone sat down." in text
    assert 'id="code-big"' in evening.host.get(path).text


def test_no_tap_waits_while_the_machines_adapters_are_read(lobby: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    for seat in SIX:
        lobby.seat(seat)
    read_by: list[Thread] = []

    def read(**given: Any) -> list[Candidate]:
        read_by.append(current_thread())
        return [CABLE]

    monkeypatch.setattr(address, "candidates", read)
    lobby.now[0] += 6_000  # type: ignore[attr-defined]
    board(lobby)
    wait_until(lambda: lobby.desk.address.found == [CABLE], "the addresses are read")
    assert current_thread() not in read_by
