"""2.10 Richese: the cache, once around, sealed bids, the black market, and what of it others can see."""

from __future__ import annotations

from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given

from referee.board.forces_counted import StartForces
from referee.common.factions import FACTIONS
from referee.common.phones_at_seats import TakeSeat
from referee.factions.ixian.swap import SwapCard
from referee.factions.richese import ME
from referee.factions.richese.announce_sale import OfferCache, SkipCache
from referee.factions.richese.black_market import SellOwn
from referee.factions.richese.cache import CARDS, cache
from referee.factions.richese.cache_in_hand import BuyFromCache, GiveCacheCard
from referee.factions.richese.how_a_sale_runs import KeepUnsold
from referee.factions.richese.sale import sale_of
from referee.holdings.hands import CardKind, KnownCards
from referee.holdings.setup import SeatEntry, SetTable
from referee.kernel import PUBLIC, REFEREE, ask
from referee.offers.offer import CardOffers, offers, secret_offers
from referee.offers.what_now import what_now
from referee.phases.bidding.events import CardSold
from referee.phases.bidding.order_of_bidding import Bidding, CardInWords, RowSize, bidding_of
from referee.phases.bidding.sealed_bids import BidSealed, SealBid
from referee.phases.mentat.victory import Spoils
from referee.phases.revival.limits_and_prices import FreeOnSheet
from referee.powers.powers import stoppable
from referee.powers.windows import Ready, Window, phase_window, stoppable_now
from referee.turn.clock import Clock
from referee.turn.next_phase import EndBidding
from referee.web.phase.strip import said_to
from referee.web.phase.table_view import middle_lines
from referee.web.table.menus import _for_seat
from tests.kit import BIDDING_SETTINGS, SEEDS, Audited, Draw, Game, LiveTable, ask_now, cards_of

LINE = "richese 5 | fremen 9 | guild 9 | emperor 9"


def sale(style: str = "once", when: str = "first", way: str = "right", line: str = LINE, **more: Any) -> Game:
    """Return a table where the cache sells the Stone Burner in this way, up to where the row is dealt."""
    game = Game(line, **more).play("declare")
    game.do(OfferCache(ME, "Stone Burner", style, when, way))
    return game.play("deal")


def seal(game: Game, **bids: int) -> Game:
    for who, amount in bids.items():
        command = SealBid({"guild": "spacing_guild"}.get(who, who), amount)
        assert not game.against(command), command
        game.do(command)
    return game


# -- the start ----------------------------------------------------------------------------------------


def test_2_10_01_and_2_10_02_the_start() -> None:
    start = ask(Game(LINE)[REFEREE], StartForces(ME))
    assert (FACTIONS[ME].spice, start.value.reserves.total, start.because[0]) == (5, 20, "2.10.02")


def test_2_10_03_ten_cards_lie_apart_and_everybody_knows_them() -> None:
    game = Game(LINE)
    assert len(cache(game[PUBLIC]).cards) == 10 and not {*cache(game[REFEREE]).cards} & {*game[REFEREE].deck}
    assert cache(Game("fremen 1 | guild 1")[REFEREE]).cards == []


def test_2_10_10_two_forces_return_free() -> None:
    answer = ask(Game(LINE)[REFEREE], FreeOnSheet(ME))
    assert (answer.value, answer.because[0]) == (2, "2.10.10")


def test_2_10_14_they_stand_in_the_way_of_the_fremen() -> None:
    answer = ask(Game(LINE)[REFEREE], Spoils(ME, "fremen", "Tuek's Sietch"))
    assert (answer.value, answer.because[0]) == (True, "2.10.14")


def test_2_10_17_the_cards_are_known_where_they_play() -> None:
    table = Game(LINE)[REFEREE]
    assert {*CARDS} <= {*ask(table, KnownCards()).value} and ask(table, CardKind("Stone Burner/1")).value
    assert "Distrans" not in ask(Game("fremen 1 | guild 1")[REFEREE], KnownCards()).value


# -- a card of the cache ------------------------------------------------------------------------------


def test_2_10_04_one_card_fewer_is_dealt_and_one_of_the_cache_is_sold() -> None:
    game = sale()
    assert (game.now.dealt, len(game.now.row), game[PUBLIC].state(Bidding).row[0]) == (4, 4, "Stone Burner/1")
    assert game.now.number == 1 and len(cache(game[PUBLIC]).cards) == 9


