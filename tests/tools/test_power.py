"""A power cut at any moment of an evening leaves a table that opens; the instrument for that finds planted faults."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from referee.running import journal, last_act
from tests.tools import power

STATES = int(os.environ.get("REFEREE_CUTS", "150"))
ACTS = 30


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> list[power.Step]:
    return power.record(tmp_path_factory.mktemp("evening"), ACTS)


def test_p8_a_power_cut_loses_no_acknowledged_act_and_a_disk_that_lies_is_found_out(
    steps: list[power.Step], tmp_path: Path
) -> None:
    assert {step.kind for step in steps} == {"opened", "note", "act", "checkpoint", "end"} and steps[-1].most == ACTS
    assert not list(power.wrong(tmp_path, steps, STATES, seed=3))


def test_p8_a_table_whose_power_was_cut_before_its_first_act_opens(steps: list[power.Step], tmp_path: Path) -> None:
    first = next(number for number, step in enumerate(steps) if step.kind == "act")
    for step in steps[:first]:
        for seed in range(12):
            assert power.opened(tmp_path, power.cut(step, Random(seed))) == 0, step.kind


def said_nothing(*words: object) -> str:
    return ""


def unread(path: Path) -> None:
    return None


@pytest.mark.parametrize(
    ("where", "name", "fault"),
    [(journal, "what_is_missing", said_nothing), (journal, "noted", unread), (last_act, "left_open", unread)],
)
def test_the_instrument_finds_a_planted_fault(
    steps: list[power.Step], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: object, name: str,
    fault: Callable[..., object],
) -> None:  # fmt: skip
    monkeypatch.setattr(where, name, fault)
    if where is last_act:
        monkeypatch.setattr(journal, name, fault)
    assert list(power.wrong(tmp_path, steps, STATES, seed=3))
