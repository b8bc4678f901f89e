"""1.07.06 in the journal: whatever a verdict holds that the table may know is read back as it was written."""

from __future__ import annotations

import json

from referee.contract.battle import read_battle
from referee.kernel.events import from_json, to_json
from referee.phases.battle.allowed_plans import objections
from referee.phases.battle.events import BattleJudged
from referee.phases.battle.judging import judge
from referee.phases.battle.two_sides import SIDES
from referee.phases.battle.verdict_in_journal import extras, read, written
from tests.kit import ROOT

CASES = [ROOT / "tests" / "cases" / f"battle{more}.jsonl" for more in ("", ".third_box", ".leader_skills")]


def test_1_07_06_a_verdict_is_read_back_as_it_was_written() -> None:
    seen: set[str] = set()
    for line in (line for file in CASES for line in file.read_text("utf-8").splitlines()):
        case = read_battle(json.loads(line))
        table, battle = case.table, case.battle
        if not any(objections(table, battle, at) for at in SIDES):
            verdict, seats = judge(table, battle), (battle.aggressor.faction, battle.defender.faction)
            event = BattleJudged(written(verdict, seats))
            again = from_json(json.loads(json.dumps(to_json(event))))
            assert isinstance(again, BattleJudged) and again == event
            assert to_json(BattleJudged(written(read(again.verdict, seats), seats))) == to_json(event)
            seen |= set(extras(verdict))
    assert {"territory_spice_destroyed", "face_dance", "face_dance_refused", "capture", "kh_killed", "withdraw"} <= seen
