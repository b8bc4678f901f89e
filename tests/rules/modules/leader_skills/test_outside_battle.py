"""4.03: what the first effects of skills do outside battle, and the Mentat's question."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES, Group, forces_in
from referee.board.forces_counted import KeepCount
from referee.common.factions import named
from referee.common.phones_at_seats import TakeSeat
from referee.factions.ixian import HOME
from referee.factions.ixian.pointing import StrongholdPoints
from referee.holdings.hands import CountCorrected
from referee.holdings.ledger import SpiceMoved, lying, on, pay
from referee.holdings.purse import PricePaid
from referee.kernel import BANK, FACE_DOWN, REFEREE, Pile, ask, react
from referee.modules.leader_skills import SkillLost
from referee.modules.leader_skills.dealing import EnterSkill
from referee.modules.leader_skills.mentats_question import NameWeapon, ShowCard, asked
from referee.modules.leader_skills.on_the_way import BringOneMore
from referee.modules.leader_skills.payments import LeavePayment, SendToBank
from referee.offers.offer import TABLE, halted, offers
from referee.offers.waiting import duties_of
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.settle import MOVED
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import ForcesShipped, MoveRange, MovesThisTurn
from referee.phases.shipment.shipping import Ship
from referee.powers.taken_now import taken_now
from referee.running.dice import Dice
from referee.turn.next_phase import GoTo
from referee.turn.who_is_done import SayDone
from referee.web.battle.table import fight_view
from tests.kit import LiveTable, Room
from tests.rules.modules.leader_skills.skilled import HANDS

HALLECK = "Gurney Halleck"
SEATS = ("atreides", "emperor", "spacing_guild", "fremen")


def table(card: str, phase: str, seat: str = "atreides", leader: str = HALLECK, **more: Any) -> LiveTable:
    game = LiveTable(*SEATS, M3="on", **more)
    game.do(KeepCount(), phase)
    return game.do(EnterSkill(seat, card, leader), who="public")


def paid(game: LiveTable, payer: str, payee: str, amount: int) -> list[Any]:
    """Let spice move, and return what skills make of it."""
    made = next(iter(pay(payer, payee, amount, MOVED(territory="Arrakeen"), ("1.06.03.02",))))
    game.truth.hear(made)
    return list(react(game.truth, made, Dice(1)))


# -- money --------------------------------------------------------------------------------------------


def test_4_03_21_another_players_four_for_the_bank_bring_one_once_a_phase() -> None:
    game = table("Spice Banker", "shipment")
    assert paid(game, "emperor", BANK, 3) == []
    assert paid(game, "atreides", BANK, 5) == []
    assert paid(game, "emperor", "spacing_guild", 5) == []
    earned = paid(game, "emperor", BANK, 4)
    assert [(one.payer, one.payee, one.amount) for one in earned] == [(BANK, "front:atreides", 1)]
    game.truth.hear(earned[0])
    assert paid(game, "fremen", BANK, 6) == []


def test_4_03_21_a_card_paid_to_the_bank_counts_too() -> None:
    game = table("Spice Banker", "bidding")
    price = PricePaid("fremen", 4, {"fremen": 4}, BANK, ("1.04.06",))
    assert [one.payee for one in react(game.truth, price, Dice(1)) if isinstance(one, SpiceMoved)] == ["front:atreides"]


@pytest.mark.parametrize(("choice", "back"), [("stays", []), ("bank", [1])])
def test_4_96_33_banked_spice_stays_or_goes_back_when_the_banker_dies(choice: str, back: list[int]) -> None:
    game = table("Spice Banker", "shipment", E33=choice)
    for event in paid(game, "emperor", BANK, 4):
        game.truth.hear(event)
    died = list(react(game.truth, SkillLost(HALLECK, "Spice Banker"), Dice(1)))
    assert [one.amount for one in died if isinstance(one, SpiceMoved) and one.payee == BANK] == back
    assert [one.sentence(named) for one in died if isinstance(one, SpiceMoved)] == [
        "Atreides return 1 from in front of the shield to the bank." for _ in back
    ]


def test_4_03_11_a_bureaucrat_sends_two_of_five_to_the_bank_once_a_phase() -> None:
    game = table("Bureaucrat", "shipment")
    assert game.no(SendToBank("atreides")) == "4.03.11"
    assert paid(game, "emperor", "spacing_guild", 4) == []
    assert paid(game, "emperor", "atreides", 6) == []
    assert paid(game, "emperor", BANK, 6) == []
    game = table("Bureaucrat", "shipment", spice={"fremen": 0, "emperor": 10, "spacing_guild": 5, "atreides": 10})
    game.do(Ship("emperor", 5, "Carthag"))
    assert "Send 2 of what the Guild was paid to the bank" in game.labels("atreides")
    bank, before = game.truth.bank, game.purse("spacing_guild")
    game.do(SendToBank("atreides"))
    assert game.truth.bank == bank + 2
    assert game.purse("spacing_guild") == [int(str(before[0])) - 2]
    assert game.no(SendToBank("atreides")) == "4.03.11" and halted(game.public) is None


def test_4_03_11_the_game_waits_for_the_bureaucrat_and_they_may_leave_it() -> None:
    game = table("Bureaucrat", "shipment", spice={"fremen": 0, "emperor": 20, "spacing_guild": 5, "atreides": 10})
    assert game.no(LeavePayment("atreides")) == "4.03.11"
    game.do(Ship("emperor", 5, "Carthag"))
    due = halted(game.public)
    assert due is not None and (due.seat, due.rule) == ("atreides", "4.03.11")
    assert due.words == "send 2 of what the Guild was paid to the bank, or leave it"
    assert game.no(GoTo("battle", anyway=True)) == "4.03.11" and game.no(SayDone("emperor")) == "4.03.11"
    assert "LeavePayment" in game.offered("atreides") and "SendToBank" not in game.offered("spacing_guild")
    guild, bank = game.purse("spacing_guild"), game.truth.bank
    game.do(LeavePayment("atreides"))
    assert game.purse("spacing_guild") == guild and game.truth.bank == bank and halted(game.public) is None
    game.undo("atreides")
    assert halted(game.public) is not None
    game.do(LeavePayment("atreides"), SayDone("emperor"))


def test_4_03_11_of_two_large_payments_in_one_act_each_is_asked_about() -> None:
    game = table("Bureaucrat", "bidding", spice={"fremen": 20, "emperor": 20, "spacing_guild": 20, "atreides": 10})
    for payee in ("atreides", "emperor", "emperor", "spacing_guild"):  # the first is the owner's own
        for made in paid(game, "fremen", payee, 5):
            for one in (game.truth, *game.views.tables.values()):
                one.hear(made)
    assert duties_of(game.public, "atreides")[0].words.startswith("send 2 of what the Emperor was paid")
    game.do(LeavePayment("atreides"))
    assert duties_of(game.public, "atreides")[0].words.startswith("send 2 of what the Guild was paid")
    game.do(SendToBank("atreides"))
    assert game.no(LeavePayment("atreides")) == "4.03.11" and halted(game.public) is None


# -- shipping and moving ------------------------------------------------------------------------------


def test_4_03_16_a_planetologist_moves_one_further_at_most_three() -> None:
    game = table("Planetologist", "shipment")
    assert ask(game.truth, MoveRange("atreides")).value == 3  # by ornithopter
    game = table("Planetologist", "shipment", "emperor", "Burseg")
    assert ask(game.truth, MoveRange("emperor")).value == 2
    assert ask(game.truth, MoveRange("fremen")).value == 2
    assert ask(table("Planetologist", "shipment", "fremen", "Stilgar").truth, MoveRange("fremen")).value == 3


def moves(seat: str, origin: str, goal: str, many: int = 1) -> MoveForces:
    return MoveForces(seat, many, origin, goal)


def two_groups(goal: str) -> LiveTable:
    """Return a table where the Emperor's first group moves from Carthag to this place."""
    game = table("Planetologist", "shipment", "emperor", "Burseg", first="emperor")
    for one in (game.truth, *game.views.tables.values()):
        for place, sector in (("Sihaya Ridge", 9), ("Gara Kulon", 8)):
            one.hear(ForcesShipped("emperor", 2, 0, "down", RESERVES, place, (), sector))
    return game.do(moves("emperor", "Gara Kulon", goal))


