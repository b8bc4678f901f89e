"""A battle as people live it: a phone that dies, an ally who pays, a captive; and who may notice what."""

from __future__ import annotations

import re

import pytest

from referee.common.phones_at_seats import EmptySeat
from referee.holdings.traitors import Traitors
from referee.phases.battle.live_battle import LiveBattle
from referee.running.dice import Dice
from tests.kit import SCREEN, Evening, Play, snapshot, unmoved


def begin(evening: Evening, one: str, two: str, **options: str) -> Evening:
    evening.must("host", "GoTo", phase="battle")
    fields = {"one": one, "two": two, "one_normal": 5, "two_normal": 5, **options}
    evening.must("host", "BeginBattle", territory="Arrakeen", **fields)
    return evening


def live(evening: Evening, viewer: str = "public") -> LiveBattle:
    found = evening.sitting.screen(viewer).get(LiveBattle)
    assert found is not None
    return found


def test_1_07_04_a_plan_outlives_its_phone_and_the_new_phone_shows_it(play: Play) -> None:
    evening = begin(play(K8="off"), "fremen", "harkonnen")
    evening.must("fremen", "LockPlan", dial=2, leader="Stilgar")
    old = evening.phones["fremen"]
    new = evening.seat("fremen", evening.browser("192.168.1.77"))
    assert live(evening).plans.keys() == {"fremen"}
    assert "Stilgar" in new.get(f"/t/{evening.table}/me/secret?tab=bid").text
    assert "Stilgar" not in old.get(f"/t/{evening.table}/me/secret?tab=bid").text
    evening.must("fremen", "ReopenPlan")
    evening.must("fremen", "LockPlan", dial=1, leader="Chani")
    evening.must("harkonnen", "LockPlan", dial=1, leader="Umman Kudu")
    evening.must("host", "Reveal")
    assert live(evening).winner == "fremen"


def test_4_93_08_what_an_ally_would_pay_is_heard_by_the_two_only(play: Play) -> None:
    evening = play(K8="off")
    evening.must("host", "ChangeOption", option="T8", value="ally")
    begin(evening, "fremen", "harkonnen")
    before, rung = snapshot(evening), len(evening.rings)
    evening.must("emperor", "LendSupport", amount=4)
    assert [set(ring) for ring in evening.rings[rung:]] == [{"emperor", "harkonnen"}]
    unmoved(before, snapshot(evening), {"emperor", "harkonnen"})


@pytest.mark.parametrize("choice", ["kill", "keep"])
def test_2_05_10_whoever_is_captured_looks_alike_to_those_it_does_not_concern(play: Play, choice: str) -> None:
    shown, names = [], set()
    for seed in (1, 3):
        evening = begin(play(K8="off"), "fremen", "harkonnen")
        evening.must("fremen", "LockPlan", dial=0, leader="Jamis")
        evening.must("harkonnen", "LockPlan", dial=2, leader="Feyd-Rautha")
        evening.must("host", "Reveal")
        evening.must("host", "SettleBattle")
        Dice.__init__(evening.dice, seed)
        evening.must("harkonnen", "Conclude", capture="draw")
        names.add(str(live(evening, "harkonnen").drawn))
        evening.must("harkonnen", "DecideCaptive", choice=choice)
        shown.append(snapshot(evening))
    assert len(names) == 2, "the two games differ"
    unmoved(shown[0], shown[1], {"harkonnen", "fremen"})


def test_4_97_07_the_table_draws_no_captive_for_harkonnen_with_a_phone(play: Play) -> None:
    evening = begin(play(K8="off"), "fremen", "harkonnen")
    evening.must("fremen", "LockPlan", dial=0, leader="Jamis")
    evening.must("harkonnen", "LockPlan", dial=2, leader="Feyd-Rautha")
    evening.must("host", "Reveal")
    evening.must("host", "SettleBattle")
    for act in ({"act": "Conclude", "capture": "draw"}, {"act": "DecideCaptive", "choice": "free"}):
        answer = evening.tap("host", act.pop("act"), **{"for": "harkonnen"}, **act)
        assert answer.status_code == 409 and "4.97.07" in answer.text
    assert "Conclude" not in evening.host.get(f"/t/{evening.table}/").text
    assert "Conclude" in evening.phones["harkonnen"].get(f"/t/{evening.table}/me").text


def test_1_10_02_04_no_bid_is_backed_once_bidding_is_over(play: Play) -> None:
    evening = play(K8="off")
    page = lambda: evening.phones["emperor"].get(f"/t/{evening.table}/me/secret?tab=home").text  # noqa: E731
    evening.must("host", "GoTo", phase="choam_charity")
    assert 'value="Back"' in page()
    begin(evening, "fremen", "harkonnen")
    assert 'value="Back"' not in page()


def test_3_01_11_01_while_a_window_is_open_the_shield_offers_what_was_announced(play: Play) -> None:
    evening = play("Karama/1")
    shown = lambda: evening.phones["atreides"].get(f"/t/{evening.table}/me/secret?tab=home").text  # noqa: E731
    evening.must("host", "GoTo", phase="battle")
    assert 'value="2.04.18"' in shown() and 'value="2.03.08"' in shown()
    fields = {"one": "fremen", "two": "harkonnen", "one_special": 2, "one_normal": 1, "two_normal": 5}
    evening.must("host", "BeginBattle", territory="Arrakeen", **fields)
    assert 'value="2.04.18"' in shown() and 'value="2.03.08"' not in shown()


