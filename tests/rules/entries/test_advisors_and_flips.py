"""2.02: who lands beside whom as what, and what turns over when somebody enters, whatever brought them."""

from __future__ import annotations

from typing import Any

import pytest

from referee.common.factions import named
from referee.phases.shipment.shipping import Ship
from referee.turn.next_phase import GoTo
from referee.turn.who_is_done import SayDone
from tests.kit import LiveTable
from tests.rules.entries.positions import Step, act, answer, refused

BG = "Bene Gesserit"
FLIP = act("flip", BG, territory="Arrakeen")
ALONG = act("spiritual_advisor", BG, to="Arrakeen")


def _ships(by: str = "Emperor") -> Step:
    return act("ship", by, forces=2, to="Arrakeen")


def test_2_02_11_no_advisor_lands_where_their_fighters_stand() -> None:
    there: Step = {"Emperor": {}, BG: {"Arrakeen": 2}}
    assert refused(answer(there, _ships(), ALONG)) == "2.02.11"
    assert refused(answer(there, _ships(), FLIP, ALONG)) == ""
    assert refused(answer(there, _ships(), ALONG, calm={BG: ["Arrakeen"]})) == ""
    assert refused(answer(there, _ships(), act("spiritual_advisor", BG, to="Polar Sink"))) == ""


def test_2_02_11_beside_a_no_field_they_land_as_advisors() -> None:
    lays = act("LayField", "Richese", token=0, goal="Arrakeen")
    said = answer({"Richese": {}, BG: {}}, lays, ALONG)
    assert [one["as"] for one in said["map"][BG]["Arrakeen"]] == ["advisors"]


REVIVES = act("revive_forces", "Tleilaxu", normal=2)
SENDS = act("SendRevived", "Tleilaxu", normal=2, goal="Arrakeen")
FEDAYKIN = (act("revive_forces", "Fremen", special=1), act("SendFedaykin", "Fremen", goal="Arrakeen"))


@pytest.mark.parametrize("phase", ["revival", "any"])
@pytest.mark.parametrize("by", ["Tleilaxu", "Fremen"])
def test_2_02_15_forces_that_a_revival_brings_let_fighters_flip(by: str, phase: str) -> None:
    arrive = FEDAYKIN if by == "Fremen" else (REVIVES, SENDS)
    board: Step = {by: {"Arrakeen": 1} if by == "Fremen" else {}, BG: {"Arrakeen": 2}}
    more: dict[str, Any] = {
        "phase": phase,
        "tanks": {by: {"normal": 2, "special": int(by == "Fremen")}},
        "options": {"M4": "on"},
    }
    assert refused(answer(board, *arrive, FLIP, **more)) == ""
    assert refused(answer(board, FLIP, **more)) == "2.02.15"
    assert refused(answer(board, *arrive, FLIP, alliances=[[by, BG]], **more)) == "2.02.15"


def test_2_02_15_a_phase_that_is_not_told_asks_for_an_arrival_all_the_same() -> None:
    board: Step = {"Emperor": {}, BG: {"Arrakeen": 2}}
    assert refused(answer(board, _ships(), FLIP, phase="any")) == ""
    assert refused(answer(board, act("ship", "Emperor", forces=1, to="Carthag"), FLIP, phase="any")) == "2.02.15"


def test_2_02_17_advisors_flip_before_the_first_shipment_where_no_phase_is_told() -> None:
    board: Step = {"Emperor": {"Arrakeen": 1}, BG: {"Arrakeen": 2}}
    calm = {BG: ["Arrakeen"]}
    assert refused(answer(board, FLIP, phase="any", calm=calm)) == ""
    assert refused(answer(board, _ships(), FLIP, phase="any", calm=calm)) == "2.02.16"


def test_2_02_05_nobody_is_said_to_send_no_force_along_who_does_not_play() -> None:
    table = LiveTable("emperor", "fremen", "atreides", phase="shipment", spice=20)
    table.do(Ship("emperor", 2, "Arrakeen"), SayDone("emperor"), Ship("atreides", 1, "Carthag"))
    table.do(GoTo("battle", anyway=True))
    assert not any("Bene Gesserit" in heard.event.sentence(named) for heard in table.public.log)
