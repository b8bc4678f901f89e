"""Who has seen which card, traitor, prediction or plan, by which rule, and when.

Events that show something say so (``shows``), and their envelopes say to whom. What undo took back was still seen, so
the whole journal is read. What a seat may know of others' knowledge follows from the events it heard itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields

from referee.common.factions import named
from referee.common.phones_at_seats import PhoneJoined, StandInLeft, StandInSits
from referee.common.turn import PhaseBegan, TurnBegan
from referee.holdings.set_aside import set_aside
from referee.holdings.setup import TableSet
from referee.kernel import REFEREE, Event, Pile, SeatQuestion, Table, Value, as_seen_by, ask, fold, say, seen_by
from referee.offers.offer import Kept
from referee.phases.bidding.events import BiddingBegan
from referee.phases.bidding.order_of_bidding import Bidding

Row = tuple[int, Event, bool]


class Glimpse(Value):
    """Something hidden that seats were shown: the event as the viewer heard it, when, and whether it was not undone."""

    act: int
    turn: int
    phase: str
    event: Event
    seats: frozenset[str]
    stands: bool
    played: frozenset[str] = frozenset()  # those of them that the referee played then (4.97.67)

    @property
    def shows(self) -> str:
        """Return the kind of thing seen: card, traitor, prediction, plan, storm."""
        return self.event.shows


def glimpses(rows: Iterable[Row], viewer: str) -> list[Glimpse]:
    """Return all a viewer was ever shown, oldest first; ``rows`` are (act, event, stands) in order."""
    return list(_glimpses(rows, viewer))


def _glimpses(rows: Iterable[Row], viewer: str) -> Iterator[Glimpse]:
    turn, phase, played = 1, "lobby", frozenset[str]()
    for act, event, stands in rows:
        turn, phase = _when(event, turn, phase)
        played = _played(event, played)
        seers = seen_by(event)
        heard = as_seen_by(event, viewer) if event.shows and (viewer == REFEREE or viewer in seers) else None
        if heard is not None and seers:
            yield Glimpse(act, turn, phase, heard, seers, stands, played & seers)


def _played(event: Event, played: frozenset[str]) -> frozenset[str]:
    """Return the seats that the referee plays after an event."""
    if isinstance(event, StandInSits):
        return played | {event.seat}
    return played - {event.seat} if isinstance(event, (StandInLeft, PhoneJoined)) else played


def takeovers(rows: Iterable[Row]) -> Iterator[tuple[int, int, str]]:
    """Yield where a person went on for the referee: act, turn and seat. What it had seen that person may see."""
    turn, phase, played = 1, "lobby", frozenset[str]()
    for act, event, _ in rows:
        turn, phase = _when(event, turn, phase)
        before, played = played, _played(event, played)
        yield from ((act, turn, seat) for seat in before - played)


def _when(event: Event, turn: int, phase: str) -> tuple[int, str]:
    if isinstance(event, (TableSet, TurnBegan, BiddingBegan)):
        turn = event.turn
    if isinstance(event, PhaseBegan):
        phase = event.phase
    return (turn, "bidding") if isinstance(event, BiddingBegan) else (turn, phase)


class KnownBy(Value):
    """A card in hand that another seat knows, and the rule by which it was last seen."""

    card: str
    seat: str
    rule: str


def known_by(events: Sequence[Event], own: Table, tables: Mapping[str, Table] | None = None) -> list[KnownBy]:
    """Return the cards in a seat's hand that others know, from the events it heard itself.

    ``tables`` are the others' real ones: if those know nothing of the hand, nothing is replayed.
    """
    seat, known = own.viewer, []
    heard = [event for event in events if as_seen_by(event, seat) is not None]
    hand = set(own.seats[seat].hand.faces())
    for other in (owner for owner in own.seats if owner != seat):
        if tables is not None and not hand & set(tables[other].seats[seat].hand.faces()):
            continue
        theirs = fold(heard, other).seats[seat].hand.faces()
        mine = (card for card in own.seats[seat].hand.faces() if card in theirs)
        known += [KnownBy(card, other, _rule(heard, other, card)) for card in mine]
    return known


def _rule(heard: Sequence[Event], viewer: str, card: str) -> str:
    for event in reversed(heard):
        shown = as_seen_by(event, viewer) if event.shows == "card" else None
        if shown is not None and card in _faces(shown):
            return (*shown.rules(), "")[0]
    return ""


def _faces(event: Event) -> set[object]:
    values = (getattr(event, field.name) for field in fields(event))
    return {
        face for value in values for face in (value if isinstance(value, tuple) else (value,)) if isinstance(face, str)
    }


# -- the notebook -------------------------------------------------------------------------------------


class Notebook(SeatQuestion[tuple[Kept, ...]], rule="1.11.02", answer=()):
    """What does this seat's notebook hold by itself? Asked on the seat's own table.

    Atreides only; the phone's page of notes shows it without naming them.
    """

    seen: tuple[Glimpse, ...]


def notebook(own: Table, seat: str, seen: Iterable[Glimpse]) -> tuple[Kept, ...]:
    return ask(own, Notebook(seat, tuple(seen))).value


# -- Where each treachery card is, as one viewer knows it: deck, row, a hand, the discard pile, aside, or unknown


DECK, ROW, DISCARD, ASIDE = "in the deck", "up for auction", "discarded", "set aside"


def piles(table: Table) -> dict[str, Pile]:
    """Return the piles of treachery cards, by name (0.06)."""
    bidding = table.get(Bidding)
    row = bidding.row if bidding else Pile()
    hands = {say("held by {seat}", seat=named(seat)): own.hand for seat, own in table.seats.items()}
    return {DECK: table.deck, ROW: row, DISCARD: table.discard, ASIDE: set_aside(table), **hands}


def where(table: Table, card: str) -> str:
    """Return where a card is in words, "" if unknown to this viewer."""
    return next((words for words, pile in piles(table).items() if card in pile), "")
