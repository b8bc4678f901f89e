"""Events, and who may know them.

A game is an append-only list of events: past tense, frozen, one class per kind. Nothing is visible by default. A field
reaches a viewer only where its type says so:

* ``Public[T]``   everybody at the table may know it;
* ``Sealed[T]``   an envelope, opened only for the seats written on it;
* anything else   nobody but the referee. A field that is forgotten is invisible, not leaked.

An event whose very existence is a secret is a ``Whisper``: other viewers do not hear it at all, not even as a gap.
``FACE_DOWN`` stands for what a viewer may not know. It propagates through sums and raises when compared, so a
conclusion drawn from a secret fails loudly instead of leaking.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Generic, TypedDict, TypeGuard, TypeVar, Unpack

from referee.kernel.frozen import Frozen
from referee.kernel.phrases import Phrase, blanks, filled, read_phrase
from referee.kernel.wording import Called

if TYPE_CHECKING:
    from referee.kernel.table import Table

T = TypeVar("T")
Public = Annotated[T, "public"]
Typed = Annotated[str, "typed"]  # text from a person or browser; no other field holds a sentence

PUBLIC: Final = "public"
REFEREE: Final = "referee"


class FaceDown:
    """The singleton that stands for every value a viewer may not know."""

    def __repr__(self) -> str:
        return "??"

    def __reduce__(self) -> str:
        """Copy and unpickle to the same singleton."""
        return "FACE_DOWN"

    def __add__(self, other: object) -> FaceDown:
        return self

    __radd__ = __sub__ = __rsub__ = __add__

    def __bool__(self) -> bool:
        raise TypeError("What lies face down is neither true nor false.")

    if not TYPE_CHECKING:  # so to compare is an error of types too

        def __lt__(self, other: object) -> bool:
            raise TypeError("What lies face down cannot be compared.")

        __gt__ = __le__ = __ge__ = __lt__


FACE_DOWN: Final = FaceDown()


def known(value: T | FaceDown) -> TypeGuard[T]:
    return not isinstance(value, FaceDown)


@dataclass(frozen=True)
class Sealed(Generic[T]):
    """A value in an envelope that only the seats in ``to`` (and the referee) may open.

    Where an event was heard, its field ``card: Sealed[str]`` reads as the opened value or ``FACE_DOWN``. The two
    descriptor methods tell the type checker so; they are never called.
    """

    value: T | FaceDown
    to: frozenset[str] = frozenset()

    if TYPE_CHECKING:

        def __get__(self, event: Event, kind: type[Event]) -> T | FaceDown: ...
        def __set__(self, event: Event, envelope: Sealed[T]) -> None: ...

    def opened_by(self, viewer: str) -> T | FaceDown:
        return self.value if viewer == REFEREE or viewer in self.to else FACE_DOWN


def sealed(value: T | FaceDown, *to: str) -> Sealed[T]:
    return Sealed(value, frozenset(to))


class EventFlags(TypedDict, total=False):
    """What an event's class line says of it, as in ``class CardShown(Event, because=("1.04.02",), shows="card")``."""

    because: tuple[str, ...]
    later: tuple[str, ...]
    discards: str
    shows: str
    own: bool
    learns: str
    housekeeping: bool
    lasting: bool
    stays: bool
    drops: type
    abstract: bool


