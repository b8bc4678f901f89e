"""Before we go on: a player may have their own phone say what is still theirs in a phase that ends (4.97.64).

Only that phone knows of the choice. What it says on the open phone is drawn from the public table; what is behind the
shield is said there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from referee.kernel import (
    Event,
    Objection,
    Public,
    SeatCommand,
    State,
    Table,
    Whisper,
    adds,
)
from referee.offers.offer import Offer, SecretOffers
from referee.turn.who_is_done import SayDone

RULE = "4.97.64"
SELDOM = {"seldom", "correction", "how to play"}


class Reminders(State):
    """Who wants to be reminded, as each knows it of themselves."""

    of: set[str] = field(default_factory=set)


class RemindersChosen(Whisper, because=(RULE,), housekeeping=True):
    seat: Public[str]
    on: Public[bool]

    def apply(self, table: Table) -> None:
        others = table.state(Reminders).of - {self.seat}
        table.put(Reminders(others | {self.seat} if self.on else others))


class ChooseReminders(SeatCommand, by="seat", led=False, hushed=True):
    """Be reminded before a phase ends of what is still yours in it, or not any more."""

    on: bool

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.on is is_reminded(table, self.seat):
            yield Objection(RULE, "You are reminded already." if self.on else "You are not reminded now.", firm=True)

    def decide(self, table: Table, chance: object) -> Iterable[Event]:
        yield RemindersChosen(frozenset({self.seat}), self.seat, self.on)


def is_reminded(table: Table, seat: str) -> bool:
    """Return whether this seat wants to be reminded; only its own table and the referee's know."""
    return seat in table.state(Reminders).of


def still_mine(made: Sequence[Offer]) -> tuple[str, ...]:
    """Return what a seat may still take or do in this phase, in the words of the buttons that it has for it."""
    buttons = (
        one.label
        for one in made
        if not (one.aside or one.why_not or one.part in SELDOM or one.command is SayDone or one.command.led is False)
    )
    return tuple(dict.fromkeys(buttons))


@adds(SecretOffers, rule=RULE)
def remind_me(question: SecretOffers, table: Table) -> Iterable[Offer]:
    on = is_reminded(table, question.seat)
    label = "Remind me before a phase ends"
    yield Offer(ChooseReminders, label, RULE, fixed=(("on", "0" if on else "1"),), aside=True, on=on)