def test_2_10_04_before_the_deal_it_is_said_when_and_nobody_hears_what() -> None:
    game = Game(LINE).play("declare")
    assert game.refused("deal") == ("NOT_NOW", "1.00.05")
    game.do(OfferCache(ME, "Stone Burner", "silent", "last"))
    game.play("deal")
    assert [ask(game[viewer], RowSize(4)).value for viewer in (PUBLIC, ME)] == [3, 3]
    assert "Stone Burner" not in repr([one.event for one in game[PUBLIC].log][-3:]) and game.now.dealt == 3


def test_2_10_04_the_last_card_comes_when_the_others_are_gone_even_if_bought_in() -> None:
    game = sale(when="last").play("richese - | fremen - | guild - | emperor -")
    assert (game.now.dealt, game.now.number, sale_of(game[REFEREE]).card) == (4, 4, "Stone Burner/1")
    assert game.now.turn == "fremen"


def test_2_10_04_the_table_may_do_without() -> None:
    game = Game(LINE).play("declare")
    game.do(SkipCache())
    assert game.play("deal").now.dealt == 4


def test_2_10_04_karama_prevents_it_for_this_phase() -> None:
    game = Game("richese 5 | fremen 9: Karama | guild 9").play("declare | fremen stops 2.10.04 | deal")
    assert game.now.dealt == 3 and game.against(OfferCache(ME, "Distrans"))
    game.do(EndBidding())
    assert game[REFEREE].suspended == {}


def test_3_01_11_02_whoever_holds_karama_is_offered_to_prevent_it_before_the_deal() -> None:
    game = Game("richese 5 | fremen 9: Karama | guild 9").play("declare")
    made = {seat: [one.name for one in secret_offers(game[seat], seat)] for seat in ("fremen", "spacing_guild")}
    assert "StopPower" in made["fremen"] and "StopPower" not in made["spacing_guild"]


# -- once around --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("way", "order"), [("right", "fremen guild emperor"), ("left", "emperor guild fremen")])
def test_2_10_05_each_is_asked_once_in_the_direction_chosen(way: str, order: str) -> None:
    game = sale(way=way)
    for n, who in enumerate(order.split(), 1):
        assert game.now.turn.endswith(who)
        game.play(f"{who} {n}")
    assert game.now.turn == ME
    assert game.play("richese -").heard(CardSold)[-1].seat.endswith(order.split()[-1])


def test_2_10_05_richese_may_only_outbid() -> None:
    game = sale().play("fremen 2 | guild - | emperor -")
    assert game.now.turn == ME and game.refused("richese 2")[1] == "1.04.06.01"
    game.play("richese 3")
    assert game.hand("richese") == "Stone Burner" and game.spice("richese", "emperor") == [2, 12]


def test_2_10_05_away_and_out_of_time_is_a_pass() -> None:
    game = Game(LINE).play("guild away | declare")
    game.do(OfferCache(ME, "Distrans"))
    game.play("deal | fremen ! | emperor 1 | richese -")
    assert game.hand("emperor") == "Distrans"


# -- sealed bids --------------------------------------------------------------------------------------


def test_2_10_06_the_highest_of_the_bids_opened_together_buys() -> None:
    game = seal(sale("silent"), richese=1, fremen=4, guild=6)
    assert game.open and game.open.kind == "sealed" and game.hand("guild") == ""
    seal(game, emperor=0)
    assert game.hand("guild") == "Stone Burner" and game.spice("guild", "richese") == [3, 11]


def test_2_10_06_of_equal_bids_the_earlier_in_storm_order_wins() -> None:
    game = seal(sale("silent", first="guild"), richese=4, fremen=4, guild=0, emperor=4)
    assert game.hand("emperor") == "Stone Burner"


def test_2_10_06_nobody_sees_what_and_everybody_who() -> None:
    one, other = (seal(sale("silent"), fremen=n) for n in (0, 7))
    for viewer in (PUBLIC, ME, "spacing_guild", "emperor"):
        assert one[viewer].log == other[viewer].log and one[viewer].states == other[viewer].states
    assert phase_window(one[PUBLIC]) == Window("sealed", 30, ["fremen"]) and not one.heard(BidSealed)
    assert bidding_of(other["fremen"]).seals == {"fremen": 7}


