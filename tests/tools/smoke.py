"""Does this program start and work? ``python tests/tools/smoke.py WORDS`` tries a program that these words start.

    python tests/tools/smoke.py referee                       what pip installed
    python tests/tools/smoke.py python referee.pyz
    python tests/tools/smoke.py --packed dist/referee         the one file, which shows the licenses of what is inside

It asks for the version and a rule, checks the shuffles of a game, starts the referee, opens pages and stops it. Each
line says what was tried; the exit code is 1 if anything failed. It needs nothing but Python, on any system.
"""

from __future__ import annotations

import gzip
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "tests" / "journals" / "evening_advanced.referee.gz"
WAIT = 120  # seconds: a loaded machine unpacks one file slowly
PAGES = {"/": "Referee", "/rules/1.04.06.03": "Bid limit", "/guide": "game night", "/static/tokens.css": "--felt"}
LICENSES = {"/static/licenses.txt": "PYTHON SOFTWARE FOUNDATION LICENSE", "/": "Licenses"}
WINDOWS = sys.platform == "win32"
OWN_GROUP: Any = {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}  # so that it alone is stopped


class Failed(Exception):
    """What the program should have done, and what it said."""


def said(command: list[str], *words: str) -> str:
    """Run a verb that ends by itself and return what it prints."""
    done = subprocess.run([*command, *words], capture_output=True, text=True, timeout=WAIT, check=False, env=_home())
    if done.returncode:
        raise Failed(f"{' '.join(words)} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


def expect(words: str, text: str) -> None:
    if words not in text:
        raise Failed(f"expected {words!r} in: {text[:2000]}")


def version(command: list[str]) -> None:
    source = (ROOT / "referee" / "__init__.py").read_text("utf-8")
    expect(re.findall(r'__version__ = "(.+)"', source)[0], said(command, "--version"))


def rule(command: list[str]) -> None:
    expect("1.04.06.03", said(command, "rules", "1.04.06.03"))
    expect("3.01.11", said(command, "rules", "what does karama stop"))


def game(command: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "friday.referee")
        path.write_bytes(gzip.decompress(GAME.read_bytes()))
        expect("Everything matches", said(command, "verify", str(path)))


def pages(command: list[str], wanted: dict[str, str] = PAGES) -> None:
    """Start the referee, open pages on it, and stop it as Ctrl-C does."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["serve", "--no-browser", "--host", "127.0.0.1", "--port", "0", "--db", folder]
        out = Path(folder, "said.txt")
        with out.open("w", encoding="utf-8") as file:
            served = subprocess.Popen([*command, *words], stdout=file, stderr=file, env=_home(), **OWN_GROUP)
        try:
            port = _port(served, out)
            for path, words_there in wanted.items():
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=WAIT) as answer:
                    expect(words_there, answer.read().decode())
        finally:
            served.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
            code = served.wait(WAIT)
        if code:
            raise Failed(f"it ended with {code} when it was stopped: {out.read_text('utf-8')}")


def packed(command: list[str]) -> None:
    pages(command, LICENSES)


def _port(served: subprocess.Popen[bytes], out: Path) -> str:
    end = time.monotonic() + WAIT
    while time.monotonic() < end and served.poll() is None:
        if found := re.search(r"http://localhost:(\d+)/.*\n", out.read_text("utf-8")):
            return found[1]
        time.sleep(0.1)
    raise Failed(f"it printed no link: {out.read_text('utf-8')}")


def _home() -> dict[str, str]:
    """Return the environment of somebody who has not set anything up."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("REFEREE_", "PYTHONPATH"))}
    return {**kept, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1"}


def tried(command: list[str], checks: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield what was tried and what went wrong, "" if nothing."""
    for check in checks:
        try:
            check(command)
            yield check.__name__, ""
        except (Failed, OSError, subprocess.TimeoutExpired) as error:
            yield check.__name__, f"{type(error).__name__}: {error}"


def main(words: list[str]) -> int:
    """Try the program; 1 if anything failed, 2 if none was named."""
    inside = words[:1] == ["--packed"]
    command = words[inside:]
    if not command:
        print(__doc__)
        return 2
    failures = 0
    for name, wrong in tried(command, [version, rule, game, pages, *([packed] if inside else [])]):
        print(f"{'FAILED' if wrong else 'good  '}  {name}{': ' + wrong if wrong else ''}", flush=True)
        failures += bool(wrong)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
