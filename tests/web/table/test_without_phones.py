"""A table without phones: the table screen enters for every seat what there is to do in each phase."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.board.forces import TANKS, Group, forces_in
from referee.common.factions import faction_name
from referee.holdings.traitors import Traitors
from referee.offers.offer import MOST_NAMED
from referee.offers.waiting import asked_by_name
from referee.phases.charity import claims
from referee.phases.shipment.prices_and_permissions import shipments
from referee.turn.next_phase import GoTo
from tests.kit import SCREEN, SIX, Evening, Stacked, deck, set_up

DOES = {
    "choam_charity": {"ClaimCharity", "LayBribe"},
    "revival": {"ReviveForces", "ReviveLeader", "SayDone", "LayBribe"},
    "shipment": {"SayDone", "LayBribe"},
    "spice_collection": {"LayBribe"},
    "bidding": {"LayBribe"},
}


@pytest.fixture
def bare(tmp_path: Any) -> Any:
    evening = Evening(tmp_path / "hall")
    evening.begin(set_up(spice=dict.fromkeys(SIX, 1) | {"emperor": 9}), seats=())
    yield evening
    evening.close()


def entered(evening: Evening, seat: str) -> set[str]:
    """Return what the table screen may enter for a seat."""
    assert f'href="/t/{evening.table}/more/{seat}"' in evening.host.get(f"/t/{evening.table}/").text
    menu = evening.host.get(f"/t/{evening.table}/more/{seat}", SCREEN).text
    return {part.split('"')[0] for part in menu.split('name="act" value="')[1:]}


@pytest.mark.parametrize("phase", list(DOES))
def test_every_seat_without_a_phone_is_offered_what_the_phase_has(bare: Evening, phase: str) -> None:
    bare.must("host", "GoTo", phase=phase)
    for seat in SIX:
        assert DOES[phase] <= entered(bare, seat), seat


def test_the_headline_that_asks_a_seat_without_a_phone_leads_to_its_form(bare: Evening) -> None:
    bare.must("host", "GoTo", phase="shipment")
    page = bare.host.get(f"/t/{bare.table}/").text
    hub = page.split('id="hub"')[1].split("</section>")[0]
    assert 'href="#enter-atreides">Enter for Atreides</a>' in hub and 'id="enter-atreides"' in page
    assert "#enter-" not in bare.onlooker.get(f"/t/{bare.table}/").text, "only who holds the controls may enter it"


def test_every_seat_without_a_phone_that_is_asked_has_a_button_in_the_headline(bare: Evening) -> None:
    bare.must("host", "StartTurnOne", first="atreides")
    hub = bare.host.get(f"/t/{bare.table}/").text.split('id="hub"')[1].split("</section>")[0]
    asked = asked_by_name(bare.public)
    assert len(asked) > MOST_NAMED
    for seat in asked[:MOST_NAMED]:
        assert f'href="/t/{bare.table}/more/{seat}">Enter for {faction_name(seat)}</a>' in hub


def test_1_03_01_charity_is_claimed_for_a_player_without_a_phone(bare: Evening) -> None:
    bare.sitting.act(GoTo("choam_charity"), "public")
    bare.must("host", "ClaimCharity", **{"for": "fremen"})
    assert bare.sitting.views.referee.seats["fremen"].spice == 2
    bare.must("host", "ClaimCharity", **{"for": "emperor"})
    assert bare.sitting.views.referee.seats["emperor"].spice == 9 and claims(bare.public).seats == {"fremen"}


def test_1_03_01_nobody_claims_or_bribes_for_a_player_who_has_a_phone(bare: Evening) -> None:
    bare.seat("fremen")
    bare.must("host", "GoTo", phase="choam_charity")
    before = bare.rows()
    for act, more in (("ClaimCharity", {}), ("LayBribe", {"to": "emperor", "amount": 1})):
        answer = bare.tap("host", act, **{"for": "fremen"}, **more)
        assert answer.status_code == 409 and "has a phone" in answer.text and bare.rows() == before


def test_1_12_01_a_bribe_is_laid_for_a_player_without_a_phone(bare: Evening) -> None:
    bare.must("host", "GoTo", phase="revival")
    bare.must("host", "LayBribe", **{"for": "emperor"}, to="fremen", amount=4)
    assert bare.public.seats["fremen"].bribes == 4 and bare.sitting.views.referee.seats["emperor"].spice == 5
    bare.must("host", "LayBribe", **{"for": "fremen"}, to="emperor", amount=8)
    assert bare.public.seats["emperor"].bribes == 0 and bare.sitting.views.referee.seats["fremen"].spice == 1


def test_3_01_11_03_a_shipment_by_karama_is_entered_for_a_player_without_a_phone(tmp_path: Any) -> None:
    order = deck(*(f"{card}/1" for card in ("Karama", "Baliset", "Tleilaxu Ghola", "Shield", "Snooper", "Kulon")))
    bare = Evening(tmp_path / "hall", dice=Stacked(7, order))
    bare.begin(set_up(spice=dict.fromkeys(SIX, 9)), seats=())
    bare.must("host", "GoTo", phase="shipment")
    bare.must("host", "Ship", **{"for": "atreides"}, normal=3, goal="Carthag", by_card="1")
    bare.must("host", "Ship", **{"for": "bene_gesserit"}, normal=3, goal="Carthag", by_card="1")
    truth = bare.sitting.views.referee
    assert [truth.seats[seat].spice for seat in SIX[:2]] == [7, 9] and shipments(truth).made == {"atreides": "down"}
    bare.close()


def test_3_01_20_the_ghola_is_entered_for_a_player_without_a_phone(bare: Evening) -> None:
    bare.must("host", "KeepCount")
    bare.must("host", "GoTo", phase="revival")
    bare.must("host", "LoseForces", seat="fremen", normal=4)
    assert "PlayGhola" in entered(bare, "fremen")
    bare.must("host", "PlayGhola", **{"for": "fremen"}, normal=4)
    assert forces_in(bare.public, "fremen", TANKS) == Group(4), "no card, nothing happens"


def test_1_12_04_no_bribe_before_the_first_storm(bare: Evening) -> None:
    assert bare.tap("host", "LayBribe", **{"for": "emperor"}, to="fremen", amount=1).status_code == 409


def test_4_97_07_the_table_lays_no_card_down_for_a_player_who_has_a_phone(bare: Evening) -> None:
    bare.seat("fremen")
    for phase, act, more in (
        ("storm", "ControlWeather", {"distance": 3}),
        ("shipment", "PlayHajr", {}),
        ("shipment", "StopPower", {"rule": "2.06.04"}),
        ("shipment", "PlayGhola", {"normal": 1}),
    ):
        bare.must("host", "GoTo", phase=phase)
        before = bare.rows()
        answer = bare.tap("host", act, **{"for": "fremen"}, **more)
        assert answer.status_code == 409 and "has a phone" in answer.text and bare.rows() == before, act
        assert "4.97.07" in answer.text


def test_4_97_07_in_bidding_too(auctioned: Evening) -> None:
    menus = [auctioned.host.get(f"/t/{auctioned.table}/more/{seat}").text for seat in ("fremen", "harkonnen")]
    assert ["Stop it with Karama" in menu for menu in menus] == [False, True]
    answer = auctioned.tap("host", "StopPower", **{"for": "fremen"}, rule="2.01.05")
    assert answer.status_code == 409 and "has a phone" in answer.text


@pytest.fixture
def auctioned(bare: Evening) -> Evening:
    """Everybody may talk about the first card; only Fremen have a phone."""
    bare.seat("fremen")
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        bare.must("host", act)
    return bare


def test_4_94_03_the_table_says_how_a_player_without_a_phone_sets_a_plan(bare: Evening) -> None:
    bare.seat("fremen")
    bare.must("host", "ChangeOption", option="K8", value="off")
    bare.must("host", "GoTo", phase="battle")
    begun = {"one": "fremen", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
    bare.must("host", "BeginBattle", territory="Arrakeen", **begun)
    page = lambda: bare.host.get(f"/t/{bare.table}/").text  # noqa: E731
    assert "Harkonnen have no phone: set a cardboard wheel." in page() and "4.94.03" in page()
    bare.must("fremen", "LockPlan", dial=2, leader="Stilgar")
    assert "Harkonnen have no phone: show the wheel now and enter it." in page()
    wheel = {"seat": "harkonnen", "dial": "1½", "leader": "Umman Kudu"}
    held = bare.sitting.views.referee.seats["harkonnen"].hand.faces()
    missing = next(one for one in ("Crysknife", "Lasgun") if not any(card.startswith(one) for card in held))
    for more in ({"support": 2}, {"weapon": missing}):
        bare.must("host", "TypeWheel", **wheel, **more)
        assert "Harkonnen cannot set that wheel." in page() and "1½ dialed" not in page(), more
    bare.must("host", "TypeWheel", **wheel, support=1)
    assert "Harkonnen has no phone" not in page() and "1½ dialed" in page()


def test_4_97_17_02_a_seat_without_a_phone_looks_behind_its_shield_at_the_table_screen(bare: Evening) -> None:
    bare.must("host", "DealTraitors")
    base, (one, *_) = f"/t/{bare.table}", bare.sitting.views.referee.state(Traitors).dealt["emperor"]
    assert f'href="{base}/look/emperor"' in bare.host.get(f"{base}/more/emperor", SCREEN).text
    assert one not in bare.host.get(f"{base}/look/emperor").text, "opened by a tap alone"
    assert one in bare.host.post(f"{base}/look/emperor").text
    assert bare.onlooker.post(f"{base}/look/emperor").status_code == 403
    assert "looks behind their shield at the table screen" in bare.onlooker.get(f"{base}/log").text
    bare.seat("emperor")
    bare.must("host", "GoTo", phase="storm")
    page = bare.host.get(f"{base}/").text
    assert "Atreides, Bene Gesserit, Fremen and the Guild have no phone: look behind the shield" in page
    assert "Bene Gesserit have no phone: write the prediction on paper." in page
    assert "Open the shield" not in bare.host.get(f"{base}/look/emperor").text
    refused = bare.host.post(f"{base}/look/emperor")
    assert (
        refused.status_code == 409
        and one not in refused.text
        and bare.onlooker.get(f"{base}/log").text.count("looks behind") == 1
    )


def test_4_97_03_what_is_refused_on_the_table_screen_can_be_done_all_the_same(bare: Evening) -> None:
    bare.must("host", "GoTo", phase="choam_charity")
    bare.must("host", "ClaimCharity", **{"for": "fremen"})
    again = {"for": "fremen"}
    refused = bare.tap("host", "ClaimCharity", **again)
    assert refused.status_code == 409 and 'name="waive" value="1"' in refused.text
    assert "Do it anyway" not in bare.tap("host", "ClaimCharity", **{"for": "nobody"}).text
    assert bare.tap("host", "ClaimCharity", **again, waive="1").status_code < 400
    for page in ("log", "log?order=told", ""):
        told = bare.onlooker.get(f"/t/{bare.table}/{page}").text
        assert told.count("Fremen have 2 spice or more, so they get no charity.") == (1 if page else 2), "the news too"
        allowed = told.partition("Allowed anyway: Fremen have 2 spice or more")[2].partition("</li>")[0]
        assert ">1.03.02<" in allowed, page
    number = re.findall(r"/why/(\d+)[^>]*>Allowed anyway", bare.host.get(f"/t/{bare.table}/log").text)[0]
    for one in (int(number), int(number) + 1):
        assert "so they get no charity." in bare.onlooker.get(f"/t/{bare.table}/why/{one}").text


def test_a_form_of_the_table_asks_for_the_faction_where_none_was_chosen(bare: Evening) -> None:
    bare.must("host", "GoTo", phase="battle", anyway="1")
    before, menu = bare.rows(), bare.host.get(f"/t/{bare.table}/more?see=corrections", SCREEN).text
    form = menu.partition('value="CorrectSpice"')[2].partition("</form>")[0]
    assert 'name="seat" value="fremen"' in form and "checked" not in form.partition("</fieldset>")[0]
    answer = bare.tap("host", "CorrectSpice", amount="4")
    assert "Choose the faction first." in answer.text and bare.rows() == before
