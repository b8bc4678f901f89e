"""Reading a game that treachery.online has exported: JSON becomes events in order, or a sentence why not.

Both forms are read: the older one names its types in full and wraps lists, the newer one does neither. Nothing of the
game is decided here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.digital_games.names import faction

ADVANCED_COMBAT = 10
NOT_THIS = "Save it there once more with Download, and name that file."


class NotReadable(ValueError):
    """The file is not such a game; the message is a sentence for a person."""


@dataclass(frozen=True)
class Happened:
    """One event of the file: what it is called there, whose it is, and what it says."""

    kind: str
    by: str
    said: Mapping[str, Any]

    def number(self, name: str) -> int:
        """Return a number of the event, 0 if it says none; raises ``NotReadable`` for anything else."""
        value = self.said.get(name, 0)
        if isinstance(value, bool) or not isinstance(value, int):
            raise NotReadable(f"In a {self.kind} of this game {name} is not a whole number. {NOT_THIS}")
        return value

    def says(self, name: str) -> bool:
        return self.said.get(name) is True


@dataclass(frozen=True)
class DigitalGame:
    """The events in order, who plays, and whether battles are fought with the advanced rules."""

    events: tuple[Happened, ...]
    players: tuple[str, ...]
    advanced: bool


def is_digital(text: str) -> bool:
    """Return True if the text looks like an exported game, even a broken one."""
    return text.lstrip("\ufeff \r\n\t").startswith("{") and '"_events"' in text


def read_game(text: str) -> DigitalGame:
    """Return the game of a file; raises ``NotReadable``."""
    try:
        record = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise NotReadable(f"This file breaks off or is not JSON. {NOT_THIS}") from error
    rows = _list(record.get("_events") if isinstance(record, dict) else None)
    if rows is None:
        raise NotReadable(f"This file has no list of events. {NOT_THIS}")
    events = tuple(_event(row, place) for place, row in enumerate(rows, 1))
    if not any(event.kind == "EstablishPlayers" for event in events):
        raise NotReadable(f"This game has no players. {NOT_THIS}")
    return DigitalGame(events, tuple(dict.fromkeys(event.by for event in events if event.by)), _advanced(events))


def _list(value: Any) -> Sequence[Any] | None:
    inner = value.get("$values") if isinstance(value, dict) else value
    return inner if isinstance(inner, list) else None


def _event(row: Any, place: int) -> Happened:
    kind = row.get("$type") if isinstance(row, dict) else None
    if not isinstance(kind, str) or not kind:
        raise NotReadable(f"Event {place} of this game does not say what it is. {NOT_THIS}")
    return Happened(kind.split(",")[0].rpartition(".")[2], faction(row.get("Initiator")), row)


def _advanced(events: Sequence[Happened]) -> bool:
    start = next(event for event in events if event.kind == "EstablishPlayers")
    settings = start.said.get("Settings")
    rules = _list(start.said.get("ApplicableRules"))
    if rules is None and isinstance(settings, dict):
        rules = _list(settings.get("InitialRules") or settings.get("ApplicableRules"))
    half = any(event.kind == "Battle" and event.number("ForcesAtHalfStrength") for event in events)
    return half or ADVANCED_COMBAT in (rules or ()) or "AdvancedCombat" in (rules or ())
