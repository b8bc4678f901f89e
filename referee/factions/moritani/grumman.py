"""The homeworld Grumman."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.moritani import ME

GRUMMAN = world(World("Grumman", ME, "4.04.01", 8, (2, 2), 2))
