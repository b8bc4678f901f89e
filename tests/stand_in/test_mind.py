"""What a stand-in chooses, and what it never does by itself (4.97.67)."""

from __future__ import annotations

import pytest

from referee.board.territories import strongholds
from referee.cards.truthtrance import PutQuestion
from referee.common.phones_at_seats import TakeSeat
from referee.factions.atreides.part_of_a_plan import AnswerPrescience, AskPrescience
from referee.factions.ecaz.effects import AnswerEcaz
from referee.factions.fremen.reserves_ride import RideWithReserves
from referee.factions.fremen.worms import PlaceWorm
from referee.factions.ixian.before_auction import SkipSorting
from referee.factions.ixian.swap import SwapCard
from referee.factions.moritani.assassins import Assassinate
from referee.factions.moritani.reaction import AnswerTerms, OfferTerms
from referee.factions.richese.no_field import LayField
from referee.factions.spacing_guild.junction import GrantPassage
from referee.factions.spacing_guild.turn_order import Delay
from referee.factions.tleilaxu.face_dance import ShowFaceDancer
from referee.factions.tleilaxu.revivals_of_others import GrantFavour, WantLeader
from referee.holdings.leaders import home_of, printed_strength
from referee.holdings.traitors import DealTraitors, KeepTraitor, Traitors
from referee.kernel import Command, ask
from referee.offers.gains import LEFT_ALONE, OfferGains
from referee.phases.battle.before_the_plans import Announce
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.bidding.auction import BeginBidding, Bid, DealRow, DeclareHands, Pass
from referee.phases.revival.forces import ReviveForces
from referee.phases.shipment.prices_and_permissions import ShipmentPrice
from referee.phases.shipment.shipping import Ship
from referee.powers.open_question import AnswerQuestion
from referee.powers.windows import Ready
from referee.running.dice import Dice
from referee.stand_in.battles import plan
from referee.stand_in.bids import KEPT, TOO_CHEAP, bid, most_to_pay
from referee.stand_in.forms import filled_in, offered
from referee.stand_in.mind import MERE_CHANCE, next_act
from referee.stand_in.moves import KEEPS, POOR
from referee.stand_in.sight import Sight
from referee.stand_in.values import NEVER, value
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable


def seen_by(table: LiveTable, seat: str) -> Sight:
    return Sight(table.public, table.screen(seat), seat)


@pytest.mark.parametrize("seed", range(4))
def test_4_97_67_it_keeps_the_strongest_traitor_of_another_faction(seed: int) -> None:
    table = LiveTable(dice=Dice(seed), phase="storm").do(TakeSeat("fremen", "x"), who="referee")
    table.do(DealTraitors(), who="public")
    chosen = next_act(seen_by(table, "fremen"))
    assert chosen and isinstance(chosen.command, KeepTraitor)
    dealt = table.truth.state(Traitors).dealt["fremen"]
    others = [printed_strength(name) or 0 for name in dealt if home_of(name) != "fremen"]
    assert (printed_strength(chosen.command.leader) or 0) == max(others)


@pytest.mark.parametrize("spice", [3, 6, 12, 30])
def test_4_97_67_it_never_ships_with_all_its_spice_unless_it_is_poor(spice: int) -> None:
    table = LiveTable("harkonnen", "emperor", spice=spice, phase="shipment")
    table.do(TakeSeat("harkonnen", "x"), who="referee")
    chosen = next_act(seen_by(table, "harkonnen"))
    assert chosen is not None
    if isinstance(chosen.command, Ship):
        kept = KEEPS if spice > POOR else 0
        assert ask(table.public, ShipmentPrice(chosen.command.voyage)).value <= spice - kept


def test_4_97_67_it_keeps_spice_to_ship_when_it_bids() -> None:
    for spice in range(20):
        table = LiveTable("harkonnen", "emperor", spice=spice, count=1)
        assert 0 <= most_to_pay(seen_by(table, "emperor")) <= max(0, spice - KEPT)


def test_4_97_67_it_bids_one_more_or_passes() -> None:
    table = LiveTable("harkonnen", "emperor", spice=15)
    made = bid(seen_by(table, "emperor"))
    assert made == Bid("emperor", 1) or made == Pass("emperor")
    assert bid(seen_by(LiveTable("harkonnen", "emperor", spice=0), "emperor")) == Pass("emperor")


