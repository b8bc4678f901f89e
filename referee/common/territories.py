"""Territories as data: what they are called, what ground they are, and what the spice deck brings there.

The board stays physical, so nothing here says who borders on whom. A place that only some games have is entered by the
room that brings it, and is offered where that faction plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from referee.kernel.commands import Objection
from referee.kernel.table import Table

STRONGHOLD, SAND, ROCK, ICE = "stronghold", "sand", "rock", "ice"


@dataclass(frozen=True)
class Territory:
    """A territory: its name, its ground, the spice its card brings (0 for none), where, and whose it is, if anybody's.

    Sectors are counted from Storm Start the way the storm goes: the one of the spice icon, and all in which it lies.
    """

    name: str
    ground: str
    spice: int = 0
    icon: int = 0
    owner: str = ""
    sectors: tuple[int, ...] = ()


TERRITORIES: dict[str, Territory] = {}


def territory(made: Territory) -> Territory:
    TERRITORIES[made.name] = made
    return made


for _row in Path(__file__).with_name("territories.tsv").read_text("utf-8").splitlines():
    _name, _ground, _spice, _icon, _in = _row.split("\t")
    territory(Territory(_name, _ground, int(_spice), int(_icon), sectors=tuple(map(int, _in.split()))))


def is_stronghold(name: str) -> bool:
    return name in TERRITORIES and TERRITORIES[name].ground == STRONGHOLD


def on_board(table: Table) -> tuple[Territory, ...]:
    return tuple(one for one in TERRITORIES.values() if not one.owner or one.owner in table.seats)


def strongholds(table: Table) -> tuple[str, ...]:
    return tuple(one.name for one in on_board(table) if one.ground == STRONGHOLD)


def nowhere(table: Table, name: str, rule: str) -> Iterator[Objection]:
    """Object to a place that this game does not have."""
    if name not in {one.name for one in on_board(table)}:
        yield Objection(rule, "There is no territory of that name. Choose one from the list.", firm=True)


def slug(name: str) -> str:
    """Return a territory's name as the name of a field in a form."""
    return name.lower().replace("'", "").replace(" ", "_")
