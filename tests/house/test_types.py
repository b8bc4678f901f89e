"""A leak is a type error: what may be passed to the fields of an event, and what is read from them."""

from __future__ import annotations

import subprocess
import sys
import typing
from collections.abc import Iterable
from pathlib import Path

import pytest

import referee.web.factory  # noqa: F401
from referee.kernel import rulings
from referee.kernel.shape import fits

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


LEAKS = {
    'Dealt(sealed("atreides", "atreides"), sealed("Lasgun", "atreides"))': 'has incompatible type "Sealed[str]"',
    'Dealt("atreides", "Lasgun")': 'expected "Sealed[str]"',
    'Dealt("atreides", sealed(7, "atreides"))': 'incompatible type "int"',
    "def face_of(event: Dealt) -> str: return event.card": 'got "str | FaceDown", expected "str"',
    'def show(event: Dealt) -> None: Dealt(event.card, sealed(""))': 'incompatible type "str | FaceDown"',
    "def less(event: Dealt) -> bool: return event.card < 'b'": "Unsupported operand types",
    "def long(event: Dealt) -> int: return len(event.card)": 'incompatible type "str | FaceDown"',
    'def turn(event: Dealt) -> None: event.seat = "fremen"': "read-only",
}
SNIPPET = "\n".join((DEALT, GOOD, ASKS, *LEAKS, ""))


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """What the type checker and our own look say of each line of a snippet, all in one run; nothing of most."""
    snippet = tmp_path_factory.mktemp("types") / "snippet.py"
    snippet.write_text(SNIPPET, "utf-8")
    words = [sys.executable, "-m", "tests.house.face_down", str(snippet)]
    run = subprocess.run(words, cwd=HOUSE, capture_output=True, text=True, check=False)
    assert run.stderr == ""
    lines = dict[int, str]()
    for line in run.stdout.splitlines():
        number, _, words_of_it = line.removeprefix(f"{snippet}:").partition(":")
        lines[int(number)] = lines.get(int(number), "") + words_of_it
    return lines


def numbers(lines: Iterable[str]) -> set[int]:
    """Return the numbers of these lines of the snippet."""
    return {SNIPPET.splitlines().index(line) + 1 for line in lines}


def test_nothing_is_said_of_other_lines(said: dict[int, str]) -> None:
    """A secret in an envelope is no error, and a name asked whether it is known is no question about its truth."""
    asked = {line for line in ASKS.splitlines() if line.endswith("# asks")}
    assert {*said} == numbers({*LEAKS, *asked})


@pytest.mark.parametrize(("line", "error"), LEAKS.items())
def test_a_leak_is_an_error(said: dict[int, str], line: str, error: str) -> None:
    (number,) = numbers({line})
    assert error in said[number]


def test_every_way_to_ask_for_its_truth_is_found(said: dict[int, str]) -> None:
    """The check asks the program in the same way, beside mypy."""
    asked = numbers(line for line in ASKS.splitlines() if line.endswith("# asks"))
    assert all(": error:" not in said[number] and " error: " not in said[number] for number in asked)


def test_the_answer_in_the_class_line_of_a_question_has_its_type() -> None:
    """The type checker takes any value there."""
    kinds = [kind for kind in rulings._answers if "answer" in vars(kind)]
    assert kinds
    for kind in kinds:
        (hint,) = typing.get_args(vars(kind)["__orig_bases__"][0])
        assert fits(vars(kind)["answer"], hint), kind
