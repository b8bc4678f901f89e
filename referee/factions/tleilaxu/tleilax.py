"""The homeworld Tleilax."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.tleilaxu import ME

TLEILAX = world(World("Tleilax", ME, "4.04.01", 9, (2, 2), 2))
