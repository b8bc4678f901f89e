"""Shipment: kinds, prices and permissions, as Questions; one shipment a turn (1.06.02). At the end, how far one moves.

A ``Voyage`` is what the rules are asked about. The price is paid from the shipper's purse and, if offered, from the
ally's, and all of it goes to the shipper's payee.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import NamedTuple

from referee.board.entries import ALONG, SHIPMENT, Arrival, ForcesEntered
from referee.board.forces import NO_SECTOR, RESERVES, Forces, ForcesEvent, Group, is_kept, move
from referee.board.standing import RICH, holdings, with_tokens
from referee.board.territories import on_board
from referee.common.factions import named
from referee.common.turn import OfTurn, in_this_phase, of_turn
from referee.kernel import (
    BANK,
    Answer,
    Objection,
    Public,
    Question,
    SeatEvent,
    SeatQuestion,
    Table,
    Value,
    adds,
    ask,
    memoized,
    ruling,
    say,
    say_many,
)
from referee.offers.waiting import whose_turn
from referee.offers.what_now import Says, WhatNow

DOWN, ACROSS, HOME, SENT = "down", "across", "home", "sent"
OUT = "out"  # from the reserves to another's homeworld
ACROSS_HOME = "across home"  # to one's own world
OFF_PLANET = frozenset({DOWN, OUT})
SHIPMENTS = frozenset({DOWN, ACROSS, SENT})  # to the board
RIDDEN, CARRIED, SNEAKED, FLED = "ridden", "carried", "sneaked", "fled"  # ways in that are no shipment


class Voyage(Value):
    """A shipment: whose, how many forces, into a stronghold or not, at half price or by a card."""

    seat: str
    forces: int
    kind: str = DOWN
    stronghold: bool = False
    half: bool = False
    by_card: bool = False


class Shipments(OfTurn):
    """This turn's shipments by faction, and the last one: who, which kind, where to, and who went along.

    ``before`` is the one before the last, and who went along with that. ``stopped`` says whose was stopped, by whom and
    by which rule.
    """

    made: dict[str, str] = field(default_factory=dict)
    last: tuple[str, str, str] | None = None
    along: set[str] = field(default_factory=set)
    before: tuple[tuple[str, str, str] | None, frozenset[str]] = (None, frozenset())
    stopped: dict[str, tuple[str, str]] = field(default_factory=dict)


def shipments(table: Table) -> Shipments:
    return of_turn(table, Shipments)


class ShipmentPrice(Question[int], rule="1.06.03.01"):
    """What does this shipment cost?"""

    voyage: Voyage

    def plain(self, table: Table) -> int:
        return self.voyage.forces * (1 if self.voyage.stronghold else 2)


class ShipmentPayee(Question[str], rule="1.06.03.02", answer=BANK):
    """Who is paid for this shipment?"""

    voyage: Voyage


class MayShip(SeatQuestion[bool], rule="1.06.03"):
    """May this faction make a shipment of this kind?"""

    kind: str

    def plain(self, table: Table) -> bool:
        return self.kind == DOWN


@ruling(MayShip, rule="1.06.04")
def never_back(question: MayShip, table: Table, so_far: bool) -> bool | None:
    return False if question.kind == HOME else None


class Closed(NamedTuple):
    """A place that keeps forces out, and what is said to them."""

    place: str
    against: Objection


class KeptOut(SeatQuestion[tuple[Closed, ...]], rule="1.06.03", answer=()):
    """Which places keep out forces that come in this way, beside the storm, the distance and other factions?

    Rooms add theirs; ``kind`` is a kind of shipment, or another way in.
    """

    kind: str


@memoized
def kept_out(table: Table, seat: str, kind: str = DOWN) -> Mapping[str, Objection]:
    """Return by place what keeps this faction's forces out."""
    return {shut.place: shut.against for shut in ask(table, KeptOut(seat, kind)).value}


class MayShipHalf(SeatQuestion[bool], rule="1.06.03.01", answer=False):
    """May this faction ask for half the price?

    The Guild's ally only; every shipment's form has the field.
    """


class MayAccompany(SeatQuestion[bool], rule="1.06.02", answer=False):
    """May this faction send a force along with the last shipment, to this place?"""

    goal: str


class GoesAlongTo(SeatQuestion[tuple[str, ...]], rule="1.06.02", answer=()):
    """Which places come into question for a force that goes along with the last shipment?

    Only the Bene Gesserit send one along.
    """


@memoized
def may_accompany(table: Table, seat: str) -> tuple[str, ...]:
    """Return where this faction may send a force along with the last shipment."""
    asked = ask(table, GoesAlongTo(seat)).value
    here = (land.name for land in on_board(table) if land.name in asked) if asked else ()
    return tuple(goal for goal in here if ask(table, MayAccompany(seat, goal)).value)


