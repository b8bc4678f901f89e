"""An ambassador and a terror token in one stronghold: both answer an entry, in the order of option E15."""

from __future__ import annotations

import pytest

from referee.board.entries import reaction_now
from referee.board.forces_counted import KeepCount
from referee.factions.ecaz.placing import PutAmbassador
from referee.factions.ecaz.tokens import ambassadors
from referee.factions.ecaz.trigger import KeepAmbassador
from referee.factions.moritani.reaction import RevealTerror
from referee.factions.moritani.terror import PlaceTerror
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.next_phase import GoTo
from tests.kit import LiveTable

ECAZ, MORITANI = "ecaz", "moritani"


def entered(order: str, kind: str) -> LiveTable:
    """Return a table where the Emperor has shipped to where both tokens lie."""
    table = LiveTable("emperor", ECAZ, MORITANI, "fremen", turn=2, E15=order, first="emperor")
    table.do(KeepCount(), PlaceStorm(14), GoTo("mentat_pause", anyway=True), PlaceTerror(MORITANI, "Carthag", kind))
    table.do(GoTo("storm", anyway=True), PlaceStorm(14), GoTo("shipment", anyway=True))
    return table.do(PutAmbassador("Carthag", "fremen"), Ship("emperor", 2, "Carthag"))


def asked(table: LiveTable) -> list[str]:
    """Answer all that is asked; return who was, in order."""
    found = []
    while now := reaction_now(table.public):
        found.append(now.seat)
        table.do(KeepAmbassador(ECAZ) if now.seat == ECAZ else RevealTerror(MORITANI))
    return found


@pytest.mark.parametrize(("order", "first"), [("numbers", ECAZ), ("terror", MORITANI)])
def test_4_96_15_each_is_asked_in_its_order(order: str, first: str) -> None:
    assert sorted(found := asked(entered(order, "extortion"))) == [ECAZ, MORITANI] and found[0] == first


def test_2_11_20_an_ambassador_that_atomics_took_is_not_asked_for() -> None:
    table = entered("terror", "atomics")
    assert asked(table) == [MORITANI] and not ambassadors(table.public).placed
