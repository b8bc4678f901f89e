"""A leak is a type error: what may be passed to the fields of an event, and what is read from them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

HOUSE = Path(__file__).parents[2]
DEALT = """
from referee.kernel.events import Event, Public, Sealed, known, sealed

class Dealt(Event):
    seat: Public[str]
    card: Sealed[str]
"""
GOOD = """
def face(event: Dealt) -> str:
    return event.card if known(event.card) else "??"

print(face(Dealt("atreides", sealed("Lasgun", "atreides"))))
"""


def said(tmp_path: Path, more: str) -> str:
    """Return the type checker's output for a snippet; "" if it finds nothing."""
    snippet = tmp_path / "snippet.py"
    snippet.write_text(DEALT + more, "utf-8")
    run = subprocess.run(
        [sys.executable, "-m", "mypy", snippet], cwd=HOUSE, capture_output=True, text=True, check=False
    )
    assert "Found" in run.stdout or run.returncode == 0, run.stdout + run.stderr
    return "" if run.returncode == 0 else run.stdout


def test_a_secret_in_an_envelope_is_no_error(tmp_path: Path) -> None:
    assert said(tmp_path, GOOD) == ""


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ('Dealt(sealed("atreides", "atreides"), sealed("Lasgun", "atreides"))', 'has incompatible type "Sealed[str]"'),
        ('Dealt("atreides", "Lasgun")', 'expected "Sealed[str]"'),
        ('Dealt("atreides", sealed(7, "atreides"))', 'incompatible type "int"'),
        ("def face(event: Dealt) -> str: return event.card", 'got "str | FaceDown", expected "str"'),
        ('def show(event: Dealt) -> None: Dealt(event.card, sealed(""))', 'incompatible type "str | FaceDown"'),
        ('def turn(event: Dealt) -> None: event.seat = "fremen"', "read-only"),
    ],
)
def test_a_leak_is_an_error(tmp_path: Path, line: str, error: str) -> None:
    assert error in said(tmp_path, line)
