"""2.07 Ixians and treachery cards: the starting card, the row they sort, the card they swap, the ally who redraws."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.common.offers import offers, secret_offers
from referee.common.powers import stoppable
from referee.common.seating import TakeSeat
from referee.common.setup import Place, SetTable
from referee.common.status import what_now
from referee.common.turn import PHASES
from referee.factions.ixians.before_auction import LayBack, LookThrough, SkipSorting
from referee.factions.ixians.deck import SORT, looked
from referee.factions.ixians.start_cards import DealWithoutChoice, KeepStartCard, start_waits
from referee.factions.ixians.swap import ReplaceBought, SwapCard
from referee.kernel.events import PUBLIC, REFEREE
from referee.kernel.table import Table
from referee.phases.bidding.auction import BeginBidding, Bid, DealRow, DeclareHands, PassFor
from referee.phases.bidding.payment import CloseWindow
from referee.phases.bidding.state import bidding_of
from referee.phases.knowledge.shuffle_check import audit
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from referee.web.table.board import _beginnings
from tests.kit.sitting import do, each, no

SEATS = ("ixian", "harkonnen", "emperor", "fremen")
OTHERS = (PUBLIC, "harkonnen", "emperor", "fremen")


def table_of(*, phone: bool = True, seed: int = 3, **more: object) -> Sitting:
    """Return a table that has just been set, the Ixians on a phone unless said otherwise."""
    sitting = Sitting(Journal(Path(":memory:")), Dice(seed))
    more = {"options": (("K8", "5"), ("B7", "off"), ("B6", "off")), **more}
    do(sitting, SetTable("x", tuple(Place(seat) for seat in SEATS), "ixian", **more))  # type: ignore[arg-type]
    return do(sitting, TakeSeat("ixian", "phone"), who="referee") if phone else sitting


def row_of(**more: object) -> Sitting:
    """Return a table whose row is about to be dealt."""
    return do(table_of(**more), DealWithoutChoice(), BeginBidding(), DeclareHands())  # type: ignore[arg-type]


def mine(sitting: Sitting) -> Table:
    return sitting.screen("ixian")


def truth(sitting: Sitting) -> Table:
    return sitting.views.referee


def hands(sitting: Sitting, viewer: str = REFEREE) -> dict[str, list[str]]:
    table = truth(sitting) if viewer == REFEREE else sitting.screen(viewer)
    return {seat: own.hand.faces() for seat, own in table.seats.items()}


# -- the starting card --------------------------------------------------------------------------------


def test_2_07_03_nobody_holds_a_card_until_they_have_chosen_one_of_all() -> None:
    sitting = table_of()
    pool, offered = truth(sitting).deck[:4], secret_offers(mine(sitting), "ixian")[0].blanks[0].choices
    assert {card for card, _ in offered} == set(pool) and not any(hands(sitting).values())
    do(sitting, KeepStartCard("ixian", str(pool[2])), who="ixian")
    held = hands(sitting)
    assert held["ixian"] == [pool[2]] and [len(held[seat]) for seat in SEATS] == [1, 2, 1, 1]
    assert {cards[0] for cards in held.values()} == set(pool)


def test_2_07_03_who_has_which_of_the_others_is_theirs_alone() -> None:
    sitting = table_of()
    do(sitting, KeepStartCard("ixian", str(truth(sitting).deck[0])), who="ixian")
    held = hands(sitting)
    for viewer in (*OTHERS, "ixian"):
        assert hands(sitting, viewer) == {seat: held[seat] if seat == viewer else [] for seat in SEATS}


def test_2_07_03_the_game_waits_for_the_choice_and_the_table_may_deal_without_it() -> None:
    sitting = table_of()
    assert [no(sitting, one) for one in (GoTo(PHASES[0]), BeginBidding())] == ["2.07.03"] * 2
    assert what_now(sitting.screen(PUBLIC))[0].rule == "2.07.03"
    assert all("Ixians choose" in act.why_not for act in _beginnings(sitting.screen(PUBLIC), ""))
    do(sitting, DealWithoutChoice())
    assert not any(act.why_not for act in _beginnings(sitting.screen(PUBLIC), ""))
    assert not start_waits(truth(sitting)) and [len(cards) for cards in hands(sitting).values()] == [1, 2, 1, 1]


def test_2_07_03_without_a_phone_the_cards_are_dealt_when_the_game_begins() -> None:
    sitting = do(table_of(phone=False), BeginBidding())
    assert [len(cards) for cards in hands(sitting).values()] == [1, 2, 1, 1]


def test_2_07_03_a_game_joined_in_the_middle_deals_at_once() -> None:
    assert not start_waits(truth(table_of(turn=3)))


# -- the row ------------------------------------------------------------------------------------------


def test_2_07_06_they_see_one_card_more_and_nobody_else_sees_any() -> None:
    sitting = row_of()
    five = set(truth(sitting).deck[:5])
    assert no(sitting, DealRow()) == "1.00.05"
    do(sitting, LookThrough("ixian"), who="ixian")
    assert set(looked(mine(sitting), SORT).cards) == five
    assert [looked(sitting.screen(viewer), SORT).cards for viewer in OTHERS] == [()] * 4


@pytest.mark.parametrize(("place", "at"), [("top", 0), ("bottom", -1)])
def test_2_07_06_one_goes_back_and_the_others_are_sold_in_no_order_they_know(place: str, at: int) -> None:
    sitting = do(row_of(), LookThrough("ixian"), who="ixian")
    five = list(looked(mine(sitting), SORT).cards)
    do(sitting, LayBack("ixian", five[1], place), who="ixian")
    do(sitting, DealRow())
    assert set(bidding_of(truth(sitting)).row) == set(five) - {five[1]} and truth(sitting).deck[at] == five[1]
    assert bidding_of(mine(sitting)).row.faces() == [] and mine(sitting).deck[at] == five[1]
    assert all(not sitting.screen(viewer).deck.faces() for viewer in OTHERS)


def test_2_07_06_the_shuffle_is_sealed_anew() -> None:
    sitting = table_of()
    do(sitting, KeepStartCard("ixian", str(truth(sitting).deck[1])), who="ixian")
    do(sitting, BeginBidding(), DeclareHands())
    do(sitting, LookThrough("ixian"), who="ixian")
    do(sitting, LayBack("ixian", looked(mine(sitting), SORT).cards[0], "top"), who="ixian")
    do(sitting, DealRow())
    assert all(found.good for found in audit((act.number, act.events) for act in sitting.acts()).findings)


def test_2_07_06_the_table_may_deal_without_and_does_where_they_have_no_phone() -> None:
    sitting = do(row_of(), SkipSorting(), DealRow())
    assert bidding_of(truth(sitting)).dealt == 4
    assert bidding_of(truth(do(row_of(phone=False), DealRow()))).dealt == 4


def test_2_07_06_with_printed_cards_the_table_is_told_and_nothing_waits() -> None:
    sitting = do(table_of(options=(("P1", "told"),)), BeginBidding(), DeclareHands())
    assert not offers(sitting.screen("ixian"), "ixian")
    do(sitting, DealRow())
    assert bidding_of(truth(sitting)).dealt == 4


# -- technology ---------------------------------------------------------------------------------------


def before_card_1(**more: object) -> Sitting:
    return do(row_of(**more), SkipSorting(), DealRow())


def test_2_07_16_they_swap_the_next_card_and_only_they_know_both() -> None:
    sitting = before_card_1()
    own, up = hands(sitting)["ixian"][0], bidding_of(truth(sitting)).row[0]
    do(sitting, SwapCard("ixian", own), who="ixian")
    assert hands(sitting)["ixian"] == [up] == hands(sitting, "ixian")["ixian"]
    assert bidding_of(truth(sitting)).row[0] == own == bidding_of(mine(sitting)).row[0]
    for viewer in OTHERS:
        table = sitting.screen(viewer)
        assert len(table.seats["ixian"].hand) == 1 and not {own, up} & {
            *bidding_of(table).row,
            *table.seats["ixian"].hand,
        }


def test_2_07_16_the_list_of_what_is_sold_follows_the_swap() -> None:
    sitting = do(row_of(), LookThrough("ixian"), who="ixian")
    do(sitting, LayBack("ixian", looked(mine(sitting), SORT).cards[0], "top"), who="ixian")
    do(sitting, DealRow())
    do(sitting, SwapCard("ixian", hands(sitting)["ixian"][0]), who="ixian")
    assert sorted(looked(mine(sitting), SORT).cards) == sorted(map(str, bidding_of(truth(sitting)).row))


def test_2_07_16_once_a_phase_before_a_card_and_in_the_advanced_game_only() -> None:
    sitting = before_card_1()
    do(sitting, SwapCard("ixian", hands(sitting)["ixian"][0]), who="ixian")
    assert no(sitting, SwapCard("ixian", hands(sitting)["ixian"][0]), "ixian") == "2.07.16"
    basic = before_card_1(rules_played="basic")
    assert no(basic, SwapCard("ixian", hands(basic)["ixian"][0]), "ixian") == "2.07.16"
    late = do(before_card_1(), CloseWindow())
    assert no(late, SwapCard("ixian", hands(late)["ixian"][0]), "ixian") == "2.07.16"


def test_2_07_16_there_is_a_pause_for_it_where_the_table_wants_none_until_it_is_done() -> None:
    none = {"options": (("K8", "off"), ("B7", "off"), ("B6", "off"))}
    sitting = before_card_1(**none)
    bidding = bidding_of(truth(sitting))
    assert (bidding.step, bidding.window, bidding.seconds) == ("talk", "pause", 10)
    assert sitting.screen(PUBLIC).log[-1].event.rules()[0] == "2.07.16"
    do(do(sitting, SwapCard("ixian", hands(sitting)["ixian"][0]), who="ixian"), CloseWindow())
    while (turn := bidding_of(truth(sitting)).turn) != "emperor":
        do(sitting, PassFor(turn))
    each(sitting, Bid("emperor", 1))
    while bidding_of(truth(sitting)).number == 1:
        do(sitting, PassFor(bidding_of(truth(sitting)).turn))
    assert bidding_of(truth(sitting)).step == "bid", "No more pauses once it is done"
    for never in (before_card_1(rules_played="basic", **none), do(row_of(phone=False, **none), DealRow())):
        assert bidding_of(truth(never)).step == "bid"


# -- the ally -----------------------------------------------------------------------------------------


def bought(**more: object) -> Sitting:
    """Return a table where the Emperor, allied with the Ixians, has just bought the first card."""
    sitting = before_card_1(alliances=(("ixian", "emperor"),), **more)
    do(sitting, CloseWindow())
    while (turn := bidding_of(truth(sitting)).turn) != "emperor":
        do(sitting, PassFor(turn))
    each(sitting, Bid("emperor", 1))
    while bidding_of(truth(sitting)).number == 1 and bidding_of(truth(sitting)).step == "bid":
        do(sitting, PassFor(bidding_of(truth(sitting)).turn))
    return sitting


def test_2_07_15_the_ally_discards_what_was_bought_and_draws_the_top_card() -> None:
    sitting = bought()
    new, top = hands(sitting)["emperor"][-1], truth(sitting).deck[0]
    assert "ReplaceBought" in [one.ask for one in secret_offers(sitting.screen("emperor"), "emperor")]
    do(sitting, ReplaceBought("emperor"), who="emperor")
    assert hands(sitting)["emperor"][-1] == top and truth(sitting).discard[0] == new
    assert top not in hands(sitting, "ixian")["emperor"]
    assert no(sitting, ReplaceBought("emperor"), "emperor") == "2.07.15"


def test_2_07_15_only_at_once() -> None:
    sitting = bought()
    while bidding_of(truth(sitting)).step != "bid":
        do(sitting, CloseWindow())
    do(sitting, PassFor(bidding_of(truth(sitting)).turn))
    assert no(sitting, ReplaceBought("emperor"), "emperor") == "2.07.15"


@pytest.mark.parametrize("rule", ["2.07.06", "2.07.16"])
def test_2_07_06_and_2_07_16_are_prevented_by_karama(rule: str) -> None:
    sitting = row_of()
    table = truth(sitting)
    assert rule in [power.rule for power in stoppable(table, "ahead")]
    table.suspended[rule] = 2
    assert (
        list(LookThrough("ixian").objections(table)) if rule == SORT else list(SwapCard("ixian", "x").objections(table))
    )