def test_2_10_06_a_bid_is_changed_without_a_tell_until_all_are_opened() -> None:
    game = seal(sale("silent"), fremen=3)
    heard = len(game[PUBLIC].log)
    seal(game, fremen=5)
    assert len(game[PUBLIC].log) == heard and phase_window(game[PUBLIC]) == Window("sealed", 30, ["fremen"])
    assert seal(game, richese=0, guild=4, emperor=4).spice("fremen") == [4]


def test_2_10_06_whoever_has_sealed_reads_how_many_are_still_waited_for() -> None:
    game = seal(sale("silent"), fremen=4)
    said = said_to(game[PUBLIC], game["fremen"], "fremen", None)
    assert (said.say, said.then) == ("Sealed bids", "Answered 1 of 4.")
    said = said_to(game[PUBLIC], game["emperor"], "emperor", None)
    assert said.then.startswith("You: seal a bid behind the shield, or tap No bid.")


def test_2_10_06_no_more_than_lies_behind_the_shield() -> None:
    game = sale("silent")
    assert [game.against(SealBid("fremen", n))[0].code for n in (10, 1.5)] == ["BID_EXCEEDS_SPICE", "BID_NOT_WHOLE"]
    assert game.against(SealBid("fremen", 10), PUBLIC) == []


def test_2_10_06_whoever_has_not_answered_in_time_bids_nothing() -> None:
    game = seal(sale("silent"), emperor=1)
    assert game.open and game.open.seconds == 30
    assert game.play("close").hand("emperor") == "Stone Burner"


def test_2_10_06_one_that_cannot_be_paid_is_sealed_again_without_the_offender() -> None:
    game = seal(sale("silent"), fremen=9, guild=2)
    game.play("fremen bribes guild 5")
    seal(game, richese=0, emperor=0)
    assert game.now.barred == ["fremen"] and game.against(SealBid("fremen", 1))
    assert seal(game, richese=0, guild=2, emperor=0).hand("guild") == "Stone Burner"


def test_2_10_06_the_form_lies_behind_every_shield_and_ready_is_no_bid() -> None:
    game = sale("silent")
    assert all("SealBid" in [one.name for one in secret_offers(game[seat], seat)] for seat in game[PUBLIC].seats)
    for seat in list(game[PUBLIC].seats):
        game.do(Ready(seat))
    assert sale_of(game[PUBLIC]).unwanted


# -- payment, and what nobody wants -------------------------------------------------------------------


def test_2_10_07_others_pay_richese_and_not_the_emperor() -> None:
    game = sale().play("fremen 2 | guild - | emperor - | richese -")
    assert game.spice("fremen", "richese", "emperor") == [7, 7, 9]


def test_2_10_07_a_power_to_be_paid_is_not_at_work_but_the_extra_card_is() -> None:
    game = sale(line="richese 5 | harkonnen 9 | emperor 9 x1", K8="10").play("harkonnen 2 | emperor - | richese -")
    assert [power.rule for power in stoppable_now(game[PUBLIC])] == ["2.05.08"]
    assert len(game.play("close")[REFEREE].seats["harkonnen"].hand) == 2


def test_2_10_07_the_order_of_opening_is_what_it_was() -> None:
    game = sale(first="fremen").play("fremen 2 | guild - | emperor - | richese -")
    assert game.now.opener == "fremen" and game.now.number == 2


@pytest.mark.parametrize("keep", [True, False])
def test_2_10_08_richese_take_it_free_or_it_leaves_the_game(keep: bool) -> None:
    game = sale().play("fremen - | guild - | emperor -")
    assert game.now.turn == "" and "KeepUnsold" in [one.name for one in offers(game[PUBLIC], ME)]
    game.do(KeepUnsold(ME, keep))
    assert (game.hand("richese"), cache(game[REFEREE]).gone) == (
        ("Stone Burner", []) if keep else ("", ["Stone Burner/1"])
    )
    assert game.now.number == 2 and game.spice("richese") == [5]


def test_2_10_08_bidding_ended_in_the_middle_leaves_the_card_where_it_was() -> None:
    game = sale().play("fremen 2")
    cards = cards_of(game[REFEREE])
    game.do(EndBidding())
    assert len(cache(game[PUBLIC]).cards) == 10 and "Stone Burner/1" not in game[REFEREE].deck
    assert cards_of(game[REFEREE]) == cards


