"""The buttons of a seat that the referee plays or may play, and why it did what it did last (4.97.67)."""

from __future__ import annotations

from typing import Protocol

from flask import current_app

from referee.common.phones_at_seats import stand_ins
from referee.kernel import PUBLIC, Table
from referee.running.sitting import Sitting
from referee.stand_in.seats import chair_offers
from referee.web.app.from_rooms import button_of
from referee.web.view_models.parts import Act

KEPT = "stand-ins"


class Reasons(Protocol):
    """What moves the stand-ins of a program."""

    def why(self, sitting: Sitting, seat: str) -> str: ...


def why(sitting: Sitting, seat: str) -> str:
    """Return why the referee did what it did last for a seat, or what it was refused, "" if it does not play there."""
    hands: Reasons = current_app.extensions[KEPT]
    return hands.why(sitting, seat) if seat in stand_ins(sitting.screen(PUBLIC)) else ""


def buttons_of(public: Table, seat: str) -> tuple[Act, ...]:
    return tuple(button_of(offer, seat) for offer in chair_offers(public, seat))
