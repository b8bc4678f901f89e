"""The port is open, the link printed and the browser called before the rules are loaded; what fails later is said."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from referee.cli import main
from referee.cli.files import TABLE
from referee.web.http.port import take_port
from tests.kit import COMMAND, LOADED_SECONDS, ROOT, printed_link

ROOMS = ("flask", "cheroot", "sqlite_utils", "referee.kernel.discover")
TOLD = f"""
import sys, webbrowser
def tell(event, words):
    if event == "socket.bind":
        print("port", *(room for room in {ROOMS} if room in sys.modules), flush=True)
    elif event == "import" and words[0] == "flask":
        print("rooms", flush=True)
sys.addaudithook(tell)
webbrowser.register("known", None, webbrowser.GenericBrowser("true"), preferred=True)
import referee.cli.browser
referee.cli.browser.show = lambda link, elsewhere="": print("browser", flush=True)
from referee.cli import main
main()
"""


def test_the_port_is_open_and_the_browser_called_before_a_room_is_loaded(tmp_path: Path) -> None:
    words = ["serve", "--host", "127.0.0.1", "--port", "0", "--db", str(tmp_path)]
    command = [sys.executable, "-c", TOLD, *words]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said = []
        for line in process.stdout:
            said.append(line.split(" http")[0].rstrip())
            if said[-1] == "rooms":
                process.terminate()
    order = [one for one in said if one in {"port", "Table screen (works once):", "browser", "rooms"}]
    assert order == ["port", "Table screen (works once):", "browser", "rooms"], said


@pytest.mark.skipif(sys.platform == "win32", reason="signals of this kind do not exist there")
def test_ctrl_c_while_it_is_still_starting_ends_it_as_at_any_time(tmp_path: Path) -> None:
    words = [*COMMAND, "--port", "0", "--db", str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        printed_link(process)
        process.send_signal(signal.SIGINT)
        said, complained = process.communicate(timeout=LOADED_SECONDS)
    assert (process.returncode, complained) == (0, "") and "The referee has stopped" in said


def test_a_start_that_fails_behind_the_open_port_says_so_and_gives_the_port_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (broken := tmp_path / "friday.referee").write_bytes(TABLE + b"no game")
    with take_port(0, "127.0.0.1") as free:
        port = free.getsockname()[1]
    assert main(["serve", "--no-browser", "--host", "127.0.0.1", "--port", str(port), "--db", str(broken)]) == 1
    said = capsys.readouterr()
    assert f"localhost:{port}" in said.out and "friday.referee" in said.err and "Traceback" not in said.err
    take_port(port, "127.0.0.1", asked=True).close()
