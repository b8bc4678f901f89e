"""The homeworld Southern Hemisphere."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.fremen import ME

SOUTHERN_HEMISPHERE = world(World("Southern Hemisphere", ME, "4.04.01", 3, (2, 2), 2))
