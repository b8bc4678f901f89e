"""A position in which forces come to a place, as ``referee play --json`` takes it."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from referee.contract.positions.cases import read_position
from referee.contract.positions.outcome import tell
from referee.contract.positions.script import Run
from referee.factions.moritani.aftermath import AftermathLaid

Step = dict[str, Any]
SPICE = 20


def answer(board: Step, *events: Step, phase: str = "shipment", rules: str = "advanced", **more: Any) -> Step:
    """Play events on a map: factions by name, the first one First Player, each with 20 spice.

    ``aftermath`` is where Moritani's Atomics left theirs, which positions do not tell.
    """
    options, laid = more.pop("options", {}), more.pop("aftermath", "")
    players = [*dict.fromkeys((*board, *more.pop("also", ())))]
    place = {"turn": 3, "storm": 2, "players": players, "first_player": players[0], "map": board, **more}
    place.setdefault("spice", dict.fromkeys(players, SPICE))
    line = {"id": "x", "rules": rules, "phase": phase, "options": options, "situation": {**place, "events": events}}
    position = read_position(json.loads(json.dumps(line)))
    lying = (AftermathLaid(laid, ""),) if laid else ()
    run = Run(dataclasses.replace(position, events=(*position.events, *lying)))
    said = run.play()
    return tell(run.referee, run.log, run.position, said)


def act(name: str, by: str, **words: Any) -> Step:
    """Return an event by its act, or if it begins with a capital letter by the command of its button."""
    if name[0].isupper():
        return {"act": "command", "command": name, "by": by, **words}
    return {"act": name, "by": by, **{word.rstrip("_"): value for word, value in words.items()}}


def refused(said: Step) -> str:
    """Return the rule by which the script was refused, "" if it was not."""
    return str(said.get("error", {}).get("rule", ""))
