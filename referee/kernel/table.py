"""The state of one table as ONE viewer knows it: a fold of the events as that viewer heard them.

``Table.hear`` is the only way in: it opens the envelopes that bear the viewer's name and leaves the rest face down. The
public screen is the viewer ``public``; each seat is its faction's id; the referee sees all. Only ``hear`` and
``Event.apply`` change a table, so answers can be memoized until an event touches what they were made of (``memo``).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeAlias, TypeVar

from referee.kernel.events import FACE_DOWN, PUBLIC, Event, FaceDown, as_seen_by, known
from referee.kernel.memo import (
    OWN_PARTS,
    PLAIN_PARTS,
    Memo,
    Reads,
    ShieldedPart,
    TableParts,
    WatchedPart,
    copied,
    core,
    from_public,
    keep,
    shield,
)
from referee.kernel.speakers import NoSay
from referee.kernel.wording import count

Card: TypeAlias = str | FaceDown
Spice: TypeAlias = int | FaceDown
MAY_BE_THERE = 3  # hidden cards that stand for a hand that nobody has counted
MARKS = 16  # an undo seldom goes further back
BANK = "bank"  # who pays or is paid where it is no seat
S = TypeVar("S")
W = TypeVar("W")
P = ParamSpec("P")


def card_name(card: str) -> str:
    """Return the printed name of a card; copies have a number after a slash."""
    return card.split("/")[0]


def face_name(card: object) -> str:
    """Return the printed name of a card, "" if it is hidden from this viewer."""
    return card_name(card) if isinstance(card, str) else ""


def face_names(cards: object) -> list[str]:
    """Return the printed names of cards and how many are hidden, none if the viewer may not know how many there are."""
    faces = [face_name(card) for card in cards] if isinstance(cards, (tuple, list)) else []
    hidden = faces.count("")
    unknown = count(hidden, "unknown card") if hidden > 1 else "an unknown card"
    return [*filter(None, faces), *([unknown] if hidden else [])]


class Pile(list[Card]):
    """Cards in order, top first; hidden ones are ``FACE_DOWN``, and none of those is one of ``gone``."""

    gone: frozenset[str] = frozenset()  # names, where a script knows all copies to be elsewhere

    @classmethod
    def laid(cls, cards: object, count: int | None) -> Pile:
        """Return these cards if this viewer knows them, else that many face down; ``None`` if nobody counted them."""
        faces = cards if isinstance(cards, (tuple, list)) else [FACE_DOWN] * (count or 0)
        return Uncounted([*faces, *[FACE_DOWN] * MAY_BE_THERE]) if count is None else cls(faces)

    @property
    def least(self) -> int:
        """How many cards are there for sure: all, where they were counted."""
        return len(self)

    def take(self, card: Card) -> None:
        """Remove this card, or a hidden one where its face is not known here."""
        if known(card) and card in self:
            self.remove(card)
            return
        for place, own in enumerate(self):
            if not known(own):
                del self[place]
                return
        if self and not known(card):
            self.pop()

    def lose(self, card: Card) -> None:
        """Remove a card; a viewer who does not see which no longer knows what is left."""
        self.take(card)
        if not known(card):
            self[:] = [FACE_DOWN] * len(self)

    def faces(self) -> list[str]:
        return [card for card in self if isinstance(card, str)]


class Uncounted(Pile):
    """A hand that nobody has counted: any card may be in it, and no count of it is too many or too few."""

    @property
    def least(self) -> int:
        return 0

    def take(self, card: Card) -> None:
        """Leave the hand as it is: a second such card may be in it."""


@dataclass
class Seat:
    """One faction at the table, with what the viewer knows of the things behind its shield."""

    faction: str
    player: str
    hand: Pile = field(default_factory=Pile)
    spice: Spice = FACE_DOWN
    bribes: int = 0
    away: bool = False
    warnings: int = 0
    bid_only: bool = False
    notes: list[str] = field(default_factory=list)
    table: ClassVar[Table | None] = None  # the table that keeps answers made of what lies behind this shield

    def __getstate__(self) -> dict[str, object]:
        return {name: value for name, value in vars(self).items() if name != "table"}


@dataclass(frozen=True, slots=True)
class Heard:
    """One event as the viewer heard it, with the number and time (ms) of its act."""

    event: Event
    act: int
    at: int


@dataclass
class Table:
    """Everything one viewer knows. ``seats`` are in order of play (counter-clockwise), the first entered first."""

    viewer: str = PUBLIC
    name: str = ""
    rules: str = "advanced"
    turn: int = 1
    phase: str = "lobby"
    seats: dict[str, Seat] = field(default_factory=dict)
    first_player: str = ""
    options: dict[str, str] = field(default_factory=dict)
    alliances: list[frozenset[str]] = field(default_factory=list)
    deck: Pile = field(default_factory=Pile)
    discard: Pile = field(default_factory=Pile)
    bank: int = 0
    suspended: dict[str, int] = field(default_factory=dict)
    states: dict[type, Any] = field(default_factory=dict)
    log: list[Heard] = field(default_factory=list)
    since: list[Event] = field(default_factory=list, repr=False, compare=False)  # what was heard since the phase began
    act: int = 0
    at: int = 0
    memo: Memo | None = field(default=None, repr=False, compare=False)
    consulted: list[Any] | None = field(default=None, repr=False, compare=False)
    beside: Table | None = field(default=None, repr=False, compare=False)
    ticks: int = field(default=0, repr=False, compare=False)  # the latest version of a part
    marks: deque[tuple[int, int]] = field(  # how many acts had been heard, and the ticks then, the latest last
        default_factory=partial(deque[tuple[int, int]], maxlen=MARKS), repr=False, compare=False
    )
    parts: TableParts = field(default_factory=TableParts, repr=False, compare=False)
    reads: Reads = field(default_factory=dict, repr=False, compare=False)
    core: tuple[Any, ...] = field(default=(), repr=False, compare=False)
    shields: dict[str, tuple[Any, ...]] = field(default_factory=dict, repr=False, compare=False)
    watched: dict[str, Seat] | None = field(default=None, repr=False, compare=False)
    compared: tuple[Any, Any, bool] = field(default=((), (), False), repr=False, compare=False)
    rooms: tuple[dict[str, str] | None, list[str] | None, NoSay] = field(
        default=(None, None, NoSay()), repr=False, compare=False
    )

    def memoize(self, beside: Table | None = None) -> Table:
        """Memoize answers while they hold; only for a table that changes by ``hear`` alone.

        ``beside`` is the public table of the same acts, whose answers are used where they hold here too.
        """
        self.memo, self.core, self.beside = {}, copied(core(self)), beside
        self._watch_shields()
        return self

    def _watch_shields(self) -> None:
        self.watched = self.seats
        for name, seat in self.seats.items():
            if seat.table is not self:
                seat.__dict__["table"], self.shields[name] = self, shield(seat)
                self.touch(name)

    def touch(self, key: object) -> None:
        """Note that a part has changed: what was made of it is made anew."""
        self.ticks += 1
        self.parts[key].version = self.ticks

    def mark(self, acts: int) -> None:
        """Note that so many acts have been heard."""
        self.marks.append((acts, self.ticks))

    def answer_as(self, other: Table, acts: int) -> None:
        """Take over what a table answered that heard these acts and more, but for what those more have touched.

        The other table is not used any more. Nothing is taken over where it has no mark of that many acts.
        """
        marks = [(many, ticks) for many, ticks in other.marks if many <= acts]
        if not marks or marks[-1][0] != acts or other.memo is None or self.core != other.core:
            return
        self.parts, self.memo, self.ticks = other.parts, other.memo, other.ticks + 1
        for part in self.parts.values():
            part.compared = (-1, -1)  # the public table may be another one
            if part.version > marks[-1][1]:
                part.version = self.ticks
        self.reads, self.marks = {}, deque(marks[:-1], maxlen=MARKS)
        other.ticks = self.ticks

    def hear(self, event: Event) -> Event | None:
        """Apply one event; return it as heard, ``None`` if this viewer does not hear it."""
        heard = as_seen_by(event, self.__dict__["viewer"])
        if heard is not None:
            self._take_in(heard)
        return heard

    def _take_in(self, heard: Event) -> None:
        memo, self.memo = self.memo, None
        outer, self.reads = self.reads, {}
        heard.apply(self)
        self.log.append(Heard(heard, self.act, self.at))
        self.since.append(heard)
        if memo is not None:
            for part in self.reads:  # touched: what an event reads, it may have changed
                if part.key in PLAIN_PARTS:
                    continue
                if part.key not in self.seats:
                    self.ticks += 1
                    part.version = self.ticks
                elif (now := shield(self.seats[str(part.key)])) != self.shields[str(part.key)]:
                    self.shields[str(part.key)] = now
                    self.ticks += 1
                    part.version = self.ticks
            if self.seats is not self.watched:
                self._watch_shields()
            now = core(self)
            if now != self.core:
                self.core, memo = copied(now), {}
        self.reads, self.memo = outer, memo

    def hear_act(self, number: int, at: int, events: Iterable[Event]) -> list[Event]:
        """Apply the events of one act made at a time in ms; return them as heard."""
        self.act, self.at = number, at
        return [heard for event in events if (heard := self.hear(event)) is not None]

    def put(self, state: S) -> S:
        """Store a state object, one per class, and return it to be changed."""
        self.states[type(state)] = state
        self.ticks += 1
        self.parts[type(state)].version = self.ticks
        return state

    def get(self, kind: type[S]) -> S | None:
        part = self.parts[kind]
        self.reads[part] = part.version
        return self.states[kind] if kind in self.states else None  # noqa: SIM401  (asked hundreds of times a tap)

    def state(self, kind: type[S]) -> S:
        """Return the state object of this kind, or a new one that is not stored."""
        part = self.parts[kind]
        self.reads[part] = part.version
        return (kind in self.states and self.states[kind]) or kind()

    def drop(self, kind: type) -> None:
        self.states.pop(kind, None)
        self.touch(kind)

    def right_of(self, seat: str) -> list[str]:
        """Return the seats in order of play, from the neighbor of ``seat`` to ``seat`` itself."""
        order = list(self.seats)
        here = order.index(seat) + 1
        return order[here:] + order[:here]

    def from_seat(self, seat: str) -> list[str]:
        """Return the seats in order of play, beginning with ``seat``."""
        order = list(self.seats)
        here = order.index(seat)
        return order[here:] + order[:here]

    def ally(self, seat: str) -> str | None:
        for pair in self.alliances:
            if seat in pair:
                return next(iter(pair - {seat}), None)
        return None


for _part in ("log", "since", "at", "bank", "deck", "discard", "viewer", "phase"):
    setattr(Table, _part, WatchedPart(_part))
for _part in OWN_PARTS:
    setattr(Seat, _part, ShieldedPart(_part))


def everybody(table: Table) -> frozenset[str]:
    """Return every viewer of the table, the public screen included."""
    return frozenset(table.seats) | {PUBLIC}


def fold(events: Iterable[Event], viewer: str = PUBLIC) -> Table:
    table = Table(viewer)
    for event in events:
        table.hear(event)
    return table


def retold(heard: Iterable[Event], viewer: str = PUBLIC) -> Iterator[tuple[Table, Event]]:
    """Yield events once more, as this viewer heard them, each with the table as the viewer knew it then."""
    table = Table(viewer)
    for event in heard:
        table._take_in(event)
        yield table, event


def heard_again(log: Iterable[Heard], viewer: str = PUBLIC) -> Table:
    """Return a table of one's own from what a viewer heard, with the number and time of each act."""
    table = Table(viewer)
    for one in log:
        table.act, table.at = one.act, one.at
        table._take_in(one.event)
    return table


