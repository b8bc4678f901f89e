"""2.07 Ixians and treachery cards: the starting card, the row they sort, the card they swap, the ally who redraws."""

from __future__ import annotations

from typing import Any

import pytest

from referee.common.phones_at_seats import TakeSeat
from referee.common.turn import PHASES
from referee.factions.ixian.before_auction import LayBack, LookThrough, SkipSorting
from referee.factions.ixian.deck import SORT, looked
from referee.factions.ixian.start_cards import DealWithoutChoice, KeepStartCard, start_waits
from referee.factions.ixian.swap import ReplaceBought, SwapCard
from referee.factions.richese.hand_cards import just_discarded
from referee.holdings.setup import ChangeOption
from referee.kernel import PUBLIC, REFEREE, Table
from referee.knowledge.shuffle_check import audit
from referee.offers.offer import halted, offers, secret_offers
from referee.offers.what_now import what_now
from referee.phases.bidding.auction import BeginBidding, Bid, DealRow, DeclareHands, PassFor
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.powers.powers import stoppable
from referee.powers.windows import CloseWindow, Window, phase_window
from referee.running.dice import Dice
from referee.turn.next_phase import GoTo
from referee.web.table.board import _beginnings
from tests.kit import LiveTable

SEATS = ("ixian", "harkonnen", "emperor", "fremen")
OTHERS = (PUBLIC, "harkonnen", "emperor", "fremen")


def table_of(*, phone: bool = True, seed: int = 3, **more: Any) -> LiveTable:
    """Return a table that has just been set, the Ixians on a phone unless said otherwise."""
    more = {"K8": "5", "B7": "off", "B6": "off", **more}
    sitting = LiveTable(*SEATS, dice=Dice(seed), count=-1, spice=-1, deck=None, **more)
    return sitting.do(TakeSeat("ixian", "phone"), who="referee") if phone else sitting


def mine(sitting: LiveTable) -> Table:
    return sitting.screen("ixian")


def row_of(**more: Any) -> LiveTable:
    """Return a table whose row is about to be dealt."""
    return table_of(**more).do(DealWithoutChoice(), BeginBidding(), DeclareHands())


def hands(sitting: LiveTable, viewer: str = REFEREE) -> dict[str, list[str]]:
    table = sitting.truth if viewer == REFEREE else sitting.screen(viewer)
    return {seat: own.hand.faces() for seat, own in table.seats.items()}


# -- the starting card --------------------------------------------------------------------------------


def test_2_07_03_nobody_holds_a_card_until_they_have_chosen_one_of_all() -> None:
    sitting = table_of()
    pool, offered = sitting.truth.deck[:4], secret_offers(mine(sitting), "ixian")[0].blanks[0].choices
    assert {card for card, _ in offered} == set(pool) and not any(hands(sitting).values())
    sitting.do(KeepStartCard("ixian", str(pool[2])))
    held = hands(sitting)
    assert held["ixian"] == [pool[2]] and [len(held[seat]) for seat in SEATS] == [1, 2, 1, 1]
    assert {cards[0] for cards in held.values()} == set(pool)


def test_2_07_03_who_has_which_of_the_others_is_theirs_alone() -> None:
    sitting = table_of()
    sitting.do(KeepStartCard("ixian", str(sitting.truth.deck[0])))
    held = hands(sitting)
    for viewer in (*OTHERS, "ixian"):
        assert hands(sitting, viewer) == {seat: held[seat] if seat == viewer else [] for seat in SEATS}


def test_2_07_03_the_game_waits_for_the_choice_and_the_table_may_deal_without_it() -> None:
    sitting = table_of()
    assert [sitting.no(one) for one in (GoTo(PHASES[0]), BeginBidding())] == ["2.07.03"] * 2
    assert what_now(sitting.public)[0].rule == "2.07.03"
    assert all("Ixians choose" in act.why_not for act in _beginnings(sitting.public, ""))
    sitting.do(DealWithoutChoice())
    assert not any(act.why_not for act in _beginnings(sitting.public, ""))
    assert not start_waits(sitting.truth) and [len(cards) for cards in hands(sitting).values()] == [1, 2, 1, 1]


