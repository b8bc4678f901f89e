"""The homeworld Tupile."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.choam import ME

TUPILE = world(World("Tupile", ME, "4.04.01", 11, (2, 2), 2))
