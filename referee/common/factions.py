"""Factions as data: each faction's module registers its set-up and its leaders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from referee.kernel import BLANK_KINDS, Name, Noun, Value, listed, room, said_as

STARRED = ("special force", "special forces")
SPECIAL = "Special forces"  # label if no faction has a name of its own for them


class Faction(Value):
    """A faction as data: id and name, short code of its seal, set-up and leaders.

    ``said`` is the name in a sentence if it differs from the printed one ("the Guild"); ``many`` if it takes the plural
    ("Fremen ship"). ``common`` and ``elite`` are what its forces are called. ``spoken`` is its name by language.
    """

    id: str
    name: str
    short: str
    spice: int
    cards: int
    rules: tuple[str, ...]
    leaders: dict[str, int] = field(default_factory=dict)
    in_full: dict[str, str] = field(default_factory=dict)  # full names of leaders that a disc abbreviates
    common: str = "force"
    elite: tuple[str, str] = STARRED  # singular and plural
    said: str = ""
    many: bool = True
    spoken: Mapping[str, Noun] = field(default_factory=dict)
    advanced_only: frozenset[str] = frozenset()  # leaders who stay in the box in the basic game
    own_only: frozenset[str] = frozenset()  # leaders whom no other faction may take or revive
    shared: dict[str, int] = field(default_factory=dict)  # leaders whose one disc it may have and another faction too
    peaceful: str = ""  # the rule of the advanced game by which its forces may stand beside others without a fight

    def discs(self, rules: str) -> dict[str, int]:
        """Return the leaders of the basic or the advanced game, with their strengths."""
        kept_out = self.advanced_only if rules == "basic" else frozenset()
        return {name: strength for name, strength in self.leaders.items() if name not in kept_out}


FACTIONS: dict[str, Faction] = {}


def faction(new: Faction) -> Faction:
    """Register a faction's data; at a table where others sit without it, its package adds nothing."""
    FACTIONS[new.id] = new
    room(f"referee.factions.{new.id}", lambda table: new.id in table.seats)
    return new


def faction_name(seat: str) -> str:
    """Return the printed name of a faction id; an unknown id is returned as it is."""
    return FACTIONS[seat].name if seat in FACTIONS else "bank" if seat == "bank" else seat


BLANK_KINDS["f"] = lambda faction, name: faction_name(faction)


def in_headline(seat: str) -> str:
    """Return the printed name; a language with articles puts one before it, since a verb follows."""
    return said_as(faction_name(seat), "{who:The}", {"who": named(seat)})


def named(seat: str) -> Name:
    """Return the name of a faction, or of the bank, as sentences use it."""
    if seat in FACTIONS:
        return Name(FACTIONS[seat].said or FACTIONS[seat].name, many=FACTIONS[seat].many, of=seat)
    return Name("the bank" if seat == "bank" else seat, of=seat)


def elite(seat: str) -> tuple[str, str]:
    """Return what this faction's special force is called, singular and plural."""
    return FACTIONS[seat].elite if seat in FACTIONS else STARRED


def common(seat: str) -> tuple[str, str]:
    """Return what this faction's normal force is called, singular and plural."""
    name = FACTIONS[seat].common if seat in FACTIONS else "force"
    return name, f"{name}s"


def kinds_of(seat: str) -> tuple[str, str]:
    """Return the plurals of this faction's normal and special forces."""
    return common(seat)[1], elite(seat)[1]


def elites(seats: Iterable[str]) -> str:
    """Return a label for the special forces of these factions: "Sardaukar or Fedaykin"."""
    return listed([elite(seat)[1] for seat in seats if elite(seat) != STARRED], "or")


def ended(words: str) -> str:
    """Return words with a full stop, unless a name brings its own."""
    return words if words.endswith(".") else f"{words}."
