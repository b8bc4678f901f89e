"""The homeworld Richese."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.richese import ME

RICHESE = world(World("Richese", ME, "4.04.01", 10, (2, 2), 1))
