"""What is said before the plans: announced, spoken or passed, stopped, obeyed; answers in envelopes."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from referee.agreements.bribes import LayBribe
from referee.cards.karama.stopping import StopPower
from referee.factions.atreides.part_of_a_plan import AnswerPrescience, AskPrescience, ToldAloud, playable
from referee.factions.bene_gesserit.voice import SpeakVoice
from referee.holdings.setup import ChangeOption
from referee.kernel import PUBLIC, sealed
from referee.offers.offer import offers, secret_offers
from referee.phases.battle.before_the_plans import Announce, StaySilent, steps
from referee.phases.battle.begin_battle import BeginBattle, CancelBattle
from referee.phases.battle.live_battle import declarations
from referee.phases.battle.lock_plan import LockPlan, ReopenPlan
from referee.powers.windows import CloseWindow
from referee.web.battle.phone import bound, composer
from referee.web.battle.table import fight_view
from tests.kit import HARKONNEN, Room

FIVE = ("atreides", "bene_gesserit", "harkonnen", "fremen", "emperor")
HANDS = {
    "harkonnen": ("Chaumurky/1", "Shield/1", "Cheap Hero/1", "Lasgun/1", "Kulon/1"),
    "fremen": ("Karama/1",),
    "atreides": ("Crysknife/1",),
}
VOICE, PRESCIENCE, FOR_ALLY = "2.02.06", "2.01.08", "2.01.09"


def table(rules: str = "basic", **options: Any) -> Room:
    room = Room(rules, seats=FIVE, **{"hands": HANDS, "allies": "atreides bene_gesserit", **options})
    room.talks = True
    return room


@pytest.fixture
def room() -> Room:
    """The Bene Gesserit fight Harkonnen; Atreides are their ally."""
    made = table()
    made.do(BeginBattle("Arrakeen", "bene_gesserit", "harkonnen", 6, 0, 8))
    return made


def say(room: Room, order: str, what: str, rule: str = VOICE) -> None:
    room.do(Announce("bene_gesserit", rule), SpeakVoice("bene_gesserit", order, what))


def ask_for(room: Room, part: str, rule: str = FOR_ALLY) -> None:
    room.do(Announce("atreides", rule), AskPrescience("atreides", part))


def states(room: Room) -> list[tuple[str, str]]:
    return [(step.say.rule, step.state) for step in steps(room.public)]


# -- step by step -------------------------------------------------------------------------------------


def test_4_92_04_the_voice_comes_before_prescience(room: Room) -> None:
    assert states(room) == [(VOICE, "may"), (FOR_ALLY, "later")]
    assert room.refusals(Announce("atreides", FOR_ALLY)) == [("4.92.04", "NOT_NOW")]
    assert room.refusals(Announce("harkonnen", VOICE)) == [("1.07.04", "NOT_NOW")]
    room.do(StaySilent("bene_gesserit", VOICE))
    assert states(room) == [(VOICE, "passed"), (FOR_ALLY, "may")]
    assert room.refusals(Announce("bene_gesserit", VOICE)) == [("1.07.04", "NOT_NOW")]


def test_1_07_04_who_locks_a_plan_first_gives_the_power_up_and_is_told_so() -> None:
    made = table(allies="")
    made.do(BeginBattle("Arrakeen", "atreides", "harkonnen", 6, 0, 8))
    assert states(made) == [(PRESCIENCE, "may")]
    assert made.refusals(LockPlan("harkonnen", 0, "Piter de Vries")) == [(PRESCIENCE, "NOT_YET")]
    plan = composer(made.screen("atreides"), "atreides")
    assert plan and [line.text for line in plan.warned] == [
        "If you lock now, you don't use Prescience. To use it, close the shield."
    ]
    made.do(LockPlan("atreides", 1, "Duncan Idaho"))
    assert states(made) == [(PRESCIENCE, "passed")]
    made.do(ReopenPlan("atreides"))
    assert states(made) == [(PRESCIENCE, "may")], "a second look costs nothing"
    made.do(LockPlan("atreides", 1, "Duncan Idaho"), LockPlan("harkonnen", 0, "Piter de Vries"))


def test_1_07_04_a_power_that_was_announced_is_still_used_after_the_plan_is_locked() -> None:
    made = table(allies="")
    made.do(BeginBattle("Arrakeen", "atreides", "harkonnen", 6, 0, 8), Announce("atreides", PRESCIENCE))
    made.do(LockPlan("atreides", 1, "Duncan Idaho"), AskPrescience("atreides", "weapon"))
    assert states(made) == [(PRESCIENCE, "asked")]


@pytest.mark.parametrize(("value", "first"), [("prescience", FOR_ALLY), ("free", FOR_ALLY)])
def test_4_92_04_the_table_may_turn_the_order_round(room: Room, value: str, first: str) -> None:
    room.do(ChangeOption("K4", value))
    assert states(room)[0] == (first, "may")
    assert (states(room)[1][1] == "may") == (value == "free")


def test_1_07_04_nobody_plans_before_what_concerns_the_plan_is_said(room: Room) -> None:
    own = LockPlan("bene_gesserit", 3, "Alia")
    assert room.refusals(HARKONNEN) == [(VOICE, "NOT_YET"), (FOR_ALLY, "NOT_YET")]
    say(room, "leave", "poison weapon")
    room.do(own)
    ask_for(room, "defence")
    assert room.refusals(dataclasses.replace(HARKONNEN, weapon="")) == [(FOR_ALLY, "NOT_YET")]
    room.do(AnswerPrescience("harkonnen", "Shield"))
    assert states(room) == [(VOICE, "said"), (FOR_ALLY, "said")]
    room.do(dataclasses.replace(HARKONNEN, weapon=""))


def test_1_07_04_a_battle_begun_anew_forgets_what_was_said(room: Room) -> None:
    say(room, "leave", "poison weapon")
    room.do(CancelBattle(), BeginBattle("Arrakeen", "bene_gesserit", "harkonnen", 6, 0, 8))
    assert not declarations(room.public).orders and states(room)[0] == (VOICE, "may")


def test_the_steps_are_the_same_for_everybody(room: Room) -> None:
    ask_for_all = [steps(room.screen(viewer)) for viewer in (PUBLIC, *FIVE)]
    say(room, "play", "Lasgun")
    ask_for(room, "weapon")
    room.do(AnswerPrescience("harkonnen", "Lasgun"))
    assert all(seen == ask_for_all[0] for seen in ask_for_all)
    assert len({repr(steps(room.screen(viewer))) for viewer in (PUBLIC, *FIVE)}) == 1


# -- the Voice ----------------------------------------------------------------------------------------


def test_2_02_06_an_order_is_spoken_once_in_words_that_are_known(room: Room) -> None:
    assert room.refusals(SpeakVoice("bene_gesserit", "play", "Lasgun")) == [(VOICE, "NOT_NOW")]
    room.do(Announce("bene_gesserit", VOICE))
    for order, what in (("play", "Feyd-Rautha"), ("sing", "Lasgun"), ("play", "Karama")):
        assert room.refusals(SpeakVoice("bene_gesserit", order, what)) == [(VOICE, "BAD_INPUT")]
    room.do(SpeakVoice("bene_gesserit", "play", "Lasgun"))
    assert room.refusals(SpeakVoice("bene_gesserit", "play", "Lasgun")) == [(VOICE, "NOT_NOW")]


BINDS = [
    ("leave", "poison weapon", {"weapon": "Chaumurky"}, {"weapon": "Lasgun"}),
    ("play", "poison weapon", {"weapon": "Lasgun"}, {"weapon": "Chaumurky"}),
    ("play", "projectile weapon", None, {"weapon": ""}),
    ("leave", "projectile defence", {"defence": "Shield"}, {"defence": "Kulon"}),
    ("play", "worthless card", {"defence": "Shield"}, {"defence": "Kulon"}),
    ("play", "Cheap Hero", {"leader": "Feyd-Rautha"}, {"leader": "Cheap Hero"}),
    ("leave", "Cheap Hero", {"leader": "Cheap Hero"}, {"leader": "Feyd-Rautha"}),
    ("play", "Lasgun", {"weapon": "Chaumurky"}, {"weapon": "Lasgun", "defence": ""}),
]


@pytest.mark.parametrize(
    ("order", "what", "words"),
    [
        ("play", "Lasgun", "You must *play Lasgun*."),
        ("play", "poison weapon", "You must *play a poison weapon*: Chaumurky."),
        ("play", "poison defence", "You must *play a poison defense*. You hold none, so plan freely."),
        ("leave", "Lasgun", "You must *not play Lasgun*."),
    ],
)
def test_2_02_06_the_one_who_obeys_reads_once_with_what(room: Room, order: str, what: str, words: str) -> None:
    say(room, order, what)
    assert bound(room.screen("harkonnen"), "harkonnen")[0].text == words


@pytest.mark.parametrize(("order", "what", "wrong", "right"), BINDS)
def test_2_02_06_whoever_is_ordered_obeys_as_far_as_the_hand_goes(
    room: Room, order: str, what: str, wrong: dict[str, Any] | None, right: dict[str, Any]
) -> None:
    say(room, order, what)
    room.silence()
    room.rings.clear()
    if wrong:
        assert room.refusals(dataclasses.replace(HARKONNEN, **wrong)) == [(VOICE, "VOICE_BINDS")]
    assert not room.rings, "nobody else learns of it"
    room.do(dataclasses.replace(HARKONNEN, **right))


def test_4_92_06_a_class_word_leaves_special_weapons_alone_unless_the_table_says_so(room: Room) -> None:
    say(room, "leave", "poison weapon")
    room.silence()
    beam = dataclasses.replace(HARKONNEN, weapon="Lasgun")
    room.do(ChangeOption("K6", "class"))
    assert room.refusals(beam) == [(VOICE, "VOICE_BINDS")]
    room.do(ChangeOption("K6", "named"), beam)


def test_2_02_07_the_voice_for_an_ally_binds_alike(room: Room) -> None:
    room.do(CancelBattle(), BeginBattle("Arrakeen", "atreides", "harkonnen", 6, 0, 8))
    assert states(room) == [("2.02.07", "may"), (PRESCIENCE, "later")]
    say(room, "leave", "poison weapon", "2.02.07")
    room.silence()
    assert room.refusals(HARKONNEN) == [("2.02.07", "VOICE_BINDS")]


def test_2_02_06_a_hero_forbidden_to_somebody_without_leaders_leaves_the_plan_empty(room: Room) -> None:
    from referee.holdings.leaders import LeadersNoted

    every = ("Feyd-Rautha", "Beast Rabban", "Piter de Vries", "Captain Iakin Nefud", "Umman Kudu")
    for viewer in (room.truth, room.screen("harkonnen"), room.public):
        viewer.hear(LeadersNoted("harkonnen", (), every, sealed((), "harkonnen"), ()))
    say(room, "leave", "Cheap Hero")
    room.silence()
    assert [code for _, code in room.refusals(LockPlan("harkonnen", 2, "Cheap Hero"))] == ["VOICE_BINDS"]
    room.do(LockPlan("harkonnen", 2))


# -- Karama -------------------------------------------------------------------------------------------


def test_2_02_06_a_voice_that_is_stopped_binds_nobody_and_returns_in_the_next_battle(room: Room) -> None:
    assert room.refusals(StopPower("fremen", VOICE)), "nothing is announced yet"
    room.do(Announce("bene_gesserit", VOICE))
    assert any(offer.name == "StopPower" for offer in secret_offers(room.screen("fremen"), "fremen"))
    room.do(StopPower("fremen", VOICE))
    assert states(room) == [(VOICE, "stopped"), (FOR_ALLY, "may")]
    room.silence()
    room.do(HARKONNEN, LockPlan("bene_gesserit", 3, "Alia"))
    room.answers(seats=("harkonnen", "bene_gesserit"))
    from referee.phases.battle.conclude import SettleBattle

    room.do(SettleBattle(), BeginBattle("Carthag", "bene_gesserit", "emperor", 6, 0, 8))
    assert states(room)[0] == (VOICE, "may")


def test_4_92_03_at_some_tables_an_order_is_stopped_after_it_is_heard(room: Room) -> None:
    say(room, "leave", "poison weapon")
    assert room.refusals(StopPower("fremen", VOICE)) == [("3.01.11.01", "NOT_ELIGIBLE")]
    room.do(ChangeOption("K3", "heard"), StopPower("fremen", VOICE))
    room.silence()
    room.do(HARKONNEN)


def test_4_90_03_the_table_screen_shows_the_window_in_a_battle_and_enters_for_those_without_a_phone(room: Room) -> None:
    shown = lambda: {act.label for act in fight_view(room.public, True).acts}  # type: ignore[union-attr] # noqa: E731
    assert {"Bene Gesserit: Use the Voice", "Skip Bene Gesserit's Voice"} <= shown()
    room.do(ChangeOption("K8", "10"))
    room.do(Announce("bene_gesserit", VOICE), who=PUBLIC)
    fight = fight_view(room.public, True)
    assert fight is not None and (fight.say, fight.small) == ("Bene Gesserit use the Voice", "")
    assert {"Fremen: Stop it with Karama", "Nobody stops it"} <= shown()
    room.do(CloseWindow())
    assert "Bene Gesserit: Speak the order" in shown()


# -- Prescience ---------------------------------------------------------------------------------------


def test_2_01_08_an_answer_is_known_to_those_it_concerns_and_binds(room: Room) -> None:
    room.do(StaySilent("bene_gesserit", VOICE))
    ask_for(room, "weapon")
    assert room.refusals(AskPrescience("atreides", "dial")) == [(PRESCIENCE, "NOT_NOW")]
    assert room.refusals(AnswerPrescience("harkonnen", "Crysknife")) == [(PRESCIENCE, "BAD_INPUT")]
    room.do(AnswerPrescience("harkonnen", "Chaumurky"))
    told = {viewer: declarations(room.screen(viewer)).answers["harkonnen"] for viewer in (PUBLIC, *FIVE)}
    knows = {viewer for viewer, answer in told.items() if answer == "Chaumurky"}
    assert knows == {"atreides", "harkonnen", "bene_gesserit"}
    assert room.refusals(dataclasses.replace(HARKONNEN, weapon="")) == [(FOR_ALLY, "PRESCIENCE_BINDS")]
    room.do(HARKONNEN)


def test_2_01_08_none_is_an_answer_and_binds(room: Room) -> None:
    room.do(StaySilent("bene_gesserit", VOICE))
    ask_for(room, "weapon")
    room.do(AnswerPrescience("harkonnen", ""))
    assert room.refusals(HARKONNEN) == [(FOR_ALLY, "PRESCIENCE_BINDS")]
    room.do(dataclasses.replace(HARKONNEN, weapon=""))


def test_2_01_08_an_answer_obeys_the_voice(room: Room) -> None:
    say(room, "play", "poison weapon")
    ask_for(room, "weapon")
    assert playable(room.screen("harkonnen"), "harkonnen", "weapon") == ["Chaumurky"]
    assert room.refusals(AnswerPrescience("harkonnen", "")) == [(PRESCIENCE, "BAD_INPUT")]


def test_2_01_09_prescience_for_an_ally_binds_the_number() -> None:
    room = table(allies="atreides emperor")
    room.do(BeginBattle("Arrakeen", "emperor", "harkonnen", 5, 0, 5))
    assert states(room) == [(FOR_ALLY, "may")]
    ask_for(room, "dial")
    room.do(AnswerPrescience("harkonnen", "4"))
    assert room.refusals(dataclasses.replace(HARKONNEN, dial=3)) == [(FOR_ALLY, "PRESCIENCE_BINDS")]
    room.do(HARKONNEN)


def test_2_01_08_a_seat_without_a_phone_shows_it_at_the_table(room: Room) -> None:
    assert room.refusals(ToldAloud("harkonnen")) == [(PRESCIENCE, "NOT_NOW")]
    room.silence()
    room.do(CancelBattle(), BeginBattle("Arrakeen", "atreides", "harkonnen", 5, 0, 5))
    room.do(StaySilent("bene_gesserit", "2.02.07"))
    ask_for(room, "weapon", PRESCIENCE)
    room.do(ToldAloud("harkonnen"), HARKONNEN)


@pytest.mark.parametrize(("spice", "most"), [(0, 4), (2, 5), (8, 8)])
def test_2_01_08_nobody_shows_a_number_that_their_spice_cannot_dial(spice: int, most: int) -> None:
    room = table("advanced", allies="atreides emperor")
    room.do(LayBribe("harkonnen", "fremen", 10 - spice), BeginBattle("Arrakeen", "emperor", "harkonnen", 5, 0, 8))
    ask_for(room, "dial")
    assert room.refusals(AnswerPrescience("harkonnen", str(most + 1))) == [(PRESCIENCE, "BAD_INPUT")]
    room.do(AnswerPrescience("harkonnen", str(most)))
    plan = LockPlan("harkonnen", most, "Feyd-Rautha", support=spice)
    assert room.refusals(dataclasses.replace(plan, dial=0, support=0)) == [(FOR_ALLY, "PRESCIENCE_BINDS")]
    room.do(plan)


def test_2_01_08_a_number_that_can_be_dialed_no_more_binds_nobody() -> None:
    room = table("advanced", allies="atreides emperor")
    room.do(BeginBattle("Arrakeen", "emperor", "harkonnen", 5, 0, 8))
    ask_for(room, "dial")
    room.do(AnswerPrescience("harkonnen", "8"), LayBribe("harkonnen", "fremen", 9))
    room.do(LockPlan("harkonnen", 1, "Feyd-Rautha", support=0))


def test_before_the_reveal_an_answer_changes_nothing_that_others_see() -> None:
    seen = []
    for answer in ("Chaumurky", "Lasgun"):
        room = table()
        room.do(BeginBattle("Arrakeen", "atreides", "harkonnen", 6, 0, 8), StaySilent("bene_gesserit", "2.02.07"))
        ask_for(room, "weapon", PRESCIENCE)
        room.rings.clear()
        room.do(AnswerPrescience("harkonnen", answer))
        others = (PUBLIC, "fremen", "emperor", "bene_gesserit")
        seen.append([room.rings, [[repr(h.event) for h in room.screen(v).log] for v in others]])
        seen[-1].append([offers(room.public, seat) for seat in FIVE])
    assert seen[0] == seen[1]


def test_2_02_22_a_worthless_card_in_the_locked_plan_is_no_karama() -> None:
    held = {"bene_gesserit": ("Kulon/1", "Baliset/1")}
    room = Room("advanced", seats=("bene_gesserit", "harkonnen"), hands=held, allies="")
    room.do(BeginBattle("Arrakeen", "bene_gesserit", "harkonnen", 5, 0, 5))
    room.do(LockPlan("bene_gesserit", 1, "Alia", weapon="Kulon"))
    stop = lambda card: StopPower("bene_gesserit", "2.05.10", card)  # noqa: E731
    assert room.refusals(stop("Kulon"), "bene_gesserit") == [("3.01.11", "NOT_A_KARAMA")]
    room.do(stop("Baliset"), who="bene_gesserit")
    assert room.truth.seats["bene_gesserit"].hand.faces() == ["Kulon/1"]
