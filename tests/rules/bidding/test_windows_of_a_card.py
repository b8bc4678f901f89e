"""4.90.03 while bidding: one window a card, for anybody it waits for, and none if nobody can have a Karama."""

from __future__ import annotations

from typing import Any

import pytest

from referee.common.phones_at_seats import TakeSeat
from referee.offers.offer import behind_shield
from referee.offers.what_now import stage_of
from referee.phases.bidding.auction import Bid, DealRow, Pass
from referee.phases.bidding.order_of_bidding import Bidding, bidding_of
from referee.powers.on_screen import for_longer
from referee.powers.who_answers import TO_SPEAK, ready_for_phase
from referee.powers.windows import CloseWindow, Ready, ReadyForPhase, Window, phase_window, stoppable_now
from tests.kit import LiveTable

THREE = ("atreides", "emperor", "fremen")
HANDS = {"atreides": ("Hajr/1",), "emperor": ("Kulon/1",), "fremen": ("Karama/1",)}
DECK = ("Shield/1", "Snooper/1", "Jubba Cloak/1", "Stunner/1", "Lasgun/1", "Chaumas/1")


class Row(LiveTable):
    """Three players on phones, unless said otherwise, before the row is dealt."""

    def __init__(self, phones: tuple[str, ...] = THREE, **options: Any) -> None:
        chosen = {"hands": HANDS, "deck": DECK, "K8": "", "first": "fremen", **options}
        super().__init__(*THREE, phase="bidding", **chosen)
        for seat in phones:
            assert self.act(TakeSeat(seat, "a phone"), "referee").done

    @property
    def bids(self) -> Bidding:
        return bidding_of(self.public)

    def sell(self) -> Row:
        """Let the First Player have the card for 1."""
        first = self.bids.turn
        self.do(Bid(first, 1))
        while self.bids.step == "bid" and self.bids.number == 1 and self.bids.turn:
            self.do(Pass(self.bids.turn))
        return self


def test_4_90_03_one_window_a_card() -> None:
    row = Row().do(DealRow())
    assert phase_window(row.public) == Window("pause", 8)
    row.do(CloseWindow()).sell()
    assert phase_window(row.public) == Window("settle", 8)
    assert [power.rule for power in stoppable_now(row.public)] == ["2.03.04", "2.01.05"]
    row.do(CloseWindow())
    assert row.bids.step == "bid" and row.bids.number == 2, "the next card is up at once"


def test_4_90_03_ready_for_the_phase_is_ready_for_every_card() -> None:
    row = Row().do(*(ReadyForPhase(seat) for seat in THREE), DealRow())
    assert row.bids.step == "bid" and row.sell().bids.number == 2 and row.bids.step == "bid"


def test_4_90_03_whoever_wants_to_be_asked_again_has_the_whole_window() -> None:
    row = Row().do(*(ReadyForPhase(seat) for seat in THREE), DealRow(), ReadyForPhase("fremen", on=False)).sell()
    assert phase_window(row.public) == Window("settle", 8)
    assert row.code(ReadyForPhase("atreides")) == "NOT_NOW", "they have said so"
    assert row.do(ReadyForPhase("fremen")).bids.number == 2, "the last who is waited for closes it"


def test_4_92_08_ready_for_the_turn_holds_until_the_next_turn_or_until_it_is_taken_back() -> None:
    row = Row().do(ReadyForPhase("fremen", turn=True), ReadyForPhase("emperor"), ReadyForPhase("atreides"))
    assert row.code(ReadyForPhase("fremen", turn=True)) == "NOT_NOW", "the player has said so"
    row.do(ReadyForPhase("atreides", turn=True), "battle")
    assert ready_for_phase(row.public) == ("fremen", "atreides"), "the Emperor was ready for the bidding"
    row.do(ReadyForPhase("atreides", on=False))
    assert ready_for_phase(row.public) == ("fremen",)
    labels = [offer.label for offer in for_longer(row.public, "fremen")]
    assert labels == ["You are ready for this turn", "Ready for the whole game"]
    assert not ready_for_phase(row.do("mentat_pause", "storm").public), "a new turn"


def test_4_92_08_ready_for_the_game_holds_in_every_turn_until_it_is_taken_back() -> None:
    row = Row().do(*(ReadyForPhase(seat, game=True) for seat in THREE))
    assert row.code(ReadyForPhase("fremen", game=True)) == "NOT_NOW" == row.code(ReadyForPhase("fremen", turn=True))
    row.do("mentat_pause", "storm", "revival")
    assert set(ready_for_phase(row.public)) == set(THREE)
    row.do(ReadyForPhase("fremen", on=False), "mentat_pause", "storm")
    assert set(ready_for_phase(row.public)) == {*THREE} - {"fremen"}
    assert [offer.label for offer in for_longer(row.public, "atreides")] == ["You are ready for the whole game"]


def titles(row: LiveTable, seat: str) -> list[str]:
    return [one.title for one in behind_shield(row.screen(seat), seat)]


def test_4_90_03_who_is_ready_for_the_game_reads_behind_the_shield_alone_that_no_pause_waits_for_a_karama() -> None:
    row = LiveTable(*THREE, hands={"fremen": ("Karama/1",), "atreides": ("Shield/1",)}, phase="bidding")
    kept = {seat: titles(row, seat) for seat in THREE}
    row.do(*(ReadyForPhase(seat, game=True) for seat in THREE))
    new = {seat: titles(row, seat) for seat in THREE}
    assert new == {**kept, "fremen": [*kept["fremen"], "Ready for the whole game"]}
    row.do(ReadyForPhase("fremen", on=False))
    assert titles(row, "fremen") == kept["fremen"]


def test_4_90_03_a_seat_without_a_phone_never_holds_a_window_up() -> None:
    row = Row(("atreides", "emperor")).do(DealRow(), Ready("atreides"))
    assert row.bids.step == "talk" and row.do(Ready("emperor")).bids.step == "bid"


def test_4_92_08_where_only_seats_without_a_phone_may_speak_there_is_time_to_speak() -> None:
    row = Row(("atreides", "emperor")).do(ReadyForPhase("atreides"), ReadyForPhase("emperor"), DealRow())
    assert phase_window(row.public) == Window("pause", TO_SPEAK)


@pytest.mark.parametrize("holder", THREE)
def test_4_90_03_a_window_is_the_same_whoever_holds_the_card(holder: str) -> None:
    hands = {
        seat: ("Karama/1",) if seat == holder else (f"{card}/1",)
        for seat, card in zip(THREE, ("Hajr", "Kulon", "Baliset"), strict=True)
    }
    row = Row(hands=hands).do(DealRow())
    assert phase_window(row.public) == Window("pause", 8)
    assert row.do(Ready("emperor"), Ready("atreides")).bids.step == "talk", "for every holder"
    assert row.do(Ready("fremen")).bids.step == "bid"


def test_4_92_08_no_window_where_everybody_sees_that_no_hand_holds_a_karama() -> None:
    row = Row(hands={}).do(DealRow())
    assert row.bids.step == "bid", "all hands are empty, and that is public while bidding"


def test_4_91_07_a_table_that_wants_time_for_deals_waits_for_everybody() -> None:
    row = Row(hands={}, B7="45").do(DealRow())
    assert phase_window(row.public) == Window("talk", 45)


def test_4_90_03_a_pause_before_a_card_says_whose_power_it_is_for() -> None:
    row = Row().do(DealRow())
    stage = stage_of(row.public)
    assert stage and stage.headline[0] == "Atreides look at the card"
