"""What comes before a plan, where its player is already at the plan."""

from __future__ import annotations

from pathlib import Path

from referee.phases.battle.before_the_plans import StaySilent
from referee.phases.battle.begin_battle import BeginBattle
from referee.web.battle.phone import composer
from tests.kit import Evening, LiveTable, set_up

BG = "bene_gesserit"


def warned(table: LiveTable, seat: str) -> list[str]:
    made = composer(table.screen(seat), seat)
    assert made is not None
    return [line.text for line in made.warned]


def test_1_07_04_an_open_shield_says_what_its_player_does_first() -> None:
    table = LiveTable(BG, "fremen", "harkonnen", phase="battle", turn=2).do(
        BeginBattle("Arrakeen", BG, "fremen", 5, 0, 5, 0)
    )
    assert warned(table, BG) == ["If you lock now, you don't use the Voice. To use it, close the shield."]
    assert not any(words.startswith("First") for words in warned(table, "fremen"))
    table.do(StaySilent(BG, "2.02.06"))
    assert warned(table, BG) == []


def test_1_07_04_a_plan_is_filled_in_but_not_locked_while_the_voice_comes_first(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin(set_up((BG, "fremen", "harkonnen"), K8="off"))
    evening.must("host", "GoTo", phase="battle", anyway="1")
    evening.must("host", "BeginBattle", territory="Arrakeen", one=BG, two="fremen", one_normal=5, two_normal=5)

    def plan() -> str:
        page = evening.phones["fremen"].get(f"/t/{evening.table}/me/secret").text
        return page.partition('id="plan-form"')[2].partition("</form>")[0]

    waits = plan()
    assert 'name="dial"' in waits and "disabled>Lock the plan" in waits
    rows = evening.rows()
    evening.tap("fremen", "LockPlan", dial="1", leader="Chani")
    assert evening.rows() == rows, "so it is no button"
    evening.must(BG, "StaySilent", rule="2.02.06")
    assert "Lock the plan" in (now := plan()) and "disabled>Lock" not in now
    evening.must("fremen", "LockPlan", dial="1", leader="Chani")
    evening.close()
