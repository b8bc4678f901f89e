"""From phase to phase: the whole turn on one table, what each phase offers, alliances at a Nexus."""

from __future__ import annotations

import dataclasses

import pytest

from referee.agreements.alliances import EndNexus, JoinForces, LeaveAlliance, OfferAlliance
from referee.agreements.bribes import Bribe
from referee.common.factions import named
from referee.common.turn import PHASES
from referee.holdings.setup import ChangeOption
from referee.kernel import Command, commands
from referee.offers.offer import TABLE, offers
from referee.phases.bidding.auction import BeginBidding, DealRow
from referee.phases.charity import ClaimCharity
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import NameFirstPlayer
from referee.turn.next_phase import EndBidding, GoTo
from referee.web.app.event_lines import act_of
from referee.web.phase.strip import said_to
from tests.kit import SIX, LiveTable


@pytest.fixture
def sitting() -> LiveTable:
    return LiveTable(first="emperor", count=-1, spice={"fremen": 1}, deck=None)


def test_a_turn_goes_through_nine_phases_and_the_next_storm_begins_turn_two(sitting: LiveTable) -> None:
    for phase in (*PHASES, PHASES[0]):
        sitting.do(phase)
        assert sitting.public.phase == phase
    assert sitting.public.turn == 2


@pytest.mark.parametrize("way", [(GoTo("mentat_pause"), GoTo("storm")), (BeginBidding(2),)])
def test_1_09_01_bribes_are_behind_the_shield_when_the_next_turn_begins(
    sitting: LiveTable, way: tuple[Command, ...]
) -> None:
    sitting.do("revival", Bribe("emperor", "fremen", 4))
    assert sitting.truth.seats["fremen"].spice == 1
    sitting.do(*way)
    own = sitting.truth.seats["fremen"]
    assert (own.spice, own.bribes, sitting.public.turn) == (5, 0, 2)


def test_every_offer_is_an_ask_whose_blanks_are_its_fields(sitting: LiveTable) -> None:
    for phase in PHASES:
        sitting.do(phase)
        for seat in (TABLE, *SIX):
            for offer in offers(sitting.public, seat):
                fields = {field.name for field in dataclasses.fields(commands()[offer.name])}
                assert {blank.name for blank in offer.blanks} | {name for name, _ in offer.fixed} <= fields


def test_1_04_08_bidding_is_not_left_in_the_middle_of_a_card(sitting: LiveTable) -> None:
    sitting.do("bidding", DealRow())
    assert sitting.no(GoTo("revival"))
    cards = len(sitting.truth.deck)
    sitting.do(EndBidding())
    assert len(sitting.truth.deck) == cards + len(SIX)
    sitting.do("revival")


def at_a_nexus(sitting: LiveTable) -> None:
    blow = (WormComes("Red Chasm"), SpiceBlows("Red Chasm"), SpiceBlows("Old Gap"))
    sitting.do("mentat_pause", "storm", "spice_blow", *blow)


def test_1_10_01_03_an_alliance_has_two_members(sitting: LiveTable) -> None:
    at_a_nexus(sitting)
    sitting.do(JoinForces("atreides", "fremen"))
    assert sitting.code(JoinForces("fremen", "emperor")) == "ALLIANCE_FULL"
    assert sitting.code(JoinForces("emperor", "emperor")) != ""
    assert sitting.screen("harkonnen").ally("fremen") == "atreides"


def test_1_10_01_05_an_alliance_can_be_broken(sitting: LiveTable) -> None:
    at_a_nexus(sitting)
    sitting.do(JoinForces("atreides", "fremen"), LeaveAlliance("fremen"))
    assert sitting.public.ally("atreides") is None
    assert sitting.code(LeaveAlliance("fremen")) == "NOT_ALLIED"


def test_1_10_00_no_alliance_changes_without_a_nexus(sitting: LiveTable) -> None:
    for phase in ("storm", "spice_blow", "revival"):
        sitting.do(phase)
        assert sitting.code(JoinForces("atreides", "fremen")) == "NO_NEXUS"
    at_a_nexus(sitting)
    sitting.do(JoinForces("atreides", "fremen"), "revival")
    assert sitting.code(LeaveAlliance("fremen")) == "NO_NEXUS"


def test_1_10_01_01_two_phones_that_want_each_other_are_allies(sitting: LiveTable) -> None:
    at_a_nexus(sitting)
    sitting.do(OfferAlliance("emperor", "harkonnen"))
    assert sitting.public.ally("emperor") is None
    assert sitting.code(OfferAlliance("emperor", "harkonnen")) == "NOT_NOW"
    sitting.do(OfferAlliance("harkonnen", "emperor"))
    assert sitting.screen("fremen").ally("emperor") == "harkonnen"


@pytest.mark.parametrize("act", [EndNexus(), GoTo("bidding", anyway=True), JoinForces("emperor", "harkonnen")])
def test_1_10_01_01_an_offer_that_nobody_can_answer_any_more_lapses_in_a_line(sitting: LiveTable, act: Command) -> None:
    at_a_nexus(sitting)
    sitting.do(OfferAlliance("emperor", "harkonnen"), OfferAlliance("atreides", "emperor"))
    told = [one.sentence(named) for one in sitting.events(act) if one.rules() == ("1.10.01.01",)]
    joined = isinstance(act, JoinForces)
    assert ("The Emperor's offer of an alliance to Harkonnen lapses." in told) is not joined
    assert "Atreides' offer of an alliance to the Emperor lapses." in told


def test_1_10_01_01_a_player_enters_one_alliance_in_a_nexus(sitting: LiveTable) -> None:
    at_a_nexus(sitting)
    sitting.do(JoinForces("atreides", "fremen"), LeaveAlliance("fremen"))
    assert sitting.code(OfferAlliance("fremen", "emperor")) == "ALLIANCE_FULL"
    sitting.do(JoinForces("emperor", "harkonnen"))


def test_4_97_11_where_the_blow_is_played_by_hand_the_table_enters_alliances_at_any_time(sitting: LiveTable) -> None:
    sitting.do(ChangeOption("R", "bids"), JoinForces("atreides", "fremen"), LeaveAlliance("fremen"))


def test_1_01_01_the_table_names_the_first_player(sitting: LiveTable) -> None:
    sitting.do(NameFirstPlayer("harkonnen"))
    assert sitting.screen("fremen").first_player == "harkonnen"
    assert sitting.no(NameFirstPlayer("ixian"))


def test_charity_and_spice_on_the_board_reach_the_right_purses(sitting: LiveTable) -> None:
    sitting.do("spice_blow", SpiceBlows("Red Chasm", 8), "choam_charity", ClaimCharity("fremen"))
    assert sitting.code(ClaimCharity("fremen")) == "ALREADY_CLAIMED"
    assert sitting.truth.seats["fremen"].spice == 2


def test_1_10_01_05_an_ally_reads_that_there_is_something_to_do_in_a_nexus_and_holds_the_button() -> None:
    sitting = LiveTable("atreides", "fremen", allies="atreides fremen", phase="spice_blow", turn=2)
    sitting.do(WormComes("Funeral Plain"), SpiceBlows("Red Chasm"), SpiceBlows("Old Gap"))
    (leave,) = [one for one in offers(sitting.public, "fremen") if one.command is LeaveAlliance]
    assert leave.sure and not act_of(leave).go
    assert said_to(sitting.public, sitting.screen("fremen"), "fremen", None).then.startswith("Until the Nexus is over.")