def test_2_07_03_without_a_phone_the_cards_are_dealt_when_the_game_begins() -> None:
    sitting = table_of(phone=False).do(BeginBidding())
    assert [len(cards) for cards in hands(sitting).values()] == [1, 2, 1, 1]


def test_2_07_03_a_game_joined_in_the_middle_deals_at_once() -> None:
    assert not start_waits(table_of(turn=3).truth)


# -- the row ------------------------------------------------------------------------------------------


def test_2_07_06_they_see_one_card_more_and_nobody_else_sees_any() -> None:
    sitting = row_of()
    five = set(sitting.truth.deck[:5])
    assert sitting.no(DealRow()) == "1.00.05"
    sitting.do(LookThrough("ixian"))
    assert set(looked(mine(sitting), SORT).cards) == five
    assert [looked(sitting.screen(viewer), SORT).cards for viewer in OTHERS] == [()] * 4


def test_4_97_11_in_bidding_by_hand_nobody_waits_for_their_look() -> None:
    sitting = row_of().do(ChangeOption("R-bidding", "hand"))
    assert halted(sitting.public) is None
    sitting.do(ChangeOption("R-bidding", "referee"), LookThrough("ixian"), ChangeOption("R-bidding", "hand"))
    assert halted(sitting.public) is not None and secret_offers(mine(sitting), "ixian")


@pytest.mark.parametrize(("place", "at"), [("top", 0), ("bottom", -1)])
def test_2_07_06_one_goes_back_and_the_others_are_sold_in_no_order_they_know(place: str, at: int) -> None:
    sitting = row_of().do(LookThrough("ixian"))
    five = list(looked(mine(sitting), SORT).cards)
    sitting.do(LayBack("ixian", five[1], place), DealRow())
    assert set(bidding_of(sitting.truth).row) == set(five) - {five[1]} and sitting.truth.deck[at] == five[1]
    assert bidding_of(mine(sitting)).row.faces() == [] and mine(sitting).deck[at] == five[1]
    assert all(not sitting.screen(viewer).deck.faces() for viewer in OTHERS)


def test_2_07_06_the_shuffle_is_sealed_anew() -> None:
    sitting = table_of()
    sitting.do(KeepStartCard("ixian", str(sitting.truth.deck[1])), BeginBidding(), DeclareHands(), LookThrough("ixian"))
    sitting.do(LayBack("ixian", looked(mine(sitting), SORT).cards[0], "top"), DealRow())
    assert all(found.good for found in audit((act.number, act.events) for act in sitting.acts()).findings)


def test_2_07_06_the_table_may_deal_without_and_does_where_they_have_no_phone() -> None:
    assert bidding_of(row_of().do(SkipSorting(), DealRow()).truth).dealt == 4
    assert bidding_of(row_of(phone=False).do(DealRow()).truth).dealt == 4


def test_2_07_06_with_printed_cards_the_table_is_told_and_nothing_waits() -> None:
    sitting = table_of(P1="told").do(BeginBidding(), DeclareHands())
    assert not [one for one in offers(sitting.screen("ixian"), "ixian") if one.name == "LookThrough"]
    sitting.do(DealRow())
    assert bidding_of(sitting.truth).dealt == 4


# -- technology ---------------------------------------------------------------------------------------


def before_card_1(**more: Any) -> LiveTable:
    return row_of(**more).do(SkipSorting(), DealRow())


def test_2_07_16_they_swap_the_next_card_and_only_they_know_both() -> None:
    sitting = before_card_1()
    own, up = hands(sitting)["ixian"][0], bidding_of(sitting.truth).row[0]
    sitting.do(SwapCard("ixian", own))
    assert hands(sitting)["ixian"] == [up] == hands(sitting, "ixian")["ixian"]
    assert bidding_of(sitting.truth).row[0] == own == bidding_of(mine(sitting)).row[0]
    for viewer in OTHERS:
        table = sitting.screen(viewer)
        assert len(table.seats["ixian"].hand) == 1 and not {own, up} & {
            *bidding_of(table).row,
            *table.seats["ixian"].hand,
        }


