"""From phase to phase: the whole turn on one table, what each phase offers, alliances at a Nexus."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from referee.common.offers import TABLE, offers
from referee.common.purse import Bribe
from referee.common.setup import ChangeOption, Place, SetTable
from referee.common.turn import PHASES
from referee.kernel.commands import Command, commands
from referee.kernel.events import PUBLIC
from referee.phases.agreements.alliances import JoinForces, LeaveAlliance, OfferAlliance
from referee.phases.bidding.auction import BeginBidding, DealRow, DeclareHands
from referee.phases.charity import ClaimCharity
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.turn.next_phase import EndBidding, GoTo, NameFirstPlayer
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from tests.kit.sitting import code

SEATS = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")


@pytest.fixture
def sitting(tmp_path: Path) -> Sitting:
    made = Sitting(Journal(tmp_path / "a.referee"), Dice(1))
    places = tuple(Place(seat, spice=1 if seat == "fremen" else -1) for seat in SEATS)
    made.act(SetTable("x", places, "emperor"), "host")
    return made


def done(sitting: Sitting, command: Command, who: str = PUBLIC) -> bool:
    return sitting.act(command, who).done


def test_a_turn_goes_through_nine_phases_and_the_next_storm_begins_turn_two(sitting: Sitting) -> None:
    for phase in (*PHASES, PHASES[0]):
        assert done(sitting, GoTo(phase))
        assert sitting.screen(PUBLIC).phase == phase
    assert sitting.screen(PUBLIC).turn == 2


@pytest.mark.parametrize("way", [(GoTo("mentat_pause"), GoTo("storm")), (BeginBidding(2),)])
def test_1_09_01_bribes_are_behind_the_shield_when_the_next_turn_begins(
    sitting: Sitting, way: tuple[Command, ...]
) -> None:
    assert done(sitting, GoTo("revival")) and done(sitting, Bribe("emperor", "fremen", 4), "emperor")
    assert sitting.views.referee.seats["fremen"].spice == 1
    assert all(done(sitting, command) for command in way)
    own = sitting.views.referee.seats["fremen"]
    assert (own.spice, own.bribes, sitting.screen(PUBLIC).turn) == (5, 0, 2)


def test_every_offer_is_an_ask_whose_blanks_are_its_fields(sitting: Sitting) -> None:
    for phase in PHASES:
        done(sitting, GoTo(phase))
        for seat in (TABLE, *SEATS):
            for offer in offers(sitting.screen(PUBLIC), seat):
                fields = {field.name for field in dataclasses.fields(commands()[offer.ask])}
                assert {blank.name for blank in offer.blanks} | {name for name, _ in offer.fixed} <= fields


def test_1_04_08_bidding_is_not_left_in_the_middle_of_a_card(sitting: Sitting) -> None:
    done(sitting, GoTo("bidding"))
    done(sitting, DeclareHands())
    done(sitting, DealRow())
    assert not done(sitting, GoTo("revival"))
    cards = len(sitting.views.referee.deck)
    assert done(sitting, EndBidding())
    assert len(sitting.views.referee.deck) == cards + len(SEATS)
    assert done(sitting, GoTo("revival"))


def at_a_nexus(sitting: Sitting) -> None:
    for command in (GoTo("mentat_pause"), GoTo("storm"), GoTo("spice_blow"), WormComes("Red Chasm")):
        assert done(sitting, command)


def test_1_10_01_03_an_alliance_has_two_members(sitting: Sitting) -> None:
    at_a_nexus(sitting)
    assert done(sitting, JoinForces("atreides", "fremen"))
    assert code(sitting, JoinForces("fremen", "emperor")) == "ALLIANCE_FULL"
    assert code(sitting, JoinForces("emperor", "emperor")) != ""
    assert sitting.screen("harkonnen").ally("fremen") == "atreides"


def test_1_10_01_05_an_alliance_can_be_broken(sitting: Sitting) -> None:
    at_a_nexus(sitting)
    done(sitting, JoinForces("atreides", "fremen"))
    assert done(sitting, LeaveAlliance("fremen"))
    assert sitting.screen(PUBLIC).ally("atreides") is None
    assert code(sitting, LeaveAlliance("fremen")) == "NOT_ALLIED"


def test_1_10_00_no_alliance_changes_without_a_nexus(sitting: Sitting) -> None:
    for phase in ("storm", "spice_blow", "revival"):
        done(sitting, GoTo(phase))
        assert code(sitting, JoinForces("atreides", "fremen")) == "NO_NEXUS"
    at_a_nexus(sitting)
    assert done(sitting, JoinForces("atreides", "fremen")) and done(sitting, GoTo("revival"))
    assert code(sitting, LeaveAlliance("fremen"), "fremen") == "NO_NEXUS"


def test_1_10_01_01_two_phones_that_want_each_other_are_allies(sitting: Sitting) -> None:
    at_a_nexus(sitting)
    assert done(sitting, OfferAlliance("emperor", "harkonnen"), "emperor")
    assert sitting.screen(PUBLIC).ally("emperor") is None
    assert code(sitting, OfferAlliance("emperor", "harkonnen"), "emperor") == "NOT_NOW"
    assert done(sitting, OfferAlliance("harkonnen", "emperor"), "harkonnen")
    assert sitting.screen("fremen").ally("emperor") == "harkonnen"


def test_1_10_01_01_a_player_enters_one_alliance_in_a_nexus(sitting: Sitting) -> None:
    at_a_nexus(sitting)
    assert done(sitting, JoinForces("atreides", "fremen")) and done(sitting, LeaveAlliance("fremen"), "fremen")
    assert code(sitting, OfferAlliance("fremen", "emperor"), "fremen") == "ALLIANCE_FULL"
    assert done(sitting, JoinForces("emperor", "harkonnen"))


def test_4_97_11_where_the_blow_is_played_by_hand_the_table_enters_alliances_at_any_time(sitting: Sitting) -> None:
    done(sitting, ChangeOption("R", "bids"))
    assert done(sitting, JoinForces("atreides", "fremen")) and done(sitting, LeaveAlliance("fremen"))


def test_1_01_01_the_table_names_the_first_player(sitting: Sitting) -> None:
    assert done(sitting, NameFirstPlayer("harkonnen"))
    assert sitting.screen("fremen").first_player == "harkonnen"
    assert not done(sitting, NameFirstPlayer("ixian"))


def test_charity_and_spice_on_the_board_reach_the_right_purses(sitting: Sitting) -> None:
    done(sitting, GoTo("spice_blow"))
    assert done(sitting, SpiceBlows("Red Chasm", 8))
    done(sitting, GoTo("choam_charity"))
    assert done(sitting, ClaimCharity("fremen"), "fremen")
    assert code(sitting, ClaimCharity("fremen"), "fremen") == "ALREADY_CLAIMED"
    assert sitting.views.referee.seats["fremen"].spice == 2