def memoized(work: Callable[Concatenate[Table, P], S]) -> Callable[Concatenate[Table, P], S]:
    """Memoize a function of a table and hashable arguments while it holds; its value must not be changed."""

    @wraps(work)
    def found(table: Table, /, *words: P.args, **named: P.kwargs) -> S:
        if table.memo is None or named:
            return work(table, *words, **named)
        kept, key = None, (work, words)
        try:  # this runs hundreds of times a tap
            kept = table.memo[key]
            reads = kept.reads
            for part in reads:
                if part.version != reads[part]:
                    kept = None
                    break
            else:
                known = table.reads
                known |= reads
        except KeyError:
            pass
        outer = table.consulted
        if kept is None and (beside := table.beside) is not None and beside.memo and key in beside.memo:
            kept = from_public(table, key, beside.memo[key])
        if kept is None:
            table.consulted = joined = list[Any]()
            try:
                kept = keep(table, key, partial(work, table, *words), joined)
            finally:
                table.consulted = outer
        if outer is not None:
            outer += kept.joined
        value: S = kept.value
        return value

    return found


def memoized_each(work: Callable[[Table, W], S], table: Table, words: Iterable[W]) -> list[S]:
    """Return what a memoized function answers to each of these words; what is remembered and holds costs no call."""
    raw, memo, known, outer = vars(work)["__wrapped__"], table.memo, table.reads, table.consulted
    found: list[S] = []
    for word in words:
        key = raw, (word,)
        kept = memo[key] if memo is not None and key in memo else None
        if kept is not None:
            reads = kept.reads
            for part in reads:
                if part.version != reads[part]:
                    kept = None
                    break
            else:
                known |= reads
        if kept is None:
            found += (work(table, word),)
        else:
            found += (kept.value,)
            if outer is not None:
                outer += kept.joined
    return found
