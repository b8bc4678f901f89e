"""Who is asked for something that all wait for has its buttons on the phone, in their order; nobody else has."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.board.forces_counted import KeepCount
from referee.factions.ecaz.placing import PutAmbassador
from referee.factions.ecaz.trigger import KeepAmbassador, UseAmbassador
from referee.kernel import Command
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.next_phase import GoTo
from tests.kit import Evening, set_up

SEATS = ("emperor", "ecaz", "fremen")


@pytest.fixture
def waits(tmp_path: Path) -> Evening:
    """An evening where the Emperor has entered a stronghold with an ambassador."""
    made = Evening(tmp_path)
    made.steer()
    made.begin(set_up(SEATS))
    for seat in SEATS:
        made.seat(seat, made.phones.get(seat))
    begun: tuple[Command, ...] = (KeepCount(), PlaceStorm(14), GoTo("shipment", anyway=True))
    for command in (*begun, PutAmbassador("Carthag", "fremen"), Ship("emperor", 1, "Carthag")):
        outcome = made.sitting.act(command, getattr(command, "seat", "public") if command.by != "table" else "public")
        assert outcome.done or isinstance(command, KeepCount), outcome.objections
    return made


def buttons(evening: Evening, seat: str) -> str:
    return evening.phones[seat].get(f"/t/{evening.table}/me").text


def test_2_11_06_the_phone_of_who_is_asked_has_the_buttons_and_no_other(waits: Evening) -> None:
    mine = buttons(waits, "ecaz")
    assert 0 < mine.index("move a group anywhere") < mine.index("Leave the ambassador there")
    assert all("ambassador there" not in buttons(waits, seat) for seat in ("emperor", "fremen"))
    waits.sitting.act(KeepAmbassador("ecaz"), "ecaz")
    assert "Leave the ambassador there" not in buttons(waits, "ecaz")


def test_2_11_14_what_follows_stands_there_too_and_leaving_it_comes_last(waits: Evening) -> None:
    assert waits.sitting.act(UseAmbassador("ecaz"), "ecaz").done
    mine = buttons(waits, "ecaz")
    assert 0 < mine.index("Move a group anywhere") < mine.index("Done with the ambassador")
