"""Which seats have a phone: public, because a claim must never go unseen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.kernel import PUBLIC, Called, Command, Event, Objection, Public, State, Table, Typed, say

ON_PHONE = "ON_PHONE"  # a code: the player does it, the table does not


class Phones(State):
    devices: dict[str, str] = field(default_factory=dict)


def phones_of(table: Table) -> dict[str, str]:
    phones = table.get(Phones)
    return phones.devices if phones else {}


def on_own_phone(table: Table, seat: str, rule: str) -> Iterator[Objection]:
    """Object if the table screen enters for a seat with a phone what only its owner can judge."""
    if seat in phones_of(table) and table.viewer == PUBLIC:
        yield Objection(rule, "This player has a phone and does that there.", ON_PHONE, firm=True)


class PhoneJoined(Event, housekeeping=True, lasting=True):
    """A phone took a seat, possibly from another phone."""

    seat: Public[str]
    device: Public[Typed]
    instead: Public[bool] = False

    def apply(self, table: Table) -> None:
        table.put(table.state(Phones)).devices[self.seat] = self.device

    def sentence(self, name: Called) -> str:
        words = "{seat:The plays on another phone now}: {device}." if self.instead else "{seat:The joined}: {device}."
        return say(words, seat=name(self.seat), device=self.device)


class PhoneLeft(Event, housekeeping=True, lasting=True):
    seat: Public[str]
    says = "{seat!n:The 's} phone was disconnected."

    def apply(self, table: Table) -> None:
        table.put(table.state(Phones)).devices.pop(self.seat, None)


class LookedAtTable(Event, because=("4.97.17.02",), housekeeping=True, lasting=True):
    """The table screen showed what lies behind the shield of a seat without a phone."""

    seat: Public[str]
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


class TakeSeat(Command, by="referee", becomes=PhoneJoined):
    """Record that a phone took a seat."""

    seat: str
    device: str
    instead: bool = False


class EmptySeat(Command, by="referee", becomes=PhoneLeft):
    """Record that a seat has no phone any more."""

    seat: str


class LookAtTable(Command, by="referee", becomes=LookedAtTable):
    """Record that a seat without a phone looks behind its shield at the table screen."""

    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat not in table.seats:
            yield Objection("4.97.17.02", "Nobody plays this faction.", "BAD_INPUT", firm=True)
        elif self.seat in phones_of(table):
            yield Objection("4.97.17.02", "This player has a phone and looks there.", firm=True)
