"""What comes before a plan, where its player is already at the plan."""

from __future__ import annotations

from referee.phases.battle.before_the_plans import StaySilent
from referee.phases.battle.begin_battle import BeginBattle
from referee.web.battle.phone import composer
from tests.kit import LiveTable

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