def test_4_97_67_why_it_passes_is_not_why_it_bids() -> None:
    said = {}
    for spice in (0, 30):
        table = LiveTable("harkonnen", "emperor", spice=spice, phase="bidding").do(DealRow(), who="public")
        chosen = next_act(seen_by(table, "harkonnen"))
        assert chosen is not None
        said[type(chosen.command)] = chosen.why
    assert said == {
        Pass: "1 spice is more than this card is worth to it.",
        Bid: "This card is worth 1 spice to it.",
    }


def test_4_97_67_what_it_was_asked_stands_in_its_reason_where_all_know_of_it() -> None:
    table = LiveTable("fremen", "emperor", spice=0, phase="choam_charity")
    chosen = next_act(seen_by(table, "fremen"))
    assert chosen is not None
    assert chosen.why == "It was asked: claim charity, if you have fewer than 2 spice. This seems best to it."


NOT_BY_ITSELF: tuple[tuple[str, Command], ...] = (
    ("moritani", OfferTerms("moritani")),
    ("emperor", AnswerTerms("emperor", accept=True)),
    ("emperor", AnswerEcaz("emperor", accept=True)),
    ("tleilaxu", GrantFavour("tleilaxu", "emperor")),
    ("emperor", WantLeader("emperor", "Captain Aramsham", 3)),
    ("spacing_guild", GrantPassage("spacing_guild", "emperor")),
)


@pytest.mark.parametrize(("seat", "command"), NOT_BY_ITSELF)
def test_4_97_67_it_neither_allies_nor_gives_by_itself(seat: str, command: Command) -> None:
    table = LiveTable("moritani", "ecaz", "emperor", "tleilaxu", "spacing_guild", "fremen", M4="on")
    assert ask(table.screen(seat), OfferGains(seat, command)).value == LEFT_ALONE
    assert value(seen_by(table, seat), command) < 0 and type(command) not in NEVER


def test_4_97_67_what_refuses_an_alliance_is_worth_more() -> None:
    table = LiveTable("moritani", "ecaz", "emperor")
    sight = seen_by(table, "emperor")
    assert value(sight, AnswerTerms("emperor", accept=False)) > value(sight, AnswerTerms("emperor", accept=True))


def test_4_97_67_free_revival_is_taken_and_dear_forces_are_left_when_poor() -> None:
    table = LiveTable("harkonnen", "emperor", spice=2)
    assert value(seen_by(table, "emperor"), ReviveForces("emperor", 3)) < 0


def test_4_97_67_the_same_sight_gives_the_same_act() -> None:
    table = LiveTable(phase="revival").do(TakeSeat("fremen", "x"), who="referee")
    assert next_act(seen_by(table, "fremen")) == next_act(seen_by(table, "fremen"))


QUESTIONS = (
    ("Do you have Karama?", "yes"),
    ("Do you hold the Crysknife", "no"),
    ("Hast du Karama?", "yes"),
    ("Do you have at least 7 spice?", "yes"),
    ("Do you have more than 7 spice?", "no"),
    ("Is Duncan Idaho your traitor?", "no"),
    ("Do you have Karama or Crysknife?", None),
    ("Don't you have Karama?", None),
    ("Will you attack me?", None),
    ("Do you have a weapon?", None),
)


@pytest.mark.parametrize(("words", "answer"), QUESTIONS)
def test_4_97_67_it_answers_with_the_truth_what_it_understands_and_else_waits(words: str, answer: str | None) -> None:
    hands = {"fremen": ("Karama/1",), "atreides": ("Truthtrance/1",)}
    table = LiveTable("fremen", "atreides", "emperor", phase="storm", hands=hands, spice=7)
    table.do(TakeSeat("fremen", "x"), who="referee").do(DealTraitors(), who="public")
    for seat, dealt in table.truth.state(Traitors).dealt.items():
        table.do(KeepTraitor(seat, next(name for name in dealt if name != "Duncan Idaho")))
    table.do(PutQuestion("atreides", "fremen", words))
    chosen = next_act(seen_by(table, "fremen"))
    assert (chosen.command if chosen else None) == (AnswerQuestion("fremen", answer) if answer else None)


def test_4_97_67_a_command_of_any_room_is_weighed_by_the_place_it_goes_to() -> None:
    """Nobody told the stand-in of a ride on a worm: it has forces and a goal, and that is enough."""
    table = LiveTable("fremen", "emperor", P6="kept", phase="spice_blow")
    sight = seen_by(table, "fremen")
    rides = {
        goal: value(sight, RideWithReserves("fremen", 5, goal)) for goal in ("Carthag", "Polar Sink", "The Great Flat")
    }
    assert rides["Carthag"] == max(rides.values()) > 0