def test_4_03_16_a_second_group_goes_to_where_the_first_went() -> None:
    game = two_groups("Shield Wall")
    assert game.no(moves("emperor", "Sihaya Ridge", "Basin")) == "4.03.16"
    game.do(moves("emperor", "Sihaya Ridge", "Shield Wall"))
    assert game.no(moves("emperor", "Sihaya Ridge", "Shield Wall")) != ""


def test_4_03_16_not_after_a_group_went_one_further() -> None:
    game = two_groups("Hole in the Rock")
    assert game.no(moves("emperor", "Sihaya Ridge", "Hole in the Rock")) == "1.06.05.01"


def test_4_03_20_a_smuggler_brings_one_more_to_an_empty_territory() -> None:
    game = table("Smuggler", "shipment", "emperor", "Burseg")
    reserves = (forces_in(game.truth, "emperor", RESERVES) or Group()).normal
    game.do(Ship("emperor", 2, "Tuek's Sietch"))
    assert game.no(BringOneMore("emperor")) == "4.03.20"  # the Guild stands there
    game = table("Smuggler", "shipment", "emperor", "Burseg")
    game.do(Ship("emperor", 2, "Habbanya Sietch"))
    assert "Bring one more force to Habbanya Sietch, free" in game.labels("emperor")
    purse = game.purse("emperor")
    game.do(BringOneMore("emperor"))
    assert (forces_in(game.truth, "emperor", "Habbanya Sietch") or Group()).total == 3
    assert (forces_in(game.truth, "emperor", RESERVES) or Group()).normal == reserves - 3
    assert game.purse("emperor") == purse
    assert game.no(BringOneMore("emperor")) == "4.03.20"


