"""A leak is a type error: what may be passed to the fields of an event, and what is read from them."""

from __future__ import annotations

import subprocess
import sys
import typing
from pathlib import Path

import pytest

import referee.web.factory  # noqa: F401
from referee.kernel import rulings
from referee.kernel.shape import fits
from tests.house.face_down import KEPT

HOUSE = Path(__file__).parents[2]
DEALT = """
from referee.kernel import Event, Public, Sealed, known, sealed

class Dealt(Event):
    seat: Public[str]
    card: Sealed[str]
"""
GOOD = """
def face(event: Dealt) -> str:
    return event.card if known(event.card) else "??"

print(face(Dealt("atreides", sealed("Lasgun", "atreides"))))
"""

ASKS = """
from referee.kernel import Card, Seat

def asks(event: Dealt, own: Seat, fallen: bool) -> object:
    if event.card:  # asks
        return own.spice or 0  # asks
    while fallen and not event.card:  # asks
        assert own.spice  # asks
    return [card for card in own.hand if card], any(own.hand)  # asks

def asks_by_name(event: Dealt, own: Seat) -> bool:
    rich = known(own.spice) and own.spice > 3 and not own.hand
    return bool(known(event.card) and event.card) or rich or all(known(card) for card in own.hand)
"""


def lint(file: Path) -> list[str]:
    """Return where a file asks what may lie face down whether it is true; the check asks the program beside mypy."""
    words = [sys.executable, "-m", "tests.house.face_down", str(file)]
    run = subprocess.run(words, cwd=HOUSE, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    return run.stdout.splitlines()


def said(tmp_path: Path, more: str) -> str:
    """Return the type checker's output for a snippet; "" if it finds nothing."""
    snippet = tmp_path / "snippet.py"
    snippet.write_text(DEALT + more, "utf-8")
    words = [sys.executable, "-m", "mypy", "--cache-dir", str(KEPT), str(snippet)]
    run = subprocess.run(words, cwd=HOUSE, capture_output=True, text=True, check=False)
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
        ("def less(event: Dealt) -> bool: return event.card < 'b'", "Unsupported operand types"),
        ("def long(event: Dealt) -> int: return len(event.card)", 'incompatible type "str | FaceDown"'),
        ('def turn(event: Dealt) -> None: event.seat = "fremen"', "read-only"),
    ],
)
def test_a_leak_is_an_error(tmp_path: Path, line: str, error: str) -> None:
    assert error in said(tmp_path, line)


def test_every_way_to_ask_for_its_truth_is_found(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(DEALT + ASKS, "utf-8")
    lines = [n for n, line in enumerate(snippet.read_text("utf-8").splitlines(), start=1) if line.endswith("# asks")]
    assert sorted({int(place.split(":")[-2]) for place in lint(snippet)}) == lines


def test_the_answer_in_the_class_line_of_a_question_has_its_type() -> None:
    """The type checker takes any value there."""
    kinds = [kind for kind in rulings._answers if "answer" in vars(kind)]
    assert kinds
    for kind in kinds:
        (hint,) = typing.get_args(vars(kind)["__orig_bases__"][0])
        assert fits(vars(kind)["answer"], hint), kind