def test_4_97_67_in_the_pause_for_powers_it_also_uses_its_own() -> None:
    made = []
    for turn in range(2, 9):
        table = LiveTable(
            "ixian", "emperor", hands={"ixian": ("Kulon/1",)}, deck=None, turn=turn, K8="5", B7="off", B6="off"
        )
        table.do(TakeSeat("ixian", "x"), who="referee").do(BeginBidding(), DeclareHands())
        made.append(next_act(seen_by(table.do(SkipSorting(), DealRow()), "ixian")))
    assert {SwapCard, Ready} <= {type(one.command) for one in made if one}


def test_4_97_67_the_guild_ships_last_where_it_may() -> None:
    table = LiveTable("spacing_guild", "emperor", P6="kept", phase="shipment", rules="advanced")
    chosen = next_act(seen_by(table, "spacing_guild"))
    assert chosen and isinstance(chosen.command, Delay)


@pytest.mark.parametrize(
    ("seat", "command"),
    [("tleilaxu", ShowFaceDancer("tleilaxu")), ("moritani", Assassinate("moritani", "Burseg"))],
)
def test_4_97_67_what_its_room_speaks_well_of_is_no_matter_of_chance(seat: str, command: Command) -> None:
    table = LiveTable("moritani", "emperor", "tleilaxu")
    assert value(seen_by(table, seat), command) > MERE_CHANCE


def test_4_97_67_a_worm_is_placed_where_others_lose_most() -> None:
    table = LiveTable("fremen", "emperor", "atreides", P6="kept", phase="spice_blow")
    table.do(PutRight("emperor", "The Great Flat", 4), PutRight("fremen", "Funeral Plain", 5))
    worth = {one: value(seen_by(table, "fremen"), PlaceWorm("fremen", one)) for one in SAND}
    assert worth["The Great Flat"] > worth["Funeral Plain"] > worth["Red Chasm"]


SAND = ("The Great Flat", "Funeral Plain", "Red Chasm")


def test_4_97_67_no_stronghold_is_left_out_of_a_form_with_many_blanks() -> None:
    table = LiveTable("richese", "emperor", P6="kept", phase="shipment", rules="advanced")
    sight = seen_by(table, "richese")
    (offer,) = (one for one in offered(sight) if one.command is LayField)
    goals = {command.goal for command in filled_in(sight, offer) if isinstance(command, LayField)}
    assert set(strongholds(table.public)) <= goals


def test_4_97_67_a_card_that_would_go_cheaply_to_who_has_more_is_worth_more() -> None:
    hands = {"harkonnen": ("Shield/1", "Snooper/1", "Crysknife/1"), "emperor": ("Kulon/1",)}
    table = LiveTable("harkonnen", "emperor", "fremen", spice=20, hands=hands)
    table.do(BeginBidding(), DeclareHands(), DealRow())
    before = most_to_pay(seen_by(table, "emperor"))
    assert most_to_pay(seen_by(table.do(Bid("harkonnen", 1)), "emperor")) == before + TOO_CHEAP


MEANT = {"weapon": "Crysknife", "defence": "Shield", "leader": "Feyd-Rautha"}


@pytest.mark.parametrize("part", MEANT)
def test_4_97_67_who_is_asked_for_a_part_of_its_plan_shows_what_it_would_play_anyway(part: str) -> None:
    hands = {"harkonnen": ("Crysknife/1", "Shield/1"), "atreides": ("Kulon/1", "Baliset/1")}
    table = LiveTable("harkonnen", "atreides", phase="battle", hands=hands)
    table.do(BeginBattle("Carthag", "harkonnen", "atreides", 8, 0, 3), who="public")
    table.do(TakeSeat("harkonnen", "x"), who="referee")
    table.do(Announce("atreides", "2.01.08"), AskPrescience("atreides", part))
    chosen = next_act(seen_by(table, "harkonnen"))
    assert chosen and isinstance(chosen.command, AnswerPrescience)
    assert chosen.command.answer == MEANT[part]


def test_4_97_67_what_a_foe_showed_of_its_plan_is_believed() -> None:
    def dialed_against(shown: str) -> float:
        table = LiveTable("harkonnen", "atreides", phase="battle", hands={"harkonnen": (), "atreides": ()})
        table.do(BeginBattle("Carthag", "harkonnen", "atreides", 9, 0, 9), who="public")
        table.do(Announce("atreides", "2.01.08"), AskPrescience("atreides", "dial"))
        made = plan(seen_by(table.do(AnswerPrescience("harkonnen", shown)), "atreides"))
        assert isinstance(made, LockPlan)
        return made.dial

    assert dialed_against("0") < dialed_against("6")
