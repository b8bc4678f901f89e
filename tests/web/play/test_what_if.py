"""What if: the open page knows nothing secret; behind the shield it starts from one's hand."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from tests.kit import Evening, Play

PLAN = "leader=Duncan+Idaho&dial=3&normal=5&special=0&support=3&foe=harkonnen"
FOE = "their_leader=Feyd-Rautha&their_dial=2&their_normal=4&their_special=0"


@pytest.fixture
def night(play: Play) -> Evening:
    return play("Lasgun/1", "Karama/1", "Shield/1")


def choices(page: str, name: str) -> set[str]:
    """Return what a list of a page offers, or the buttons in its place."""
    part = page.partition(f'<select id="field-what-{name}"')[2].partition("</select>")[0]
    side_by_side = re.findall(rf'<input type="radio" name="{name}" value="([^"]*)"', page)
    return {*re.findall(r'value="([^"]*)"', part), *side_by_side} - {""}


def secret(evening: Evening, more: str = "", seat: str = "atreides") -> str:
    return evening.phones[seat].get(f"/t/{evening.table}/me/secret?tab=home&see=whatif&{more}").text


def test_1_11_01_the_shield_offers_the_own_cards_and_the_open_page_all(night: Evening) -> None:
    held = {card.split("/")[0] for card in night.sitting.screen("atreides").seats["atreides"].hand.faces()}
    assert choices(secret(night), "weapon") == held & {"Lasgun"}
    public = night.onlooker.get(f"/t/{night.table}/whatif").text
    assert {"Lasgun", "Crysknife", "Chaumas"} <= choices(public, "weapon")


def test_1_11_01_a_card_in_the_own_hand_is_not_the_opponents(night: Evening) -> None:
    assert "Lasgun" not in choices(secret(night, PLAN), "their_weapon")
    assert "Lasgun" in choices(secret(night, PLAN, "fremen"), "their_weapon")


def test_1_07_06_the_ends_and_the_explanation_stand_on_the_page(night: Evening) -> None:
    page = secret(night, f"{PLAN}&{FOE}&weapon=Lasgun&their_defence=Shield")
    assert "Lasgun and Shield explode" in page and 'class="what-end' in page, "how it ends stands above the button"
    assert "Nobody wins" in page and "They win" not in page.partition("Explained")[0].replace("Nobody wins", "")
    assert "3.01.14" in page.partition("Explained")[2]


def test_1_07_04_01_a_plan_that_is_not_allowed_says_why(night: Evening) -> None:
    page = secret(night, "leader=Duncan+Idaho&dial=30&normal=5&foe=harkonnen")
    assert "Your plan:" in page and "1.07.04.01" in page
    assert "Against every pair of cards" not in page


def test_1_07_06_the_end_against_the_chosen_cards_is_said_first(night: Evening) -> None:
    page = secret(night, f"{PLAN}&{FOE}&weapon=Lasgun&their_defence=Shield")
    assert "Nobody wins" in page.partition('class="what-end')[2].partition("</p>")[0]
    page = secret(night, f"{PLAN}&{FOE}&their_defence=Shield")
    assert "Nobody wins" not in page.partition('class="what-end')[2].partition("</p>")[0]


@pytest.mark.parametrize("junk", ["1e9", "-4", "nan", "inf", "é", "' or 1=1", "9" * 400, "harkonnen", "Kulon"])
def test_junk_in_every_field_changes_nothing(night: Evening, junk: str) -> None:
    names = ("me", "foe", "leader", "dial", "normal", "special", "support", "weapon", "defence", "first", "companion")
    query, before = urlencode({f"{of}{name}": junk for name in names for of in ("", "their_")}), night.rows()
    answers = [night.onlooker.get(f"/t/{night.table}/whatif?{query}")]
    answers += [phone.get(f"/t/{night.table}/me/secret?see=whatif&{query}") for phone in night.phones.values()]
    assert {answer.status_code for answer in answers} == {200}
    assert night.rows() == before


def test_3_02_cards_that_no_deck_here_holds_are_not_offered_where_the_referee_deals(night: Evening) -> None:
    page = night.onlooker.get(f"/t/{night.table}/whatif").text
    assert not {"Poison Tooth", "Weirding Way"} & (choices(page, "weapon") | choices(page, "their_weapon"))
    night.must("host", "ChangeOption", option="P1", value="told")
    assert "Poison Tooth" in choices(night.onlooker.get(f"/t/{night.table}/whatif").text, "weapon")
