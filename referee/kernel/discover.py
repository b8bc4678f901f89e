"""Importing this module registers every rule, event and command.

Modules are found by walking the folders, so a new faction, card, module or option is one new file (or a package, where
one file is not enough) and no edit here.
"""

from __future__ import annotations

import importlib
import pkgutil

CHAPTERS = [
    *("common", "offers", "holdings", "board", "powers", "phases", "agreements", "knowledge", "paper", "turn"),
    "stand_in",
    *("cards", "modules", "factions", "options"),
]


def _import_below(package: str) -> None:
    for module in sorted(
        pkgutil.iter_modules(importlib.import_module(package).__path__), key=lambda module: module.name
    ):
        importlib.import_module(f"{package}.{module.name}")
        if module.ispkg:
            _import_below(f"{package}.{module.name}")


for chapter in CHAPTERS:
    _import_below(f"referee.{chapter}")
