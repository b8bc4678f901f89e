"""Leaders whose one disc several factions may have, one after the other (2.13).

The disc lies aside at the start. While a seat has it, it lies in that seat's pool and leads like the others; dead it
lies in the Tanks of the faction that may revive it, or of nobody. Where it is everybody knows, a captor's name too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Final

from referee.common.factions import FACTIONS
from referee.holdings.leaders import LeaderBook, among, book_of, dead_everywhere, key, leaders_of, move_disc, noted
from referee.kernel import Event, Public, SeatEvent, SeatQuestion, State, Table, ask

TANKS: Final = "tanks"
RULE = "2.13.02"


class SharedDiscs(State):
    """Where each is, by ``key``: a seat, or ``tanks``; set aside if missing. ``fought`` are those soon set aside."""

    where: dict[str, str] = field(default_factory=dict)
    fought: set[str] = field(default_factory=set)


def shared_discs(table: Table) -> tuple[str, ...]:
    """Return the shared leaders that are in play at this table."""
    return tuple(dict.fromkeys(name for seat in table.seats if seat in FACTIONS for name in FACTIONS[seat].shared))


def who_has(table: Table, leader: str) -> str:
    """Return the seat that has a shared leader, "" if it is set aside or dead."""
    where = table.state(SharedDiscs).where.get(key(leader), "")
    return "" if where == TANKS else where


def in_the_tanks(table: Table, leader: str) -> bool:
    """Return True if it lies there, of whichever faction it was noted."""
    return table.state(SharedDiscs).where.get(key(leader)) == TANKS or among(leader, dead_everywhere(table))


def has_fought(table: Table, leader: str) -> bool:
    """Return True if it has fought and is set aside as soon as nobody captures it."""
    return key(leader) in table.state(SharedDiscs).fought


def set_aside_discs(table: Table) -> tuple[str, ...]:
    """Return the shared leaders that lie in no faction's pool or Tanks, so that all discs can be counted."""
    books = [(*own.pool, *own.face_up, *own.face_down) for own in table.state(LeaderBook).of.values()]
    return tuple(name for name in shared_discs(table) if not any(among(name, held) for held in books))


class MayTakeDisc(SeatQuestion[bool], rule=RULE):
    """May this faction take this shared leader now, from wherever it is?"""

    leader: str

    def plain(self, table: Table) -> bool:
        free = among(self.leader, shared_discs(table)) and not in_the_tanks(table, self.leader)
        return free and who_has(table, self.leader) != self.seat


def may_take(table: Table, seat: str, leader: str) -> bool:
    return ask(table, MayTakeDisc(seat, leader)).value


class KeepsRevivedDisc(SeatQuestion[bool], rule="2.13.05", answer=True):
    """Does a faction that revives this leader have it at once? If not, it is set aside.

    Only option 4.96.06 says otherwise.
    """

    leader: str


def taken(table: Table, seat: str, leader: str, *why: str) -> Iterator[Event]:
    """Yield that a faction takes this leader; all its others are written down first."""
    yield from noted(table, seat)
    yield DiscTaken(seat, leader, why)


# -- events -------------------------------------------------------------------------------------------


def _lies(table: Table, leader: str, where: str, place: list[str]) -> None:
    move_disc(table, leader, place)
    kept = table.put(table.state(SharedDiscs))
    kept.where[key(leader)] = where
    kept.fought.discard(key(leader))


class DiscTaken(SeatEvent):
    leader: Public[str]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The takes} {leader}."

    def apply(self, table: Table) -> None:
        _lies(table, self.leader, self.seat, book_of(table, self.seat).pool)


class DiscSetAside(Event):
    leader: Public[str]
    why: Public[tuple[str, ...]]
    says = "{leader} is set aside."

    def apply(self, table: Table) -> None:
        _lies(table, self.leader, "", [])


class DiscFought(Event, because=("2.13.04",)):
    """It survived a battle: set aside, unless the winner captures it first."""

    leader: Public[str]

    def apply(self, table: Table) -> None:
        table.put(table.state(SharedDiscs)).fought.add(key(self.leader))


class DiscDied(Event, because=("2.13.04",)):
    """It lies in the Tanks of the faction that may revive it, face up; with ``seat`` "" of nobody."""

    leader: Public[str]
    seat: Public[str]

    def apply(self, table: Table) -> None:
        own = leaders_of(table, self.seat) if self.seat else None
        _lies(table, self.leader, TANKS, [] if own is None else own.face_up)
        for book in table.state(LeaderBook).of.values():
            book.died = [name for name in book.died if key(name) != key(self.leader)]
