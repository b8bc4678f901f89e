"""Leaders: who is in the pool, who lies in the tanks face up or face down, and who has died before.

A leader comes back for spice once no leader is active any more, or once all have died (1.05.03); one who died again
lies face down until all the others have died again (1.05.04). Other discs are not counted among them. What
a faction's leaders are is public but for those that lie face down, which their owner alone may look at (1.05.05).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from referee.common.factions import FACTIONS
from referee.kernel.events import Event, Public, Sealed, known
from referee.kernel.table import Table
from referee.kernel.wording import Called


@dataclass
class Leaders:
    """The leaders of one faction by where they are; names as they were told."""

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
    """Return a leader's name without case, accents, titles and shortened words, for comparison."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    words = re.findall(r"[^\W_]+", re.sub(r"['’`]", "", plain.casefold()))
    bare = [SHORT.get(word, word) for word in words if word not in TITLES]
    return " ".join(bare or words)


def keys(names: Iterable[str]) -> frozenset[str]:
    return frozenset(key(name) for name in names)


def home_of(leader: str) -> str:
    """Return the faction that a leader belongs to by its disc, "" if nobody knows."""
    return next((seat for seat, made in FACTIONS.items() if key(leader) in keys(made.leaders)), "")


def printed_strength(leader: str) -> int | None:
    """Return the strength on a known leader's disc, or ``None``."""
    discs = (disc for made in FACTIONS.values() for disc in made.leaders.items())
    return next((strength for name, strength in discs if key(name) == key(leader)), None)


@dataclass
class LeaderBook:
    """The leaders of every faction that somebody has noted."""

    of: dict[str, Leaders] = field(default_factory=dict)


def leaders_of(table: Table, seat: str) -> Leaders | None:
    """Return where a faction's leaders are, or ``None`` if nobody has noted it."""
    return table.state(LeaderBook).of.get(seat)


def move_disc(table: Table, leader: str, place: list[str]) -> None:
    """Move a leader's disc to this place, from any place and any holder."""
    for own in table.state(LeaderBook).of.values():
        for names in (own.pool, own.face_up, own.face_down):
            names[:] = [name for name in names if key(name) != key(leader)]
    place.append(leader)


def among(leader: str, names: Iterable[str]) -> bool:
    return key(leader) in {key(name) for name in names}


class LeadersNoted(Event):
    """It was noted where the leaders of a faction are."""

    seat: Public[str]
    pool: Public[tuple[str, ...]]
    face_up: Public[tuple[str, ...]]
    face_down: Sealed[tuple[str, ...]]
    died: Public[tuple[str, ...]]
    because = ("0.09",)
    shows = "leader"
    own = True

    def apply(self, table: Table) -> None:
        """A viewer who may not look under a disc does not know who lies there."""
        book = table.state(LeaderBook)
        hidden = list(self.face_down) if known(self.face_down) else []
        book.of[self.seat] = Leaders(list(self.pool), list(self.face_up), hidden, list(self.died))
        table.put(book)


class LeaderDied(Event):
    """A leader went into the tanks, face up or face down."""

    seat: Public[str]
    leader: Sealed[str]
    face_up: Public[bool]
    why: Public[tuple[str, ...]]
    shows = "leader"

    def apply(self, table: Table) -> None:
        """Move the disc to the tanks of its first faction, from any holder, as far as this viewer knows which."""
        own = leaders_of(table, self.seat)
        if own is None or not known(self.leader):
            return
        name = str(self.leader)
        move_disc(table, name, own.face_up if self.face_up else own.face_down)
        own.died.append(name)

    def sentence(self, name: Called) -> str:
        who = str(self.leader) if known(self.leader) else "A leader"
        return f"{who} of {name(self.seat)} is in the Tleilaxu Tanks, face {'up' if self.face_up else 'down'}."


# -- commands -----------------------------------------------------------------------------------------
