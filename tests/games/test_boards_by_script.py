"""Ten games on the map, told once more as scripts in JSON: everything comes to the same.

Each is played at a table by dice, two turns and about as many acts as the two turns recorded in ``two_turns.txt``.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

import pytest

from referee.board.standing import stands
from referee.board.storm import Storm
from referee.cli.play import answer_line
from referee.common.factions import FACTIONS, faction_name
from referee.contract.positions.the_map import map_told
from referee.holdings.ledger import SpiceOnBoard
from referee.holdings.purse import spice_of
from referee.kernel import Command, Table
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm
from referee.turn.next_phase import GoTo
from referee.turn.who_is_done import SayDone
from tests.games.test_random_boards import Game
from tests.kit import seeds

Step = dict[str, Any]


def situation(table: Table) -> Step:
    """Return where a game begins."""
    board: dict[str, dict[str, list[Step]]] = {}
    for one in stands(table):
        group = {"sector": one.sector, "normal": one.group.normal, "special": one.group.special}
        board.setdefault(faction_name(one.seat), {}).setdefault(one.place, []).append(group)
    seats = [*table.seats]
    return {
        "turn": table.turn, "players": [faction_name(seat) for seat in seats],
        "first_player": faction_name(table.first_player),
        "spice": {faction_name(seat): spice_of(table, seat) for seat in seats}, "storm": table.state(Storm).sector,
        "alliances": [[faction_name(seat) for seat in pair] for pair in table.alliances], "map": board,
        "calm": {faction_name(one.seat): [one.place] for one in stands(table) if one.calm},
        "reserves": map_told(table)["reserves"], "hand": {faction_name(seat): [] for seat in seats},
        "leaders": {faction_name(seat): {"pool": [*FACTIONS[seat].discs(table.rules)]} for seat in seats},
    }  # fmt: skip


def told(command: Command) -> Step | None:
    """Return a command as an act of a script, by its own name where it has one."""
    by = {"by": faction_name(command.seat)} if hasattr(command, "seat") else {}
    if isinstance(command, AnnounceStorm):
        return {"act": "storm_moves", "distance": command.distance}
    if isinstance(command, MoveStorm):
        return None
    if isinstance(command, WormComes):
        return {"act": "worm", "territory": command.territory}
    if isinstance(command, SpiceBlows):
        words = {"territory": command.territory, "amount": command.printed}
        words |= {"icon_in_storm": True} if command.under_storm else {}  # the map knows where the storm is
        return {"act": "spice_blow", **words}
    if isinstance(command, SayDone):
        return {"act": "done", **by}
    if isinstance(command, (Ship, Send, MoveForces)):
        forces = {"normal": command.normal, "special": command.special}
        ends = {"from": command.origin, "from_sector": command.leaves} if isinstance(command, MoveForces) else {}
        act = {Ship: "ship", Send: "send", MoveForces: "move"}[type(command)]
        return {"act": act, **by, "forces": forces, "to": command.goal, "sector": command.sector, **ends}
    if isinstance(command, GoTo) and command.phase == "battle":
        return {"act": "battles"}
    words = {field.name: getattr(command, field.name) for field in fields(command) if field.name != "seat"}
    return {"act": "command", "command": type(command).__name__, **by, **words}


@pytest.mark.parametrize("number", seeds(range(200, 210), daily=3))
def test_a_game_on_the_map_told_by_script_comes_to_the_same(number: int) -> None:
    game = Game(number, turns=2)
    case = {"id": "x", "rules": game.table.public.rules, "phase": "storm", "situation": situation(game.table.truth)}
    game.play()
    case["situation"]["events"] = [step for step in map(told, game.acts[1:]) if step]  # type: ignore[index]
    answer, truth = answer_line(json.dumps(case)), game.table.truth
    assert answer.get("legal"), (answer.get("error"), len(answer.get("because", ())))
    assert {name: answer[name] for name in map_told(truth)} == map_told(truth)
    assert answer["spice"] == {faction_name(seat): spice_of(truth, seat) for seat in truth.seats}
    lies = truth.state(SpiceOnBoard).lying
    assert {place: lies.get(place, 0) for place in answer["territory_spice_after"]} == answer["territory_spice_after"]
    assert {place for place, amount in lies.items() if amount} <= {*answer["territory_spice_after"]}
    assert game.seen["SettleBattle"] and len(game.acts) > 60
