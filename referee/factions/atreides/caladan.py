"""The homeworld Caladan."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.atreides import ME

CALADAN = world(World("Caladan", ME, "4.04.01", 6, (2, 2), 2))
