"""Positions that tell which traitor cards somebody holds; a battle lays them open when they are called."""

from __future__ import annotations

import json
from typing import Any

from referee.cli.play import answer_line


def fought(traitors: dict[str, Any], answer: str) -> Any:
    def command(name: str, by: str, **words: Any) -> dict[str, Any]:
        return {"act": "command", "command": name, **({"by": by} if by else {}), **words}

    events = [
        {"act": "battles"},
        command("FightNext", "Emperor", territory="Carthag", against="Harkonnen"),
        command("LockPlan", "Harkonnen", dial=5, leader="Feyd-Rautha"),
        command("LockPlan", "Emperor", dial=0, leader="Bashar"),
        command("AnswerTraitor", "Emperor", answer=answer),
        command("AnswerTraitor", "Harkonnen", answer="no"),
        command("SettleBattle", ""),
    ]
    board = {"Emperor": {"Carthag": 3}, "Harkonnen": {"Carthag": 6}}
    place = {"players": [*board], "first_player": "Emperor", "storm": 12, "map": board, "spice": {}}
    line = {
        "id": "x",
        "rules": "basic",
        "phase": "shipment",
        "situation": {**place, "traitors": traitors, "events": events},
    }
    return answer_line(json.dumps(line))


def test_1_07_06_06_a_traitor_that_a_position_tells_wins_when_called() -> None:
    assert "Harkonnen" not in fought({"Emperor": ["Feyd-Rautha"]}, "yes")["map"]
    assert "Emperor" not in fought({"Emperor": ["Feyd-Rautha"]}, "no")["map"]


def test_0_11_a_traitor_who_does_not_play_is_refused_by_name() -> None:
    said = fought({"Emperor": ["Feyd-Rauta"]}, "yes")
    assert "Feyd-Rauta" in said["error"]["why"] and "Feyd-Rautha" in said["error"]["why"]