def test_2_10_09_no_karama_for_these_cards() -> None:
    game = sale(line="richese 5 | fremen 2: Karama | guild 9")
    assert game.refused("fremen means karama")[1] == game.refused("fremen takes")[1] == "2.10.09"
    assert game.refused("fremen 9")[0] == "BID_EXCEEDS_SPICE"
    assert not ask(game["fremen"], CardOffers("fremen", "buy")).value, "and the shield offers none"


def test_2_10_07_the_emperor_too_pays_richese() -> None:
    assert sale().play("fremen - | guild - | emperor 4 | richese -").spice("richese", "emperor") == [9, 5]


def test_2_10_03_nobody_can_be_stopped_from_looking_at_a_card_that_lies_open() -> None:
    for style, look in (("cache", []), ("market", ["2.01.05"])):
        game = sale(line=MARKET, B7="45") if style == "cache" else market("once")
        assert [p.rule for p in stoppable(game[PUBLIC], "card") if p.rule == "2.01.05"] == look, style


# -- more ---------------------------------------------------------------------------------------------


def test_2_10_13_a_card_of_the_cache_for_the_ally() -> None:
    game = sale(allies="richese fremen").play("fremen - | guild - | emperor -")
    game.do(KeepUnsold(ME, True))
    game[ME].seats[ME].hand.append("Karama/1")
    assert game.against(GiveCacheCard(ME, "Karama/1")), "only the third copy is one of the cache"
    assert not game.against(GiveCacheCard(ME, "Stone Burner"))
    game.do(GiveCacheCard(ME, "Stone Burner"))
    assert [game.hand("fremen", viewer) for viewer in ("fremen", "guild")] == ["Stone Burner", "??"]


MARKET = "richese 5: Hajr | fremen 9 | guild 9 | atreides 9"


def market(style: str, said: str = "", line: str = MARKET) -> Game:
    """Return a table where Richese sell the Hajr of the hand."""
    game = Game(line)
    game.do(SellOwn(ME, "Hajr", style, "right", said))
    return game


def test_2_10_15_a_card_of_the_hand_is_sold_unseen_before_hands_are_counted() -> None:
    game = market("normal", "Lasgun").play("richese - | fremen 2 | guild - | atreides - | richese -")
    assert game.now.step == "declare" and game.spice("richese", "fremen") == [7, 7]
    assert [game.hand("fremen", viewer) for viewer in ("fremen", "guild", "atreides")] == ["Hajr", "??", "Hajr"]
    game.play("declare")
    game.do(SkipCache())
    assert game.play("deal").now.dealt == 3


@pytest.mark.parametrize("style", ["normal", "once", "silent"])
def test_2_10_15_a_card_nobody_buys_goes_back_and_the_row_is_full(style: str) -> None:
    game = market(style)
    while game.now.step != "declare":
        game.play("close" if game.now.step == "talk" else f"{game.now.turn.split('_')[-1]} -")
    assert game.hand("richese") == "Hajr" and ask(game[REFEREE], RowSize(4)).value == 4


def test_2_07_16_a_card_put_in_the_place_of_one_for_sale_that_nobody_buys_is_known_to_richese() -> None:
    seats = {"richese": ("Shield/1",), "ixian": ("Hajr/1",), "atreides": ()}
    table = LiveTable(*seats, phase="bidding", hands=seats, turn=2, K8="")
    for seat in seats:
        table.do(TakeSeat(seat, "phone"), who="referee")
    table.do(SellOwn(ME, "Shield", "silent", said="Semuta Drug"))
    for swap in (False, True, False):  # the power's window, the card's, and the sealed bids
        if swap:
            table.do(SwapCard("ixian", "Hajr"))
        for seat in seats:
            table.act(Ready(seat), seat)
    assert bidding_of(table.truth).step == "declare", "nobody bought it"
    assert [table.screen(who).seats[ME].hand.faces() for who in (ME, PUBLIC)] == [["Hajr/1"], []]
    assert table.refused(BuyFromCache(ME, "Distrans"))[0] == "3.01.11.05", "it may be no Karama"


def test_2_10_15_everybody_sees_by_which_of_two_rules_a_card_is_sold() -> None:
    for game, rule in ((sale(), "2.10.04"), (market("once", "a Karama"), "2.10.15")):
        assert ask(game[PUBLIC], CardInWords()).because[0] == rule


