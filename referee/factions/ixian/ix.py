"""The homeworld Ix."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.ixian import ME

IX = world(World("Ix", ME, "4.04.01", 5, (2, 2), 2))
