"""The homeworld Giedi Prime."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.harkonnen import ME

GIEDI_PRIME = world(World("Giedi Prime", ME, "4.04.01", 7, (2, 2), 2))
