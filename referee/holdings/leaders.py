"""Leaders: who is available, in the Tanks face up or face down, has died before, or serves another faction.

A leader can be revived once no leader is left, or once all have died (1.05.03); one who died again is face down until
all others have died again (1.05.04). Leaders of other factions do not count. Where leaders are is public, except those
face down, which only their owner may look at (1.05.05), and who was taken: that is known to the two it concerns, and on
every other table the disc seems to lie where it was, until the leader comes home.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import field
from functools import lru_cache

from referee.common.factions import FACTIONS
from referee.kernel import (
    Called,
    Event,
    Public,
    Sealed,
    SeatEvent,
    State,
    Table,
    everybody,
    known,
    memoized,
    say,
    sealed,
)


class Leaders(State):
    """The leaders of one faction by place; names as entered."""

    pool: list[str] = field(default_factory=list)
    face_up: list[str] = field(default_factory=list)
    face_down: list[str] = field(default_factory=list)
    died: list[str] = field(default_factory=list)


TITLES = frozenset(
    [
        "ambassador",
        "baron",
        "beast",
        "captain",
        "count",
        "countess",
        "doctor",
        "dr",
        "duke",
        "lady",
        "lord",
        "master",
        "mother",
        "naib",
        "premier",
        "prince",
        "princess",
        "rev",
        "reverend",
        "shadout",
        "sir",
        "the",
        "viscount",
    ]
)
SHORT = {"representative": "rep"}


@lru_cache(4096)
def key(name: str) -> str:
    """Normalize a leader's name for comparison: no case, accents, titles or abbreviations."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    words = re.findall(r"[^\W_]+", re.sub(r"['’`]", "", plain.casefold()))
    bare = [SHORT.get(word, word) for word in words if word not in TITLES]
    return " ".join(bare or words)


def keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(key(name) for name in names)


def home_of(leader: str) -> str:
    """Return the faction on a leader's disc, "" if unknown."""
    return _homes(tuple(FACTIONS)).get(key(leader), "")


@lru_cache(8)
def _homes(factions: tuple[str, ...]) -> dict[str, str]:
    """Return the faction of each leader, by ``key``; the first one where several have a leader of a name."""
    return {key(name): seat for seat in reversed(factions) for name in FACTIONS[seat].leaders}


def serves_others(leader: str) -> bool:
    """Return False for a leader whom no other faction may take or revive as its own."""
    return all(key(leader) not in keys(faction.own_only) for faction in FACTIONS.values())


def is_shared(leader: str) -> bool:
    """Return True for a leader whose one disc several factions may have, and who is no faction's own."""
    return any(among(leader, faction.shared) for faction in FACTIONS.values())


def printed_strength(leader: str) -> int | None:
    """Return the strength on a leader's disc, ``None`` if unknown."""
    seat, name = _discs(tuple(FACTIONS)).get(key(leader), ("", ""))
    return {**FACTIONS[seat].shared, **FACTIONS[seat].leaders}[name] if seat else None


@lru_cache(8)
def _discs(factions: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Return the first disc with each name, by ``key``: its faction and the name on it."""
    both = ((seat, FACTIONS[seat]) for seat in reversed(factions))
    return {
        key(name): (seat, name) for seat, faction in both for own in (faction.shared, faction.leaders) for name in own
    }


class LeaderBook(State):
    """The leaders of each faction, and from whom those were taken that serve their captor, by ``key``.

    ``unseen`` counts how often a leader of a faction was taken or killed without this viewer seeing which (2.05.10).
    """

    of: dict[str, Leaders] = field(default_factory=dict)
    lent: dict[str, str] = field(default_factory=dict)
    unseen: dict[str, int] = field(default_factory=dict)


def leaders_of(table: Table, seat: str) -> Leaders | None:
    """Return where a faction's leaders are, ``None`` if nobody has entered it."""
    return table.state(LeaderBook).of.get(seat)


def leaders_known(table: Table, seat: str) -> Leaders:
    """Return where a faction's leaders are; all are alive where nobody has noted a death."""
    return leaders_of(table, seat) or Leaders([*FACTIONS[seat].discs(table.rules)] if seat in FACTIONS else [])


@memoized
def dead_everywhere(table: Table) -> tuple[str, ...]:
    """Return every leader that lies in the tanks, as far as this viewer knows."""
    books = [leaders_known(table, seat) for seat in table.seats]
    return tuple(name for book in books for name in (*book.face_up, *book.face_down))


def move_disc(table: Table, leader: str, place: list[str]) -> None:
    """Move a leader's disc to this place from wherever it is."""
    book = table.state(LeaderBook)
    book.lent.pop(key(leader), None)
    for own in book.of.values():
        for names in (own.pool, own.face_up, own.face_down):
            names[:] = [name for name in names if key(name) != key(leader)]
    place.append(leader)


def among(leader: str, names: Iterable[str]) -> bool:
    return key(leader) in {key(name) for name in names}


class LeadersNoted(SeatEvent, because=("0.09",), shows="leader", own=True):
    """The table recorded where a faction's leaders are."""

    pool: Public[tuple[str, ...]]
    face_up: Public[tuple[str, ...]]
    face_down: Sealed[tuple[str, ...]]
    died: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        """A viewer who may not look under a disc does not know who is there."""
        book = table.put(table.state(LeaderBook))
        hidden = list(self.face_down) if known(self.face_down) else []
        book.of[self.seat] = Leaders(list(self.pool), list(self.face_up), hidden, list(self.died))


class LeaderDied(SeatEvent, shows="leader"):
    """A leader went to the Tanks, face up or face down."""

    leader: Sealed[str]
    face_up: Public[bool]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        """Move the disc to the Tanks of its own faction, from any holder."""
        own = leaders_of(table, self.seat)
        if not known(self.leader):
            note_unseen(table, self.seat)
            return
        if own is None:
            return
        name = str(self.leader)
        move_disc(table, name, own.face_up if self.face_up else own.face_down)
        own.died.append(name)

    def sentence(self, name: Called) -> str:
        of = {"leader": str(self.leader) if known(self.leader) else "A leader", "seat": name(self.seat)}
        if self.face_up:
            return say("{leader} of {seat} is in the Tleilaxu Tanks, face up.", **of)
        return say("{leader} of {seat} is in the Tleilaxu Tanks, face down.", **of)


# -- commands -----------------------------------------------------------------------------------------


# -- in the service of another faction ----------------------------------------------------------------


def book_of(table: Table, seat: str) -> Leaders:
    """Return a faction's leaders to be written to; all are in the pool where nobody has noted anything."""
    return table.put(table.state(LeaderBook)).of.setdefault(seat, Leaders(list(FACTIONS[seat].discs(table.rules))))


def holder_of(table: Table, leader: str) -> str:
    """Return who holds a leader that is not at home, as far as this viewer knows, "" for nobody."""
    held = (seat for seat, own in table.state(LeaderBook).of.items() if keys([leader]) <= keys(own.pool))
    return next((seat for seat in held if home_of(leader) not in {"", seat}), "")


def last_had(table: Table, leader: str) -> str:
    """Return from whom a captive was taken, else the faction on the disc, "" if unknown (2.05.10.02)."""
    return table.state(LeaderBook).lent.get(key(leader)) or home_of(leader)


def out_of_sight(table: Table, seat: str) -> int:
    """Return how often a leader of this faction was taken or killed without this viewer seeing which (2.05.10)."""
    return table.state(LeaderBook).unseen.get(seat, 0)


def noted(table: Table, *seats: str) -> Iterator[Event]:
    """Write down for everybody that all leaders of these are in their pools, where nobody has noted anything."""
    for seat in seats:
        if leaders_of(table, seat) is None:
            yield LeadersNoted(seat, tuple(leaders_known(table, seat).pool), (), sealed((), *everybody(table)), ())


def note_unseen(table: Table, seat: str) -> None:
    """Count one more leader of this faction that was taken or killed without this viewer seeing which."""
    unseen = table.put(table.state(LeaderBook)).unseen
    unseen[seat] = unseen.get(seat, 0) + 1


class LeaderTaken(SeatEvent, because=("2.05.10.02",), shows="leader"):
    """A leader is in another faction's service now."""

    of: Public[str]
    leader: Sealed[str]

    def apply(self, table: Table) -> None:
        """Move the disc, as far as this viewer knows which."""
        if known(self.leader):
            move_disc(table, str(self.leader), book_of(table, self.seat).pool)
            table.state(LeaderBook).lent[key(str(self.leader))] = self.of
        else:
            note_unseen(table, self.of)


class LeaderWentHome(Event, shows="leader"):
    """A captured leader is with the faction again that last had it."""

    leader: Public[str]
    seat: Public[str]
    why: Public[tuple[str, ...]]
    says = "{leader} goes home to {seat!n}."

    def apply(self, table: Table) -> None:
        move_disc(table, self.leader, book_of(table, self.seat).pool)
