"""Deals are brought up when they are due, and each leader's place stands on its player's phone."""

from __future__ import annotations

from tests.kit import Evening, Play


def sees(evening: Evening, viewer: str, words: str, tab: str = "bid") -> bool:
    path = f"/t/{evening.table}/" if viewer == "host" else f"/t/{evening.table}/me?tab={tab}"
    return words in evening.who(viewer).get(path).text


def test_1_12_00_a_deal_is_brought_up_when_it_is_due_to_the_table_and_the_two(play: Play) -> None:
    evening, words = play(), "no bid on card 2"
    evening.must("host", "GoTo", phase="storm")
    evening.must("host", "MakeDeal", seat="fremen", other="emperor", words=words, phase="bidding", turn=1)
    assert all(sees(evening, viewer, words) for viewer in evening.phones), "what has just happened"
    evening.must("host", "GoTo", phase="choam_charity", anyway="1")
    assert not any(sees(evening, viewer, words) for viewer in ("fremen", "emperor"))
    evening.open_card()
    assert all(sees(evening, viewer, words) for viewer in ("host", "fremen", "emperor"))
    assert not sees(evening, "atreides", words)
    evening.must("host", "EndBidding")
    evening.must("host", "GoTo", phase="revival")
    assert not any(sees(evening, viewer, words, tab) for viewer in ("fremen", "emperor") for tab in ("bid", "more"))


def test_1_12_00_a_deal_for_any_phase_stands_on_the_page_more_and_not_over_the_bids(play: Play) -> None:
    evening, words = play(), "peace in Arrakeen"
    evening.must("host", "GoTo", phase="storm")
    evening.must("host", "MakeDeal", seat="fremen", other="emperor", words=words, phase="", turn=0)
    evening.open_card()
    assert sees(evening, "fremen", words, "more") and not sees(evening, "fremen", words)


def test_1_12_04_nobody_bribes_before_the_game_begins(play: Play) -> None:
    evening = play()
    rows = evening.rows()
    evening.tap("fremen", "Bribe", to="emperor", amount=1)
    assert evening.rows() == rows
    assert "1.12.04" in evening.phones["fremen"].get(f"/t/{evening.table}/me/secret").text
    evening.must("host", "GoTo", phase="choam_charity")
    evening.must("fremen", "Bribe", to="emperor", amount=1)


def test_1_05_05_a_leader_who_lies_face_down_is_named_to_its_owner_alone(play: Play) -> None:
    evening = play()
    evening.must("host", "KeepCount")
    evening.must("host", "GoTo", phase="battle")
    evening.must("host", "LoseLeader", leader="Stilgar")
    page = f"/t/{evening.table}/me/secret?tab=home&see=leaders"
    said = evening.phones["fremen"].get(page).text
    assert "<b>Stilgar (7)</b>: in the Tanks, face up" in said and "<b>Chani (6)</b>: ready" in said
    assert "Reserves" in said and "Stilgar" not in evening.phones["emperor"].get(page).text
