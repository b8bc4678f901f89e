"""Asks made at a sitting that must be done, or must be refused."""

from __future__ import annotations

from referee.facts import PUBLIC
from referee.play import Ask
from referee.sitting import Sitting


def do(sitting: Sitting, *requests: Ask, who: str = PUBLIC) -> Sitting:
    """Carry out what is asked, one after the other; returns the sitting."""
    for request in requests:
        outcome = sitting.act(request, who)
        assert outcome.done, (request, outcome.objections)
    return sitting


def each(sitting: Sitting, *requests: Ask) -> Sitting:
    """Let everybody do what they ask for themselves, and the table the rest; returns the sitting."""
    for request in requests:
        do(sitting, request, who=getattr(request, "seat", PUBLIC) if request.by == "seat" else PUBLIC)
    return sitting


def no(sitting: Sitting, request: Ask, who: str = PUBLIC) -> str:
    """See an ask refused; returns the rule that refuses it."""
    outcome = sitting.act(request, who)
    assert not outcome.done, request
    return outcome.objections[0].rule


def code(sitting: Sitting, request: Ask, who: str = PUBLIC) -> str:
    """Ask for something; returns the code of the refusal, "" where it is done."""
    outcome = sitting.act(request, who)
    return "" if outcome.done else outcome.objections[0].code


def purse(sitting: Sitting, *seats: str) -> list[object]:
    """Return how much spice these hold, as the referee knows it."""
    return [sitting.views.referee.seats[seat].spice for seat in seats]
