"""A stand-in fears the traitors that others may have kept (4.97.67)."""

from __future__ import annotations

from referee.common.phones_at_seats import TakeSeat
from referee.holdings.traitors import DealTraitors, KeepTraitor, Traitors
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.running.dice import Dice
from referee.stand_in.battles import plan
from referee.stand_in.sight import Sight
from referee.stand_in.strength import MOST_BETRAYED, betrayal
from tests.kit import LiveTable

EMPEROR = ("Hasimir Fenring", "Captain Aramsham", "Caid", "Burseg", "Bashar")


def dealt(seed: int = 3, *seats: str) -> LiveTable:
    seats = seats or ("emperor", "harkonnen", "fremen")
    table = LiveTable(*seats, dice=Dice(seed), phase="storm", P6="kept")
    for seat in seats:
        table.do(TakeSeat(seat, seat), who="referee")
    table.do(DealTraitors(), who="public")
    for seat, cards in table.truth.state(Traitors).dealt.items():
        if seat not in table.truth.state(Traitors).kept:
            table.do(KeepTraitor(seat, cards[0]))
    return table


def test_4_97_67_all_that_harkonnen_drew_may_be_called_and_one_of_the_others_cards() -> None:
    table = dealt()
    own, mine = table.screen("emperor"), table.truth.state(Traitors).dealt["emperor"]
    for leader in EMPEROR:
        harkonnen, fremen = (betrayal(own, "emperor", foe, leader) for foe in ("harkonnen", "fremen"))
        if leader in mine:
            assert harkonnen == fremen == 0
        else:
            assert MOST_BETRAYED > harkonnen > fremen > 0
    assert betrayal(own, "emperor", "harkonnen", "Cheap Hero") == 0


def test_4_97_67_of_one_card_that_is_kept_the_strongest_is_thought_of() -> None:
    table = dealt()
    own, mine = table.screen("emperor"), table.truth.state(Traitors).dealt["emperor"]
    strong, weak = (leader for leader in (*EMPEROR[:1], *EMPEROR[-1:]))
    assert not {strong, weak} & {*mine}
    assert betrayal(own, "emperor", "fremen", strong) > betrayal(own, "emperor", "fremen", weak)


def test_4_97_67_against_four_traitors_it_sends_whom_it_has_drawn_itself() -> None:
    """Of its own leaders one lies among its own traitor cards, so nobody can call that one."""
    led = set[bool]()
    for seed in range(12):
        table = dealt(seed)
        safe = {*table.truth.state(Traitors).dealt["emperor"]} & {*EMPEROR[:3]}
        if safe:
            table.do("battle").do(BeginBattle("Arrakeen", "emperor", "harkonnen", 6, 0, 6), who="public")
            made = plan(Sight(table.public, table.screen("emperor"), "emperor"))
            assert isinstance(made, LockPlan)
            led.add(made.leader in safe)
    assert led == {True}
