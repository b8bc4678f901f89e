"""The tables of the rules say what the cards and factions say, cell by cell."""

from __future__ import annotations

import pytest

import referee.kernel.discover  # noqa: F401
from referee.web.rules.tables import figures

PROJECTILES = ("Crysknife", "Maula Pistol", "Slip Tip", "Stunner")
POISONS = ("Chaumas", "Chaumurky", "Ellaca Drug", "Gom Jabbar")


def cell(title: str, row: str, column: str) -> str:
    """Return a cell of the page by its headings."""
    made = next(one for one in figures() if one.title.startswith(title))
    cells = next(cells for _, cells in made.rows if cells[0] == row)
    return cells[made.header.index(column)]


@pytest.mark.parametrize("weapon", [*PROJECTILES, *POISONS])
def test_1_07_06_01_only_the_right_defence_saves(weapon: str) -> None:
    saved = {name for name in ("no defense", "Shield", "Snooper") if cell("Weapons", weapon, name) == "lives"}
    assert saved == {"Shield" if weapon in PROJECTILES else "Snooper"}


def test_3_01_14_a_shield_before_a_lasgun_is_an_explosion() -> None:
    found = [cell("Weapons", "Lasgun", name) for name in ("no defense", "Shield", "Snooper", "Shield Snooper")]
    assert found == ["dies", "explosion", "dies", "explosion"]


@pytest.mark.parametrize(
    ("faction", "worth"),
    [("Atreides", ("1", "\u2013")), ("Emperor", ("1", "2")), ("Fremen", ("1", "2")), ("Ixian", ("\u00bd", "2"))],
)
def test_1_13_04_what_a_fed_force_counts(faction: str, worth: tuple[str, str]) -> None:
    title = "What a force counts, advanced"
    assert (cell(title, faction, "Normal, with spice"), cell(title, faction, "Special, with spice")) == worth


def test_1_07_06_leaders_stand_with_their_strengths() -> None:
    assert cell("Leaders", "Fremen", "Leaders and strengths").startswith("Stilgar 7, Chani 6")
    assert "Zoal as the opponent" in cell("Leaders", "Tleilaxu", "Leaders and strengths")
