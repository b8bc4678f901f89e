"""Territories as data: names, ground, and what the spice deck brings.

All of it is in ``board/arrakis.toml``, borders included. A faction's module registers a place that only its games have.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.board import outline
from referee.kernel.commands import Objection
from referee.kernel.table import Table, memoized

STRONGHOLD, SAND, ROCK, ICE = "stronghold", "sand", "rock", "ice"


@dataclass(frozen=True)
class Territory:
    """A territory: name, ground, spice of its card (0 for none), sectors, and the faction it belongs to.

    Sectors are counted from Storm Start in the storm's direction: that of the spice icon, and all it lies in.
    ``behind_wall`` means safe from the storm while the Shield Wall stands (1.01.03).
    """

    name: str
    ground: str
    spice: int = 0
    icon: int = 0
    owner: str = ""
    sectors: tuple[int, ...] = ()
    behind_wall: bool = False


TERRITORIES: dict[str, Territory] = {}


def territory(made: Territory) -> Territory:
    TERRITORIES[made.name] = made
    return made


for _name, _told in outline.data()["territories"].items():
    _where = (_told.get("spice", 0), _told.get("icon", 0))
    _sectors, _behind = tuple(_told["sectors"]), _told.get("behind_wall", False)
    territory(Territory(_name, _told["ground"], *_where, sectors=_sectors, behind_wall=_behind))


def is_stronghold(name: str) -> bool:
    return name in TERRITORIES and TERRITORIES[name].ground == STRONGHOLD


@memoized
def on_board(table: Table) -> tuple[Territory, ...]:
    return tuple(one for one in TERRITORIES.values() if not one.owner or one.owner in table.seats)


def strongholds(table: Table) -> tuple[str, ...]:
    return tuple(one.name for one in on_board(table) if one.ground == STRONGHOLD)


def nowhere(table: Table, name: str, rule: str) -> Iterator[Objection]:
    """Object to a place that this game does not have."""
    if name not in {one.name for one in on_board(table)}:
        yield Objection(rule, "No territory has that name. Choose one from the list.", firm=True)


def slug(name: str) -> str:
    """Return a territory's name as the name of a form field."""
    return name.lower().replace("'", "").replace(" ", "_")
