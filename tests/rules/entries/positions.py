"""A position in which forces come to a place, as ``referee play --json`` takes it."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from referee.board.forces import RESERVES, TANKS, ForcesCounted, PositionsKept, StandsInPeace
from referee.contract.positions.cases import read_position
from referee.contract.positions.outcome import tell
from referee.contract.positions.script import Run
from referee.factions.moritani.aftermath import AftermathLaid
from referee.kernel import Event, Objection

Step = dict[str, Any]
SPICE = 20


def answer(board: Step, *events: Step, **more: Any) -> Step:
    """Play events on a map, and return the answer; the words are those of ``played``."""
    run, refused_ = played(board, *events, **more)
    return tell(run.referee, run.log, run.position, refused_)


def played(
    board: Step, *events: Step, phase: str = "shipment", rules: str = "advanced", **more: Any
) -> tuple[Run, Objection | None]:
    """Play events on a map: factions by name, the first one First Player, each with 20 spice.

    ``aftermath`` is where Moritani's Atomics left theirs, which positions do not tell. ``uncounted``, the board alone
    shows who stands where (4.94.06).
    """
    options, laid, uncounted = more.pop("options", {}), more.pop("aftermath", ""), more.pop("uncounted", False)
    options = {**options, **({"P6": "none"} if uncounted else {})}
    players = [*dict.fromkeys((*board, *more.pop("also", ()), *more.get("hand", ())))]
    place = {"turn": 3, "storm": 2, "players": players, "first_player": players[0], "map": board, **more}
    place.setdefault("spice", dict.fromkeys(players, SPICE))
    line = {"id": "x", "rules": rules, "phase": phase, "options": options, "situation": {**place, "events": events}}
    position = read_position(json.loads(json.dumps(line)))
    lying = (AftermathLaid(laid, ""),) if laid else ()
    told = [one for one in position.events if not (uncounted and _says_where(one))]
    run = Run(dataclasses.replace(position, events=(*told, *lying)))
    return run, run.play()


def _says_where(event: Event) -> bool:
    counted = isinstance(event, ForcesCounted) and event.place not in {RESERVES, TANKS}
    return counted or isinstance(event, (PositionsKept, StandsInPeace))


def act(name: str, by: str, **words: Any) -> Step:
    """Return an event by its act, or if it begins with a capital letter by the command of its button."""
    if name[0].isupper():
        return {"act": "command", "command": name, "by": by, **words}
    return {"act": name, "by": by, **{word.rstrip("_"): value for word, value in words.items()}}


def refused(said: Step) -> str:
    """Return the rule by which the script was refused, "" if it was not."""
    return str(said.get("error", {}).get("rule", ""))
