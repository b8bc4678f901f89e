"""4.05.11, 4.05.12: the Nexus cards of Atreides and the Bene Gesserit."""

from __future__ import annotations

from typing import Any

from referee.board.forces import RESERVES, StandsInPeace
from referee.board.forces_counted import KeepCount
from referee.board.standing import stands
from referee.factions.atreides.nexus_card import AskAgain, AskByNexus
from referee.factions.atreides.part_of_a_plan import PRESCIENCE, AnswerPrescience, AskPrescience
from referee.factions.atreides.prescience import PEEK
from referee.factions.bene_gesserit.nexus_card import SpeakByNexus, TakeUpArms, TurnByNexus
from referee.factions.bene_gesserit.voice import SpeakVoice
from referee.holdings.hands import CardDiscarded
from referee.modules.nexus_cards.holding import holders
from referee.modules.nexus_cards.stopping import Betray
from referee.offers.waiting import duties_of
from referee.phases.battle.before_the_plans import ANNOUNCED, SAID, Announce, steps
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.powers.who_answers import may_stop
from referee.turn.on_the_map import PutRight
from referee.web.phase.battle_headlines import step_lines
from tests.kit import Room
from tests.rules.modules.nexus_cards.holding import at_table, hold, let_hear

HANDS = {"atreides": ("Gom Jabbar/1", "Snooper/1"), "harkonnen": ("Chaumurky/1", "Shield/1"), "emperor": ("Baliset/1",)}


class Talks(Room):
    talks = True


def room(*seats: str, cards: dict[str, str], **more: Any) -> Talks:
    made = Talks("advanced", seats, **{"hands": HANDS, "M5": "on", "allies": "", "turn": 2, "first": seats[0], **more})
    hold(made, **cards)
    made.do(BeginBattle("Arrakeen", seats[0], seats[1], 6, 0, 8))
    return made


def states(table: Talks) -> list[str]:
    return [one.state for one in steps(table.public)]


# -- Atreides -----------------------------------------------------------------------------------------


def test_4_05_11_01_prescience_is_stopped_when_it_is_announced() -> None:
    table = room("atreides", "harkonnen", "emperor", cards={"emperor": "atreides"}, K8="")
    assert table.no(Betray("emperor", "2.01.08")) == "4.05.11.01"
    table.do(Announce("atreides", "2.01.08"))
    assert "Betray" in table.secret("emperor") and "Betray" not in table.secret("harkonnen")
    assert table.no(Betray("harkonnen", "2.01.08")) == "4.05.03"
    table.do(Betray("emperor", "2.01.08"))
    assert states(table) == ["stopped"] and not holders(table.public)
    assert "Prescience was stopped" in [line.text for line in step_lines(table.public)]


def test_4_05_11_01_a_holder_is_asked_in_the_window_whatever_the_card_is() -> None:
    for held, asked in (("choam", True), ("atreides", True), ("", False)):
        table = room("atreides", "harkonnen", "emperor", "fremen", cards={"emperor": held} if held else {})
        let_hear(table, *(CardDiscarded("harkonnen", f"Karama/{n}") for n in (1, 2)))
        assert ("emperor" in may_stop(table.public, 8, (PRESCIENCE,))) is asked
        assert "emperor" not in may_stop(table.public, 8, (PEEK,))


def test_4_05_11_02_a_second_part_is_shown_and_both_bind() -> None:
    table = room("atreides", "harkonnen", "emperor", cards={"atreides": "atreides"})
    assert table.no(AskAgain("atreides")) == "4.05.11.02"
    table.do(Announce("atreides", "2.01.08"), AskPrescience("atreides", "weapon"))
    table.do(AnswerPrescience("harkonnen", "Chaumurky"), AskAgain("atreides"))
    assert [one.words for one in duties_of(table.public, "atreides")] == ["ask Harkonnen for a second part of the plan"]
    assert states(table) == ["passed", ANNOUNCED] and table.no(LockPlan("harkonnen", 1, "Feyd-Rautha")) == "4.05.11.02"
    assert [line.text for line in step_lines(table.public)] == ["Harkonnen have shown Atreides the weapon."]
    assert table.no(AskPrescience("atreides", "weapon")) == "4.05.11.02"
    table.do(AskPrescience("atreides", "dial"), AnswerPrescience("harkonnen", "2"))
    wrong = LockPlan("harkonnen", 3, "Feyd-Rautha", "Chaumurky")
    assert table.no(wrong) == "4.05.11.02" and table.no(LockPlan("harkonnen", 2, "Feyd-Rautha")) == "2.01.08"
    table.do(LockPlan("harkonnen", 2, "Feyd-Rautha", "Chaumurky"))


