"""The state of one table as ONE viewer knows it: a fold of the events as that viewer heard them.

``Table.hear`` is the only door through which anything reaches a viewer: it opens the envelopes that bear the
viewer's name and leaves the rest face down. The public screen is the viewer ``public``; each seat is its faction's
id; the referee sees all. A table is mutable and cheap to fold; nobody outside ``hear`` and the events' own ``apply``
writes to it. So between two events nothing changes, and a table that ``remembers`` gives the same answer to the same
question: seven screens that are drawn after a tap ask much the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeAlias, TypeVar

from referee.kernel.events import FACE_DOWN, PUBLIC, Event, FaceDown, as_seen_by, known

Card: TypeAlias = str | FaceDown
Spice: TypeAlias = int | FaceDown
S = TypeVar("S")
P = ParamSpec("P")


def card_name(card: str) -> str:
    """Return the printed name of a card; copies are told apart by a number after a slash."""
    return card.split("/")[0]


def face_name(card: object) -> str:
    """Return the printed name of a card whose face is known here, else ""."""
    return card_name(card) if isinstance(card, str) else ""


def face_names(cards: object) -> list[str]:
    """Return the printed names of cards that are known here, and none if they are hidden."""
    return [face_name(card) or "an unknown card" for card in cards] if isinstance(cards, (tuple, list)) else []


class Pile(list[Card]):
    """Cards in order, top first; a card this viewer may not know lies face down."""

    @classmethod
    def laid(cls, cards: object, count: int) -> Pile:
        """Return these cards where this viewer knows them, else that many face down."""
        return cls(cards if isinstance(cards, (tuple, list)) else [FACE_DOWN] * count)

    def take(self, card: Card) -> None:
        """Take this card out of the pile, or one that lies face down where its face is not known here."""
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
        """Take this card out; a viewer who does not see which no longer knows what is left."""
        self.take(card)
        if not known(card):
            self[:] = [FACE_DOWN] * len(self)

    def faces(self) -> list[str]:
        """Return the faces this viewer knows, in order."""
        return [card for card in self if isinstance(card, str)]


@dataclass
class Seat:
    """One faction at the table: what lies behind its shield, as far as the viewer knows it."""

    faction: str
    player: str
    hand: Pile = field(default_factory=Pile)
    spice: Spice = FACE_DOWN
    bribes: int = 0
    away: bool = False
    warnings: int = 0
    bid_only: bool = False
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Heard:
    """One event as the viewer heard it, with the act it belongs to and when that act was made."""

    event: Event
    act: int
    at: int


@dataclass
class Table:
    """Everything one viewer knows. ``seats`` stand in order to the right, the first entered first."""

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
    act: int = 0
    at: int = 0
    asked: dict[object, Any] | None = field(default=None, repr=False, compare=False)
    joined: list[Any] | None = field(default=None, repr=False, compare=False)

    def remembers(self) -> Table:
        """Let the table remember what it was asked until it hears something; only for one that changes by hearing."""
        self.asked = {}
        return self

    def hear(self, event: Event) -> Event | None:
        """Let the viewer hear one event; return it as heard, or ``None`` if it is none of the viewer's business."""
        heard = as_seen_by(event, self.viewer)
        if heard is not None:
            asked, self.asked = self.asked, None
            heard.apply(self)
            self.log.append(Heard(heard, self.act, self.at))
            self.asked = None if asked is None else {}
        return heard

    def hear_act(self, number: int, at: int, events: Iterable[Event]) -> list[Event]:
        """Let the viewer hear the events of one act, made ``at`` a moment in ms; return those heard, as heard."""
        self.act, self.at = number, at
        return [heard for event in events if (heard := self.hear(event)) is not None]

    def put(self, state: object) -> None:
        """Put a room's own state object on the table; it replaces one of the same kind."""
        self.states[type(state)] = state

    def get(self, kind: type[S]) -> S | None:
        """Return the room's state object of this kind, or ``None`` if there is none now."""
        return self.states.get(kind)

    def state(self, kind: type[S]) -> S:
        """Return the room's state object of this kind, or a fresh one, not yet on the table, if there is none."""
        return self.states.get(kind) or kind()

    def drop(self, kind: type) -> None:
        """Take a room's state object off the table."""
        self.states.pop(kind, None)

    def right_of(self, seat: str) -> list[str]:
        """Return the seats in order to the right, from the neighbor of ``seat`` to ``seat`` itself."""
        order = list(self.seats)
        here = order.index(seat) + 1
        return order[here:] + order[:here]

    def from_seat(self, seat: str) -> list[str]:
        """Return the seats in order to the right, beginning with ``seat``."""
        order = list(self.seats)
        here = order.index(seat)
        return order[here:] + order[:here]

    def ally(self, seat: str) -> str | None:
        """Return the seat's ally, or ``None``."""
        for pair in self.alliances:
            if seat in pair:
                return next(iter(pair - {seat}), None)
        return None


def fold(events: Iterable[Event], viewer: str = PUBLIC) -> Table:
    """Fold events into the table as one viewer knows it."""
    table = Table(viewer)
    for event in events:
        table.hear(event)
    return table


def once(work: Callable[Concatenate[Table, P], S]) -> Callable[Concatenate[Table, P], S]:
    """Memoize, between two events, what depends on a table and these words alone and is never changed after."""

    @wraps(work)
    def found(table: Table, /, *words: P.args, **named: P.kwargs) -> S:
        asked, key = table.asked, (work, words)
        if asked is None or named:
            return work(table, *words, **named)
        known: tuple[S, list[Any]] | None = asked.get(key)
        outer = table.joined
        if known is None:
            joined: list[Any] = []
            table.joined = joined
            try:
                known = asked[key] = work(table, *words, **named), joined
            finally:
                table.joined = outer
        if outer is not None:
            outer += known[1]
        return known[0]

    return found
