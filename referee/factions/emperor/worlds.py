"""The homeworlds of the Emperor: Kaitain, and in the advanced game Salusa Secundus for his Sardaukar."""

from __future__ import annotations

from referee.board.worlds import World, world
from referee.factions.emperor import ME

KAITAIN = world(World("Kaitain", ME, "4.04.01", 5, (2, 3), 2))
SALUSA = world(World("Salusa Secundus", ME, "4.04.01", 2, (3, 2), 0, True))
