"""An open shield marks the buttons outside it: what would be refused is quiet, the answer that was given is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.phases.charity import ClaimCharity
from referee.turn.next_phase import GoTo
from referee.web.phone.marked import marks_of
from tests.kit import Evening, LiveTable, set_up
from tests.tools.looks.instruments import Screen
from tests.tools.looks.sweep import ORIGIN, Keeper, Viewer

SEATS = ("emperor", "atreides", "fremen", "harkonnen", "spacing_guild", "bene_gesserit")
SPICE = {**dict.fromkeys(SEATS, 3), "fremen": 1}
CLAIM = '[value="ClaimCharity"]~.btn'.replace('"', "&#34;")
FIGHT = {"territory": "Carthag", "one": "harkonnen", "two": "emperor", "one_normal": 6, "two_normal": 5}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path).begin(set_up(SEATS, K8="off", spice=SPICE))
    yield made
    made.close()


def look(evening: Evening, seat: str, part: str = "") -> str:
    return evening.phones[seat].get(f"/t/{evening.table}/me{part}").text


def known(evening: Evening, seat: str) -> str:
    """Return what the open shield says of the buttons outside."""
    secret = look(evening, seat, "/secret?tab=bid")
    return secret.partition("data-refused=")[2].partition("</i>")[0]


def answer_no(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="battle", anyway="1")
    evening.must("host", "BeginBattle", **FIGHT)
    evening.must("harkonnen", "LockPlan", dial="1", leader="Feyd-Rautha")
    evening.must("emperor", "LockPlan", dial="1", leader="Caid")
    evening.must("fremen", "AnswerTraitor", answer="no")


def test_1_03_01_only_behind_the_shield_of_a_player_with_spice_is_charity_refused(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="choam_charity", anyway="1")
    said = {seat: CLAIM in known(evening, seat) for seat in SEATS}
    assert said == {**dict.fromkeys(SEATS, True), "fremen": False, "bene_gesserit": False}
    assert all("Claim charity" in look(evening, seat) and "data-refused" not in look(evening, seat) for seat in SEATS)


def test_1_04_06_03_a_bid_above_the_own_limit_is_marked_for_who_may_bid(evening: Evening) -> None:
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    evening.must("host", "DealRow")
    evening.must("emperor", "Bid", amount="2")
    mine = known(evening, "atreides").replace("&#34;", "")
    assert "[value=Bid]~[value=4]" in mine and "[value=3]" not in mine and "data-most=3" in mine.replace('"', "")
    assert "data-most" not in known(evening, "emperor"), "who is not on turn bids nothing"


def test_3_01_11_01_only_who_holds_no_karama_has_its_button_marked() -> None:
    hands = {"bene_gesserit": (), "emperor": ("Karama/1",), "fremen": ("Snooper/1",)}
    table = LiveTable(*hands, hands=hands, K8="15")
    table.do(GoTo("choam_charity", anyway=True))
    assert not any("StopPower" in str(marks_of(table.screen(seat), seat)) for seat in hands)
    table.do(ClaimCharity("bene_gesserit"))
    marked = {seat: "StopPower" in str(marks_of(table.screen(seat), seat)) for seat in hands}
    assert (marked["emperor"], marked["fremen"]) == (False, True)


def test_1_07_06_06_the_answer_given_is_marked_behind_the_shield_alone(evening: Evening) -> None:
    answer_no(evening)
    mine = known(evening, "fremen").replace("&#34;", "")
    assert "[value=AnswerTraitor]~fieldset [value=no]" in mine and "[value=yes]" not in mine
    assert not known(evening, "atreides") and "data-given" not in look(evening, "fremen")
    assert "you may still change it" in look(evening, "fremen")


@pytest.mark.browser
def test_while_the_shield_is_open_a_button_that_would_be_refused_is_quiet_and_an_answer_is_chosen(
    chromium: Any,
    evening: Evening,
) -> None:
    keeper, path = Keeper(evening), f"/t/{evening.table}/me"
    evening.must("host", "GoTo", phase="choam_charity", anyway="1")
    keeper.keep("charity", "phone", path, evening.phones["emperor"], new=False)
    answer_no(evening)
    keeper.keep("traitor", "phone", path, evening.phones["fremen"], new=False)
    buttons = (("#actions .btn:has-text('Claim charity')", "is-off"), ("#actions [name=answer][value=no]", "is-on"))
    with Viewer(chromium, Screen(360, 640)) as viewer:
        for kept, (button, mark) in zip(keeper.pages, buttons, strict=True):
            viewer.now = kept
            viewer.page.goto(ORIGIN + kept.path)
            marked = viewer.page.locator(f"{button}.{mark}")
            grip = viewer.page.locator("button.shield-grip")
            assert viewer.page.locator(button).count() == 1 and not marked.count()
            grip.click()
            marked.wait_for()
            viewer.page.wait_for_timeout(400)  # a second tap where one was does nothing for a moment
            grip.click()
            viewer.page.wait_for_function("() => document.getElementById('secret').hidden")
            assert not marked.count() and not viewer.page.locator("#actions [aria-disabled]").count()


@pytest.mark.browser
def test_1_04_06_03_while_the_shield_is_open_a_chosen_bid_above_the_own_limit_is_quiet(
    chromium: Any, evening: Evening
) -> None:
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    evening.must("host", "DealRow")
    evening.must("emperor", "Bid", amount="2")
    keeper = Keeper(evening)
    keeper.keep("bid", "phone", f"/t/{evening.table}/me", evening.phones["atreides"], new=False)
    with Viewer(chromium, Screen(360, 640)) as viewer:
        page = viewer.page
        for name in viewer.show(keeper.pages[0]):
            chosen, quiet = page.locator("#bid-amount:has-text('5')"), page.locator("#bid-amount.is-off")
            assert chosen.count() == 1 and quiet.count() == name.endswith("open")
        for way, amount, many in (("One less", "4", 1), ("One less", "3", 0), ("One more", "4", 1)):
            page.get_by_role("button", name=way).click()
            page.wait_for_function(f"() => document.querySelector('#bid-amount output').textContent === '{amount}'")
            assert quiet.count() == many, amount
        page.wait_for_timeout(400)
        page.locator("button.shield-grip").click()
        page.wait_for_function("() => document.getElementById('secret').hidden")
        assert not quiet.count()
