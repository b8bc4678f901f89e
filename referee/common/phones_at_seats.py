"""Which seats have a phone, and which the referee plays: public, because a claim must never go unseen.

A seat that the referee plays counts as one with a phone: what its owner alone decides is asked of it, behind a shield
that nobody opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.kernel import (
    PUBLIC,
    Command,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    Typed,
)

ON_PHONE = "ON_PHONE"  # a code: the player does it, the table does not


REFEREE_PLAYS = "the referee"  # in the place of a phone's name


class Phones(State):
    """Phones by seat, and the seats that the referee ``played``: until the end of which phase, "" for no end."""

    devices: dict[str, str] = field(default_factory=dict)
    played: dict[str, str] = field(default_factory=dict)


def phones_of(table: Table) -> dict[str, str]:
    phones = table.get(Phones)
    return phones.devices if phones else {}


def stand_ins(table: Table) -> dict[str, str]:
    """Return the seats that the referee plays, with the phase at whose end it stops, "" for none."""
    phones = table.get(Phones)
    return phones.played if phones else {}


def on_own_phone(table: Table, seat: str, rule: str) -> Iterator[Objection]:
    """Object if the table screen enters for a seat with a phone what only its owner can judge."""
    if seat in phones_of(table) and table.viewer == PUBLIC:
        yield Objection(rule, "This player has a phone and does that there.", ON_PHONE, firm=True)


class PhoneJoined(SeatEvent, housekeeping=True, lasting=True):
    """A phone took a seat, possibly from another phone."""

    device: Public[Typed]
    instead: Public[bool] = False

    def apply(self, table: Table) -> None:
        phones = table.put(table.state(Phones))
        phones.played.pop(self.seat, None)
        phones.devices[self.seat] = self.device

    def pattern(self) -> str:
        return (
            "{seat!n:The plays on another phone now}: {device}." if self.instead else "{seat!n:The joined}: {device}."
        )


class PhoneLeft(SeatEvent, housekeeping=True, lasting=True):
    says = "{seat!n:The 's} phone was disconnected."

    def apply(self, table: Table) -> None:
        phones = table.put(table.state(Phones))
        phones.devices.pop(self.seat, None)
        if self.seat in phones.played:
            phones.devices[self.seat] = REFEREE_PLAYS


class StandInSits(SeatEvent, because=("4.97.67",), housekeeping=True, lasting=True):
    """The referee plays a seat, until a phase ends or until somebody takes it."""

    until: Public[str] = ""
    fuller = "{until!?}The referee plays for {seat!n} until this phase ends."
    says = "The referee plays for {seat!n}."

    def apply(self, table: Table) -> None:
        phones = table.put(table.state(Phones))
        phones.played[self.seat] = self.until
        phones.devices.setdefault(self.seat, REFEREE_PLAYS)


class StandInLeft(SeatEvent, because=("4.97.67",), housekeeping=True, lasting=True):
    """The referee plays a seat no longer; a phone that belongs to it keeps it."""

    says = "The referee no longer plays for {seat!n}."

    def apply(self, table: Table) -> None:
        phones = table.put(table.state(Phones))
        phones.played.pop(self.seat, None)
        if phones.devices.get(self.seat) == REFEREE_PLAYS:
            del phones.devices[self.seat]


class LookedAtTable(SeatEvent, because=("4.97.17.02",), housekeeping=True, lasting=True):
    """The table screen showed what lies behind the shield of a seat without a phone."""

    says = "{seat!n:The looks} behind their shield at the table screen."


class ControlsGiven(Event, because=("4.97.17",), housekeeping=True, lasting=True):
    """Another screen has the table's controls too."""

    device: Public[Typed]
    says = "Another screen has the table's controls now: {device}."


class ControlsTaken(Event, because=("4.97.17",), housekeeping=True, lasting=True):
    device: Public[Typed]
    says = "A screen has no controls any more: {device}."


class GiveControls(Command, by="referee", becomes=ControlsGiven):
    """Record that another screen got the table's controls."""

    device: str


class TakeControls(Command, by="referee", becomes=ControlsTaken):
    """Record that a screen lost the table's controls."""

    device: str


class TakeSeat(SeatCommand, by="referee", becomes=PhoneJoined):
    """Record that a phone took a seat."""

    device: str
    instead: bool = False


class EmptySeat(SeatCommand, by="referee", becomes=PhoneLeft):
    """Record that a seat has no phone any more."""


class LookAtTable(SeatCommand, by="referee", becomes=LookedAtTable):
    """Record that a seat without a phone looks behind its shield at the table screen."""

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat not in table.seats:
            yield Objection("4.97.17.02", "Nobody plays this faction.", "BAD_INPUT", firm=True)
        elif self.seat in phones_of(table):
            yield Objection("4.97.17.02", "This player has a phone and looks there.", firm=True)
