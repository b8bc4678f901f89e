"""The nine phases of a turn by their ids, which one is played, and which the referee leads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import takewhile
from typing import TypeVar

from referee.kernel import (
    Called,
    Event,
    Heard,
    Objection,
    Public,
    SeatEvent,
    State,
    Table,
    capital,
    listed,
    meant,
    memoized,
    option,
    say,
    setting,
)

ANY = "any"

PHASES = (
    "storm",
    "spice_blow",
    "choam_charity",
    "bidding",
    "revival",
    "shipment",
    "battle",
    "spice_collection",
    "mentat_pause",
)


def phase_said(phase: str) -> str:
    """Return the name of a phase within a sentence."""
    return "Mentat Pause" if phase == "mentat_pause" else phase.removeprefix("choam_").replace("_", " ")


class PhaseBegan(Event, because=("1.00.00",)):
    """A phase began; ``setup`` before the first, ``any`` if the table does not say which one."""

    phase: Public[str]

    def apply(self, table: Table) -> None:
        table.phase, table.since = self.phase, []

    def sentence(self, name: Called) -> str:
        return say("{phase} begins.", phase=capital(phase_said(self.phase)))


def in_this_phase(table: Table) -> Iterator[Event]:
    """Yield what this viewer heard since the phase began, newest first."""
    return takewhile(lambda event: not isinstance(event, PhaseBegan), reversed(table.since))


def in_phase(table: Table, *phases: str) -> Iterator[Objection]:
    """Object unless one of these phases is played."""
    if table.phase not in {*phases, ANY}:
        names = listed([phase_said(phase) for phase in phases], "or")
        yield Objection("1.00.00", say("You can do that in the {names} phase.", names=names))


class OfTurn(State):
    """State of one turn; a subclass has defaults for all its fields."""

    turn: int = 0


T = TypeVar("T", bound=OfTurn)


def of_turn(table: Table, kind: type[T]) -> T:
    """Return this turn's state of a kind, or a new one that is not stored."""
    kept = table.get(kind)
    return kept if kept and kept.turn == table.turn else kind(table.turn)


class OnceATurn(OfTurn):
    """The kinds of events that are remembered for the rest of the turn."""

    kinds: set[type[Event]] = field(default_factory=set)


def remember(table: Table, event: Event) -> None:
    table.put(of_turn(table, OnceATurn)).kinds.add(type(event))


def happened(table: Table, kind: type[Event]) -> bool:
    """Return True if an event of this kind is remembered of this turn."""
    return kind in of_turn(table, OnceATurn).kinds


class SaidInPhase(State):
    """The seats that have said something that counts for one phase of one turn; a subclass per thing."""

    turn: int
    phase: str
    seats: list[str] = field(default_factory=list)


def who_said(table: Table, kind: type[SaidInPhase]) -> tuple[str, ...]:
    """Return who has said this in the current phase."""
    kept = table.get(kind)
    return tuple(kept.seats) if kept and (kept.turn, kept.phase) == (table.turn, table.phase) else ()


class FirstPlayerChanged(SeatEvent, because=("1.01.01",)):
    says = "{seat!n:The is} First Player."

    def apply(self, table: Table) -> None:
        table.first_player = self.seat


class Finished(SaidInPhase):
    pass


def finished(table: Table) -> tuple[str, ...]:
    return who_said(table, Finished)


class SeatDone(SeatEvent, because=("4.97.10",)):
    says = "{seat!n:The is} done."

    def apply(self, table: Table) -> None:
        table.put(Finished(table.turn, table.phase, [*finished(table), self.seat]))


class TurnBegan(Event, because=("0.15",)):
    turn: Public[int]
    says = "Turn {turn} begins."

    def apply(self, table: Table) -> None:
        table.turn = self.turn
        table.suspended = {rule: n for rule, n in table.suspended.items() if n != 3}


SHORT = {
    "shipment": "Ship and move",
    "spice_collection": "Collection",
    "mentat_pause": "Mentat",
}


def this_turn(table: Table) -> list[Event]:
    """Return what this viewer heard since the turn began."""
    return _of_the_last_turn(table.log)


def turn_before(table: Table) -> list[Event]:
    """Return what this viewer heard in the turn before this one."""
    return _of_the_last_turn(table.log[: max(0, len(table.log) - len(this_turn(table)) - 1)])


def _of_the_last_turn(log: Sequence[Heard]) -> list[Event]:
    turn = takewhile(lambda event: not isinstance(event, TurnBegan), (heard.event for heard in reversed(log)))
    return [*turn][::-1]


def phase_name(phase: str) -> str:
    return SHORT.get(phase, phase_said(phase).capitalize()) if phase in PHASES else phase


# -- how much the referee does, by turn and by phase, and whether it shows hints ----------------------

REFEREE_DOES = option(
    "R",
    "4.97.11",
    "The referee does",
    ("all", "Everything", "The referee leads through every phase; you can skip any."),
    ("bids", "Bids only", "You play the other phases without the referee."),
    ("clocks", "Clocks only", "The referee only keeps time and the order of phases."),
)
PHASE_APART = {
    phase: option(
        f"R-{phase}",
        "4.97.11",
        say("{n} phase", n=phase_said(phase).capitalize()),
        ("table", "Same as the others", "As chosen for the whole turn."),
        ("referee", "The referee", "The referee leads through this phase."),
        ("hand", "By hand", "You play it without the referee."),
    )
    for phase in PHASES
}
PLAYED = {"all": set(PHASES), "bids": {"bidding"}, "clocks": set[str]()}
COACH_LINES = option(
    "L1",
    "4.97.30",
    "Hints",
    ("off", meant("None", "hints"), "The screens show only the game."),
    ("on", "On", "Table and phones explain each step in two sentences."),
)


@memoized
def by_hand(table: Table, phase: str = "") -> bool:
    """Return True if the table plays a phase without the referee: the present one, unless named (4.97.11)."""
    asked = phase or table.phase
    if asked not in PHASES:
        return False
    apart = setting(table, PHASE_APART[asked])
    return asked not in PLAYED[setting(table, REFEREE_DOES)] if apart == "table" else apart == "hand"
