"""Tables with Ecaz and their ambassadors."""

from __future__ import annotations

from typing import Any

from referee.board.forces_counted import KeepCount
from referee.factions.ecaz import ME
from referee.factions.ecaz.placing import PutAmbassador
from referee.factions.ecaz.tokens import ambassadors
from referee.kernel import Table
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from tests.kit import LiveTable

SEATS = ("emperor", "fremen", "bene_gesserit", ME, "tleilaxu", "atreides")


def table_of(*, phase: str = "revival", storm: int = 14, **more: Any) -> LiveTable:
    """Return a table of turn 2 with a map; it keeps its tokens as drawn."""
    table = LiveTable(*SEATS, turn=1, **more)
    table.do(KeepCount(), PlaceStorm(storm))
    return table.do(phase) if phase else table


def with_token(token: str, place: str = "Carthag", **more: Any) -> LiveTable:
    return table_of(phase="shipment", **more).do(PutAmbassador(place, token))


def supply(table: Table) -> list[str]:
    return ambassadors(table).supply.faces()


def effect_of(token: str, *, enters: str = "emperor", **more: Any) -> LiveTable:
    """Return a table where a faction has shipped to Carthag, where this token lies."""
    return with_token(token, first=enters, **more).do(Ship(enters, 2, "Carthag"))


def unmapped(**more: Any) -> LiveTable:
    return LiveTable(*SEATS, P6="none", phase="shipment", **more)