def test_1_07_06_06_the_table_calls_no_traitor_for_a_phone_and_none_that_the_card_does_not_show(play: Play) -> None:
    evening = play(K8="off")
    evening.must("host", "DealTraitors")
    drawn = evening.sitting.views.referee.state(Traitors).dealt["fremen"]
    evening.must("fremen", "KeepTraitor", leader=drawn[0])
    leader = next(name for name in ("Feyd-Rautha", "Umman Kudu") if name != drawn[0])
    begin(evening, "fremen", "harkonnen")
    evening.must("fremen", "LockPlan", dial=0, leader="Jamis")
    evening.must("harkonnen", "LockPlan", dial=2, leader=leader)
    evening.must("host", "Reveal")
    assert "is my traitor" not in evening.host.get(f"/t/{evening.table}/").text
    answer = evening.tap("host", "CallTraitor", **{"for": "fremen"})
    assert answer.status_code == 409 and "has a phone" in answer.text and not live(evening).calls
    assert evening.sitting.act(EmptySeat("fremen"), "referee").done
    evening.must("host", "CallTraitor", **{"for": "fremen"})
    assert not live(evening).calls and live(evening).winner == "harkonnen"


def test_1_07_01_00_the_table_offers_who_stands_beyond_the_storm(play: Play) -> None:
    evening = play(K8="off")
    evening.must("host", "PlaceStorm", sector=11)
    evening.must("host", "GoTo", phase="battle")
    for seat in ("fremen", "harkonnen"):
        evening.must("host", "NoteForces", territory="Tsimpo", seat=seat, normal=2)
    page = evening.host.get(f"/t/{evening.table}/").text
    assert "The storm is over" in page and "Harkonnen in Tsimpo: behind the storm" in page
    evening.must("host", "NoteForces", territory="Tsimpo", seat="harkonnen", normal=2, way="far")
    page = evening.host.get(f"/t/{evening.table}/").text
    assert "No battles are left among" in page and "Harkonnen in Tsimpo: normal" in page


def test_3_01_11_04_nothing_is_paid_with_karama_once_bidding_is_over(play: Play) -> None:
    evening = play("Karama/1", "Karama/2", K8="off")
    page = lambda seat: evening.phones[seat].get(f"/t/{evening.table}/me/secret?tab=home").text  # noqa: E731
    for phase, shown in (("bidding", True), ("battle", False)):
        evening.must("host", "GoTo", phase=phase)
        pages = [page(seat) for seat in evening.phones]
        assert any("PayByKarama" in one for one in pages) is any("Your limit" in one for one in pages) is shown


def test_1_07_04_a_refused_plan_leaves_its_form_to_the_page_and_says_why_behind_that_shield_alone(play: Play) -> None:
    evening = begin(play(K8="off"), "fremen", "harkonnen")
    look = lambda seat: evening.phones[seat].get(f"/t/{evening.table}/me/secret?tab=bid", SCREEN).text  # noqa: E731
    kept = lambda: re.findall(r'id="plan" data-keep="(.+?)"', look("fremen"))  # noqa: E731
    before, rows = kept(), evening.rows()
    assert before and evening.tap("fremen", "LockPlan", dial=19, leader="Stilgar").status_code == 200
    assert "Not sent" in look("fremen") and "Dial less" in look("fremen")
    assert kept() == before and evening.rows() == rows and 'id="plan-form"' in look("fremen")
    others = (evening.host.get(f"/t/{evening.table}/").text, look("harkonnen"), look("emperor"))
    assert not [page for page in others if "Dial less" in page]
    evening.must("fremen", "LockPlan", dial=0, leader="Stilgar")
    assert "Not sent" not in look("fremen") and kept() != before


def test_1_11_01_a_refusal_behind_the_shield_goes_with_the_moment_it_was_for(play: Play) -> None:
    evening = begin(play(K8="off"), "fremen", "harkonnen")
    look = lambda: "Not sent" in evening.phones["emperor"].get(f"/t/{evening.table}/me/secret?tab=bid").text  # noqa: E731
    evening.tap("emperor", "AnswerTraitor", answer="no")
    evening.must("fremen", "LockPlan", dial=0, leader="Jamis")
    assert look(), "it waits until it is read"
    evening.must("host", "CancelBattle")
    assert not look()


def test_1_07_01_before_the_battles_count_as_done_the_table_asks_who_stood_in_a_stronghold(play: Play) -> None:
    evening = play(K8="off")
    page = lambda: evening.host.get(f"/t/{evening.table}/").text  # noqa: E731
    ask, done = "there before. Who is there now?", "No battles are left among"
    evening.must("host", "GoTo", phase="mentat_pause")
    evening.must("host", "NameHolders", arrakeen="harkonnen", carthag="emperor")
    evening.must("host", "GoTo", phase="battle", anyway="1")
    assert ask not in page() and done not in page()
    evening.must("host", "NoteForces", territory="Arrakeen", seat="fremen", normal=2)
    assert f"Fremen are there, Harkonnen were {ask}" in page() and done not in page()
    evening.must("host", "NoteForces", territory="Arrakeen", seat="harkonnen", normal=0)
    assert ask not in page() and done in page()
