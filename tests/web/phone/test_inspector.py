"""Behind the shield, every card of one's hand can be seen closer; a card elsewhere says no more than its rule."""

from __future__ import annotations

import pytest

from referee.web.phone.shield_details import one_card
from referee.web.view_models.parts import Link
from tests.kit import Evening, LiveTable, snapshot, unmoved


def test_a_card_in_the_own_hand_opens_on_what_it_can_do(evening: Evening) -> None:
    base = f"/t/{evening.table}/me/secret?tab=home"
    phone = evening.phones["atreides"]
    assert 'see=card:Karama" hx-get=' in phone.get(base).text
    page = phone.get(f"{base}&see=card:Karama").text
    assert "once-a-game power" in page and "thing-card" in page and "/me/rules/3.01.11" in page


def test_a_card_that_is_not_held_has_a_rule_and_nothing_to_do(evening: Evening) -> None:
    base = f"/t/{evening.table}/me/secret?tab=home&see=card:"
    page = evening.phones["fremen"].get(f"{base}Karama").text
    assert "thing-card" in page and "you can now" not in page and "not now" not in page
    assert evening.phones["fremen"].get(f"{base}No such card").status_code == 200


def test_p5_looking_at_a_card_moves_nothing(auction: Evening) -> None:
    before, rows = snapshot(auction), auction.rows()
    auction.phones["atreides"].get(f"/t/{auction.table}/me/secret?tab=home&see=card:Karama")
    unmoved(before, snapshot(auction), set())
    assert auction.rows() == rows


@pytest.mark.parametrize(
    ("card", "phase", "command"),
    [
        ("Weather Control", "storm", "ControlWeather"),
        ("Weather Control", "revival", ""),
        ("Truthtrance", "revival", "PutQuestion"),
        ("Hajr", "shipment", "PlayHajr"),
        ("Tleilaxu Ghola", "bidding", "PlayGhola"),
    ],
)
def test_3_00_02_a_card_that_may_be_played_now_has_its_button_on_its_own_page(
    card: str, phase: str, command: str
) -> None:
    table = LiveTable("emperor", "fremen", turn=2, phase=phase, hands={"emperor": (f"{card}/1",)})
    for seat in table.public.seats:
        page = one_card(table.screen(seat), seat, card, Link("Back", ""))
        assert page and [one.act for one in page.forms] == ([command] if command and seat == "emperor" else [])
