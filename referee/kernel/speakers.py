"""Which rules speak, and in which order: by number, without what empty rooms would add to a list.

A room is a package about a faction; where that does not play, it has nothing to offer and nothing is due there. A
question ``of_players`` does not ask it. What it forbids others, and what follows from an event, holds at every table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from referee.kernel.table import Table

GREAT_POWERS = (3, 1, 11, 5)
PLAIN = -1  # order of a plain answer: before all others of its number


def precedence(rule: str) -> tuple[int, ...]:
    """Return the sort key of a rule id; the Karama powers of factions (1.14) are plays of a card and rank with it."""
    parts = tuple(int(part) for part in rule.split("."))
    return GREAT_POWERS + parts if parts[:2] == (1, 14) else parts


class Place(NamedTuple):
    """The position of a ruling: by rule number (with ``instead``, by the replaced rule's), then by ``order``.

    Rulings of one number and order must differ in the ``fields`` of the question that they answer.
    """

    number: tuple[int, ...]
    order: tuple[int, ...]
    fields: Mapping[str, object]
    instead: str = ""

    def clashes(self, other: Place) -> bool:
        """Return True if both may answer one question and nothing tells which comes first."""
        apart = any(other.fields.get(name, value) != value for name, value in self.fields.items())
        return self[:2] == other[:2] and not apart

    def means(self, question: object) -> bool:
        """Return True if the question has the fields that this ruling is registered for."""
        return all(getattr(question, name) == value for name, value in self.fields.items())


Entries: TypeAlias = list[tuple[Place, str, Callable[..., Any]]]
Registry: TypeAlias = dict[type, Entries]


def in_order(entry: tuple[Place, str, Callable[..., Any]]) -> tuple[Any, ...]:
    return (*entry[0][:2], precedence(entry[1]))


# -- rooms --------------------------------------------------------------------------------------------

Rooms: TypeAlias = frozenset[str]
NOWHERE: Rooms = frozenset()
_rooms: dict[str, Callable[[Table], bool]] = {}
_lent: list[Callable[[Table], bool]] = []


def room(package: str, in_use: Callable[[Table], bool]) -> None:
    """Declare that a package has no say on players unless ``in_use``, which depends on seats and options only."""
    _rooms[package] = in_use
    clear_cache()


def lends(rooms: Callable[[Table], bool]) -> None:
    """Declare that under these options what a package offers may be another's: then none is empty."""
    _lent.append(rooms)
    clear_cache()


def lent(table: Table) -> bool:
    """Return True if at this table the powers of who does not play may be another's."""
    return any(rooms(table) for rooms in _lent)


def empty_rooms(table: Table) -> Rooms:
    """Return the packages of who does not play at this table."""
    options, seats, found = table.rooms
    if options != table.options or seats != [*table.seats]:
        borrowed = lent(table)
        found = frozenset(package for package, in_use in _rooms.items() if not (borrowed or in_use(table)))
        table.rooms = {**table.options}, [*table.seats], found
    return found


def _adds_there(speaker: Callable[..., Any], rooms: Rooms) -> bool:
    name = getattr(speaker, "adder", "")
    return any(name == package or name.startswith(f"{package}.") for package in rooms)


# -- who speaks ---------------------------------------------------------------------------------------


class Speaker(NamedTuple):
    """A rule that may answer a question, whether it is the plain answer, and what replaces it."""

    rule: str
    speak: Callable[..., Any]
    plain: bool
    instead: tuple[tuple[str, Callable[..., Any]], ...]


class Speakers(NamedTuple):
    """The rules of one kind of question, with a cache by the values of the fields they depend on."""

    entries: Entries
    length: int
    fields: tuple[str, ...]
    chosen: dict[tuple[object, ...], tuple[Speaker, ...]]


_cache: dict[type, Speakers] = {}
_reactions: dict[type, tuple[tuple[str, Callable[..., Any]], ...]] = {}
_named: dict[type, frozenset[str]] = {}
CACHE_LIMIT = 5000


def clear_cache() -> None:
    """Call after an entry was replaced by another; added ones are noticed."""
    _cache.clear()
    _reactions.clear()
    _named.clear()


def speakers(entries: Entries, question: Any, empty: Rooms) -> tuple[Speaker, ...]:
    """Return the rules that may answer a question, in order."""
    kind = type(question)
    known = _cache.get(kind)
    if known is None or known.entries is not entries or known.length != len(entries):
        fields = sorted({name for place, _, _ in entries for name in place.fields})
        known = _cache[kind] = Speakers(entries, len(entries), tuple(fields), {})
    empty = empty if question.of_players else NOWHERE
    values = (empty, *[getattr(question, name) for name in known.fields])
    found = known.chosen.get(values)
    if found is None:
        there = [one for one in entries if one[0].means(question) and not _adds_there(one[2], empty)]
        found = tuple(_choose(there))
        if len(known.chosen) < CACHE_LIMIT:
            known.chosen[values] = found
    return found


def rules_of(entries: Entries, kind: type) -> frozenset[str]:
    """Return the ids of the rules among the entries of this kind."""
    found = _named.get(kind)
    if found is None:
        found = _named[kind] = frozenset(rule for _, rule, _ in entries)
    return found


def reactions(effects: Registry, kind: type) -> tuple[tuple[str, Callable[..., Any]], ...]:
    """Return what follows from a kind of event and all that it is a kind of, in order."""
    found = _reactions.get(kind)
    if found is None:
        entries = (one for base in kind.__mro__ for one in effects.get(base, ()))
        found = tuple((rule, effect) for _, rule, effect in sorted(entries, key=in_order))
        if len(_reactions) < CACHE_LIMIT:
            _reactions[kind] = found
    return found


def _choose(entries: Entries) -> Iterator[Speaker]:
    for place, rule, speak in entries:
        if not place.instead:
            instead = tuple((own, other) for there, own, other in entries if there.instead == rule)
            yield Speaker(rule, speak, place.order == (PLAIN,), instead)