def test_2_10_15_only_in_the_advanced_game_once_and_before_the_count() -> None:
    assert Game(MARKET, rules="basic").against(SellOwn(ME, "Hajr"))
    assert Game(MARKET).play("declare").against(SellOwn(ME, "Hajr")) and Game(MARKET).against(SellOwn("fremen", "x"))
    game = Game("richese 5: Hajr | fremen 9: Karama").play("fremen stops 2.10.15")
    assert game.against(SellOwn(ME, "Hajr"))


def test_2_10_15_before_the_count_everybody_reads_that_it_is_the_last_chance() -> None:
    def told(game: Game) -> bool:
        return any(line.rule == "2.10.15" for line in what_now(game[PUBLIC]))

    game = Game(MARKET)
    assert not told(game), "Without a phone they say it themselves"
    game.do(TakeSeat(ME, "phone"))
    assert told(game) and any(line.f == "ric" for line in middle_lines(game[PUBLIC]))
    game.do(SellOwn(ME, "Hajr", "normal", "right"))
    assert not told(game.play("richese - | fremen 2 | guild - | atreides - | richese -"))
    for never in (Game(MARKET, rules="basic"), Game("richese 5 | fremen 9")):
        never.do(TakeSeat(ME, "phone"))
        assert not told(never)


def test_2_10_16_karama_buys_a_card_of_the_cache_unseen() -> None:
    game = Game("richese 5: Karama | fremen 9")
    assert not game.against(BuyFromCache(ME, "Distrans"))
    game.do(BuyFromCache(ME, "Distrans"))
    assert game.spice("richese") == [2] and [game.hand("richese", v) for v in (ME, PUBLIC)] == ["Distrans", "??"]
    assert game.against(BuyFromCache(ME, "Ornithopter"))


def test_2_10_16_the_card_that_lies_ready_to_be_sold_is_not_bought_before() -> None:
    game = Game("richese 9: Karama | fremen 9")
    game.do(OfferCache(ME, "Distrans", "once", "first", "left"))
    assert game.against(BuyFromCache(ME, "Distrans"))[0].rule == "2.10.04"
    game.do(BuyFromCache(ME, "Ornithopter"))
    assert game.play("declare | deal").now.row[0] == "Distrans/1"


# -- properties ---------------------------------------------------------------------------------------


@BIDDING_SETTINGS
@given(SEEDS, st.integers(5, 60))
def test_2_10_04_random_sales_conserve_cards_and_spice_and_end(seed: int, length: int) -> None:
    draw = Draw(seed)
    seats = [ME, *draw.some(1, 5, [seat for seat in FACTIONS if seat != ME])]
    places = tuple(SeatEntry(seat, seat, -1, draw.randint(0, 12)) for seat in draw.sample(seats, len(seats)))
    evening = Audited(SetTable("t", places, seats[-1], "advanced", 1, (), (("B7", "off"),)), seed)
    for _ in range(length):
        evening.try_it(ask_now(evening.referee, draw))
    evening.finish()
    assert sale_of(evening.referee).unwanted is False and not evening.referee.get(type(sale_of(evening.referee)))


@BIDDING_SETTINGS
@given(st.lists(st.tuples(st.sampled_from([ME, "fremen", "spacing_guild"]), st.integers(0, 5)), max_size=6), SEEDS)
def test_2_10_06_two_rounds_that_differ_in_one_sealed_bid_look_the_same(seals: Any, seed: int) -> None:
    games, draw = [sale("silent") for _ in range(2)], Draw(seed)
    for game, hidden in zip(games, draw.sample(range(10), 2), strict=True):
        game.do(SealBid("emperor", hidden))
        for seat, amount in seals:
            if (now := game.open) and now.kind == "sealed" and len({*now.ready, seat}) < 4:
                game.do(SealBid(seat, amount))
    for viewer in (PUBLIC, ME, "fremen", "spacing_guild"):
        one, other = (game[viewer] for game in games)
        assert (one.log, one.states, one.seats) == (other.log, other.states, other.seats)


def test_2_10_06_the_table_says_no_bid_as_the_phone_does() -> None:
    assert "No bid" in [act.label for act in next(_for_seat(sale("silent")[PUBLIC], "fremen")).acts]


def test_2_10_06_the_clock_runs_for_the_round_of_sealed_bids() -> None:
    game, clock = sale("silent"), Clock()
    for heard in game[PUBLIC].log:
        clock.hear(heard.event, game[PUBLIC])
    timer = clock.timer(game[PUBLIC])
    assert timer is not None and timer.total == 30_000
