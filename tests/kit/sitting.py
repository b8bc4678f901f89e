"""Asks made at a sitting that must be done, or must be refused."""

from __future__ import annotations

from referee.kernel.commands import Command
from referee.kernel.events import PUBLIC
from referee.running.sitting import Sitting


def do(sitting: Sitting, *requests: Command, who: str = PUBLIC) -> Sitting:
    """Carry out what is asked, one after the other; returns the sitting."""
    for command in requests:
        outcome = sitting.act(command, who)
        assert outcome.done, (command, outcome.objections)
    return sitting


def each(sitting: Sitting, *requests: Command) -> Sitting:
    """Let everybody do what they ask for themselves, and the table the rest; returns the sitting."""
    for command in requests:
        do(sitting, command, who=getattr(command, "seat", PUBLIC) if command.by == "seat" else PUBLIC)
    return sitting


def no(sitting: Sitting, command: Command, who: str = PUBLIC) -> str:
    """See a command refused; returns the rule that refuses it."""
    outcome = sitting.act(command, who)
    assert not outcome.done, command
    return outcome.objections[0].rule


def code(sitting: Sitting, command: Command, who: str = PUBLIC) -> str:
    """Ask for something; returns the code of the refusal, "" where it is done."""
    outcome = sitting.act(command, who)
    return "" if outcome.done else outcome.objections[0].code


def purse(sitting: Sitting, *seats: str) -> list[object]:
    """Return how much spice these hold, as the referee knows it."""
    return [sitting.views.referee.seats[seat].spice for seat in seats]
