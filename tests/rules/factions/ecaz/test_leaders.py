"""2.11.28 to 2.11.32: Ecaz's leaders, the loyal one, Duke Vidal revived, and the power of once a game."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces_counted import KeepCount, LoseLeader
from referee.factions.ecaz import LEADERS, ME, VIDAL
from referee.factions.ecaz.great import AddDifference
from referee.factions.ecaz.loyal import LoyalLeader
from referee.factions.ecaz.placing import PutAmbassador
from referee.factions.ecaz.tokens import OWN
from referee.factions.ecaz.trigger import TellEntry, UseAmbassador
from referee.factions.tleilaxu.revivals_of_others import ALLY, GrantFavour
from referee.holdings.leaders import leaders_known
from referee.holdings.setup import ChangeOption
from referee.holdings.shared_discs import in_the_tanks, who_has
from referee.holdings.traitors import DealTraitors, TraitorDeck, Traitors
from referee.kernel import ask
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.on_screen import settle_it
from referee.phases.battle.reveal import Reveal
from referee.phases.revival.leaders import ReviveLeader
from referee.turn.next_phase import GoTo
from tests.kit import LiveTable

FOE = "harkonnen"
SEATS = (ME, FOE, "tleilaxu", "emperor")
BEFORE = tuple(LEADERS)


def fallen(*names: str, vidal: bool = False, **more: Any) -> LiveTable:
    """Return a table in revival where these leaders of Ecaz, and Duke Vidal, have died in battle."""
    table = LiveTable(*SEATS, P6="none", phase="shipment", turn=2, **more).do(KeepCount())
    if vidal:
        table.do(PutAmbassador("Carthag", OWN), TellEntry(ME, "emperor", "Carthag"), UseAmbassador(ME, vidal=True))
    table.do(GoTo("battle", anyway=True), *(LoseLeader(name) for name in names))
    if vidal:
        table.do(BeginBattle("Carthag", ME, FOE, 2, 0, 2, 0))
        table.do(LockPlan(ME, 0, VIDAL), LockPlan(FOE, 1, "Beast Rabban", "Crysknife"), Reveal(), SettleBattle())
        assert in_the_tanks(table.public, VIDAL)
    return table.do(GoTo("revival", anyway=True))


def with_vidal(*names: str, **more: Any) -> LiveTable:
    return fallen(*names, vidal=True, rules="basic", hands={FOE: ("Crysknife/1",)}, **more)


def test_2_11_28_with_five_in_the_tanks_one_may_return_though_another_still_lives() -> None:
    assert fallen(*BEFORE[:4]).no(ReviveLeader(ME, BEFORE[0])) == "1.05.03"
    assert with_vidal(*BEFORE[:3]).no(ReviveLeader(ME, BEFORE[0])) == "1.05.03"
    table = with_vidal(*BEFORE[:4])
    assert "ReviveLeader" in table.offered(ME)
    table.do(ReviveLeader(ME, BEFORE[0]))
    assert BEFORE[0] in leaders_known(table.public, ME).pool and table.purse(ME) == [16]


def test_2_11_29_duke_vidal_returns_for_5_at_any_time_to_ecaz_alone() -> None:
    table = with_vidal()
    assert table.no(ReviveLeader(FOE, VIDAL)) == "1.05.03"
    table.do(ReviveLeader(ME, VIDAL))
    assert table.purse(ME) == [15] and who_has(table.public, VIDAL) == ME


def test_2_11_29_for_3_where_his_price_is_halved() -> None:
    table = with_vidal(allies=f"{ME} tleilaxu").do(GrantFavour("tleilaxu", ME, ALLY), ReviveLeader(ME, VIDAL))
    assert table.purse(ME) == [17]


def test_4_96_06_or_he_is_set_aside_then() -> None:
    table = with_vidal().do(ChangeOption("E6", "aside"), ReviveLeader(ME, VIDAL))
    assert who_has(table.public, VIDAL) == "" and not in_the_tanks(table.public, VIDAL)


def test_2_11_30_one_leader_is_loyal_and_is_nobodys_traitor() -> None:
    table = LiveTable(*SEATS)
    loyal = table.public.state(LoyalLeader).leader
    assert loyal in LEADERS and loyal not in ask(table.public, TraitorDeck()).value
    assert any(loyal in words for words, _ in table.do("storm").said())
    table.do(DealTraitors())
    dealt = [name for cards in table.truth.state(Traitors).dealt.values() for name in cards]
    assert len(dealt) == 12 and loyal not in dealt
    assert not LiveTable(*SEATS, rules="basic").public.state(LoyalLeader).leader


def test_2_11_30_a_card_is_taken_out_only_where_the_table_deals_and_until_it_has() -> None:
    def said(table: LiveTable) -> list[str]:
        return [words for words, rule in table.said() if rule == "2.11.30"]

    dealt, printed = LiveTable(*SEATS).do("storm"), LiveTable(*SEATS, P1="told").do("storm")
    assert [words.endswith("and can be nobody's traitor.") for words in said(dealt)] == [True]
    assert [words.endswith("Take that traitor card out of the game.") for words in said(printed)] == [True]
    assert not said(dealt.do(DealTraitors())) and not said(printed.do(DealTraitors()))


def battle(leader: str, weapon: str = "", *, hand: tuple[str, ...] = ("Karama/1",)) -> LiveTable:
    hands = {ME: (*hand, *((f"{weapon}/1",) if weapon else ()))}
    table = LiveTable(ME, "emperor", FOE, P6="none", phase="battle", turn=2, hands=hands)
    table.do(BeginBattle("Carthag", ME, "emperor", 5, 0, 5, 0))
    return table.do(
        LockPlan(ME, 1, leader, weapon, support=1), LockPlan("emperor", 2, "Hasimir Fenring", support=2), Reveal()
    )


def totals(table: LiveTable) -> dict[str, Any]:
    return dict(table.public.state(LiveBattle).totals)


def test_2_11_32_karama_adds_the_difference_of_both_leaders_without_a_weapon_and_a_defense() -> None:
    table = battle("Bindikk Narvi")
    assert totals(table) == {ME: 3, "emperor": 8} and "AddDifference" in table.secret(ME)
    assert settle_it(table.public).small == "Ecaz may still add the difference of the leaders by Karama"
    table.do(AddDifference(ME))
    assert not settle_it(table.public).small
    assert totals(table) == {ME: 7, "emperor": 8}
    table.do(SettleBattle())
    assert table.truth.discard[0] == "Karama/1" and "AddDifference" not in table.secret(ME)


@pytest.mark.parametrize(("weapon", "hand"), [("Crysknife", ("Karama/1",)), ("", ())])
def test_2_11_32_not_with_a_weapon_and_not_without_a_karama(weapon: str, hand: tuple[str, ...]) -> None:
    table = battle("Sanya Ecaz", weapon, hand=hand)
    assert table.no(AddDifference(ME)) in {"2.11.32", "3.01.11.05"} and "AddDifference" not in table.secret(ME)
