"""Territories as data: names, ground, and what the spice deck brings.

All of it is in ``board/arrakis.toml``, borders included. A faction's module registers a place that only its games have.
Who is offered a territory chooses from all ``places``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.board import outline
from referee.board.outline import SECTORS
from referee.kernel import Hashed, Objection, Question, Table, Value, ask, listed, memoized, say
from referee.offers.offer import Blank

STRONGHOLD, SAND, ROCK, ICE, SHELTER = "stronghold", "sand", "rock", "ice", "shelter"


class Territory(Value):
    """A territory: name, ground, spice of its card (0 for none), sectors, and the faction it belongs to.

    Sectors are counted from Storm Start in the storm's direction: that of the spice icon, and all it lies in.
    ``behind_wall`` means safe from the storm while the Shield Wall stands (1.01.03). A SHELTER is entered like a
    stronghold, at its price, and is none. What is ``found`` in the course of a game is there from then on.
    """

    name: str
    ground: str
    spice: int = 0
    icon: int = 0
    owner: str = ""
    sectors: tuple[int, ...] = ()
    behind_wall: bool = False
    found: bool = False


TERRITORIES: dict[str, Territory] = {}


def territory(entry: Territory) -> Territory:
    TERRITORIES[entry.name] = entry
    return entry


for _name, _told in outline.data()["territories"].items():
    _where = (_told.get("spice", 0), _told.get("icon", 0))
    _sectors, _behind = tuple(_told["sectors"]), _told.get("behind_wall", False)
    territory(Territory(_name, _told["ground"], *_where, sectors=_sectors, behind_wall=_behind))


def is_stronghold(name: str) -> bool:
    return name in TERRITORIES and TERRITORIES[name].ground == STRONGHOLD


def is_enclosed(name: str) -> bool:
    """Return True for a place that holds two factions and costs 1 a force to ship to: a stronghold or a shelter."""
    return name in TERRITORIES and TERRITORIES[name].ground in {STRONGHOLD, SHELTER}


class PlacesFound(Question[tuple[str, ...]], rule="0.13", answer=()):
    """Which places were found in this game?

    Only the room of discoveries has any; everything that asks where forces may be has to know them.
    """


@memoized
def on_board(table: Table) -> Hashed[Territory]:
    return _on_board(tuple(table.seats), ask(table, PlacesFound()).value)


@lru_cache(maxsize=64)
def _on_board(seats: tuple[str, ...], places_found: tuple[str, ...]) -> Hashed[Territory]:
    there = (land for land in TERRITORIES.values() if not land.owner or land.owner in seats)
    return Hashed(land for land in there if not land.found or land.name in places_found)


def strongholds(table: Table) -> tuple[str, ...]:
    return _strongholds(on_board(table))


@lru_cache(maxsize=64)
def _strongholds(places: Hashed[Territory]) -> tuple[str, ...]:
    return tuple(land.name for land in places if land.ground == STRONGHOLD)


def is_sand(name: str) -> bool:
    """Return True for a territory in which spice and worms appear (1.02.04)."""
    return name in TERRITORIES and TERRITORIES[name].ground == SAND


def nowhere(table: Table, name: str, rule: str) -> Iterator[Objection]:
    """Object to a place that this game does not have."""
    if name not in {land.name for land in on_board(table)}:
        yield Objection(rule, "No territory has that name. Choose one from the list.", firm=True)


def sand(table: Table) -> tuple[str, ...]:
    """Return the territories in which a worm may appear (1.02.05)."""
    return tuple(land.name for land in on_board(table) if land.ground == SAND)


def not_sand(table: Table, name: str, rule: str) -> Iterator[Objection]:
    """Object to a place in which no worm appears."""
    if name not in sand(table):
        yield Objection(rule, "A worm appears only in sand. Choose a sand territory.", "NOT_ELIGIBLE", firm=True)


def no_such_sector(place: str, sector: int, rule: str) -> Iterator[Objection]:
    """Object to a sector that is not part of a territory."""
    land = TERRITORIES.get(place)
    if not 0 <= sector <= SECTORS:
        yield Objection(rule, say("Enter a sector from 1 to {most}.", most=SECTORS), "BAD_INPUT", firm=True)
    elif sector and land and not land.sectors:
        yield Objection(rule, say("{place} is in no sector.", place=place), "BAD_INPUT", firm=True)
    elif sector and land and sector not in land.sectors:
        where = listed([str(number) for number in land.sectors], "or")
        words = say("{place} is not in sector {sector}. Choose {where}.", place=place, sector=sector, where=where)
        yield Objection(rule, words, "BAD_INPUT", firm=True)


@lru_cache(maxsize=1024)
def slug(name: str) -> str:
    """Return a territory's name as the name of a form field."""
    return name.lower().replace("'", "").replace(" ", "_")


def places(table: Table, name: str, label: str) -> Blank:
    """Return a choice of all territories, strongholds first."""
    return Blank(name, label, "place", choices=_named(on_board(table)))


@lru_cache(maxsize=64)
def _named(territories: Hashed[Territory]) -> tuple[tuple[str, str], ...]:
    return tuple((land.name, land.name) for land in territories)
