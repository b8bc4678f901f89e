"""The wheel carries everything: in a clean environment, away from the checkout, the referee starts and draws a page."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
import venv
from pathlib import Path

import pytest

from tests.kit import ROOT


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and install it into an environment of its own; returns that environment's python."""
    home = tmp_path_factory.mktemp("wheel")
    built = _pip(Path(sys.executable), "wheel", "--no-deps", "-w", str(home), str(ROOT))
    if built.returncode:
        pytest.skip(f"the wheel cannot be built without a package index: {built.stderr.strip().splitlines()[-1]}")
    venv.create(home / "env", with_pip=True)
    python = home / "env" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = _pip(python, "install", str(next(home.glob("table_referee-*.whl"))))
    assert done.returncode == 0, done.stderr
    return python


def _pip(python: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "-q", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_installed_program_serves_its_pages(installed: Path, tmp_path: Path) -> None:
    command = [str(installed), "-m", "referee", "serve", "--no-browser", "--host", "127.0.0.1", "--port", "0"]
    served = subprocess.Popen([*command, "--db", str(tmp_path / "db")], stdout=subprocess.PIPE, text=True, cwd=tmp_path)
    assert served.stdout is not None
    try:
        greeting = served.stdout.readline()
        found = re.search(r"http://localhost:(\d+)/", greeting)
        assert found, greeting
        for path, mark in (("/", "Referee"), ("/rules/1.04.06.03", "Bid limit"), ("/static/tokens.css", "--felt")):
            with urllib.request.urlopen(f"http://127.0.0.1:{found[1]}{path}", timeout=10) as answer:
                assert mark in answer.read().decode()
    finally:
        served.send_signal(signal.SIGTERM)
        served.communicate(timeout=20)
    assert served.returncode == 0


def test_the_installed_program_answers_rules_questions(installed: Path, tmp_path: Path) -> None:
    command = [str(installed), "-m", "referee", "rules", "1.04.06.03"]
    said = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "1.04.06.03" in said.stdout
