"""2.09.12: the Auditor leads, and CHOAM see cards of the other hand or are paid."""

from __future__ import annotations

import json
from typing import Any

import pytest

from referee.board.forces_counted import KeepCount, LoseLeader
from referee.cli.battle import answer_line
from referee.common.factions import FACTIONS
from referee.common.turn import PHASES
from referee.factions.choam import AUDITOR, ME
from referee.factions.choam.auditor import RULE, PayAuditor, ShowCards
from referee.factions.harkonnen.captives import drawable
from referee.factions.tleilaxu.gholas import fallen
from referee.holdings.leaders import leaders_known, leaders_of
from referee.holdings.purse import NotPaid
from referee.holdings.traitors import DealTraitors, Traitors
from referee.kernel import FACE_DOWN
from referee.offers.offer import behind_shield
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.verdict_wording import TANKS_UP
from referee.phases.revival.leaders import ReviveLeader
from tests.kit import LiveTable, Room, left_with

SEATS = (ME, "fremen", "emperor", "atreides")
HAND = ("Crysknife/1", "Shield/1", "Karama/1", "Snooper/1")


def fought(
    leader: str = AUDITOR, dial: int = 4, weapon: str = "", rules: str = "advanced", hand: tuple[str, ...] = HAND,
    theirs: int = 0, **more: Any,
) -> Room:  # fmt: skip
    """Return a table at which CHOAM and Fremen have fought."""
    made = Room(rules, seats=SEATS, hands={ME: (), "fremen": hand}, allies="", first=ME, **more)
    made.do(BeginBattle("Arrakeen", ME, "fremen", 8, 0, 5))
    made.do(LockPlan(ME, dial, leader, support=dial), LockPlan("fremen", theirs, "Stilgar", weapon))
    made.answers(seats=(ME, "fremen"))
    return made


def test_2_09_12_a_sixth_leader_in_the_advanced_game() -> None:
    for rules, there in (("advanced", True), ("basic", False)):
        sitting = LiveTable(*SEATS, rules=rules)
        assert (AUDITOR in leaders_known(sitting.public, ME).pool) is there
        sitting.do(KeepCount())
        own = leaders_of(sitting.public, ME)
        assert own is not None and (AUDITOR in own.pool) is there


@pytest.mark.parametrize(("rules", "there"), [("advanced", True), ("basic", False)])
def test_2_09_12_he_has_a_traitor_card_where_he_plays(rules: str, there: bool) -> None:
    sitting = LiveTable(ME, "fremen", "emperor", "atreides", "harkonnen", "spacing_guild", rules=rules)
    assert (AUDITOR in _pile(sitting)) is there


def _pile(sitting: LiveTable) -> list[str]:
    """Return all traitor cards that can come up, over many deals."""
    found: set[str] = set()
    for _ in range(25):
        sitting.do(DealTraitors())
        found |= {name for held in sitting.truth.state(Traitors).dealt.values() for name in held}
        sitting.undo("public")
    return sorted(found)


def test_2_09_12_the_game_waits_and_choam_see_two() -> None:
    sitting = fought().do(SettleBattle())
    assert sitting.why(BeginBattle("Carthag", ME, "emperor", 1, 0, 1)) == RULE
    assert {"PayAuditor", "ShowCards"} <= {*sitting.offered("fremen")} and "ShowCards" not in sitting.offered(ME)
    assert sitting.why(ShowCards("emperor")) == RULE and sitting.why(PayAuditor(ME)) == RULE
    sitting.do(ShowCards("fremen"))
    seen = [card for card in sitting.screen(ME).seats["fremen"].hand if card != FACE_DOWN]
    assert len(seen) == 2 and {*seen} <= {*HAND}
    assert [card for card in sitting.screen("emperor").seats["fremen"].hand if card != FACE_DOWN] == []
    assert len(next(one for one in behind_shield(sitting.screen(ME), ME) if one.rule == RULE).lines) == 2
    assert not [one for one in behind_shield(sitting.screen("emperor"), "emperor") if one.rule == RULE]
    assert sitting.why(ShowCards("fremen")) == RULE
    sitting.do(BeginBattle("Carthag", ME, "emperor", 1, 0, 1))


def test_2_09_12_one_if_he_was_killed() -> None:
    sitting = fought(dial=1, theirs=5, weapon="Crysknife").do(SettleBattle())
    assert sitting.live.verdict.goes[AUDITOR] == TANKS_UP
    before = sitting.purse(ME, "fremen")
    sitting.do(PayAuditor("fremen"))
    after = sitting.purse(ME, "fremen")
    assert [int(str(b)) - int(str(a)) for a, b in zip(before, after, strict=True)] == [1, -1]
    assert [card for card in sitting.screen(ME).seats["fremen"].hand if card != FACE_DOWN] == []


def test_2_09_12_cards_used_in_the_battle_do_not_count() -> None:
    sitting = fought(dial=1, theirs=5, weapon="Crysknife", hand=("Crysknife/1",)).do(SettleBattle())
    assert sitting.truth.seats["fremen"].hand == ["Crysknife/1"] and sitting.why(ShowCards("fremen")) == RULE
    one = fought(dial=1, theirs=5, weapon="Crysknife", hand=("Crysknife/1", "Shield/1")).do(SettleBattle())
    one.do(ShowCards("fremen"))
    assert [card for card in one.screen(ME).seats["fremen"].hand if card != FACE_DOWN] == ["Shield/1"]


