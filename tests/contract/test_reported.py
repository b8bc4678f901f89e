"""Faults that people reported, reported once more at a live table: the case replays as it was saved, unedited."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from referee.cli.play import answer_line
from referee.contract.positions.as_commands import COMMANDS
from referee.contract.positions.cases import read_position
from referee.contract.positions.script import Run
from referee.contract.reported import case_of, packed
from referee.kernel import PUBLIC, Command
from referee.running.acts import JournalAct
from referee.running.journal import FileJournal
from referee.running.outcome import Outcome
from referee.running.sitting import Sitting
from tests.contract.all_cases import ROOM
from tests.kit.table import MEMORY

Case = dict[str, Any]
MENDED = {record["id"]: record for record in map(json.loads, (ROOM / "play.reported.jsonl").read_text().splitlines())}


def at_a_table(case: Case) -> tuple[Sitting, Command]:
    """Return a live table at which everything of a position but its last act has happened, and that act."""
    position = read_position(case)
    last = position.script[-1]
    run = Run(replace(position, script=position.script[:-1]))
    assert run.play() is None
    journal = FileJournal(MEMORY)
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
