"""The homeworld Wallach IX."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.bene_gesserit import ME

WALLACH_IX = world(World("Wallach IX", ME, "4.04.01", 11, (3, 2), 1))
