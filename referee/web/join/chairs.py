"""The buttons of a seat that the referee plays or may play, and why it did what it did last (4.97.67)."""

from __future__ import annotations

from typing import Protocol

from flask import current_app

from referee.common.factions import named
from referee.common.phones_at_seats import stand_ins
from referee.kernel import PUBLIC, Table, say
from referee.running.sitting import Sitting
from referee.stand_in.seats import chair_offers, table_offers
from referee.web.app.event_lines import button_of, short
from referee.web.view_models.parts import Act, Line

KEPT = "stand-ins"


class Spoken(Protocol):
    """What is said as the referee acts."""

    act: int
    seat: str
    why: str


class Reasons(Protocol):
    """What moves the stand-ins of a program."""

    def why(self, sitting: Sitting, seat: str) -> str: ...

    def aloud(self, sitting: Sitting) -> Spoken: ...


def why(sitting: Sitting, seat: str) -> str:
    """Return why the referee did what it did last for a seat, or what it was refused, "" if it does not play there."""
    hands: Reasons = current_app.extensions[KEPT]
    return hands.why(sitting, seat) if seat in stand_ins(sitting.screen(PUBLIC)) else ""


def said_aloud(sitting: Sitting) -> Line | None:
    """Return why the referee did what has just happened, "None" where somebody else did it."""
    hands: Reasons | None = current_app.extensions.get(KEPT)
    public = sitting.screen(PUBLIC)
    said = hands.aloud(sitting) if hands and stand_ins(public) else None
    if said is None or not public.log or public.log[-1].act != said.act:
        return None
    words = say("The referee, for {seat}: {why}", seat=named(said.seat), why=said.why)
    return Line(words, f=short(said.seat), mute=True)


def buttons_of_table(public: Table) -> tuple[Act, ...]:
    return tuple(button_of(offer, "") for offer in table_offers(public))


def buttons_of(public: Table, seat: str) -> tuple[Act, ...]:
    return tuple(button_of(offer, seat) for offer in chair_offers(public, seat))