class Event(Frozen):
    """Something that happened: a frozen dataclass, as is every class below it. ``apply`` holds no rule.

    Flags stand in its class line, fields and what it ``says`` in its body.
    """

    because: ClassVar[tuple[str, ...]] = ()
    says: ClassVar[str] = ""  # pattern of the sentence (see phrases), unless `pattern` or `sentence` is overridden
    fuller: ClassVar[str] = ""  # its pattern where each blank has a value: nothing face down, empty or false
    later: ClassVar[tuple[str, ...]] = ()  # fields that earlier versions lacked; written only if not the default
    earlier: ClassVar[Mapping[str, dict[str, Any]]] = {}  # names in earlier versions, each with the fields it implied
    discards: ClassVar[str] = ""  # the field with a card that the seat discards face up
    shows: ClassVar[str] = ""  # what was hidden before this event: card, plan, dial, bid, purse ...
    own: ClassVar[bool] = False  # the acting seat knew the sealed value already
    learns: ClassVar[str] = "seat"  # the field with the seat that was shown it
    housekeeping: ClassVar[bool] = False  # no news of the game: undo never goes back to it
    lasting: ClassVar[bool] = False  # undo skips it: who sits where stays
    stays: ClassVar[bool] = False  # the event as it was heard is the state that is kept
    drops: ClassVar[type | None] = None  # the kept state that ends here
    abstract: ClassVar[bool] = True  # said by a class that only has kinds below it, and never happens itself

    if TYPE_CHECKING:

        def __init_subclass__(cls, **flags: Unpack[EventFlags]) -> None: ...

    def apply(self, table: Table) -> None:
        """Apply the event to one viewer's table: keep or drop what its class line says; some kinds change nothing."""
        if self.stays:
            table.put(self)
        elif self.drops:
            table.drop(self.drops)

    def rules(self) -> tuple[str, ...]:
        """Return the ids of the rules that made this event, the deciding one first."""
        own = getattr(self, "why", ())
        return tuple(own) if isinstance(own, tuple) and own else self.because

    def sentence(self, name: Called) -> str:
        """Return one short sentence, or "" for none; ``name`` turns a faction id into its name."""
        return filled(self.pattern(), lambda blank: getattr(self, blank, blank), name)

    def pattern(self) -> str:
        """Return the pattern of its sentence, whose blanks are fields or properties; "" for none."""
        return self.fuller if self.fuller and self._has(self.fuller) else self.says

    def _has(self, pattern: str) -> bool:
        return all(known(value) and bool(value) for value in (getattr(self, blank, blank) for blank in blanks(pattern)))

    def undone(self) -> Iterable[Event]:
        """Yield what the history keeps when this event is undone: lasting housekeeping; most events leave nothing."""
        return ()

    def moment(self, name: Called) -> tuple[str, str]:
        """Return a name and what it means, for what the whole table should look up at; both "" for most events."""
        return "", ""


class SeatEvent(Event, abstract=True):
    """An event of one seat, its first field: what that faction did, or what happened to it."""

    seat: Public[str]


class Whisper(Event):
    """An event that only the seats in ``to`` hear."""

    to: Public[frozenset[str]]


KINDS: dict[str, type[Event]] = {}


def kinds() -> Mapping[str, type[Event]]:
    """Return every concrete kind of event by name."""
    if len(KINDS) != sum(1 for _ in kinds_below(Event)):
        KINDS.update({kind.__name__: kind for kind in kinds_below(Event)})
    return KINDS


def kinds_below(kind: type[T]) -> Iterator[type[T]]:
    """Yield every subclass at any depth that is not ``abstract``, after importing all modules.

    All lookups of events and commands go through here, so rows, exports and forms are read alike in every process.
    """
    import referee.kernel.discover  # noqa: F401

    yield from dict.fromkeys(_below(kind))


def _below(kind: type[T]) -> Iterator[type[T]]:
    for child in kind.__subclasses__():
        if "abstract" not in vars(child):
            yield child
        yield from _below(child)


def _cached(work: Callable[[type], T]) -> Callable[[type], T]:
    """``cache``, typed for classes: mypy does not take type[Event] for hashable."""
    return cache(work)


@_cached
def types_of(kind: type) -> dict[str, Any]:
    """Return the type hint of each field of a kind of event."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


@_cached
def public_fields(kind: type) -> frozenset[str]:
    return frozenset(n for n, hint in types_of(kind).items() if "public" in getattr(hint, "__metadata__", ()))


@_cached
def _other_fields(kind: type) -> tuple[str, ...]:
    return tuple(name for name in types_of(kind) if name not in public_fields(kind))


def hears(event: Event, viewer: str) -> bool:
    return not isinstance(event, Whisper) or viewer == REFEREE or viewer in event.to


def as_seen_by(event: Event, viewer: str) -> Event | None:
    """Return the event as this viewer hears it, ``None`` if the viewer does not hear it."""
    if not hears(event, viewer):
        return None
    changes = {name: _seen(getattr(event, name), viewer) for name in _other_fields(type(event))}
    return dataclasses.replace(event, **changes) if changes else event


def _seen(value: Any, viewer: str) -> Any:
    if isinstance(value, Sealed):
        return value.opened_by(viewer)
    return value if viewer == REFEREE else FACE_DOWN


def seen_by(event: Event) -> frozenset[str]:
    """Return the seats that learn something from this event which the whole table does not."""
    if isinstance(event, Whisper):
        return event.to
    envelopes = (getattr(event, name) for name in _other_fields(type(event)))
    return frozenset().union(*(e.to for e in envelopes if isinstance(e, Sealed) and known(e.value)))


def opens(event: Event, maker: str) -> bool:
    """Return True if an event of this maker's act showed anybody what was hidden from them until then."""
    if event.discards or not event.shows:
        return bool(event.discards)
    if not isinstance(event, Whisper) and not _other_fields(type(event)):
        return True
    return bool(seen_by(event) - ({maker} if event.own else set()))


