"""A position in which forces come to a place, as ``referee play --json`` takes it."""

from __future__ import annotations

import json
from typing import Any

from referee.cli.play import answer_line

Step = dict[str, Any]
SPICE = 20


def answer(board: Step, *events: Step, phase: str = "shipment", rules: str = "advanced", **more: Any) -> Step:
    """Play events on a map: factions by name, the first one First Player, each with 20 spice."""
    options = more.pop("options", {})
    players = [*board, *more.pop("also", ())]
    place = {"turn": 3, "storm": 2, "players": players, "first_player": players[0], "map": board, **more}
    place.setdefault("spice", dict.fromkeys(players, SPICE))
    situation = {**place, "events": events}
    line = {"id": "x", "rules": rules, "phase": phase, "options": options, "situation": situation}
    return answer_line(json.dumps(line))


def act(name: str, by: str, **words: Any) -> Step:
    """Return an event by its act, or if it begins with a capital letter by the command of its button."""
    if name[0].isupper():
        return {"act": "command", "command": name, "by": by, **words}
    return {"act": name, "by": by, **{word.rstrip("_"): value for word, value in words.items()}}


def refused(said: Step) -> str:
    """Return the rule by which the script was refused, "" if it was not."""
    assert "error" not in said or "rule" in said["error"], said
    return str(said.get("error", {}).get("rule", ""))
