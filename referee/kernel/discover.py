"""Importing this module puts every rule of the house in force, and makes every event and command known.

Modules are found by looking into the folders, so that a new faction, card or variant is one new file (or a package,
where one file is not enough) and no edit here.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from referee import cards, common, factions, phases, variants
from referee.running import clock  # noqa: F401  (the one module with events outside the chapters)


def _import_below(package: ModuleType) -> None:
    for found in sorted(pkgutil.iter_modules(package.__path__), key=lambda module: module.name):
        module = importlib.import_module(f"{package.__name__}.{found.name}")
        if found.ispkg:
            _import_below(module)


for chapter in (common, phases, factions, cards, variants):
    _import_below(chapter)
