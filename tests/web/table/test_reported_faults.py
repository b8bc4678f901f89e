"""That was wrong, from the page: a fault that was mended is tapped, reported and saved there, and replays unedited."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import fields, replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from referee.cli.play import answer_line
from referee.contract.positions.as_commands import COMMANDS
from referee.contract.positions.cases import read_position
from referee.contract.positions.script import Run
from referee.kernel import Command
from tests.contract.all_cases import ROOM
from tests.kit import Evening

Case = dict[str, Any]
LATEST = (
    "there is nothing to take in where no bribe lies",
    "Tleilax is low as a position begins in Revival: a free revival brings nothing",
    "without a map a next turn revives anew",
    "without a map the next turn pays charity anew",
)


def cases(name: str) -> dict[str, Case]:
    return {record["id"]: record for record in map(json.loads, (ROOM / name).read_text("utf-8").splitlines())}


MENDED = cases("play.reported.jsonl") | {name: cases("play.judged.jsonl")[name] for name in LATEST}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    one = Evening(tmp_path)
    yield one
    one.close()


def lay(evening: Evening, case: Case) -> Command:
    """Lay the position at a table with its phones; return its last act."""
    position = read_position(case)
    last = position.script[-1]
    run = Run(replace(position, script=position.script[:-1]))
    assert run.play() is None
    evening.begin(((*run.before, *run.log),))
    made: Command = last.get("button") or COMMANDS[last.act](last)
    return made


def tap(evening: Evening, command: Command) -> str:
    """Send it as its form does from the screen that has its button; return that screen and what it answered."""
    seat = getattr(command, "seat", "")
    who = "host" if command.by == "table" or command.in_order or not seat else seat
    values = {one.name: (getattr(command, one.name), one.default) for one in fields(command) if one.name != "seat"}
    said = {name: "1" if value is True else value for name, (value, plain) in values.items() if value != plain}
    answer = evening.tap(who, type(command).__name__, **said, **({"for": seat} if who == "host" and seat else {}))
    assert answer.status_code in {200, 409}, answer.text
    return who


@pytest.mark.parametrize("name", MENDED)
def test_a_mended_fault_is_reported_with_one_tap_and_its_file_and_code_replay_unedited(
    name: str, evening: Evening
) -> None:
    expected = MENDED[name].get("expect", {}).get("legal", True)
    command = lay(evening, MENDED[name])
    rows = evening.rows()
    who = tap(evening, command)
    assert (evening.rows() > rows) is expected
    own, browser = ("", evening.host) if who == "host" else ("me/", evening.phones[who])
    number = len(evening.public.log) if expected else 0
    page = browser.get(f"/t/{evening.table}/{own}why/{number}/wrong")
    assert page.status_code == 200
    file = browser.get(unescape(re.search(r'href="([^"]+case\.jsonl[^"]*)"', page.text)[1])).text  # type: ignore[index]
    answer = answer_line(file)
    assert (answer["legal"], answer["same"]) == (expected, True), answer
    code = re.search(r"<textarea[^>]*readonly[^>]*>([^<]+)<", page.text)
    assert not code or answer_line(unescape(code[1]))["legal"] is expected
