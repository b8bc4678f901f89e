"""A phone in a paused game."""

from __future__ import annotations

from tests.kit.evening import Evening


def test_4_97_05_while_the_game_is_paused_a_phone_neither_bids_nor_passes(auction: Evening) -> None:
    seat = auction.bidding.turn

    def may_pass() -> bool:
        return 'name="act" value="Pass"' in auction.phones[seat].get(f"/t/{auction.table}/me").text

    assert may_pass()
    auction.must("host", "PauseClock")
    assert not may_pass()
    auction.must("host", "ResumeClock")
    assert may_pass()
