"""The ledger of knowledge: who has legitimately seen which card, traitor, prediction or plan, by which rule, and when.

Nothing is noted on purpose: every fact that shows something says so (``shows``), and its envelope says to whom. What
was shown and taken back by undo was seen all the same, so the ledger reads everything ever written down.

What a seat may know of the others' knowledge is what follows from facts it heard itself: the others' tables are folded
from those facts alone. A whisper between two others stays theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields

from referee.facts import REFEREE, Event, as_seen_by, seen_by
from referee.phases.bids import BiddingBegan
from referee.phases.offers import Kept
from referee.phases.running import TurnBegan
from referee.phases.setup import TableSet
from referee.phases.turn import PhaseBegan
from referee.rulings import Question, ask, ruling
from referee.table import Table, fold

Row = tuple[int, Event, bool]


@dataclass(frozen=True)
class Glimpse:
    """Something hidden that seats were shown: the fact as the viewer heard it, when, and whether it still stands."""

    act: int
    turn: int
    phase: str
    fact: Event
    seats: frozenset[str]
    stands: bool

    @property
    def shows(self) -> str:
        """Return what kind of thing was seen: card, traitor, prediction, plan, storm."""
        return self.fact.shows


def glimpses(rows: Iterable[Row], viewer: str) -> list[Glimpse]:
    """Return all that a viewer was ever shown, oldest first; ``rows`` are (act, fact, stands) in order."""
    return list(_glimpses(rows, viewer))


def _glimpses(rows: Iterable[Row], viewer: str) -> Iterator[Glimpse]:
    turn, phase = 1, "lobby"
    for act, fact, stands in rows:
        turn, phase = _when(fact, turn, phase)
        seers = seen_by(fact)
        heard = as_seen_by(fact, viewer) if fact.shows and (viewer == REFEREE or viewer in seers) else None
        if heard is not None and seers:
            yield Glimpse(act, turn, phase, heard, seers, stands)


def _when(fact: Event, turn: int, phase: str) -> tuple[int, str]:
    if isinstance(fact, (TableSet, TurnBegan, BiddingBegan)):
        turn = fact.turn
    if isinstance(fact, PhaseBegan):
        phase = fact.phase
    return (turn, "bidding") if isinstance(fact, BiddingBegan) else (turn, phase)


@dataclass(frozen=True)
class KnownBy:
    """A card in a hand that another seat knows, and the rule by which it was seen last."""

    card: str
    seat: str
    rule: str


def known_by(facts: Sequence[Event], own: Table, tables: Mapping[str, Table] | None = None) -> list[KnownBy]:
    """Return which cards in a seat's hand others know, as far as follows from facts that the seat heard itself.

    ``tables`` are the others' real ones: where those know nothing of the hand, nothing follows and nothing is folded.
    """
    seat, found = own.viewer, []
    heard = [fact for fact in facts if as_seen_by(fact, seat) is not None]
    hand = set(own.seats[seat].hand.faces())
    for other in (one for one in own.seats if one != seat):
        if tables is not None and not hand & set(tables[other].seats[seat].hand.faces()):
            continue
        theirs = fold(heard, other).seats[seat].hand.faces()
        mine = (card for card in own.seats[seat].hand.faces() if card in theirs)
        found += [KnownBy(card, other, _rule(heard, other, card)) for card in mine]
    return found


def _rule(heard: Sequence[Event], viewer: str, card: str) -> str:
    for fact in reversed(heard):
        shown = as_seen_by(fact, viewer) if fact.shows == "card" else None
        if shown is not None and card in _faces(shown):
            return (*shown.rules(), "")[0]
    return ""


def _faces(fact: Event) -> set[object]:
    values = (getattr(fact, field.name) for field in fields(fact))
    return {
        one for value in values for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, str)
    }


# -- the notebook -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Notebook(Question[tuple[Kept, ...]]):
    """What stands in this seat's notebook by itself, from all it was ever shown? Asked on the seat's own table."""

    seat: str
    seen: tuple[Glimpse, ...]


@ruling(Notebook, rule="1.11.02")
def nothing_by_itself(question: Notebook, table: Table, so_far: tuple[Kept, ...] | None) -> tuple[Kept, ...]:
    """Nobody has a page written for them."""
    return ()


def notebook(own: Table, seat: str, seen: Iterable[Glimpse]) -> tuple[Kept, ...]:
    """Return the pages that write themselves."""
    return ask(own, Notebook(seat, tuple(seen))).value