def test_4_03_19_a_sandmaster_takes_one_spice_from_each_territory_on_the_way() -> None:
    game = table("Sandmaster", "shipment", first="atreides")
    for place in ("Imperial Basin", "Hole in the Rock"):
        for one in (game.truth, *game.views.tables.values()):
            one.hear(SpiceMoved(BANK, on(place), 4, MOVED(territory=place), ()))
    purse = int(str(game.purse("atreides")[0]))
    game.do(moves("atreides", "Arrakeen", "Hole in the Rock", 2))
    assert lying(game.public, "Hole in the Rock") == 3
    assert lying(game.public, "Imperial Basin") == 3
    assert game.purse("atreides") == [purse + 2]


def from_the_stronghold(card: str) -> LiveTable:
    """Return a table where Ixians stand in the Hidden Mobile Stronghold beside Meridian, and two of them on sand."""
    game = LiveTable("ixian", "fremen", first="ixian", M3="on").do(KeepCount(), "shipment")
    game.do(EnterSkill("ixian", card, "Tessia Vernius"), who="public")
    for one in (game.truth, *game.views.tables.values()):
        one.hear(StrongholdPoints("Meridian", 1, ("2.07.13",)))
        one.hear(ForcesShipped("ixian", 2, 0, "down", RESERVES, "Cielago Depression", (), 1))
    return game


def test_4_03_16_a_second_group_follows_one_from_the_stronghold_beside_the_map() -> None:
    game = from_the_stronghold("Planetologist").do(moves("ixian", HOME, "Meridian"))
    assert ask(game.truth, MovesThisTurn("ixian")).value == 2
    game.do(moves("ixian", "Cielago Depression", "Meridian"))
    game = from_the_stronghold("Planetologist").do(MoveForces("ixian", 0, HOME, "Cielago North", 1))
    assert ask(game.truth, MovesThisTurn("ixian")).value == 1, "the first went 1 further"


def test_4_03_19_the_way_from_the_stronghold_beside_the_map_leads_over_spice() -> None:
    game = from_the_stronghold("Sandmaster")
    for one in (game.truth, *game.views.tables.values()):
        one.hear(SpiceMoved(BANK, on("Meridian"), 4, MOVED(territory="Meridian"), ()))
    game.do(MoveForces("ixian", 0, HOME, "Cielago South", 1))
    assert lying(game.public, "Meridian") == 3


# -- the Mentat ---------------------------------------------------------------------------------------


