"""Example views of the map: a turn in the middle of a game, and what a table knows that says little."""

from __future__ import annotations

from dataclasses import dataclass

import referee.kernel.discover  # noqa: F401  every faction has its seal
from referee.board.ways import Cell
from referee.web.map.position import CALM, HIDDEN, KnownBoard, MapForces
from referee.web.map.view import MapChoice, MapUse, board_map
from referee.web.view_models.map import BoardMap
from referee.web.view_models.parts import Frame
from tests.tools.looks.boards import frame


@dataclass(frozen=True)
class MapPage:
    """A page with nothing but the map."""

    frame: Frame
    map: BoardMap


STANDS = (
    MapForces("harkonnen", "Carthag", 10, 10),
    MapForces("atreides", "Arrakeen", 9, 6),
    MapForces("emperor", "Arrakeen", 9, 3, 5),
    MapForces("fremen", "Sietch Tabr", 13, 4, 3),
    MapForces("fremen", "False Wall West", 16, 3),
    MapForces("fremen", "The Great Flat", 14, 2, 2),
    MapForces("spacing_guild", "Tuek's Sietch", 4, 5),
    MapForces("harkonnen", "Tuek's Sietch", 4, 2),
    MapForces("bene_gesserit", "Polar Sink", 0, 1),
    MapForces("bene_gesserit", "Habbanya Sietch", 16, 1, kind=CALM),
    MapForces("atreides", "Habbanya Sietch", 16, 4),
    MapForces("emperor", "Cielago North", 2, 4),
    MapForces("richese", "South Mesa", 4, kind=HIDDEN),
    MapForces("harkonnen", "Red Chasm", 6, 4),
    MapForces("atreides", "Imperial Basin", 8, 3),
    MapForces("atreides", "Polar Sink", 0, 2),
    MapForces("spacing_guild", "Old Gap", 9, None),
    MapForces("ixian", "Hidden Mobile Stronghold", 0, 3, 4),
)
SPICE = {"Red Chasm": 8, "The Great Flat": 10, "Cielago North": 8, "South Mesa": 10, "Wind Pass North": 6}
CIRCLES = {"atreides": 1, "bene_gesserit": 4, "emperor": 7, "fremen": 10, "spacing_guild": 13, "harkonnen": 16}
MIDDLE = KnownBoard(7, SPICE, STANDS, CIRCLES, "fremen", doors=(("Hidden Mobile Stronghold", Cell("Meridian", 18)),))
LITTLE = KnownBoard(
    16, {"Broken Land": 8}, (MapForces("harkonnen", "Carthag", 10, 10),), CIRCLES, "harkonnen", wall=False
)
LEGAL = {name: MapChoice("legal", "4 spice") for name in ("Carthag", "Imperial Basin", "Hagga Basin", "Arsunt")}
CHOSEN = {"Tsimpo": MapChoice("chosen", "8 spice"), "Red Chasm": MapChoice("news")}
MAPS: dict[str, tuple[str, object]] = {
    "map": ("map.html", MapPage(frame("Arrakis, turn 3", "/map"), board_map(MIDDLE))),
    "map-little": ("map.html", MapPage(frame("Arrakis, turn 5", "/map-little"), board_map(LITTLE))),
    "map-choose": (
        "map.html",
        MapPage(
            frame("Ship 4 to …", "/map-choose"),
            board_map(MIDDLE, MapUse(choices={**LEGAL, **CHOSEN})),
        ),
    ),
}
