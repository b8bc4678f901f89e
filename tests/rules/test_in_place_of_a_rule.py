"""A table option that answers in the place of a rule, and the rules that stand behind a plain answer that asks."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

import referee.kernel.discover  # noqa: F401
from referee.holdings.hands import HandLimit
from referee.kernel import (
    OPTIONS,
    Option,
    Question,
    RuleSuspended,
    Table,
    adds,
    ask,
    fixed,
    memoized,
    option,
    ordinary,
    rulings,
)
from referee.kernel.added import put_in_force, unmatched_replacements
from referee.kernel.speakers import clear_cache
from referee.phases.revival.limits_and_prices import FreeRevival
from referee.phases.shipment.prices_and_permissions import HOME, ShipmentPrice, Voyage
from tests.kit import ROOT

OPEN_GROUND = '''"""Open ground costs three."""

from referee.kernel import option
from referee.phases.shipment.prices_and_permissions import ShipmentPrice

FARE = option(
    "X1", "4.95.07", "Open ground", ("two", "2", "Two spice a force."), ("three", "3", "Three spice a force.")
)
FARE.replaces("1.06.03.01", ShipmentPrice, {
    "three": lambda asked, table, so_far: asked.voyage.forces * (1 if asked.voyage.stronghold else 3),
})
'''
TEXT = """## 4.95.07 Open ground
marks: code
see: 1.06.03.01
asked as: what does open ground cost

