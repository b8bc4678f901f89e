"""The table screen is opened if there is a display; nothing that a browser does keeps the program from serving."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from referee.cli.browser import TEXT_BROWSERS, graphical, show
from referee.web.http.address import own_names
from tests.kit import COMMAND, LOADED_SECONDS, ROOT, printed_link

BROWSER = """#!{python}
import pathlib, sys, urllib.request
note = pathlib.Path(__file__).with_suffix(".seen")
note.write_text("opened ")
note.write_text("opened " + str(urllib.request.urlopen(sys.argv[-1], timeout=120).status))
sys.stdin.read()
"""


@contextmanager
def started(folder: Path, browser: str, **environment: str) -> Iterator[tuple[str, Path]]:
    """Start the program where this is the only browser: one that waits for its page and then for ever."""
    script = folder / browser
    script.write_text(BROWSER.format(python=sys.executable))
    script.chmod(0o755)
    words = [word for word in COMMAND if word != "--no-browser"]
    own = {k: v for k, v in os.environ.items() if k not in {"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"}}
    own |= {"PATH": str(folder), "TERM": "xterm", "PYTHONUNBUFFERED": "1", **environment}
    place = ["--port", "0", "--db", str(folder / "tables")]
    process = subprocess.Popen(
        [*words, *place], cwd=ROOT, env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield printed_link(process)[0], script.with_suffix(".seen")
    finally:
        process.terminate()
        process.communicate(timeout=LOADED_SECONDS)


def answers(link: str, host: str = "127.0.0.1") -> int:
    request = Request(link.replace("localhost", "127.0.0.1"), headers={"Host": host})
    return int(urlopen(request, timeout=LOADED_SECONDS).status)


def test_the_links_for_this_and_for_another_machine_are_one_and_the_browser_opens_the_first(tmp_path: Path) -> None:
    command = [*COMMAND, "--port", "0", "--db", str(tmp_path / "tables"), "--address", "dune.example:8080"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        link, said = printed_link(process)
        assert process.stdout
        other = re.search(r"http://dune\.example:8080(/host/\S+)", said + process.stdout.readline())
        assert other and link.endswith(other[1]), "a second link would make the first void"
        assert answers(link) == 200
    finally:
        process.terminate()
        process.communicate(timeout=LOADED_SECONDS)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a display")
def test_where_the_only_browser_is_a_text_browser_the_program_serves_and_does_not_open_it(tmp_path: Path) -> None:
    with started(tmp_path, "w3m") as (link, seen):
        assert answers(link) == 200
        assert not seen.exists()
        assert {answers(link, f"{name}:8000") for name in own_names()} <= {200}, "the machine's own name is no stranger"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system chooses the browser")
def test_a_browser_that_waits_for_its_page_gets_it(tmp_path: Path) -> None:
    with started(tmp_path, "display", BROWSER=str(tmp_path / "display")) as (link, seen):
        assert answers(link) == 200
        end = time.monotonic() + LOADED_SECONDS
        while not (seen.exists() and seen.read_text() == "opened 200"):
            assert time.monotonic() < end, "the browser that was opened has no page"
            time.sleep(0.02)


@pytest.mark.parametrize("name", sorted(TEXT_BROWSERS))
def test_a_text_browser_is_none_to_show_the_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser(f"/usr/bin/{name}"))
    assert graphical() is None


def test_the_link_for_another_screen_is_a_code_on_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def none() -> webbrowser.BaseBrowser:
        raise webbrowser.Error

    monkeypatch.setattr(webbrowser, "get", none)
    link = "http://192.168.178.20:8000/host/" + "x" * 43
    show("http://localhost", link)
    assert "█" not in capsys.readouterr().out, "no code into a file"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    show("http://localhost", link)
    drawn = [line for line in capsys.readouterr().out.splitlines() if "█" in line]
    assert len(drawn) < 24 and max(len(re.sub(r"\x1b\[[\d;]*m", "", line)) for line in drawn) <= 80
