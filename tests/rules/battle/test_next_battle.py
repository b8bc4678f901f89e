"""1.07.02: once a battle is settled, the next one begins by itself if its aggressor has no other."""

from __future__ import annotations

from referee.board.forces import RESERVES
from referee.kernel import PUBLIC
from referee.kernel.commands import read_command
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.on_screen import settle_it
from referee.phases.battle.who_fights_where import FightNext
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable

PLANS = {"fremen": "Stilgar", "emperor": "Caid", "harkonnen": "Umman Kudu"}


def fought(table: LiveTable, *seats: str) -> LiveTable:
    """Lock both plans, with nobody called a traitor."""
    return table.do(*(LockPlan(seat, 0, PLANS[seat], traitor="no") for seat in seats))


def with_battles(*places: tuple[str, str]) -> LiveTable:
    table = LiveTable("fremen", "emperor", "harkonnen", phase="shipment", first="fremen", spice=5)
    for place, other in places:
        for seat in ("fremen", other):
            table.do(PutRight(seat, place, 3, other=RESERVES))
    return table.do("battle")


def test_1_07_02_the_only_battle_left_begins_as_the_one_before_is_settled() -> None:
    table = with_battles(("Red Chasm", "emperor"), ("The Great Flat", "harkonnen"))
    table.do(FightNext("fremen", "Red Chasm", "emperor"))
    fought(table, "fremen", "emperor")
    button = settle_it(table.public)
    table.do(read_command(button.name, dict(button.fixed)))
    live = battle_now(table.public)
    assert live and live.territory == "The Great Flat"
    table.undo(PUBLIC)
    table.do(SettleBattle())
    assert battle_now(table.public) is None
