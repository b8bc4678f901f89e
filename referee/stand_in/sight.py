"""What a stand-in decides from: the public table, its seat's own one, and what it has sent in this phase."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import NamedTuple
from zlib import crc32

from referee.board.forces import Group
from referee.board.standing import Stand, stands, with_tokens
from referee.board.territories import is_stronghold
from referee.holdings.purse import spice_of
from referee.kernel import Command, Table

NOTHING: Mapping[Command, int] = MappingProxyType({})
SCALE = 2**32


class Sight(NamedTuple):
    """One seat's view of a table; ``sent`` counts what it sent in this phase, ``refused`` what was then refused."""

    public: Table
    own: Table
    seat: str
    sent: Mapping[Command, int] = NOTHING
    refused: Mapping[Command, int] = NOTHING

    def chance(self, *about: object) -> float:
        """Return a number from 0 to 1 that is the same each time this is asked in this phase of this game."""
        words = f"{self.public.name}{self.seat}{self.public.turn}{self.public.phase}{about}"
        return crc32(words.encode()) / SCALE

    @property
    def spice(self) -> int:
        """Return the spice behind the shield; 20 if the table does not count it."""
        own = spice_of(self.own, self.seat)
        return 20 if own is None else own

    def here(self, place: str) -> tuple[Stand, ...]:
        return tuple(one for one in stands(self.own, place) if one.seat == self.seat)

    def force(self, place: str) -> Group:
        """Return the forces of the seat in a place that fight."""
        return sum((one.group for one in self.here(place) if not one.calm), Group())

    def foes(self, place: str) -> dict[str, Group]:
        """Return the forces of others in a place by faction: allies and forces in peace left out."""
        found: dict[str, Group] = {}
        for one in with_tokens(self.own, place):
            if one.seat not in {self.seat, self.own.ally(self.seat)} and not one.calm:
                found[one.seat] = found.get(one.seat, Group()).plus(one.group)
        return found

    def strongholds(self) -> Collection[str]:
        """Return the strongholds where own forces stand."""
        return {one.place for one in stands(self.own) if one.seat == self.seat and is_stronghold(one.place)}


class NextAct(NamedTuple):
    """What a stand-in sends, and why, in a sentence that tells nothing that only its seat may know."""

    command: Command
    why: str
