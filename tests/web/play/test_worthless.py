"""2.02.22 at the table: a worthless card laid down as Karama in the auction is announced, and a true one cancels it."""

from __future__ import annotations

import pytest

from referee.powers.karama_windows import announced
from tests.kit import Evening, Play

POWER, LOOK = "2.02.22", "2.01.05"


@pytest.fixture
def talk(play: Play) -> Evening:
    """The first card is talked about; the Bene Gesserit hold a worthless card, the Guild a Karama."""
    evening = play("Hajr/1", "Kulon/1", "Baliset/1", "Shield/1", "Karama/1")
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", act)
    return evening


def named(evening: Evening) -> list[str]:
    said = announced(evening.public)
    return [power.rule for power in said.powers] if said else []


def hand(evening: Evening, seat: str) -> list[str]:
    return evening.sitting.views.referee.seats[seat].hand.faces()


def test_2_02_22_a_worthless_card_stops_a_power_of_the_auction_when_its_window_has_closed(talk: Evening) -> None:
    talk.must("bene_gesserit", "StopPower", rule=LOOK)
    assert named(talk) == [POWER] and LOOK not in talk.public.suspended
    for seat in ("fremen", "spacing_guild"):
        assert f'value="{POWER}"' in talk.phones[seat].get(f"/t/{talk.table}/me?tab=bid").text
    talk.wait(11_000)
    assert not named(talk) and LOOK in talk.public.suspended and not hand(talk, "bene_gesserit")


def test_2_02_22_a_true_karama_cancels_it_and_the_card_may_be_tried_again_at_the_next_turn(talk: Evening) -> None:
    talk.must("bene_gesserit", "StopPower", rule=LOOK)
    talk.must("spacing_guild", "StopPower", rule=POWER)
    assert not named(talk) and LOOK not in talk.public.suspended and hand(talk, "bene_gesserit") == ["Kulon/1"]
    rows = talk.rows()
    talk.tap("bene_gesserit", "StopPower", rule=LOOK)
    assert talk.rows() == rows
    talk.must("host", "CloseWindow")
    talk.passes()
    talk.must("bene_gesserit", "TakeByKarama")
    assert named(talk) == [POWER]


def test_2_02_22_a_card_is_taken_with_a_worthless_one_when_the_window_has_closed(talk: Evening) -> None:
    talk.must("host", "CloseWindow")
    talk.passes()
    talk.must("bene_gesserit", "TakeByKarama")
    talk.wait(11_000)
    assert talk.bidding.step == "talk" and hand(talk, "bene_gesserit") and "Kulon/1" in talk.public.discard


def test_4_92_08_without_windows_it_is_played_at_once(talk: Evening) -> None:
    talk.must("host", "ChangeOption", option="K8", value="off")
    talk.must("bene_gesserit", "StopPower", rule=LOOK)
    assert LOOK in talk.public.suspended and not hand(talk, "bene_gesserit")


def test_3_01_11_only_a_worthless_card_is_announced(talk: Evening) -> None:
    talk.must("spacing_guild", "StopPower", rule=LOOK)
    assert LOOK in talk.public.suspended and not named(talk)


def test_3_01_11_01_every_screen_says_what_karama_has_stopped(talk: Evening) -> None:
    screens = {"host": f"/t/{talk.table}/", **dict.fromkeys(("atreides", "fremen"), f"/t/{talk.table}/me?tab=bid")}
    told = lambda: {who for who, path in screens.items() if "Stopped with Karama" in talk.who(who).get(path).text}  # noqa: E731
    assert not told()
    talk.must("spacing_guild", "StopPower", rule=LOOK)
    assert told() == {*screens}


def test_2_02_22_whoever_holds_several_such_cards_chooses_which(play: Play) -> None:
    evening = play("Hajr/1", "Karama/1", "Kulon/1", count={"bene_gesserit": 2})
    page = lambda: evening.phones["bene_gesserit"].get(f"/t/{evening.table}/me/secret?tab=bid").text  # noqa: E731
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", act)
    assert "Pay with Kulon" in page() and "Pay with Karama" in page() and 'value="StopPower"' in page()
    evening.must("bene_gesserit", "StopPower", rule=LOOK, card="Kulon")
    assert named(evening) == [POWER]
    evening.wait(11_000)
    assert hand(evening, "bene_gesserit") == ["Karama/1"] and "Pay with Karama" in page()
    assert "Pay with Kulon" not in page() and 'value="StopPower"' not in page()