def room(**more: Any) -> Room:
    game = Room(**{"hands": HANDS, "M3": "on", **more})
    for seat in ("atreides", "harkonnen"):
        game.do(TakeSeat(seat, "a phone"), who=REFEREE)
    game.do(EnterSkill("atreides", "Mentat", HALLECK), who="public")
    game.begin()
    return game


def test_4_03_15_the_opponent_shows_the_weapon_asked_for() -> None:
    game = room()
    assert game.no(LockPlan("harkonnen", 2, "Feyd-Rautha")) == "4.03.15"
    game.do(NameWeapon("atreides", "Chaumurky"))
    assert game.no(LockPlan("atreides", 2, "Lady Jessica")) == "4.03.15"  # everybody waits for the card
    assert game.no(ShowCard("harkonnen", "Shield/1")) == "4.03.15"
    game.do(ShowCard("harkonnen", "Chaumurky/1"))
    assert "Chaumurky/1" in game.screen("atreides").seats["harkonnen"].hand.faces()
    assert not game.screen("fremen").seats["harkonnen"].hand.faces()
    assert game.no(NameWeapon("atreides", "Lasgun")) == "4.03.15"
    game.do(LockPlan("harkonnen", 2, "Feyd-Rautha"))


def test_4_03_15_without_the_weapon_another_card_is_shown() -> None:
    game = room()
    game.do(NameWeapon("atreides", "Lasgun"), ShowCard("harkonnen", "Shield/1"))
    assert game.screen("atreides").seats["harkonnen"].hand.faces() == ["Shield/1"]


def test_4_03_15_the_table_confirms_a_card_that_a_seat_without_a_phone_has_shown() -> None:
    """The referee dealt the hand, so it knows the cards and not which of them was shown: it tells none to the asker."""
    game = Room(hands=HANDS, M3="on")
    game.do(EnterSkill("atreides", "Mentat", HALLECK), who="public").begin()
    game.public.seats["harkonnen"].hand = Pile([FACE_DOWN] * 3)
    game.do(NameWeapon("atreides", "Chaumurky"))
    (made,) = [one for one in taken_now(game.public, offers(game.public, TABLE)) if one.name == "ShowCard"]
    fight = fight_view(game.public, True)
    assert fight and [act.act for act in fight.acts] == ["ShowCard"]
    game.do(ShowCard(**dict(made.fixed)), who="public")
    assert asked(game.public) == "" and not game.screen("atreides").seats["harkonnen"].hand.faces()


@pytest.mark.parametrize(("faces", "choices"), [(("Shield/1",), ["Shield/1"]), ((FACE_DOWN,), [])])
def test_4_03_15_of_a_hand_that_everybody_knows_the_table_taps_the_card(faces: Any, choices: list[str]) -> None:
    game = Room(hands={"harkonnen": ("Shield/1",)}, M3="on")
    game.do(EnterSkill("atreides", "Mentat", HALLECK), who="public").begin()
    game.public.seats["harkonnen"].hand = Pile(faces)
    game.do(NameWeapon("atreides", "Lasgun"))
    made = [one for one in taken_now(game.public, offers(game.public, TABLE)) if one.name == "ShowCard"]
    assert [[card for card, _ in blank.choices] for one in made for blank in one.blanks] == [choices] * bool(choices)
    assert len(made) == 1


def test_4_03_15_an_empty_hand_shows_nothing_and_nobody_has_to_ask() -> None:
    game = room(hands={"atreides": (), "harkonnen": ()})
    game.do(NameWeapon("atreides", "Lasgun"))
    game.do(LockPlan("harkonnen", 2, "Feyd-Rautha"))
    game = room()
    game.do(NameWeapon("atreides", "Lasgun"))
    assert halted(game.public)
    for table in (game.truth, *game.views.tables.values()):
        table.hear(CountCorrected("harkonnen", 0))
    assert not halted(game.public), "the last card is gone before it was shown: there is none to show"
    game = room()
    game.do(NameWeapon("atreides"))
    game.do(LockPlan("harkonnen", 2, "Feyd-Rautha"))


def test_4_03_15_only_a_mentat_in_front_asks() -> None:
    game = Room(hands=HANDS, M3="on")
    game.begin()
    assert game.no(NameWeapon("atreides", "Lasgun")) == "4.03.15"
    game.do(LockPlan("harkonnen", 2, "Feyd-Rautha"))
