"""A phone that has something to do shows its form, not what is only good to know."""

from __future__ import annotations

from pathlib import Path

from tests.kit import Evening, Play, set_up

VIDAL = "disc aside"


def test_who_has_something_to_do_is_spared_what_is_only_good_to_know(tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin(set_up(("ecaz", "moritani", "fremen")))
    try:
        evening.must("host", "StartTurnOne", first="ecaz")
        page = evening.phones["fremen"].get(f"/t/{evening.table}/me").text
        assert "place 10 forces" in page and VIDAL not in page
        assert VIDAL in evening.host.get(f"/t/{evening.table}/").text
    finally:
        evening.close()


def test_1_04_03_who_may_not_bid_is_told_why_as_long_as_a_card_is_up(play: Play) -> None:
    evening = play(count={"fremen": 4})
    evening.open_card()
    out = "Your hand is full: you sit out this card."
    at = f"/t/{evening.table}/me"
    told = {seat for seat, phone in evening.phones.items() if out in phone.get(at).text.partition("<form")[0]}
    assert told == {"fremen"}
