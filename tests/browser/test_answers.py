"""What a tap brings is said where the tap was, and nothing that was made is lost by it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.board.territories import TERRITORIES
from tests.browser.test_thumbs import enter
from tests.kit import Screens, lay_table, push, type_fast

pytestmark = pytest.mark.browser
DECK = ("Kulon/1",) * 12
QUICK = (("B6", "120"), ("B7", "off"), ("K8", "off"))


@pytest.fixture
def night(evening: Callable[..., Screens], tables: Path) -> Screens:
    table = lay_table(tables, deck=DECK, faces={}, options=QUICK, spice={"atreides": 3})
    one = evening().begin(table, ("atreides",))
    one.allowed = ("409",)
    for label in ("Begin bidding", "Deal 6 cards"):
        one.press(label)
    one.agree("Atreides to bid", "")
    return one


@pytest.mark.long
def test_a_digit_that_is_too_low_leaves_the_keyboard_of_the_auction_alive(night: Screens) -> None:
    night.screen.keyboard.type("3")
    night.shows("Bene Gesserit to bid")
    night.screen.wait_for_function("() => guard.calmKey('P')")
    type_fast(night.screen, "2")
    night.shows("The lowest bid is 4.")
    night.screen.keyboard.type("5")
    night.shows("Emperor to bid")


def test_a_bid_that_cannot_be_paid_is_answered_at_its_button(night: Screens) -> None:
    phone = night.phones["atreides"]
    phone.locator("#amount").fill("9")
    push(phone.locator("#bid-amount"))
    phone.wait_for_selector("#actions #unsent:has-text('“Bid 9” was not sent')")
    push(phone.locator("button[data-bid='+1']"))
    night.shows("Bene Gesserit to bid")
    assert phone.locator("#unsent").count() == 0


@pytest.mark.long
def test_a_propped_shield_closes_at_its_top_however_long_the_secret_is(night: Screens) -> None:
    phone = night.phones["atreides"]
    with night.prop("atreides"):
        assert phone.locator("button.shield-grip").inner_text() == "Tap to close"  # no turn's card lies below
    for size in ({"width": 360, "height": 640}, {"width": 390, "height": 844}):
        phone.set_viewport_size(size)
        with night.prop("atreides"):
            grip, secret = (phone.locator(one).bounding_box() for one in ("button.shield-grip", "#secret"))
            assert 0 < grip["y"] < secret["y"] + 1 and grip["y"] < size["height"] / 2


def test_a_place_is_chosen_on_the_map_and_what_is_out_of_reach_is_grey(
    evening: Callable[..., Screens], tables: Path
) -> None:
    one = evening().begin(lay_table(tables, deck=DECK, faces={}, options=QUICK, turn=2), ("bene_gesserit",))
    for act, fields in (("KeepCount", {}), ("PlaceStorm", {"sector": "13"}), ("SeatMarkers", {"seat": "emperor"})):
        enter(one, act, **fields)
    enter(one, "GoTo", phase="shipment", anyway="1")
    phone = one.phones["bene_gesserit"]
    push(phone.locator("[data-turn-map]"))
    box = phone.locator("#turn-chart")
    box.locator("#place-carthag").wait_for()
    places = box.locator("a[data-place]")
    there = {one.name for one in TERRITORIES.values() if not one.owner and not one.found}
    assert places.count() == len(there)  # what a faction brings or a game finds is on no map before that
    assert (
        box.locator("#place-carthag.is-legal").count() == 1 and box.locator("#place-sietch_tabr.is-legal").count() == 0
    )
    box.locator("#place-sietch_tabr").dispatch_event("click")
    box.locator(".chart-said:has-text('Sietch Tabr can')").wait_for()
    before = box.locator("svg").first.bounding_box()["width"]
    assert before <= box.locator(".chart-pane").bounding_box()["width"], "all of the map is in view at first"
    box.get_by_role("button", name="Larger").tap()
    assert box.locator("svg").first.bounding_box()["width"] > before
    box.locator("#place-carthag").dispatch_event("click")
    assert phone.locator("#turn-ship [name=goal]:checked").input_value() == "Carthag"
    with one.prop("bene_gesserit"):
        phone.wait_for_selector("button.shield-grip:has-text('your turn is below')")

    table = one.screen  # on the table screen a place is put right by taps, and a list of places is answered on the map
    table.locator("#map #place-arrakeen").dispatch_event("click")
    table.locator("#place-box summary:has-text('Atreides: how many here?')").click()
    table.locator("#place-box details[open] [data-pick-for]").click()
    assert table.locator("#map #place-carthag.is-legal").count() == 1
    table.locator("#map #place-carthag").dispatch_event("click")
    assert table.locator("#place-box details[open] select[name=other]").input_value() == "Carthag"
    assert not table.locator("#map.is-picking").count()
    push(table.locator("#place-box details[open] button[name=normal][value='7']"))
    table.locator("#stands-arrakeen-9-atreides:has-text('7')").wait_for(state="attached")
    assert "3" in table.locator("[id^=stands-carthag][id$=atreides]").text_content()
    # in the menu of a seat, too; and what changes at the table meanwhile takes away no form that is being filled in
    push(table.locator("#menu-emperor"))
    push(table.locator("#side summary:has-text('Ship from reserves')").first)
    table.locator("#side details[open] [data-pick-for]").click()
    table.evaluate("document.dispatchEvent(new Event('looked'))")
    table.wait_for_timeout(1000)
    table.locator("#map #place-basin").dispatch_event("click")
    assert table.locator("#side details[open] [name=goal]").input_value() == "Basin"


@pytest.mark.long
def test_a_plan_that_is_changed_again_stands_there_as_it_was_locked(
    evening: Callable[..., Screens], tables: Path
) -> None:
    night = evening().begin(lay_table(tables, deck=DECK, faces={}, options=QUICK, turn=2), ("harkonnen",))
    enter(night, "GoTo", phase="battle", anyway="1")
    enter(night, "BeginBattle", territory="Carthag", one="harkonnen", two="emperor", one_normal="4", two_normal="4")
    with night.prop("harkonnen") as phone:
        phone.locator("#plan-form label:has-text('Umman Kudu')").tap()
        phone.locator("#plan-form [name=dial]").fill("2")
        push(phone.locator("#plan-form button.btn-go"))
        push(phone.locator("#plan button:has-text('Change the plan')"))
        phone.wait_for_selector("#plan-form label.is-on:has-text('Umman Kudu')")
        assert phone.locator("#plan-form [name=dial]").input_value() == "2"