def test_2_07_16_the_list_of_what_is_sold_follows_the_swap() -> None:
    sitting = row_of().do(LookThrough("ixian"))
    sitting.do(LayBack("ixian", looked(mine(sitting), SORT).cards[0], "top"), DealRow())
    sitting.do(SwapCard("ixian", hands(sitting)["ixian"][0]))
    assert sorted(looked(mine(sitting), SORT).cards) == sorted(map(str, bidding_of(sitting.truth).row))


def test_2_07_16_once_a_phase_before_a_card_and_in_the_advanced_game_only() -> None:
    sitting = before_card_1()
    sitting.do(SwapCard("ixian", hands(sitting)["ixian"][0]))
    assert sitting.no(SwapCard("ixian", hands(sitting)["ixian"][0])) == "2.07.16"
    basic = before_card_1(rules="basic")
    assert basic.no(SwapCard("ixian", hands(basic)["ixian"][0])) == "2.07.16"
    late = before_card_1().do(CloseWindow())
    assert late.no(SwapCard("ixian", hands(late)["ixian"][0])) == "2.07.16"


def test_2_07_16_there_is_a_pause_for_it_where_the_table_wants_none_until_it_is_done() -> None:
    none = {"K8": "off"}
    sitting = before_card_1(**none)
    assert phase_window(sitting.truth) == Window("pause", 10)
    assert sitting.public.log[-1].event.rules()[0] == "2.07.16"
    sitting.do(SwapCard("ixian", hands(sitting)["ixian"][0])).do(CloseWindow())
    while (turn := bidding_of(sitting.truth).turn) != "emperor":
        sitting.do(PassFor(turn))
    sitting.do(Bid("emperor", 1))
    while bidding_of(sitting.truth).number == 1:
        sitting.do(PassFor(bidding_of(sitting.truth).turn))
    assert bidding_of(sitting.truth).step == "bid", "No more pauses once it is done"
    for never in (before_card_1(rules="basic", **none), row_of(phone=False, **none).do(DealRow())):
        assert bidding_of(never.truth).step == "bid"


# -- the ally -----------------------------------------------------------------------------------------


def bought(**more: Any) -> LiveTable:
    """Return a table where the Emperor, allied with the Ixians, has just bought the first card."""
    sitting = before_card_1(allies="ixian emperor", **more)
    sitting.do(CloseWindow())
    while (turn := bidding_of(sitting.truth).turn) != "emperor":
        sitting.do(PassFor(turn))
    sitting.do(Bid("emperor", 1))
    while bidding_of(sitting.truth).number == 1 and bidding_of(sitting.truth).step == "bid":
        sitting.do(PassFor(bidding_of(sitting.truth).turn))
    return sitting


def test_2_07_15_the_ally_discards_what_was_bought_and_draws_the_top_card() -> None:
    sitting = bought()
    new, top = hands(sitting)["emperor"][-1], sitting.truth.deck[0]
    assert "ReplaceBought" in sitting.secret("emperor")
    sitting.do(ReplaceBought("emperor"))
    assert hands(sitting)["emperor"][-1] == top and sitting.truth.discard[0] == new
    assert top not in hands(sitting, "ixian")["emperor"]
    assert sitting.no(ReplaceBought("emperor")) == "2.07.15"


def test_2_10_17_semuta_takes_up_what_the_ixians_ally_laid_down() -> None:
    sitting = bought()
    new = hands(sitting)["emperor"][-1]
    sitting.do(ReplaceBought("emperor"))
    assert just_discarded(sitting.truth, "fremen") == [new] and not just_discarded(sitting.truth, "emperor")


def test_2_07_15_only_at_once() -> None:
    sitting = bought()
    while bidding_of(sitting.truth).step != "bid":
        sitting.do(CloseWindow())
    sitting.do(PassFor(bidding_of(sitting.truth).turn))
    assert sitting.no(ReplaceBought("emperor")) == "2.07.15"


@pytest.mark.parametrize("rule", ["2.07.06", "2.07.16"])
def test_2_07_06_and_2_07_16_are_prevented_by_karama(rule: str) -> None:
    table = row_of().truth
    assert rule in [power.rule for power in stoppable(table, "ahead")]
    table.suspended[rule] = 2
    assert (
        list(LookThrough("ixian").objections(table)) if rule == SORT else list(SwapCard("ixian", "x").objections(table))
    )
