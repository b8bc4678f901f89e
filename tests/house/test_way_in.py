"""The README for programmers is true: every place it names exists, and every row of its map."""

from __future__ import annotations

import ast
import re

import pytest

from referee.rulebook.book import KEYS
from tests.kit import ROOT

PAGE = (ROOT / "referee/README.md").read_text("utf-8")
PLACES = sorted(set(re.findall(r"`((?:referee|templates|static|tests)/[\w./]*\w)(?::([\w.]+))?`", PAGE)))
NEARBY = sorted(set(re.findall(r"`((?:web|cards|factions|modules|options|running)/\w[\w/.]*)`", PAGE)))
WALKS = re.findall(r"<!-- hops -->(.*?)<!-- /hops -->", PAGE, re.DOTALL)


def defined(path: str) -> set[str]:
    """Return the functions, classes and methods of a file, methods with their class."""
    found = set()
    for node in ast.parse((ROOT / path).read_text("utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)}
    return found


@pytest.mark.parametrize(("path", "name"), PLACES)
def test_every_place_the_page_names_is_there(path: str, name: str) -> None:
    assert (ROOT / path).exists()
    assert not name or name in defined(path)


@pytest.mark.parametrize("path", NEARBY)
def test_every_room_the_page_names_is_there(path: str) -> None:
    room = ROOT / "referee" / path
    assert room.exists() or room.with_suffix(".py").exists()


def test_both_walks_name_a_function_at_most_hops() -> None:
    assert len(WALKS) == 2
    for walk in WALKS:
        hops = re.split(r"^\d+\. ", walk, flags=re.MULTILINE)[1:]
        named = [hop for hop in hops if re.search(r"`referee/[\w/]+\.py:[\w.]+`", hop)]
        assert len(hops) >= 8
        assert len(named) >= len(hops) - 1


def test_the_map_names_every_package_and_no_other() -> None:
    rows = set(re.findall(r"^\| `(\w+)/` \|", PAGE, re.MULTILINE))
    assert rows == {path.parent.name for path in (ROOT / "referee").glob("*/__init__.py")}


def test_the_keys_of_a_rule_text_are_those_that_are_read() -> None:
    table = PAGE.split("| key | value |\n")[1].split("\n\n")[0]
    named = [key for row in table.splitlines()[1:] for key in re.findall(r"`(.+?)`", row.split("|")[1])]
    assert {re.sub(r" [\d-]+$", "", key) for key in named} == {*KEYS}
