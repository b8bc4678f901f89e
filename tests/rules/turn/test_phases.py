"""The frame of a turn: what now, who is done, which phases are done by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.common.offers import TABLE, offers
from referee.common.setup import ChangeOption, Place, SetTable
from referee.common.status import at_a_glance, by_hand, mark_of, on_turn, what_now, whose_turn
from referee.common.turn import PHASES
from referee.kernel.commands import Command
from referee.kernel.events import PUBLIC
from referee.phases.bidding.state import Bidding
from referee.phases.charity import ClaimCharity
from referee.phases.turn.done import SayDone
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting

SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")


def begin(spice: int = 1, **options: str) -> Sitting:
    made = Sitting(Journal(Path(":memory:")), Dice(1))
    chosen = tuple((key.replace("_", "-", 1), value) for key, value in options.items())
    places = tuple(Place(seat, "", 0, spice) for seat in SIX)
    assert made.act(SetTable("x", places, "emperor", options=chosen, deck=("c1", "c2")), PUBLIC).done
    return made


def go(sitting: Sitting, *commands: Command | str) -> Sitting:
    for one in commands:
        command = GoTo(one) if isinstance(one, str) else one
        outcome = sitting.act(command, getattr(command, "seat", "") or PUBLIC)
        assert outcome.done, outcome.objections
    return sitting


def refused(sitting: Sitting, command: Command, who: str = PUBLIC) -> str:
    outcome = sitting.act(command, who)
    return "" if outcome.done else outcome.objections[0].rule


def now(sitting: Sitting) -> str:
    return " ".join(said.words for said in what_now(sitting.screen(PUBLIC)))


# -- who must do what ---------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", [phase for phase in PHASES if phase != "bidding"])
def test_4_97_10_every_phase_says_what_now_and_shows_how_it_stands(phase: str) -> None:
    sitting = go(begin(), phase)
    assert now(sitting)
    assert at_a_glance(sitting.screen(PUBLIC))


def test_4_97_10_the_table_waits_for_whoever_has_not_claimed_or_said_no() -> None:
    sitting = go(begin(), "choam_charity", ClaimCharity("fremen"), SayDone("atreides"))
    public = sitting.screen(PUBLIC)
    assert on_turn(public) == ("emperor", "spacing_guild", "harkonnen", "bene_gesserit")
    assert [mark_of(public, seat).word for seat in ("fremen", "atreides", "emperor")] == ["Claimed", "No claim", ""]
    go(sitting, *(SayDone(seat) for seat in on_turn(public)))
    assert "Everybody is done" in now(sitting)


def test_4_97_10_shipment_goes_in_storm_order_and_done_hands_on() -> None:
    sitting = go(begin(), "shipment")
    order = []
    while seat := whose_turn(sitting.screen(PUBLIC)):
        order.append(seat)
        go(sitting, SayDone(seat))
    assert order == ["emperor", "fremen", "spacing_guild", "harkonnen", "atreides", "bene_gesserit"]


def test_4_97_10_done_is_said_once_and_forgotten_in_the_next_phase() -> None:
    sitting = go(begin(), "revival", SayDone("fremen"))
    assert refused(sitting, SayDone("fremen"), "fremen") == "4.97.10"
    go(sitting, "shipment", SayDone("fremen"))
    assert refused(go(sitting, "battle"), SayDone("fremen"), "fremen") == "4.97.10"


def test_4_97_10_what_now_depends_on_no_purse() -> None:
    rich, poor = begin(30), begin(0)
    for phase in PHASES[:3] + PHASES[4:]:
        seen = [(what_now(p), at_a_glance(p), on_turn(p)) for p in (go(s, phase).screen(PUBLIC) for s in (rich, poor))]
        assert seen[0] == seen[1]


# -- by hand ------------------------------------------------------------------------------------------


def test_4_97_11_bids_only_asks_nothing_in_any_other_phase() -> None:
    sitting = begin(R="bids")
    for phase in PHASES:
        public = go(sitting, phase).screen(PUBLIC)
        assert by_hand(public) == (phase != "bidding")
        asked = [one for seat in (TABLE, *SIX) for one in offers(public, seat) if not one.aside]
        assert phase == "bidding" or (asked == [] and on_turn(public) == () and now(sitting).startswith("By hand"))


def test_4_97_11_clocks_only_deals_no_cards_in_the_bidding_phase() -> None:
    sitting = go(begin(R="clocks"), "bidding")
    assert sitting.screen(PUBLIC).phase == "bidding" and sitting.screen(PUBLIC).get(Bidding) is None


def test_4_97_11_one_phase_is_taken_by_hand_and_given_back_in_mid_game() -> None:
    sitting = go(begin(), "revival")
    assert offers(sitting.screen(PUBLIC), "fremen")
    go(sitting, ChangeOption("R-revival", "hand"))
    assert not offers(sitting.screen(PUBLIC), "fremen") and not by_hand(sitting.screen(PUBLIC), "shipment")
    go(sitting, ChangeOption("R-revival", "referee"))
    assert offers(sitting.screen(PUBLIC), "fremen")
