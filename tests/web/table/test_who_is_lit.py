"""A button that ends a wait is lit once nobody is asked any more; what is counted or turned over says by whom."""

from __future__ import annotations

import pytest

from referee.board.forces import RESERVES
from referee.board.forces_counted import KeepCount
from referee.common.phones_at_seats import TakeSeat
from referee.kernel import PUBLIC, Command
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.bidding.auction import Bid, DealRow, Pass
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.storm.storm_moves import PlaceStorm, SeatMarkers
from referee.powers.windows import CloseWindow
from referee.stand_in.seats import LetRefereePlay
from referee.turn.on_the_map import PutRight
from referee.web.battle.table import fight_view
from referee.web.phase.battle_headlines import lines
from referee.web.phase.table_view import plates
from referee.web.table.board import _go, _pad
from referee.web.table.without_phones import on_their_phone
from tests.kit import Evening, LiveTable, Room


@pytest.mark.parametrize("phones", [True, False])
def test_4_90_03_the_next_card_is_lit_once_everybody_asked_has_answered(phones: bool) -> None:
    held = {seat: ("Karama/1",) if seat == "fremen" else ("Shield/1",) for seat in ("fremen", "emperor", "atreides")}
    table = LiveTable(*held, phase="bidding", hands=held, K8="", first="fremen")
    for seat in held if phones else ():
        assert table.act(TakeSeat(seat, "a phone"), "referee").done
    table.do(DealRow(), CloseWindow())
    table.do(Bid(bidding_of(table.public).turn, 1))
    while bidding_of(table.public).step == "bid":
        table.do(Pass(bidding_of(table.public).turn))
    (closes,) = (one for one in _go(table.public) if one.act == "CloseWindow")
    assert closes.go is not phones


def test_1_07_05_the_wheels_are_lit_once_everybody_has_answered_for_a_traitor() -> None:
    room = Room(hands={})
    for seat in ("atreides", "harkonnen"):
        assert room.act(TakeSeat(seat, "a phone"), "referee").done
    room.fight(LockPlan("atreides", 3, "Lady Jessica"), LockPlan("harkonnen", 4, "Feyd-Rautha"))
    shown = fight_view(room.public, True)
    assert shown is not None
    (opens,) = (one for one in shown.acts if one.act == "Reveal")
    assert not opens.go


def test_1_07_02_how_many_battles_are_left_and_among_how_many_the_aggressor_chooses() -> None:
    table = LiveTable("fremen", "emperor", "harkonnen", phase="shipment", first="fremen", spice=5)
    places = ("Red Chasm", "fremen", "emperor"), ("The Great Flat", "fremen", "harkonnen")
    for place, *seats in (*places, ("Carthag", "emperor", "harkonnen")):
        table.do(*(PutRight(seat, place, 3, other=RESERVES) for seat in seats))
    table.do("battle")
    assert "3 battles left. Fremen choose among 2 of them." in [line.text for line in lines(table.public)]


@pytest.mark.parametrize(
    ("kept", "words"),
    [
        ("dealt", "The next tap turns over a spice card."),
        ("printed", "One of you turns over a spice card and taps it."),
    ],
)
def test_1_02_01_who_turns_over_a_spice_card(kept: str, words: str) -> None:
    table = LiveTable("fremen", "emperor", turn=2, rules="basic", P5=kept).do(KeepCount(), PlaceStorm(1), "spice_blow")
    assert table.said()[0][0] == words


def test_4_97_20_from_the_page_after_a_game_a_phone_comes_back_to_its_seat(evening: Evening) -> None:
    phone, page = evening.phones["fremen"], f"/t/{evening.table}/after"
    back = phone.get(page).text
    assert f'href="/t/{evening.table}/me"' in back and "<kbd>Esc</kbd>" not in back
    assert "<kbd>Esc</kbd>" in evening.host.get(page).text


def test_4_97_67_nobody_is_asked_to_act_for_a_seat_that_the_referee_plays() -> None:
    table = LiveTable("emperor", "fremen", rules="basic", phase="bidding", L1="on").do(DealRow())
    turn = bidding_of(table.public).turn
    assert _pad(table.public)
    table.do(LetRefereePlay(turn), who=PUBLIC)
    assert _pad(table.public) is None


def test_4_97_67_the_table_is_not_sent_to_the_phone_of_a_seat_that_the_referee_plays() -> None:
    table = LiveTable("emperor", "fremen", turn=2, phase="shipment", L1="on", first="emperor", rules="basic")
    table.do(KeepCount(), SeatMarkers("emperor"), PlaceStorm(18), "shipment")
    turn = table.public.first_player
    assert table.act(TakeSeat(turn, "a phone"), "referee").done and on_their_phone(table.public)
    table = LiveTable("emperor", "fremen", turn=2, phase="shipment", L1="on", first="emperor", rules="basic")
    table.do(KeepCount(), SeatMarkers("emperor"), PlaceStorm(18), "shipment", LetRefereePlay(turn), who=PUBLIC)
    assert not on_their_phone(table.public)


def test_4_97_67_before_the_game_a_seat_that_the_referee_plays_is_not_lit() -> None:
    lit = {}
    for by_referee in (False, True):
        table = LiveTable("bene_gesserit", "fremen", P3="dealt")
        first: Command = LetRefereePlay("bene_gesserit") if by_referee else TakeSeat("bene_gesserit", "a phone")
        assert table.act(first, PUBLIC if by_referee else "referee").done
        lit[by_referee] = [one.word for one in plates(table.public) if one.seat == "bene_gesserit"]
    assert lit == {False: ["To act"], True: [""]}