def test_2_09_12_nobody_is_audited_where_another_led() -> None:
    assert fought("Lady Jalma").do(SettleBattle()).why(ShowCards("fremen")) == RULE


def test_2_09_12_a_purse_that_is_too_small_shows() -> None:
    sitting = fought().do(SettleBattle(), *left_with("fremen", 1))
    assert sitting.code(PayAuditor("fremen")) == "NOT_ENOUGH_SPICE"
    sitting.do(ShowCards("fremen"))


def test_2_09_12_the_table_enters_no_payment_for_a_purse_that_is_too_small() -> None:
    sitting = fought().do(SettleBattle(), *left_with("fremen", 1))
    assert NotPaid("fremen", 2, (RULE,)) in sitting.events(PayAuditor("fremen"), "public")
    assert sitting.purse("fremen") == [1]
    sitting.do(ShowCards("fremen"))


def test_2_09_12_printed_cards_are_drawn_at_the_table() -> None:
    sitting = Room("advanced", seats=SEATS, hands={ME: (), "fremen": HAND}, allies="", first=ME, P1="printed")
    sitting.do(BeginBattle("Arrakeen", ME, "fremen", 8, 0, 5))
    sitting.do(LockPlan(ME, 4, AUDITOR, support=4), LockPlan("fremen", 0, "Stilgar"))
    sitting.answers(seats=(ME, "fremen"))
    sitting.do(SettleBattle(), ShowCards("fremen"))
    assert set(sitting.screen(ME).seats["fremen"].hand) == {FACE_DOWN}


def test_2_09_12_harkonnen_cannot_capture_him_nor_tleilaxu_make_him_a_ghola() -> None:
    room = Room("advanced", seats=(ME, "harkonnen", "tleilaxu", "emperor"), hands={}, allies="", first=ME, turn=2)
    room.do(LoseLeader(AUDITOR), *(LoseLeader(name) for name in FACTIONS["tleilaxu"].leaders))
    room.do(*(LoseLeader(name) for name in FACTIONS[ME].leaders if name not in {AUDITOR, "Lady Jalma"}))
    assert fallen(room.public) and AUDITOR not in fallen(room.public)
    room.do("spice_collection", "mentat_pause", *PHASES[:5], ReviveLeader(ME, AUDITOR), "shipment", "battle")
    room.do(BeginBattle("Arrakeen", "harkonnen", ME, 8, 0, 5), LockPlan("harkonnen", 4, "Feyd-Rautha"))
    room.do(LockPlan(ME, 0, AUDITOR))
    room.answers(seats=("harkonnen", ME))
    room.do(SettleBattle())
    assert drawable(room.truth, room.live) == ["Lady Jalma"]


# -- revival ------------------------------------------------------------------------------------------


def test_2_09_12_he_returns_while_others_live() -> None:
    sitting = LiveTable(*SEATS, phase="battle").do(LoseLeader(AUDITOR), LoseLeader("Lady Jalma"))
    sitting.do("spice_collection", "mentat_pause", "storm", "spice_blow", "choam_charity", "revival")
    assert sitting.code(ReviveLeader(ME, "Lady Jalma")) == "LEADERS_ACTIVE"
    purse = sitting.purse(ME)
    sitting.do(ReviveLeader(ME, AUDITOR))
    own = leaders_of(sitting.public, ME)
    assert own is not None and AUDITOR in own.pool and sitting.purse(ME) == [int(str(purse[0])) - 2]


def test_2_09_12_the_others_do_not_wait_for_him() -> None:
    five = ("Frankos Aru", "Lady Jalma", "Rajiv Londine", "Duke Verdun", "Viscount Tull")
    sitting = LiveTable(*SEATS, phase="battle").do(*map(LoseLeader, five))
    sitting.do("spice_collection", "mentat_pause", "storm", "spice_blow", "choam_charity", "revival")
    assert sitting.code(ReviveLeader(ME, AUDITOR)) == "NOT_IN_TANKS"
    sitting.do(ReviveLeader(ME, "Lady Jalma"))


# -- in scripts ---------------------------------------------------------------------------------------


def test_2_09_12_the_verdict_says_so() -> None:
    side = {"forces": {"normal": 5, "special": 0}, "dial": 3, "spice": 5, "spice_support": 3, "hand": []}
    case = {
        "id": "a", "rules": "advanced", "territory": "Arrakeen", "stronghold": True,
        "aggressor": {**side, "faction": "CHOAM", "leader": {"name": AUDITOR, "strength": 2}},
        "defender": {**side, "faction": "Fremen", "dial": 1, "leader": {"name": "Stilgar", "strength": 7}},
    }  # fmt: skip
    said = answer_line(json.dumps(case))
    assert RULE in [line["rule"] for line in said["because"]]
    unfed = json.dumps({**case, "rules": "basic"}).replace('"spice_support": 3', '"spice_support": 0')
    basic = answer_line(unfed)
    assert said["legal"] and not basic["legal"] and RULE not in str(basic)
