"""Which rules speak, and in which order: by number, without those of rooms that have no say at a table.

A room is a package. Where the faction that it is about does not play, a question ``of_players`` does not ask what it
adds: it has nothing to offer and nothing is due there; what it forbids others, and what follows from an event, holds
at every table. Where the module that it is about is not in play, no rule of it is asked anything, and nothing follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from referee.kernel.table import Table

NOWHERE = frozenset[str]()
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
    rooms: frozenset[str] = NOWHERE  # the Python module that registered it and its packages; none for a plain answer
    adds: bool = False

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

InUse: TypeAlias = "Callable[[Table], bool]"
_rooms: dict[str, InUse] = {}
_modules: dict[str, InUse] = {}
_lent: list[InUse] = []


class NoSay(NamedTuple):
    """The packages without a say at a table: on what players may or must do, and among them those on anything."""

    on_players: frozenset[str] = frozenset()
    on_anything: frozenset[str] = frozenset()


def room(package: str, in_use: Callable[[Table], bool]) -> None:
    """Declare that a package has no say on players unless ``in_use``, which depends on seats and options only."""
    _rooms[package] = in_use
    clear_cache()


def module_room(package: str, in_play: Callable[[Table], bool]) -> None:
    """Declare that no rule of a package speaks unless ``in_play``, which depends on seats and options only."""
    _modules[package] = in_play
    clear_cache()


def lends(rooms: Callable[[Table], bool]) -> None:
    """Declare that under these options what the package of a faction offers may be another's: then none is empty."""
    _lent.append(rooms)
    clear_cache()


def lent(table: Table) -> bool:
    """Return True if at this table the powers of who does not play may be another's."""
    return any(rooms(table) for rooms in _lent)


def without_say(table: Table) -> NoSay:
    """Return the packages of who does not play, and of modules that are not in play, at this table."""
    options, seats, known = table.rooms
    if options != table.options or seats != [*table.seats]:
        at = (frozenset(table.options.items()), tuple(table.seats))
        if at not in _no_say:
            if len(_no_say) >= TABLES:
                _no_say.clear()
            silent = frozenset(package for package, in_play in _modules.items() if not in_play(table))
            away = () if lent(table) else (package for package, in_use in _rooms.items() if not in_use(table))
            _no_say[at] = NoSay(silent.union(away), silent)
        known = _no_say[at]
        table.rooms = {**table.options}, [*table.seats], known
    return known


@cache
def rooms_of(module: str) -> frozenset[str]:
    """Return the name of a Python module with those of the packages that it is in."""
    parts = module.split(".")
    return frozenset(".".join(parts[: n + 1]) for n in range(len(parts)))


# -- who speaks ---------------------------------------------------------------------------------------


class Added:
    """What appends items to an answer that is a list, or prepends them if ``first``."""

    def __init__(self, items: Callable[[Any, Any], Iterable[Any]], first: bool) -> None:
        self.items, self.first, self.__name__ = items, first, items.__name__

    def __call__(self, question: object, table: Table, so_far: tuple[Any, ...] | None) -> tuple[Any, ...] | None:
        more = tuple(self.items(question, table))
        return self.joined(more, so_far) if more else None

    def joined(self, more: tuple[Any, ...], so_far: tuple[Any, ...] | None) -> tuple[Any, ...]:
        before = so_far or ()
        return (*more, *before) if self.first else (*before, *more)


class Speaker(NamedTuple):
    """A rule that may answer a question, whether it is the plain answer, what replaces it, and whether it only adds."""

    rule: str
    speak: Any
    plain: bool
    instead: tuple[tuple[str, Callable[..., Any]], ...]
    adds: bool


class Speakers(NamedTuple):
    """The rules of one kind of question, with a cache by the values of the fields they depend on."""

    entries: Entries
    length: int
    values: Callable[[object], object] | None  # of the fields of a question that they depend on
    chosen: dict[tuple[object, ...], tuple[Speaker, ...]]


_cache: dict[type, Speakers] = {}
_reactions: dict[tuple[type, frozenset[str]], tuple[tuple[str, Callable[..., Any]], ...]] = {}
_named: dict[type, frozenset[str]] = {}
_no_say: dict[tuple[frozenset[tuple[str, str]], tuple[str, ...]], NoSay] = {}
CACHE_LIMIT, TABLES = 5000, 200


def clear_cache() -> None:
    """Call after an entry was replaced by another; added ones are noticed."""
    _cache.clear()
    _reactions.clear()
    _named.clear()
    _no_say.clear()


def speakers(entries: Entries, question: Any, no_say: NoSay) -> tuple[Speaker, ...]:
    """Return the rules that may answer a question, in order."""
    kind = type(question)
    known = _cache.get(kind)
    if known is None or known.entries is not entries or known.length != len(entries):
        fields = sorted({name for place, _, _ in entries for name in place.fields})
        known = _cache[kind] = Speakers(entries, len(entries), attrgetter(*fields) if fields else None, {})
    silent, away = no_say.on_anything, no_say.on_players if question.of_players else no_say.on_anything
    values = (away, known.values(question) if known.values is not None else None)
    chosen = known.chosen.get(values)
    if chosen is None:
        there = [
            entry
            for entry in entries
            if entry[0].means(question) and entry[0].rooms.isdisjoint(away if entry[0].adds else silent)
        ]
        chosen = tuple(_choose(there))
        if len(known.chosen) < CACHE_LIMIT:
            known.chosen[values] = chosen
    return chosen


def rules_of(entries: Entries, kind: type) -> frozenset[str]:
    """Return the ids of the rules among the entries of this kind."""
    rules = _named.get(kind)
    if rules is None:
        rules = _named[kind] = frozenset(rule for _, rule, _ in entries)
    return rules


def reactions(effects: Registry, kind: type, silent: frozenset[str]) -> tuple[tuple[str, Callable[..., Any]], ...]:
    """Return what follows from a kind of event and all that it is a kind of, in order, without silent packages."""
    chosen = _reactions.get((kind, silent))
    if chosen is None:
        entries = (
            entry for base in kind.__mro__ for entry in effects.get(base, ()) if entry[0].rooms.isdisjoint(silent)
        )
        chosen = tuple((rule, effect) for _, rule, effect in sorted(entries, key=in_order))
        if len(_reactions) < CACHE_LIMIT:
            _reactions[kind, silent] = chosen
    return chosen


def _choose(entries: Entries) -> Iterator[Speaker]:
    for place, rule, speak in entries:
        if not place.instead:
            instead = tuple((own, other) for there, own, other in entries if there.instead == rule)
            yield Speaker(rule, speak, place.order == (PLAIN,), instead, isinstance(speak, Added))
