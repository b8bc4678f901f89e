"""The homeworld Ecaz."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.ecaz import ME

ECAZ = world(World("Ecaz", ME, "4.04.01", 7, (2, 2), 2))
