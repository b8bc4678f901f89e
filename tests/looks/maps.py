"""Example views of the map: a turn in the middle of a game, and what a table knows that says little."""

from __future__ import annotations

from dataclasses import dataclass

import referee.kernel.discover  # noqa: F401  every faction has its seal
from referee.board.ways import Cell
from referee.web.map.position import CALM, HIDDEN, Position, Stand
from referee.web.map.view import Choice, Use, board_map
from referee.web.view_models.map import BoardMap
from referee.web.view_models.parts import Frame
from tests.looks.boards import frame


@dataclass(frozen=True)
class MapPage:
    """A page with nothing but the map."""

    frame: Frame
    map: BoardMap


STANDS = (
    Stand("harkonnen", "Carthag", 10, 10),
    Stand("atreides", "Arrakeen", 9, 6),
    Stand("emperor", "Arrakeen", 9, 3, 5),
    Stand("fremen", "Sietch Tabr", 13, 4, 3),
    Stand("fremen", "False Wall West", 16, 3),
    Stand("fremen", "The Great Flat", 14, 2, 2),
    Stand("spacing_guild", "Tuek's Sietch", 4, 5),
    Stand("harkonnen", "Tuek's Sietch", 4, 2),
    Stand("bene_gesserit", "Polar Sink", 0, 1),
    Stand("bene_gesserit", "Habbanya Sietch", 16, 1, kind=CALM),
    Stand("atreides", "Habbanya Sietch", 16, 4),
    Stand("emperor", "Cielago North", 2, 4),
    Stand("richese", "South Mesa", 4, kind=HIDDEN),
    Stand("harkonnen", "Red Chasm", 6, 4),
    Stand("atreides", "Imperial Basin", 8, 3),
    Stand("atreides", "Polar Sink", 0, 2),
    Stand("spacing_guild", "Old Gap", 9, None),
    Stand("ixian", "Hidden Mobile Stronghold", 0, 3, 4),
)
SPICE = {"Red Chasm": 8, "The Great Flat": 10, "Cielago North": 8, "South Mesa": 10, "Wind Pass North": 6}
CIRCLES = {"atreides": 1, "bene_gesserit": 4, "emperor": 7, "fremen": 10, "spacing_guild": 13, "harkonnen": 16}
MIDDLE = Position(7, SPICE, STANDS, CIRCLES, "fremen", pointing=Cell("Meridian", 18))
LITTLE = Position(16, {"Broken Land": 8}, (Stand("harkonnen", "Carthag", 10, 10),), CIRCLES, "harkonnen", wall=False)
LEGAL = {name: Choice("legal", "4 spice") for name in ("Carthag", "Imperial Basin", "Hagga Basin", "Arsunt")}
CHOSEN = {"Tsimpo": Choice("chosen", "8 spice"), "Red Chasm": Choice("news")}
MAPS: dict[str, tuple[str, object]] = {
    "map": ("map.html", MapPage(frame("Arrakis, turn 3", "/map"), board_map(MIDDLE))),
    "map-little": ("map.html", MapPage(frame("Arrakis, turn 5", "/map-little"), board_map(LITTLE))),
    "map-choose": (
        "map.html",
        MapPage(
            frame("Ship 4 to …", "/map-choose"),
            board_map(MIDDLE, Use(choices={**LEGAL, **CHOSEN})),
        ),
    ),
}
