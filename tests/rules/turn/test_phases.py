"""The frame of a turn: what now, who is done, which phases are done by hand."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces_counted import KeepCount, LoseForces
from referee.common.turn import PHASES, by_hand
from referee.holdings.setup import ChangeOption
from referee.offers.offer import TABLE, offers
from referee.offers.waiting import on_turn, whose_turn
from referee.offers.what_now import at_a_glance, mark_of, what_now
from referee.phases.bidding.auction import BeginBidding
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.charity import ClaimCharity
from referee.phases.revival.forces import ReviveForces
from referee.turn.next_phase import GoTo, beginnings
from referee.turn.who_is_done import SayDone
from tests.kit import SIX, LiveTable


def begin(spice: int = 1, **options: Any) -> LiveTable:
    return LiveTable(first="emperor", spice=spice, **options)


def now(sitting: LiveTable) -> str:
    return " ".join(words for words, _ in sitting.said())


# -- who must do what ---------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "bidding"])
def test_4_97_10_every_phase_says_what_now_and_shows_how_it_stands(phase: str) -> None:
    sitting = begin().do(phase)
    assert now(sitting)
    assert at_a_glance(sitting.public)


def test_4_97_10_nobody_is_waited_for_who_does_not_claim() -> None:
    sitting = begin().do("choam_charity", ClaimCharity("fremen"))
    public = sitting.public
    assert not on_turn(public), "a player who does not claim may be poor, and need not say so"
    assert [mark_of(public, seat).word for seat in ("fremen", "atreides", "emperor")] == ["Claimed", "", ""]


def test_4_97_10_nobody_is_waited_for_whose_tanks_are_empty_as_all_can_see() -> None:
    sitting = begin().do(KeepCount(), LoseForces("atreides", 3), "revival")
    public = sitting.public
    assert on_turn(public) == ("atreides",)
    revive = next(offer for offer in offers(public, "atreides") if offer.name == "ReviveForces")
    prices = [label for _, label in revive.blanks[0].choices]
    assert prices == ["1 free", "2 free", "3 for 2 spice"], "each number that may come back, with its price"
    assert not on_turn(sitting.do(ReviveForces("atreides", 2)).public) and "Everybody is done" in now(sitting)


def test_4_97_10_shipment_goes_in_storm_order_and_done_hands_on() -> None:
    sitting = begin().do("shipment")
    order = []
    while seat := whose_turn(sitting.public):
        order.append(seat)
        sitting.do(SayDone(seat))
    assert order == ["emperor", "fremen", "spacing_guild", "harkonnen", "atreides", "bene_gesserit"]


def test_4_97_10_done_is_said_once_and_forgotten_in_the_next_phase() -> None:
    sitting = begin().do("revival", SayDone("fremen"))
    assert sitting.no(SayDone("fremen")) == "4.97.10"
    sitting.do("shipment", SayDone("fremen"))
    assert sitting.do("battle").no(SayDone("fremen")) == "4.97.10"


def test_4_97_10_what_now_depends_on_no_purse() -> None:
    rich, poor = begin(30), begin(0)
    for phase in PHASES[:3] + PHASES[4:]:
        seen = [(what_now(p), at_a_glance(p), on_turn(p)) for p in (s.do(phase).public for s in (rich, poor))]
        assert seen[0] == seen[1]


# -- by hand ------------------------------------------------------------------------------------------


def test_4_97_11_bids_only_asks_nothing_in_any_other_phase() -> None:
    sitting = begin(R="bids")
    for phase in PHASES:
        public = sitting.do(phase).public
        assert by_hand(public) == (phase != "bidding")
        asked = [one for seat in (TABLE, *SIX) for one in offers(public, seat) if not one.aside]
        assert phase == "bidding" or (asked == [] and on_turn(public) == () and now(sitting).startswith("Do this"))


def test_4_97_11_clocks_only_deals_no_cards_in_the_bidding_phase() -> None:
    sitting = begin(R="clocks").do("bidding")
    assert sitting.public.phase == "bidding" and sitting.public.get(Bidding) is None


def test_4_97_11_one_phase_is_taken_by_hand_and_given_back_in_mid_game() -> None:
    sitting = begin().do("revival")
    assert offers(sitting.public, "fremen")
    sitting.do(ChangeOption("R-revival", "hand"))
    assert all(one.command.led is False for one in offers(sitting.public, "fremen")), "cards, and nothing of the phase"
    assert not by_hand(sitting.public, "shipment")
    sitting.do(ChangeOption("R-revival", "referee"))
    assert offers(sitting.public, "fremen")


def test_4_97_11_bidding_by_hand_is_not_begun_with_the_referee() -> None:
    assert [one.command for one in beginnings(begin(R="clocks").public)] == [GoTo]
    assert [one.command for one in beginnings(begin(R="bids").public)] == [BeginBidding, GoTo]
