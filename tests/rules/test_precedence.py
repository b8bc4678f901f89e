"""1.00.01 to 1.00.03 on the page that answers "why?": what spoke, in order of rank, and what overruled what."""

from __future__ import annotations

from referee.phases.battle.events import BattleEnded, BattleJudged
from referee.web.rules.ladder import ladder, silenced

LINES = (("1.07.06", "x"), ("2.03.08", "Sardaukar count for two."), ("1.07.06.02", "z"))


def test_1_00_01_variant_stands_over_card_over_faction_over_rule() -> None:
    rungs = ladder(["1.06.03.01", "2.06.06", "4.92.01", "3.01.11.03", "1.14.05"], told=True)
    assert [rung.level for rung in rungs] == ["Variant", "Card", "Card", "Faction", "Rule"]
    assert [rung.state for rung in rungs] == ["is-wins", *["is-hit"] * 4]


def test_1_00_02_a_rule_says_by_which_of_the_others_it_is_overruled() -> None:
    rungs = {rung.chips[0].rule: rung.text for rung in ladder(["1.04.06.02", "2.03.04"], told=True)}
    assert "(overruled by 2.03.04)" in rungs["1.04.06.02"] and "overruled" not in rungs["2.03.04"]


def test_3_01_11_01_a_rule_that_was_stopped_is_listed_as_silent() -> None:
    rung = silenced(["2.03.04"])[0]
    assert rung.level == "Silent" and [chip.rule for chip in rung.chips] == ["2.03.04", "3.01.11.01"]


def test_1_07_06_a_battle_lists_every_rule_that_spoke() -> None:
    assert BattleEnded("Arrakeen", "emperor", LINES).rules() == ("1.07.06", "2.03.08", "1.07.06.02")
    assert BattleJudged({"lines": LINES}).rules() == ("1.07.06", "2.03.08", "1.07.06.02")
