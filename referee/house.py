"""The whole house: importing this module puts every room's rules in force.

Rooms are found by looking into the folders, so that a new faction, card or variant is one new file and no edit here.
"""

from __future__ import annotations

import importlib
import pkgutil

from referee import cards, factions, phases, variants

for kind in (phases, factions, cards, variants):
    for room in sorted(module.name for module in pkgutil.iter_modules(kind.__path__)):
        importlib.import_module(f"{kind.__name__}.{room}")
