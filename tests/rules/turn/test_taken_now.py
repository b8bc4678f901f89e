"""Buttons on a page are taken as they stand, or the table reads beside them what it would allow (4.97.09)."""

from __future__ import annotations

from referee.agreements.bribes import Bribe, bribe
from referee.board.forces_counted import CountForces, KeepCount
from referee.cards.karama import UseSpecial
from referee.cards.truthtrance import PutQuestion
from referee.common.phones_at_seats import TakeSeat
from referee.kernel import REFEREE
from referee.offers.offer import Blank, Offer, seats_of, secret_offers
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.charity import ClaimCharity
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from referee.powers.taken_now import taken_now
from referee.turn.who_is_done import SayDone
from referee.web.battle.phone import composer
from referee.web.phase.buttons import for_seat, seat_offers
from tests.kit import LiveTable, Room


def test_4_97_09_what_a_seat_is_refused_has_no_button_and_what_the_table_is_refused_says_why() -> None:
    table = LiveTable("fremen", "emperor", phase="shipment", turn=2).do(SayDone("emperor"))
    done = Offer(SayDone, "Done")
    assert taken_now(table.public, [done], "fremen") == (done,) and taken_now(table.public, [done], "emperor") == ()
    entered = Offer(SayDone, "Done", fixed=(("seat", "emperor"),))
    assert [one.why_not for one in taken_now(table.public, [entered])] == [
        "The Emperor is already done. Wait for the others."
    ]


def test_4_97_03_the_table_reads_beside_a_button_what_it_would_allow() -> None:
    table = LiveTable("atreides", "emperor", turn=2).do(PlaceStorm(1), "shipment")
    first = next(seat for seat in ("atreides", "emperor") if seat_offers(table.public, seat))
    last = "emperor" if first == "atreides" else "atreides"
    beside = {seat: {act.act: act.small for act in for_seat(table.public, seat)} for seat in (first, last)}
    assert "Wait until they are done." in beside[last]["Ship"] and not beside[first]["Ship"]
    assert table.no(Ship(last, 1, "Carthag"), "public") == "1.06.01"


def test_4_97_09_a_list_holds_what_would_be_taken() -> None:
    table = LiveTable("fremen", "emperor", "harkonnen", phase="choam_charity", spice=1).do(ClaimCharity("emperor"))
    whose = Offer(ClaimCharity, "Claim", blanks=(Blank("seat", "Faction", "select", choices=seats_of(table.public)),))
    made = taken_now(table.public, [whose])
    assert [[value for value, _ in one.blanks[0].choices] for one in made] == [["fremen", "emperor", "harkonnen"]]
    assert made[0].small.startswith("Emperor: ") and "claimed charity" in made[0].small


def test_4_97_09_a_phone_is_not_told_that_its_player_does_it_there() -> None:
    table = LiveTable("fremen", "emperor", phase="choam_charity", spice=20)
    assert table.act(TakeSeat("fremen", "a phone"), REFEREE).done
    assert "ClaimCharity" in {one.name for one in seat_offers(table.public, "fremen")}
    assert "ClaimCharity" not in {act.act for act in for_seat(table.public, "fremen")}


def test_1_12_05_no_bribe_is_offered_in_the_mentat_pause_nor_to_who_has_no_spice() -> None:
    table = LiveTable("fremen", "emperor", phase="revival", spice={"fremen": 3, "emperor": 0})
    assert bribe(table.screen("fremen"), "fremen") and not bribe(table.screen("emperor"), "emperor")
    table.do("mentat_pause")
    assert not bribe(table.screen("fremen"), "fremen") and table.no(Bribe("fremen", "emperor", 1)) == "1.12.05"


def test_3_01_20_a_ghola_is_offered_once_somebody_lies_in_the_tanks() -> None:
    table = LiveTable("moritani", "emperor", phase="revival", hands={"moritani": ("Tleilaxu Ghola/1",)}, P1="dealt")
    table.do(KeepCount())

    def offered() -> list[str]:
        made = taken_now(table.screen("moritani"), secret_offers(table.screen("moritani"), "moritani"), "moritani")
        return [blank.name for one in made if one.name == "PlayGhola" for blank in one.blanks]

    assert offered() == []
    table.do(CountForces("moritani", "tanks", 2, 0))
    assert offered() == ["normal"]


def test_1_14_04_a_card_that_the_referee_does_not_know_has_its_button_too() -> None:
    table = LiveTable("harkonnen", "emperor", phase="bidding", count=2, P1="printed")
    table.do(UseSpecial("harkonnen", "emperor"))
    own = table.screen("harkonnen")
    made = taken_now(own, secret_offers(own, "harkonnen"), "harkonnen")
    assert [one.name for one in made if one.name == "GiveCardBack"] == ["GiveCardBack"]


def test_1_00_05_a_plan_is_not_changed_while_everybody_waits_for_an_answer() -> None:
    room = Room(hands={"atreides": ("Truthtrance/1",), "harkonnen": ()})
    room.begin()
    room.do(LockPlan("harkonnen", 1, "Feyd-Rautha"))
    reopens = [composer(room.screen("harkonnen"), "harkonnen")]
    room.do(PutQuestion("atreides", "harkonnen", "Do you hold a weapon?"))
    reopens.append(composer(room.screen("harkonnen"), "harkonnen"))
    assert [[act.act for act in one.acts] for one in reopens if one] == [["ReopenPlan"], []]
