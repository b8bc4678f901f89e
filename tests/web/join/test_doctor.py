"""The connection doctor says what it can know, says what it cannot, and forgets what it was told."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from referee.cli import main
from referee.web.app.qr import qr_svg
from referee.web.http.address import Candidate
from referee.web.join.doctor import (
    BadWifi,
    answers,
    firewall,
    listening,
    look_at_port,
    try_addresses,
    wifi_svg,
    wifi_terminal,
    wifi_text,
)
from tests.kit import free_ports


@pytest.fixture(scope="module", autouse=True)
def no_socket() -> None:
    """Here ports are truly tried."""


ASKED = {"Windows": "netsh advfirewall", "Darwin": "socketfilterfw", "Linux": "firewall-cmd"}


class Page(BaseHTTPRequestHandler):
    """A program that answers every question with one text."""

    text = b"Recipes"

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(self.text)

    def log_message(self, format: str, *args: object) -> None:
        """Silence."""


@pytest.fixture(params=[b"Recipes", b"<h1>Take a seat</h1>"])
def program(request: pytest.FixtureRequest) -> Iterator[tuple[int, bytes]]:
    """A running program: its port and what it answers."""
    kind = type("Answer", (Page,), {"text": request.param})
    with ThreadingHTTPServer(("127.0.0.1", 0), kind) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server.server_port, request.param
        server.shutdown()
        thread.join()


def test_the_port_is_ours_or_another_programs(program: tuple[int, bytes]) -> None:
    port, text = program
    ours = b"seat" in text
    assert answers("127.0.0.1", port) == ("referee" if ours else "other")
    found = look_at_port(port)
    assert found.well is ours and bool(found.type) is not ours


def test_a_free_port_is_tried_by_listening_there() -> None:
    port, ranked = free_ports(1)[0], [Candidate("127.0.0.1", "lo", 50, "a test")]
    assert look_at_port(port).well and answers("127.0.0.1", port) == "nobody"
    assert [one.well for one in try_addresses(ranked, port)] == [False]
    with listening(port):
        assert [one.well for one in try_addresses(ranked, port)] == [True]


def test_an_unlikely_address_is_neither_well_nor_wrong() -> None:
    (one,) = try_addresses([Candidate("127.0.0.1", "docker0", -100, "containers")], free_ports(1)[0])
    assert one.well is None and "containers" in one.sentence


@pytest.mark.parametrize(
    ("system", "said", "well", "line"),
    [
        (
            "Windows",
            {"currentprofile": "State      ON", "name=": "no rules match"},
            False,
            "netsh advfirewall firewall add",
        ),
        ("Windows", {"currentprofile": "State      ON", "name=": "localport: 8000"}, True, ""),
        ("Windows", {"currentprofile": "State      OFF"}, True, ""),
        ("Darwin", {"--getglobalstate": "Firewall is enabled. (State = 1)"}, None, "socketfilterfw --add"),
        ("Darwin", {"--getglobalstate": "Firewall is disabled. (State = 0)"}, True, ""),
        ("Linux", {"--state": "running", "--query": "no"}, False, "sudo firewall-cmd --add-port=8000/tcp"),
        ("Linux", {"--state": "running", "--query": "yes"}, True, ""),
        ("Linux", {}, True, ""),
    ],
)
def test_the_firewall_and_what_to_type(system: str, said: dict[str, str], well: bool | None, line: str) -> None:
    asked: list[str] = []

    def run(words: list[str]) -> str:
        asked.append(" ".join(words))
        return next((text.lower() for part, text in said.items() if part in asked[-1]), "")

    found = firewall(8000, system, run, Path("/nowhere"))
    assert found.well is well and line in found.type and bool(found.type) is bool(line)
    assert all(ASKED[system] in one for one in asked)


def test_ufw_is_seen_in_its_file(tmp_path: Path) -> None:
    (tmp_path / "ufw.conf").write_text("# ufw\nENABLED=yes\n")
    found = firewall(8000, "Linux", lambda words: "", tmp_path / "ufw.conf")
    assert found.well is None and found.type == "sudo ufw allow 8000/tcp"


@pytest.mark.parametrize(("name", "word"), [("Table", "spice flows"), ('Du;ne, "x": \\', 'a,b;c:d\\e"'), ("Open", "")])
def test_a_camera_reads_the_hotspot(name: str, word: str) -> None:
    rows = wifi_terminal(name, word).split("\n")
    image = Image.new("L", (8 * len(rows[0]), 16 * len(rows)))
    for y, row in enumerate(rows):
        for x, block in enumerate(row):
            for half, lit in enumerate(({"█", "▀"}, {"█", "▄"})):
                image.paste(255 * (block in lit), (8 * x, 8 * (2 * y + half), 8 * x + 8, 8 * (2 * y + half) + 8))
    (found,) = zxingcpp.read_barcodes(image)
    assert found.text == wifi_text(name, word) and found.text.startswith("WIFI:T:WPA" if word else "WIFI:T:nopass")


@pytest.mark.parametrize(("name", "word"), [("", "12345678"), ("x" * 33, ""), ("Table", "short"), ("Table", "y" * 64)])
def test_what_no_network_can_be_called_is_a_sentence(name: str, word: str) -> None:
    with pytest.raises(BadWifi, match=r"^The .* Wi-Fi .*\."):
        wifi_svg(name, word)


def test_a_drawn_password_is_in_no_cache() -> None:
    kept = qr_svg.cache_info().currsize
    wifi_svg("Table", "spice flows")
    assert qr_svg.cache_info().currsize == kept


def test_the_verb_prints_a_report(capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        assert main(["doctor", "--port", str(free_ports(1)[0]), "--address", "127.0.0.1"]) == 0
    said = capsys.readouterr().out
    for part in ("The port", "The addresses, best first", "The firewall", "Phones go to http://127.0.0.1"):
        assert part in said
    assert main(["doctor", "--port", "0"]) == 2


def test_the_verb_sends_no_phone_to_a_laptop_on_no_network(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.web.http.address.interfaces", list)
    monkeypatch.setattr("referee.web.http.address.ways_out", list)
    assert main(["doctor", "--port", str(free_ports(1)[0])]) == 1
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("No phone can reach this laptop now") and "hotspot" in last and "http:" not in last


def test_the_verb_sends_phones_where_it_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["doctor", "--port", str(free_ports(1)[0]), "--address", "dune.lan:81"])
    assert capsys.readouterr().out.endswith("Phones go to http://dune.lan:81/\n")


def test_the_verb_draws_a_hotspot_and_keeps_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)  # a terminal, which can hide what is typed
    monkeypatch.setattr("click.termui.visible_prompt_func", lambda ask: "Table")
    monkeypatch.setattr("click.termui.hidden_prompt_func", lambda ask: "spice flows")
    assert main(["doctor", "--wifi"]) == 0
    said = capsys.readouterr().out
    assert "█" in said and "spice" not in said
    monkeypatch.setattr("click.termui.hidden_prompt_func", lambda ask: "short")
    assert main(["doctor", "--wifi"]) == 2