# -- serialization ------------------------------------------------------------------------------------


def to_json(event: Event) -> dict[str, Any]:
    """Serialize an event to JSON values; envelopes keep their addressees."""
    fields = {
        field.name: _encoded(getattr(event, field.name))
        for field in dataclasses.fields(event)
        if _is_written(event, field)
    }
    return {"fact": type(event).__name__, **fields}


def _is_written(event: Event, field: dataclasses.Field[Any]) -> bool:
    plain = field.default
    heard = plain.value if isinstance(plain, Sealed) else plain
    return field.name not in event.later or getattr(event, field.name) not in (plain, heard)


def _encoded(value: Any) -> Any:
    if isinstance(value, Sealed):
        return {"sealed": _encoded(value.value), "to": sorted(value.to)}
    if isinstance(value, FaceDown):
        return {"face": "down"}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, (list, tuple)):
        return [_encoded(item) for item in value]
    if isinstance(value, dict):
        return {key: _encoded(item) for key, item in value.items()}
    if isinstance(value, Phrase):
        return {"says": value.kind, **_encoded(value.values)}
    return value


def _kind_named(name: str) -> tuple[type[Event] | None, dict[str, Any]]:
    """Return the kind of this name, of earlier versions too, and the fields that the name implies."""
    kind = KINDS.get(name) or kinds().get(name)
    return (kind, {}) if kind else _earlier().get(name, (None, {}))


def is_known(record: Mapping[str, Any]) -> bool:
    """Return True if this version knows the kind of an event, and each field that its record has."""
    kind, _ = _kind_named(str(record.get("fact")))
    return kind is not None and record.keys() <= {"fact", *types_of(kind)}


def from_json(record: Mapping[str, Any]) -> Event:
    """Deserialize an event; raises ``ValueError`` for a kind or field that this version does not know."""
    kind, implied = _kind_named(str(record.get("fact")))
    if kind is None:
        raise ValueError(f"Unknown kind of event: {record.get('fact')!r}.")
    sets = _sets(kind)
    try:
        fields = {name: _decoded(value, name in sets) for name, value in record.items() if name != "fact"}
        return kind(**implied, **fields)
    except (KeyError, TypeError) as error:
        raise ValueError(f"An event of kind {kind.__name__} cannot be read: {error}.") from error


@cache
def _earlier() -> Mapping[str, tuple[type[Event], dict[str, Any]]]:
    return {name: (kind, implied) for kind in kinds().values() for name, implied in kind.earlier.items()}


@_cached
def _sets(kind: type) -> frozenset[str]:
    """Return the fields that hold a set, which JSON cannot tell from a list."""
    return frozenset(name for name, hint in types_of(kind).items() if "frozenset" in str(hint))


def _decoded(value: Any, is_set: bool) -> Any:
    if isinstance(value, dict) and "sealed" in value:
        return Sealed(_decoded(value["sealed"], is_set), frozenset(value["to"]))
    if isinstance(value, dict) and value.get("face") == "down":
        return FACE_DOWN
    if isinstance(value, list):
        items = (_decoded(item, False) for item in value)
        return frozenset(items) if is_set else tuple(items)
    if isinstance(value, dict) and "says" in value:
        return read_phrase({key: _decoded(item, False) for key, item in value.items()})
    if isinstance(value, dict):
        return {key: _decoded(item, False) for key, item in value.items()}
    return value
