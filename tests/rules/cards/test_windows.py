"""3.01.11.01 and 4.90.03 in every phase: announced, a window on all phones alike, stopped or not, closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.agreements.alliances import OfferAlliance
from referee.agreements.bribes import Bribe
from referee.board.forces_counted import CountForces
from referee.cards.hajr import PlayHajr
from referee.cards.karama.stopping import StopPower
from referee.cards.truthtrance import PutQuestion
from referee.common.factions import named
from referee.factions.bene_gesserit.voice import SpeakVoice
from referee.holdings.hands import PlayCard
from referee.holdings.purse import GiveSpice
from referee.kernel import PUBLIC, Command, to_json
from referee.offers.waiting import waiting
from referee.phases.battle.before_the_plans import Announce, steps
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.live_battle import battle_now
from referee.phases.battle.lock_plan import LockPlan, ReopenPlan
from referee.phases.bidding.auction import Bid, DealRow, Pass
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.charity import ClaimCharity
from referee.phases.revival.forces import GrantRevival
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import TurnWorm, blow
from referee.powers.board_powers import AnnouncePower, PowerUsed
from referee.powers.karama_windows import NothingCameOfIt, WindowOpened, announced
from referee.powers.windows import CloseWindow, Ready, stoppable_now
from referee.turn.absence import MarkAway
from referee.turn.clock import BOUNDARY_MS
from referee.turn.next_phase import GoTo
from tests.kit import SIX, Cards, LiveTable, left_with

HANDS: Mapping[str, Cards] = {"harkonnen": ("Karama/1", "Kulon/1"), "atreides": ("Karama/2", "Hajr/1")}


class Play(LiveTable):
    """A table in a phase, where powers are announced unless an option says otherwise."""

    def __init__(self, phase: str, hands: Mapping[str, Cards] = HANDS, ally: str = "emperor", **options: Any) -> None:
        chosen = {"K8": "", "allies": f"fremen {ally}", **options}
        super().__init__(hands=hands, first="emperor", turn=2, phase=phase, **chosen)

    @property
    def open(self) -> tuple[str, ...]:
        said = announced(self.public)
        return tuple(power.rule for power in said.powers) if said else ()

    def spice(self, seat: str) -> object:
        return self.truth.seats[seat].spice


GUILD = Ship("spacing_guild", 4, "Arsunt")


def test_4_90_03_a_power_is_announced_and_used_when_eight_seconds_are_over() -> None:
    play = Play("shipment").do(GUILD)
    assert play.open == ("2.06.06",) and play.spice("spacing_guild") == 20
    assert play.wait(8).open and not play.wait(BOUNDARY_MS / 1000).open
    assert play.spice("spacing_guild") == 16


def test_4_90_03_the_window_ends_early_when_every_seat_is_ready() -> None:
    play = Play("shipment").do(GUILD)
    for seat in SIX[:-1]:
        play.do(Ready(seat))
    assert play.refused(Ready(SIX[0])) == ("4.90.03", "NOT_NOW")
    assert play.open and not play.do(Ready(SIX[-1])).open and play.spice("spacing_guild") == 16


def test_4_90_03_the_window_ends_when_the_last_who_has_not_answered_goes_away() -> None:
    play = Play("shipment").do(GUILD, MarkAway(SIX[0]), *map(Ready, SIX[1:-1]))
    assert play.open and not play.do(MarkAway(SIX[-1])).open and play.spice("spacing_guild") == 16


def test_4_90_03_where_few_are_asked_the_screens_say_whom_and_never_who_has_answered() -> None:
    seats, said = ("spacing_guild", "atreides", "fremen"), []
    for first in (None, "atreides", "fremen"):
        play = LiveTable(*seats, K8="", turn=2, phase="shipment", first="spacing_guild", count=2).do(GUILD)
        said.append(waiting(play.do(Ready(first)).public if first else play.public)[-1].words)
    later = "Answered 1 of 2 (Atreides, Fremen)"
    assert said == ["Answered 0 of 2: waiting for Atreides, Fremen", later, later]
    assert waiting(Play("shipment").do(GUILD).public)[-1].words == "Answered 0 of 5: waiting for all but Spacing Guild"


def test_4_90_03_what_belongs_to_the_phase_waits_for_the_window() -> None:
    play = Play("shipment").do(GUILD)
    for command in (GoTo("battle"), Ship("atreides", 1, "Arrakeen"), GUILD, Send("fremen", 1, "Arrakeen")):
        assert play.refused(command) == ("4.90.03", "WINDOW_OPEN")


@pytest.mark.parametrize(
    "command",
    [
        Bribe("harkonnen", "fremen", 1),
        GiveSpice("emperor", "fremen", 1),
        PlayCard("harkonnen", "Kulon", used=True),
        PlayHajr("atreides"),
        PutQuestion("atreides", "fremen", "Do you hold a Shield?"),
        OfferAlliance("harkonnen", "spacing_guild"),
    ],
    ids=lambda command: type(command).__name__,
)
def test_3_00_05_bribes_cards_and_other_powers_wait_until_an_announced_power_is_done(command: Command) -> None:
    play = Play("shipment").do(GUILD)
    found = play.against(command)[0]
    assert (found.rule, found.code, found.behind) == ("4.90.03", "WINDOW_OPEN", ("3.00.05",))
    assert play.do(CloseWindow()).code(command) != "WINDOW_OPEN"


def test_3_01_11_01_a_power_that_is_cancelled_is_not_used_and_the_same_is_done_without_it() -> None:
    play = Play("shipment").do(GUILD).do(StopPower("harkonnen", "2.06.06"))
    assert not play.open and play.spice("spacing_guild") == 20, "3.00.04: nothing has happened yet"
    assert play.public.discard == ["Karama/1"]
    assert play.do(GUILD).spice("spacing_guild") == 12, "at the full price, and no second window"
    assert "2.06.06" not in play.public.suspended


def test_3_01_11_01_what_was_cancelled_and_not_done_again_is_free_in_the_next_phase() -> None:
    play = Play("shipment").do(GUILD).do(StopPower("harkonnen", "2.06.06")).do("battle")
    assert not play.public.suspended


def test_4_92_01_the_table_may_silence_it_for_the_turn() -> None:
    play = Play("shipment", K1="turn").do(GUILD).do(StopPower("harkonnen", "2.06.06")).do(GUILD).do("battle")
    assert play.public.suspended == {"2.06.06": 3}


@pytest.mark.parametrize(
    ("who", "rule", "why"),
    [
        ("fremen", "2.06.06", ("3.01.11", "CARD_NOT_HELD")),
        ("harkonnen", "2.06.04", ("3.01.11.01", "NOT_ELIGIBLE")),
        ("spacing_guild", "2.06.06", ("3.01.11.01", "NOT_ELIGIBLE")),
        ("harkonnen", "3.01.11.03", ("3.01.11.00", "NOT_ELIGIBLE")),
        ("harkonnen", "1.14.05", ("3.01.11.00", "NOT_ELIGIBLE")),
    ],
)
def test_3_01_11_00_a_karama_that_does_not_fit_is_refused(who: str, rule: str, why: tuple[str, str]) -> None:
    assert Play("shipment").do(GUILD).refused(StopPower(who, rule)) == why


def test_3_01_11_00_a_second_karama_finds_nothing_left_to_stop() -> None:
    play = Play("shipment").do(GUILD).do(StopPower("harkonnen", "2.06.06"))
    assert play.refused(StopPower("atreides", "2.06.06")) == ("3.01.11.01", "NOT_ELIGIBLE")


def test_4_92_08_without_a_window_powers_are_used_at_once() -> None:
    assert Play("shipment", K8="off").do(GUILD).spice("spacing_guild") == 16


def test_4_92_08_until_everybody_answers_no_clock_runs() -> None:
    play = Play("shipment", K8="all").do(GUILD)
    assert play.wait(900).open and play.timer() is None
    assert not play.do(CloseWindow()).open


# -- the powers of each phase -------------------------------------------------------------------------


def test_2_02_05_a_send_that_is_cancelled_is_lost_for_that_ship_alone() -> None:
    play = Play("shipment").do(Ship("atreides", 1, "Arrakeen")).do(SendAlong("bene_gesserit", "Polar Sink"))
    assert play.open == ("2.02.05",)
    play.do(StopPower("harkonnen", "2.02.05"))
    assert play.code(SendAlong("bene_gesserit", "Polar Sink")) == "NOT_ELIGIBLE"
    play.do(Ship("harkonnen", 1, "Arrakeen")).do(SendAlong("bene_gesserit", "Polar Sink"))
    assert play.open == ("2.02.05",)


def test_2_02_09_every_claim_of_theirs_is_announced_whatever_they_own() -> None:
    rich, poor = (
        Play("choam_charity"),
        Play("choam_charity").do(*left_with("bene_gesserit", 0)),
    )
    for play in (rich, poor):
        assert play.do(ClaimCharity("bene_gesserit")).open == ("2.02.09",)
        play.do(StopPower("harkonnen", "2.02.09"))
    assert rich.code(ClaimCharity("bene_gesserit")) == "NOT_ELIGIBLE"
    assert poor.do(ClaimCharity("bene_gesserit")).spice("bene_gesserit") == 2


def test_2_04_11_a_grant_to_an_ally_is_announced() -> None:
    play = Play("revival").do(GrantRevival("fremen", "emperor"))
    assert play.open == ("2.04.11",)
    play.do(StopPower("harkonnen", "2.04.11"))
    assert play.code(GrantRevival("fremen", "emperor")) in {"NOT_ALLIED", "NOT_ELIGIBLE"}


def test_2_04_07_what_only_the_board_shows_is_announced_by_hand() -> None:
    play = Play("spice_blow").do(AnnouncePower("fremen", "2.04.07"))
    assert play.open == ("2.04.07",)
    play.do(CloseWindow())
    used = play.acts()[-1].events[-1]
    assert used == PowerUsed("fremen", "2.04.07")
    assert used.sentence(named) == "The worm spares Fremen. Nobody stopped it."
    old = PowerUsed("fremen", "2.04.07", "The worm spares the Fremen.")
    assert old.sentence(named) == "The worm spares the Fremen. Nobody stopped it."
    assert PowerUsed("fremen", "9.01").sentence(named) == "9.01 Nobody stopped it.", "its folder may be gone"
    play.do(AnnouncePower("fremen", "2.04.07")).do(StopPower("harkonnen", "2.04.07"))
    assert play.refused(AnnouncePower("fremen", "2.04.07")) == ("4.90.03", "NOT_ELIGIBLE")
    assert play.refused(AnnouncePower("harkonnen", "2.04.07")) == ("4.90.03", "NOT_ELIGIBLE")


def test_2_04_15_a_further_worm_that_is_stopped_comes_up_where_the_cards_say() -> None:
    play = Play("spice_blow").do(TurnWorm()).do(TurnWorm())
    assert play.open == ("2.04.15",)
    play.do(StopPower("harkonnen", "2.04.15")).do(TurnWorm())
    assert not play.open and len(blow(play.public).worms) == 2


def test_3_01_11_02_what_is_prevented_is_left_out_and_the_rest_goes_on() -> None:
    play = Play("battle").do(BeginBattle("Arrakeen", "emperor", "harkonnen", 2, 3, 8))
    assert play.open == ("2.03.08",) and battle_now(play.public) is None
    play.do(StopPower("atreides", "2.03.08"))
    assert battle_now(play.public) and "2.03.08" in play.public.suspended


def test_2_04_21_fremen_and_their_fedaykin_are_announced_before_their_battle() -> None:
    play = Play("battle").do(BeginBattle("Arrakeen", "fremen", "harkonnen", 2, 3, 8))
    assert play.open == ("2.04.18", "2.04.21")


def test_4_92_03_the_voice_is_stopped_before_its_content_is_out() -> None:
    play = Play("battle").do(BeginBattle("Arrakeen", "bene_gesserit", "harkonnen", 3, 0, 8))
    play.do(Announce("bene_gesserit", "2.02.06"))
    assert play.open == ("2.02.06",)
    assert play.refused(SpeakVoice("bene_gesserit", "leave", "poison weapon")) == ("4.90.03", "WINDOW_OPEN")
    play.do(StopPower("atreides", "2.02.06"))
    assert steps(play.public)[0].state == "stopped"


def test_4_92_03_a_table_may_hear_it_first() -> None:
    play = Play("battle", K3="heard").do(BeginBattle("Arrakeen", "bene_gesserit", "harkonnen", 3, 0, 8))
    assert not play.do(Announce("bene_gesserit", "2.02.06")).open
    assert play.do(SpeakVoice("bene_gesserit", "leave", "poison weapon")).open == ("2.02.06",)


# -- secrets ------------------------------------------------------------------------------------------


def test_nobody_sees_from_a_window_who_holds_a_karama() -> None:
    heard = []
    for hands in (HANDS, {"harkonnen": ("Hajr/1", "Kulon/1"), "atreides": ("Shield/2", "Hajr/2")}):
        play = Play("shipment", hands).do(GUILD).do(Ready("fremen"))
        play.act(StopPower("fremen", "2.06.06"), "fremen")
        play.wait(11)
        viewers = (PUBLIC, "fremen", "spacing_guild")
        heard.append([[to_json(one.event) for one in play.screen(v).log] for v in viewers])
    assert heard[0] == heard[1]


def test_4_90_03_what_was_asked_for_lies_in_an_envelope() -> None:
    play = Play("shipment").do(GUILD)
    opened = [one.event for one in play.screen("fremen").log if isinstance(one.event, WindowOpened)]
    assert repr(opened[0].words) == "??" and "Arsunt" in opened[0].sentence(named)


def test_4_97_02_undo_takes_an_announced_power_back_whole_and_does_not_open_its_window_again() -> None:
    play = Play("shipment")
    begun = len(play.acts())
    assert not play.do(GUILD, Ready("fremen")).wait(9).open and play.spice("spacing_guild") == 16
    assert play.undo("host").done and len(play.acts()) == begun and not play.open
    assert play.redo("host").done and play.spice("spacing_guild") == 16 and not play.open


@pytest.mark.parametrize(
    "ends",
    [
        pytest.param([CloseWindow()], id="the table itself closed it, perhaps too early"),
        pytest.param([StopPower("harkonnen", "2.06.06")], id="it was stopped"),
    ],
)
def test_4_97_02_undo_opens_a_window_again_that(ends: list[Command]) -> None:
    play = Play("shipment").do(GUILD, Ready("fremen"), *ends)
    assert not play.open and play.undo("host").done and play.open == ("2.06.06",)


def test_4_97_02_undo_ends_at_what_was_done_while_a_window_was_open() -> None:
    play = (
        Play("shipment")
        .do(
            GUILD,
            *left_with("spacing_guild", 19),
        )
        .wait(9)
    )
    assert not play.open and play.undo("host").done and play.open and play.spice("spacing_guild") == 19


def test_1_00_05_nothing_happens_if_it_cannot_be_done_any_more() -> None:
    play = Play("shipment").do(CountForces("spacing_guild", "reserves", 4)).do(GUILD)
    play.do(*left_with("spacing_guild", 0)).do(CloseWindow())
    assert isinstance(play.acts()[-1].events[-1], NothingCameOfIt) and not play.open


def test_4_92_02_what_can_be_stopped_is_public_and_names_its_star() -> None:
    stars = {power.rule: power.star for power in stoppable_now(Play("battle").public)}
    assert stars["2.03.08"] == "before" and stars["2.05.10"] == "after"


# -- a worthless card, the other readings -------------------------------------------------------------

WORTHLESS = {"bene_gesserit": ("Kulon/1",), "atreides": ("Karama/2",)}


def test_2_02_22_a_worthless_card_laid_down_as_karama_is_announced_itself() -> None:
    play = Play("shipment", WORTHLESS).do(GUILD).do(StopPower("bene_gesserit", "2.06.06"))
    assert play.open == ("2.02.22",)
    play.do(CloseWindow())
    assert not play.open and play.spice("spacing_guild") == 20 and "Kulon/1" in play.public.discard


def test_2_02_22_a_true_karama_cancels_it_and_the_first_window_is_open_again() -> None:
    play = Play("shipment", WORTHLESS).do(GUILD).do(StopPower("bene_gesserit", "2.06.06"))
    play.do(StopPower("atreides", "2.02.22"))
    assert play.open == ("2.06.06",) and play.public.discard == ["Karama/2"]
    assert play.refused(StopPower("bene_gesserit", "2.06.06")) == ("3.01.11", "CARD_NOT_HELD")
    play.do(CloseWindow())
    assert play.spice("spacing_guild") == 16 and not play.public.suspended


def test_4_92_09_traitors_for_an_ally_can_be_stopped_where_the_table_says_so() -> None:
    rules = [power.rule for power in stoppable_now(Play("battle", K9="yes", ally="harkonnen").public)]
    assert "2.05.09" in rules
    assert "2.05.09" not in [power.rule for power in stoppable_now(Play("battle").public)]


def test_4_92_05_a_plan_may_be_fixed_once_something_was_said_about_it() -> None:
    plan = LockPlan("harkonnen", 2, "Umman Kudu")
    for value, fixed in (("spoken", True), ("reveal", False)):
        play = Play("battle", K8="off", K5=value).do(BeginBattle("Arrakeen", "bene_gesserit", "harkonnen", 3, 0, 8))
        play.do(Announce("bene_gesserit", "2.02.06")).do(SpeakVoice("bene_gesserit", "leave", "poison weapon")).do(plan)
        outcome = play.act(ReopenPlan("harkonnen"), "harkonnen")
        assert outcome.done is not fixed and (not fixed or outcome.objections[0].rule == "4.92.05")


# -- not before its moment ----------------------------------------------------------------------------


def test_3_01_11_01_a_card_against_a_power_that_nobody_uses_yet_is_refused_and_kept() -> None:
    play = Play("revival")
    early = StopPower("harkonnen", "2.04.11")
    assert play.refused(early) == ("3.01.11.01", "NOT_NOW") and not play.truth.suspended
    assert play.truth.seats["harkonnen"].hand[0] == "Karama/1" and "StopPower" not in play.secret("harkonnen")
    play.do(GrantRevival("fremen", "emperor"))
    assert play.open == ("2.04.11",) and "StopPower" in play.secret("harkonnen")
    play.do(early)
    assert play.truth.seats["harkonnen"].hand == ["Kulon/1"]


def test_3_01_11_01_where_no_window_opens_it_is_laid_down_for_the_next_use() -> None:
    play = Play("revival", K8="off").do(StopPower("harkonnen", "2.04.11"))
    assert "2.04.11" in play.truth.suspended


def test_3_01_11_01_the_emperors_payment_is_cancelled_as_it_is_paid() -> None:
    play = Play("bidding").do(DealRow(), CloseWindow())
    stop = StopPower("harkonnen", "2.03.04")
    assert play.refused(stop) == ("3.01.11.01", "NOT_NOW") and play.truth.seats["harkonnen"].hand[0] == "Karama/1"
    while (bidding := bidding_of(play.truth)).step == "bid":
        play.do(Bid(bidding.turn, 1) if bidding.turn != "emperor" and not bidding.high_by else Pass(bidding.turn))
    play.do(stop)
    assert bidding_of(play.truth).step == "settle" and "2.03.04" in play.truth.suspended


def test_3_01_11_02_what_is_prevented_beforehand_may_be_stopped_ahead() -> None:
    play = Play("bidding")
    assert not play.why(StopPower("harkonnen", "2.01.05")) and "2.01.05" in play.truth.suspended