def test_4_05_11_02_played_before_the_first_answer_it_waits_for_that() -> None:
    table = room("atreides", "harkonnen", "emperor", cards={"atreides": "atreides"})
    table.do(Announce("atreides", "2.01.08"), AskPrescience("atreides", "weapon"), AskAgain("atreides"))
    table.do(AnswerPrescience("harkonnen", ""), AskPrescience("atreides", "defence"))
    table.do(AnswerPrescience("harkonnen", "Shield"), LockPlan("harkonnen", 2, "Feyd-Rautha", "", "Shield"))


def test_4_05_11_03_who_has_no_prescience_asks_by_the_card() -> None:
    table = room("emperor", "harkonnen", "fremen", cards={"emperor": "atreides", "fremen": "choam"})
    assert "AskByNexus" in table.secret("emperor") and not {"AskByNexus"} & {*table.secret("fremen")}
    assert table.no(AskByNexus("harkonnen")) == "4.05.03"
    table.do(AskByNexus("emperor"))
    assert states(table) == [ANNOUNCED] and table.no(LockPlan("harkonnen", 1, "Feyd-Rautha")) == "4.05.11.03"
    table.do(AskPrescience("emperor", "weapon"), AnswerPrescience("harkonnen", "Chaumurky"))
    assert table.no(LockPlan("harkonnen", 1, "Feyd-Rautha")) == "4.05.11.03"
    table.do(LockPlan("harkonnen", 1, "Feyd-Rautha", "Chaumurky"))


def test_4_05_11_03_not_against_a_locked_plan_nor_where_one_does_not_fight() -> None:
    table = room("emperor", "harkonnen", "fremen", cards={"emperor": "atreides", "fremen": "choam"})
    table.do(LockPlan("harkonnen", 1, "Feyd-Rautha"))
    assert table.no(AskByNexus("emperor")) == "4.05.11.03"
    other = room("emperor", "harkonnen", "fremen", cards={"fremen": "atreides"})
    assert other.no(AskByNexus("fremen")) == "4.05.11.03"


# -- Bene Gesserit ------------------------------------------------------------------------------------


def test_4_05_12_01_the_voice_is_stopped_when_it_is_announced() -> None:
    table = room("bene_gesserit", "harkonnen", "emperor", cards={"emperor": "bene_gesserit"}, K8="")
    table.do(Announce("bene_gesserit", "2.02.06"), Betray("emperor", "2.02.06"))
    assert states(table) == ["stopped"]


def test_4_05_12_03_the_voice_by_the_card_binds() -> None:
    table = room("emperor", "harkonnen", "fremen", cards={"emperor": "bene_gesserit"})
    table.do(SpeakByNexus("emperor"), SpeakVoice("emperor", "play", "poison weapon"))
    assert states(table) == [SAID] and table.no(LockPlan("harkonnen", 1, "Feyd-Rautha")) == "4.05.12.03"
    table.do(LockPlan("harkonnen", 1, "Feyd-Rautha", "Chaumurky"))


def test_4_05_12_03_it_comes_before_prescience() -> None:
    table = room("emperor", "atreides", "fremen", cards={"emperor": "bene_gesserit"})
    table.do(Announce("atreides", "2.01.08"), AskPrescience("atreides", "weapon"))
    assert table.no(SpeakByNexus("emperor")) == "4.05.12.03"
    early = room("emperor", "atreides", "fremen", cards={"emperor": "bene_gesserit"})
    early.do(SpeakByNexus("emperor"))
    assert [one.say.kind for one in steps(early.public)] == ["order", "question"]


def test_4_05_12_02_advisors_turn_in_their_own_turn() -> None:
    table = at_table("bene_gesserit", "emperor", cards={"bene_gesserit": "bene_gesserit"}, first="bene_gesserit")
    table.do(KeepCount(), PutRight("bene_gesserit", "Arrakeen", 2, other=RESERVES), "shipment")
    let_hear(table, StandsInPeace("bene_gesserit", "Arrakeen", True, ("2.02.14",)))
    assert table.no(TurnByNexus("bene_gesserit", "Arrakeen")) == "4.05.12.02"
    table.do(TakeUpArms("bene_gesserit"))
    assert "TurnByNexus" in table.offered("bene_gesserit")
    table.do(TurnByNexus("bene_gesserit", "Arrakeen"))
    assert [one.calm for one in stands(table.public, "Arrakeen")] == [False]
    assert table.no(TurnByNexus("bene_gesserit", "Arrakeen")) == "4.05.12.02"