Two spice a force, or three.
"""
TRY_IT = """
import sys
from pathlib import Path
from referee.running.house_rules import read_folder
print([rule.troubles for rule in read_folder(Path(sys.argv[1]))])
from tests.rules.test_in_place_of_a_rule import prices
print(prices({}), prices({"X1": "three"}), sep="\\n")
"""


def prices(options: dict[str, str]) -> dict[str, tuple[int, str]]:
    """Return what five forces pay in each way, and which rules say so."""
    table = Table(options=options, alliances=[frozenset({"spacing_guild", "emperor"})])
    ways = {
        "sand": Voyage("fremen", 5), "city": Voyage("fremen", 5, stronghold=True), "guild": Voyage("spacing_guild", 5),
        "ally": Voyage("emperor", 5, half=True), "card": Voyage("fremen", 5, by_card=True),
        "both": Voyage("spacing_guild", 5, by_card=True), "home": Voyage("spacing_guild", 5, HOME),
    }  # fmt: skip
    found = {name: ask(table, ShipmentPrice(way)) for name, way in ways.items()}
    return {name: (answer.value, " ".join(answer.because)) for name, answer in found.items()}


def test_1_06_03_01_open_ground_costs_three_by_an_option_of_two_files(tmp_path: Path) -> None:
    (tmp_path / "open_ground.py").write_text(OPEN_GROUND, "utf-8")
    (tmp_path / "open_ground.md").write_text(TEXT, "utf-8")
    command = [sys.executable, "-c", TRY_IT, str(tmp_path)]
    troubles, two, three = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.splitlines()
    assert troubles == "[[]]"
    guild, ally, card = "2.06.06 4.95.07", "2.06.09 2.06.06 4.95.07", "3.01.11.03 4.95.07"
    assert three == str({
        "sand": (15, "4.95.07"), "city": (5, "4.95.07"), "guild": (8, guild), "ally": (8, ally), "card": (8, card),
        "both": (8, f"3.01.11.03 {guild}"), "home": (3, "2.06.07 4.95.07"),
    })  # fmt: skip
    assert two == str(prices({})) and "4.95.07" not in two


@pytest.fixture
def choice() -> Iterator[Option]:
    """An option of this test, in books and lists that are put back."""
    books = {kind: page[:] for kind, page in rulings._answers.items()}
    with patch.dict(rulings._answers, books), patch.dict(OPTIONS):
        yield option("X1", "4.95.08", "Of a test", ("no", "No", "As ever."), ("yes", "Yes", "Otherwise."))
    clear_cache()


YES = Table(options={"X1": "yes"})


def test_it_speaks_only_where_the_rule_speaks_and_stops_with_it(choice: Option) -> None:
    choice.replaces("2.05.07", HandLimit, {"yes": 6})
    assert ask(YES, HandLimit("harkonnen")) == (6, ("4.95.08", "1.04.02"), ())
    assert ask(YES, HandLimit("fremen")) == (4, ("1.04.02",), ())
    assert ask(Table(), HandLimit("harkonnen")).because[0] == "2.05.07"
    stopped = Table(options={"X1": "yes"})
    stopped.hear(RuleSuspended("2.05.07", "use"))
    assert ask(stopped, HandLimit("harkonnen")) == (4, ("1.04.02",), ("2.05.07",))


def test_of_two_in_one_place_the_higher_number_counts(choice: Option) -> None:
    higher = option("X2", "4.95.09", "Of a test", ("no", "No", "As ever."), ("yes", "Yes", "Otherwise."))
    higher.replaces("1.04.02", HandLimit, {"yes": 9})
    choice.replaces("1.04.02", HandLimit, {"yes": lambda asked, table, so_far: so_far or 5})
    assert ask(YES, HandLimit("fremen")) == (5, ("4.95.08",), ())
    assert ask(Table(options={"X1": "yes", "X2": "yes"}), HandLimit("fremen")) == (9, ("4.95.09",), ())
    with pytest.raises(ValueError, match=r"4\.95\.08 speaks on HandLimit more than once"):
        choice.replaces("1.04.02", HandLimit, {"no": 3})


def test_the_ordinary_answer_is_that_of_the_general_rules_as_the_table_plays_them(choice: Option) -> None:
    assert [ordinary(Table(), HandLimit(seat)) for seat in ("harkonnen", "fremen")] == [4, 4]
    choice.replaces("1.04.02", HandLimit, {"yes": 5})
    assert ordinary(YES, HandLimit("harkonnen")) == 5


def test_a_rule_in_the_place_of_one_that_is_silent_is_refused(choice: Option) -> None:
    troubles = list[Exception]()
    put_in_force(lambda: choice.replaces("2.05.08", HandLimit, {"yes": 6}), lambda numbers: None, troubles.append)
    assert [str(one) for one in troubles] == [
        "Rule 4.95.08 answers in the place of 2.05.08, which does not speak there."
    ]
    assert not unmatched_replacements()


# -- the rules behind a plain answer ------------------------------------------------------------------


class Fits(Question[int]):
    """A question of this test whose plain answer is that of others."""

    seat: str
    rule = "1.04.03"

    def plain(self, table: Table) -> int:
        return _limit(table, self.seat) + ask(table, HandLimit(self.seat)).value


@memoized
def _limit(table: Table, seat: str) -> int:
    return ask(table, FreeRevival(seat)).value


@pytest.mark.parametrize("memoized", [False, True])
@pytest.mark.parametrize("asked_before", [False, True])
def test_rules_that_overrule_in_a_plain_answer_stand_behind_it_once(
    choice: Option, memoized: bool, asked_before: bool
) -> None:
    table = Table().memoize() if memoized else Table()
    fixed(Fits, "2.05.08", 99, seat="harkonnen")
    if asked_before:
        _limit(table, "harkonnen"), ask(table, HandLimit("harkonnen"))
    for _ in range(2):
        assert ask(table, Fits("harkonnen")).because == ("2.05.08", "1.04.03", "2.05.05", "2.05.07")
        assert ask(table, Fits("nobody")).because == ("1.04.03",), "general rules that answer a detail do not join"


def test_what_another_ruling_asks_does_not_join(choice: Option) -> None:
    adds(Powers, "2.05.07")(lambda question, table: [str(ask(table, Fits("harkonnen")).value)])
    assert ask(Table(), Powers()) == (("10",), ("2.05.07", "1.04.04"), ())
    assert Table().consulted is None


class Powers(Question[tuple[str, ...]]):
    """A question of this test whose plain answer asks nothing."""

    rule = "1.04.04"

    def plain(self, table: Table) -> tuple[str, ...]:
        return ()


def test_1_05_01_01_a_free_revival_names_the_sheet() -> None:
    assert ask(Table(), FreeRevival("fremen")) == (3, ("1.05.01.01", "2.04.04"), ())