class ForcesShipped(ForcesEntered, ForcesEvent, later=("sector", "leaves", "among")):
    """A faction made its shipment of the turn: origin, goal, and kind."""

    kind: Public[str]
    origin: Public[str]
    goal: Public[str]
    why: Public[tuple[str, ...]]
    sector: Public[int] = NO_SECTOR
    leaves: Public[int] = NO_SECTOR
    among: Public[tuple[int, ...]] = ()

    def arrival(self) -> Arrival | None:
        """Without forces another event says what came."""
        if self.kind == HOME or not self.group.total:
            return None
        return Arrival(self.seat, self.goal, self.sector, self.group, SHIPMENT, self.origin)

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.origin, self.goal, self.leaves, self.sector, self.among)
        state = table.put(shipments(table))
        state.made[self.seat] = self.kind
        state.before = state.last, frozenset(state.along)
        state.last, state.along = (self.seat, self.kind, self.goal), set()

    def pattern(self) -> str:
        """Empty without forces: another event says what was shipped."""
        if not self.group.total:
            return ""
        if self.kind == SENT:
            return "{seat!n:The sends} {forces} to {goal}."
        back = "{seat!n:The ships} {forces} back to the reserves."
        return back if self.kind == HOME else "{seat!n:The ships} {forces} to {goal}."


class ForceSentAlong(ForcesEntered, SeatEvent, later=("sector", "peace")):
    """A force went along with another faction's shipment, free."""

    origin: Public[str]
    goal: Public[str]
    why: Public[tuple[str, ...]]
    sector: Public[int] = NO_SECTOR
    peace: Public[bool] = False
    says = "{seat!n:The sends} one force along, free, to {goal}."

    def arrival(self) -> Arrival:
        return Arrival(self.seat, self.goal, self.sector, Group(1), ALONG, self.origin, self.peace)

    def apply(self, table: Table) -> None:
        move(table, self.seat, Group(1), self.origin, self.goal, enters=self.sector)
        if self.peace and is_kept(table, self.seat):
            table.state(Forces).calm.add((self.seat, self.goal))
        table.put(shipments(table)).along.add(self.seat)


class ShipmentStopped(SeatEvent):
    """A shipment was stopped before it began, and counts as the shipper's of the turn."""

    of: Public[str]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The stops} {of!n:'s} shipment."

    def apply(self, table: Table) -> None:
        state = table.put(shipments(table))
        state.made[self.of], state.stopped[self.of] = DOWN, (self.seat, self.why[0])


class ShipmentReturned(ForcesEvent):
    """Forces that had landed with a shipment that was stopped are back in the reserves."""

    goal: Public[str]
    sector: Public[int]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The returns} {forces} from {goal} to the reserves."

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.goal, RESERVES, self.sector)


class MoveRange(SeatQuestion[int], rule="1.06.05.03", answer=1):
    """How many territories may a group of this faction move, with or without a special force in it?"""

    starred: bool = True


@ruling(MoveRange, rule="1.06.05.04")
def three_by_ornithopter(question: MoveRange, table: Table, so_far: int) -> int | None:
    return 3 if flies(table, question.seat) else None


def flies(table: Table, seat: str) -> bool:
    """Return True if a faction is known to have a force in one of the two cities, alone or not."""
    if is_kept(table, seat):
        return any(stand.seat == seat and stand.place in RICH and not stand.calm for stand in with_tokens(table))
    return bool(RICH & {*holdings(table).held.get(seat, ()), *_landed(table, seat)})


def _landed(table: Table, seat: str) -> list[str]:
    shipped = (event for event in in_this_phase(table) if isinstance(event, ForcesShipped))
    return [event.goal for event in shipped if event.seat == seat]


class MovesThisTurn(SeatQuestion[int], rule="1.06.05.01", answer=1):
    """How many force movements does this faction have in this turn?"""


def how_far(table: Table, seat: str) -> tuple[str, Answer[int]]:
    """Return in words how often and how far a faction moves, with the rules."""
    far, often = ask(table, MoveRange(seat)), ask(table, MovesThisTurn(seat))
    many = say_many(far.value, "1 territory", "up to {n} territories")
    times = {1: "once", 2: "twice"}.get(often.value) or say("{n} times", n=often.value)
    if flies(table, seat):
        return say("moves {times}: {many}", times=times, many=many), far
    more = "moves {times}: {many}, or 3 with ornithopters (a force in Arrakeen or Carthag)"
    return say(more, times=times, many=many), far


@adds(WhatNow, rule="1.06.05")
def the_range_of_whoever_moves(question: WhatNow, table: Table) -> Iterable[Says]:
    seat = whose_turn(table) if table.phase == "shipment" else ""
    if seat:
        words, far = how_far(table, seat)
        who = named(seat)
        yield Says(say("{who:The} {does}.", who=who, does=who.verb(words)), far.because[0], mute=True)
