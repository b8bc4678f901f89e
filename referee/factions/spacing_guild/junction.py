"""The homeworld Junction."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.spacing_guild import ME

JUNCTION = world(World("Junction", ME, "4.04.01", 5, (2, 2), 2))
