"""Every rule cited by code exists, and every rule marked ``code`` is cited by code and by a test."""

from __future__ import annotations

import re

import referee.running.sitting  # noqa: F401
from referee.kernel import OPTIONS, rulings
from referee.rulebook.book import rulebook
from tests.house.code import FILES, texts
from tests.kit import ROOT

ANSWERS = "from referee.offers.answers import"
RULE = re.compile(r"\d+(?:\.\d\d)+")


def _rules_in_code() -> dict[str, str]:
    return {text: name for name in FILES for text in texts(name) if RULE.fullmatch(text)}


def test_every_rule_named_in_the_code_stands_in_the_book() -> None:
    assert not {rule: name for rule, name in _rules_in_code().items() if rule not in rulebook()}
    cited = {rule for book in (rulings._answers, rulings._effects) for page in book.values() for _, rule, _ in page}
    assert not [rule for rule in cited if rule not in rulebook()]
    assert not [option.rule for option in OPTIONS.values() if option.rule not in rulebook()]


def test_every_rule_that_the_code_carries_out_is_named_by_code_and_by_a_test() -> None:
    carried = [entry.id for entry in rulebook().values() if "code" in entry.marks]
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    named = _rules_in_code()
    assert not [rule for rule in carried if rule not in named]
    tried = {rule.replace("_", ".") for rule in re.findall(r"\d+(?:[._]\d\d)+", tests)}
    assert not [rule for rule in carried if rule not in tried]


def test_no_rule_that_the_code_carries_out_is_marked_as_left_to_the_players() -> None:
    """A heading and a matter of manners may be cited as they are; who only answers questions cites any.

    Chapter 4.97 tells how the referee is used, which is left to the players even where code cites it.
    """
    rooms = {name: path for name, path in FILES.items() if not name.startswith("web/")}
    carry_out = [name for name, path in rooms.items() if ANSWERS not in path.read_text("utf-8")]
    cited = {rule for name in carry_out for rule in texts(name) if RULE.fullmatch(rule) and rule in rulebook()}
    left = {rule for rule in cited if "table" in rulebook()[rule].marks and "code" not in rulebook()[rule].marks}
    assert not {rule for rule in left if not rule.startswith("4.97.")}
