"""Behind the shield, every card of one's hand can be seen closer; a card elsewhere says no more than its rule."""

from __future__ import annotations

from tests.kit import Evening, snapshot, unmoved


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
