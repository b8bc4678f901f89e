"""Faults that people reported, reported once more at a live table: the case replays as it was saved, unedited."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from referee.cli.play import answer_line
from referee.contract.positions.as_commands import COMMANDS
from referee.contract.positions.cases import read_position
from referee.contract.positions.script import Run
from referee.contract.reported import case_of, packed
from referee.kernel import PUBLIC, Command
from referee.phases.battle.events import BattleJudged
from referee.running.acts import JournalAct, standing
from referee.running.journal import read
from referee.running.outcome import Outcome
from referee.running.sitting import Sitting
from referee.running.viewers import Views
from tests.contract.all_cases import ROOM
from tests.journals.kept import unpacked
from tests.kit import MemoryJournal

Case = dict[str, Any]
MENDED = {record["id"]: record for record in map(json.loads, (ROOM / "play.reported.jsonl").read_text().splitlines())}


def at_a_table(case: Case) -> tuple[Sitting, Command]:
    """Return a live table at which everything of a position but its last act has happened, and that act."""
    position = read_position(case)
    last = position.script[-1]
    run = Run(replace(position, script=position.script[:-1]))
    assert run.play() is None
    journal = MemoryJournal()
    journal.append(JournalAct(1, 1_000_000, "host", "", (*run.before, *run.log)))
    return Sitting(journal, now=lambda: 1_000_000), last.get("button") or COMMANDS[last.act](last)


def tapped(sitting: Sitting, command: Command) -> tuple[str, Outcome]:
    """Send a command from the screen that has its button; whose turn it is the table screen does not ask."""
    who = PUBLIC if command.by == "table" or command.in_order else getattr(command, "seat", PUBLIC)
    return who, sitting.act(command, who)


@pytest.mark.parametrize("name", MENDED)
def test_a_mended_fault_that_is_reported_replays_unedited(name: str) -> None:
    sitting, command = at_a_table(MENDED[name])
    who, outcome = tapped(sitting, command)
    told = sitting.screen(who)
    at = next((n for n, heard in enumerate(told.log) if heard.act == 2), len(told.log))
    case = case_of(told, at, command, outcome.objections)
    answer = answer_line(json.dumps(case))
    assert answer.get("legal") is MENDED[name]["expect"]["legal"], (answer, outcome.objections)
    assert answer["same"] is not False and answer_line(packed(case)) == answer


def verdicts_again(name: str, folder: Path) -> list[Case]:
    """Return the answers to the cases of all verdicts of a kept game, as everybody heard them."""
    told = Views(standing(read(unpacked(name, folder)))[0]).tables[PUBLIC]
    judged = [at for at, heard in enumerate(told.log) if isinstance(heard.event, BattleJudged)]
    return [answer_line(json.dumps(case_of(told, at))) for at in judged]


def test_a_verdict_of_an_earlier_version_is_the_same_whatever_its_words(tmp_path: Path) -> None:
    again = verdicts_again("game_05", tmp_path)
    assert again and [one["same"] for one in again] == [True] * len(again)


def test_a_verdict_whose_rule_was_mended_since_is_told_to_be_another(tmp_path: Path) -> None:
    """The earlier version gave the bank all of the support that Tleilaxu paid, and CHOAM get half of it (2.09.11)."""
    changed = [one for one in verdicts_again("evening_advanced", tmp_path) if one["same"] is False]
    assert any("2.09.11" in one["because"] for one in changed)
