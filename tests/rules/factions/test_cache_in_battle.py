"""2.10.17 at the table: what is chosen or added when the plans are open."""

from __future__ import annotations

from referee.factions.richese import ME
from referee.factions.richese.cards_in_battle import RULE, AddPortableSnooper, ChooseEffect
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from tests.kit import Room


def room(**hands: tuple[str, ...]) -> Room:
    """Return a table of Richese and three others in the battle phase, a battle begun in Arrakeen."""
    seats = (ME, "harkonnen", "fremen", "emperor")
    made = Room("basic", seats=seats, hands={seat: hands.get(seat, ()) for seat in seats}, allies="", first=ME)
    made.do(BeginBattle("Arrakeen", ME, "harkonnen", 6, 0, 5))
    return made


def test_2_10_17_the_stone_burner_is_decided_when_the_plans_are_open() -> None:
    table = room(richese=("Stone Burner/1",))
    plans = LockPlan(ME, 1, "Lady Helena", "Stone Burner"), LockPlan("harkonnen", 4, "Umman Kudu")
    assert table.no(ChooseEffect(ME, "spare"))
    table.do(*plans)
    table.answers(seats=(ME, "harkonnen"))
    assert table.live.winner == ME and len(table.live.verdict.killed) == 2
    assert "ChooseEffect" in table.offered(ME) and "ChooseEffect" not in table.offered("harkonnen")
    assert table.no(ChooseEffect("harkonnen", "spare")) == RULE and table.no(ChooseEffect(ME, "x")) == RULE
    table.do(ChooseEffect(ME, "spare"))
    assert not table.live.verdict.killed and table.live.winner == ME
    table.wake()
    assert not table.live.verdict.killed and table.do(SettleBattle())


def test_2_10_17_a_portable_snooper_is_added_to_an_open_plan() -> None:
    table = room(richese=("Portable Snooper/1",), harkonnen=("Chaumas/1",))
    hidden = LockPlan(ME, 6, "Lady Helena", "", "Portable Snooper")
    assert [code for _, code in table.refusals(hidden)] == ["CARD_WRONG_SLOT"]
    table.do(LockPlan(ME, 6, "Lady Helena"), LockPlan("harkonnen", 0, "Umman Kudu", "Chaumas"))
    assert table.no(AddPortableSnooper(ME))
    table.answers(seats=(ME, "harkonnen"))
    assert "Lady Helena" in table.live.verdict.killed and table.no(AddPortableSnooper("harkonnen")) == RULE
    assert "AddPortableSnooper" in table.secret(ME) and "AddPortableSnooper" not in table.secret("harkonnen")
    table.do(AddPortableSnooper(ME))
    assert not table.live.verdict.killed and table.no(AddPortableSnooper(ME)) == RULE
    table.do(SettleBattle())
    assert not table.truth.seats[ME].hand
