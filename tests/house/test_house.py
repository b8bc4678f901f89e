"""The order of the house: who may import whom, where names may stand, and that every rule named exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

import referee.kernel.discover
import referee.running.sitting  # noqa: F401
from referee.cards.deck import CLASSIC
from referee.common.factions import FACTIONS
from referee.kernel.rulings import OPTIONS, cited_rules
from referee.rulebook.book import rulebook
from tests.kit import ROOT

HERE, CODE = ROOT / "tests", ROOT / "referee"
FILES = {path.relative_to(CODE).with_suffix("").as_posix(): path for path in sorted(CODE.rglob("*.py"))}
ROOMS = ("factions", "cards", "variants")
RULE = re.compile(r"\d+(?:\.\d\d)+")

# what each package may import of the project; one room of factions or cards may import its own package only
BELOW = {"rulebook", "kernel", "common", "phases"}
MAY: dict[str, set[str]] = {
    "rulebook": {"rulebook"},
    "kernel": {"kernel"},
    "common": {"rulebook", "kernel", "common"},
    "phases": BELOW,
    "factions": BELOW,
    "cards": BELOW,
    "variants": {*BELOW, "cards"},
    "running": {*BELOW, "running"},
    "contract": {*BELOW, "running", "contract"},
    "web": {*BELOW, "variants", "running", "contract", "web"},
    "cli": {*BELOW, "running", "contract", "web", "cli"},
}
ALL_CHAPTERS = "kernel/discover"  # the one module that imports every chapter, so that its rules are in force
ONLY = {
    "flask": {"web"},
    "flask_htmx": {"web"},
    "sqlite_utils": {"running/journal"},
    "time": {"running/sitting", "web/app/credentials", "web/join/seat_codes"},
    "random": {"running/sitting"},
    "secrets": {"web/app/credentials", "web/join/seat_codes"},
}


@cache
def tree(name: str) -> ast.Module:
    """Return a file of the project as syntax."""
    return ast.parse(FILES[name].read_text("utf-8"))


def kind_of(name: str) -> str:
    """Return which kind of room a file is."""
    return name.split("/")[0]


def imports(name: str) -> Iterator[str]:
    """Yield every module that a file imports, in full."""
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            base = node.module
            whole = base in {"referee", *(f"referee.{kind}" for kind in MAY)}
            yield from (f"{base}.{alias.name}" for alias in node.names) if whole else [base]


def texts(name: str) -> Iterator[str]:
    """Yield every text in a file but for the docstrings."""
    docs = set()
    for node in ast.walk(tree(name)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node) is not None:
            docs.add(id(node.body[0].value))  # type: ignore[attr-defined]
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


@pytest.mark.parametrize("name", [name for name in FILES if kind_of(name) in MAY and name != ALL_CHAPTERS])
def test_who_may_import_whom(name: str) -> None:
    for module in imports(name):
        if module.startswith("referee."):
            other = module.removeprefix("referee.").replace(".", "/")
            assert kind_of(other) in MAY[kind_of(name)] or room_of(other) == room_of(name), f"{name} imports {module}"


def room_of(name: str) -> str:
    """Return the room of a file or package: a faction's or a card's own, whether it is one file or a package."""
    return "/".join(name.split("/")[:2])


@pytest.mark.parametrize("name", FILES)
def test_who_may_reach_out_of_the_house(name: str) -> None:
    for module in imports(name):
        rooms = ONLY.get(module.split(".")[0])
        assert rooms is None or name in rooms or kind_of(name) in rooms, f"{name} imports {module}"


NAMED = {*FACTIONS, *(one.name for one in FACTIONS.values())}
PLACES = re.compile(r"Tleilaxu Tanks|Tleilaxu Ghola|Shield Wall")


def _names(text: str, names: set[str]) -> list[str]:
    plain = PLACES.sub("", text)
    return [name for name in names if re.search(rf"\b{re.escape(name)}\b", plain)]


@pytest.mark.parametrize("name", [name for name in FILES if kind_of(name) not in {*ROOMS, "web", "contract", "cli"}])
def test_general_rules_name_no_faction_and_no_card(name: str) -> None:
    found = [text for text in texts(name) if _names(text, NAMED | set(CLASSIC))]
    assert not found, f"{name}: {found}"


BY_THE_BOOK = {"factions/emperor": {"fremen"}}  # 2.03.08 itself names them


@pytest.mark.parametrize("name", [name for name in FILES if kind_of(name) in {"factions", "cards"}])
def test_a_room_names_no_other_faction(name: str) -> None:
    room = room_of(name).removeprefix("factions/")
    own = {seat for seat in FACTIONS if room.startswith(seat)}
    own |= BY_THE_BOOK.get(name, set())
    others = {FACTIONS[seat].name for seat in FACTIONS if seat not in own} | (set(FACTIONS) - own)
    assert not [text for text in texts(name) if _names(text, others)]


@pytest.mark.parametrize("name", [name for name in FILES if kind_of(name) in {"variants", "web", "contract", "cli"}])
def test_elsewhere_no_faction_is_treated_by_its_id(name: str) -> None:
    usual_seats_or_examples = {"web/start/setup_form", "cli/log", "cli/rules"}
    assert name in usual_seats_or_examples or not [text for text in texts(name) if text in FACTIONS]


# -- the rule book ------------------------------------------------------------------------------------


def _rules_in_code() -> dict[str, str]:
    return {text: name for name in FILES for text in texts(name) if RULE.fullmatch(text)}


def test_every_rule_named_in_the_code_stands_in_the_book() -> None:
    missing = {rule: name for rule, name in _rules_in_code().items() if rule not in rulebook()}
    assert not missing
    assert not [rule for rule in cited_rules() if rule not in rulebook()]
    assert not [option.rule for option in OPTIONS.values() if option.rule not in rulebook()]


def test_every_rule_that_the_code_carries_out_is_named_by_code_and_by_a_test() -> None:
    carried = [entry.id for entry in rulebook().values() if "code" in entry.marks]
    tests = "".join(path.read_text("utf-8") for path in HERE.rglob("test_*.py"))
    named = _rules_in_code()
    assert not [rule for rule in carried if rule not in named]
    tried = {rule.replace("_", ".") for rule in re.findall(r"\d+(?:[._]\d\d)+", tests)}
    assert not [rule for rule in carried if rule not in tried]
