"""2.10.17: the cards of the cache that are played from the hand, and what of it others can see."""

from __future__ import annotations

from typing import Any

from referee.cards.hajr import PlayHajr
from referee.factions.richese import ME
from referee.factions.richese.announce_sale import OfferCache
from referee.factions.richese.hand_cards import RULE, PlayDistrans, SearchDiscards, TakeDiscarded
from referee.factions.richese.juice_of_sapho import AGGRESSOR, FIRST, LAST, PlayJuice
from referee.factions.richese.poison_and_flight import FAR, TWO, PlayOrnithopter, PoisonLeader
from referee.holdings.hands import PlayCard
from referee.holdings.leaders import leaders_of
from referee.kernel import FACE_DOWN, PUBLIC, ask
from referee.knowledge.card_uses import CardUses
from referee.offers.waiting import on_turn
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.who_fights_where import NoteForces, open_battles
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.shipment.prices_and_permissions import MoveRange, MovesThisTurn
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.who_is_done import SayDone
from tests.kit import Game, LiveTable, Room

SEATS = (ME, "harkonnen", "fremen", "emperor")


def table(phase: str = "revival", *held: str, spice: int = 20, **more: Any) -> LiveTable:
    """Return a table at which Richese hold these cards, and others what is said."""
    hands = {ME: tuple(f"{card}/1" for card in held), **more.pop("hands", {})}
    return LiveTable(*SEATS, phase=phase, hands=hands, spice=spice, first=ME, **more)


def hand(sitting: LiveTable, seat: str, viewer: str = "") -> list[object]:
    return list((sitting.screen(viewer) if viewer else sitting.truth).seats[seat].hand)


# -- Distrans -----------------------------------------------------------------------------------------


def test_2_10_17_distrans_gives_a_card_that_only_the_two_know() -> None:
    sitting = table("revival", "Distrans", "Lasgun", "Shield")
    assert "PlayDistrans" in sitting.secret(ME) and "PlayDistrans" not in sitting.secret("fremen")
    sitting.do(PlayDistrans(ME, "fremen", "Lasgun/1"))
    assert hand(sitting, "fremen") == ["Lasgun/1"] == hand(sitting, "fremen", ME) == hand(sitting, "fremen", "fremen")
    assert hand(sitting, "fremen", "emperor") == [FACE_DOWN] and hand(sitting, ME, PUBLIC) == [FACE_DOWN]
    assert sitting.truth.discard == ["Distrans/1"] and "PlayDistrans" not in sitting.secret(ME)


def test_2_10_17_distrans_needs_another_card_and_somebody_with_room() -> None:
    full = tuple(f"Snooper/{n}" for n in range(1, 5))
    sitting = table("revival", "Distrans", "Lasgun", hands={"harkonnen": full * 2, "fremen": full})
    assert sitting.code(PlayDistrans(ME, "fremen", "Lasgun/1")) == "HAND_FULL"
    assert sitting.code(PlayDistrans(ME, "emperor", "Distrans/1")) == "CARD_NOT_HELD"
    assert sitting.why(PlayDistrans(ME, ME, "Lasgun/1")) == RULE
    assert "PlayDistrans" not in table("revival", "Distrans").secret(ME)
    assert table("revival").code(PlayDistrans(ME, "fremen", "Lasgun/1")) == "CARD_NOT_HELD"


def test_2_10_17_distrans_waits_while_a_card_is_up() -> None:
    game = Game("richese 5: Distrans, Shield | fremen 9 | guild 9", rules="basic")
    game.do(PlayDistrans(ME, "fremen", "Shield"))
    assert game.hand("fremen") == "Shield"
    again = Game("fremen 9: Distrans, Shield | guild 9 | emperor 9").play("declare | deal")
    assert again.against(PlayDistrans("fremen", "spacing_guild", "Shield"))[0].rule == RULE


# -- Nullentropy Box ----------------------------------------------------------------------------------


def test_2_10_17_the_box_fetches_a_card_in_secret_for_two() -> None:
    sitting = table("revival", "Nullentropy Box", discard=("Lasgun/1", "Karama/1", "Shield/1"))
    assert "SearchDiscards" in sitting.secret(ME) and not sitting.secret("fremen")
    bank = sitting.truth.bank
    sitting.do(SearchDiscards(ME, "Karama/1"))
    assert hand(sitting, ME) == ["Karama/1"] == hand(sitting, ME, ME) and hand(sitting, ME, "fremen") == [FACE_DOWN]
    pile = list(sitting.truth.discard)
    assert pile[0] == "Nullentropy Box/1" and {*pile[1:]} == {"Lasgun/1", "Shield/1"}
    assert list(sitting.public.discard) == ["Nullentropy Box/1", FACE_DOWN, FACE_DOWN]
    assert sitting.purse(ME) == [18] and sitting.truth.bank == bank + 2
    sitting.wake()
    assert list(sitting.truth.discard) == pile


def test_2_10_17_the_box_takes_no_box_and_is_not_free() -> None:
    sitting = table("revival", "Nullentropy Box", discard=("Nullentropy Box/2",))
    assert "SearchDiscards" not in sitting.secret(ME)
    assert sitting.code(SearchDiscards(ME, "Nullentropy Box/2")) == "CARD_NOT_HELD"
    poor = table("revival", "Nullentropy Box", spice=1, discard=("Lasgun/1",))
    assert poor.code(SearchDiscards(ME, "Lasgun/1")) == "NOT_ENOUGH_SPICE"


# -- Semuta Drug --------------------------------------------------------------------------------------


def test_2_10_17_the_drug_takes_what_another_has_just_discarded() -> None:
    sitting = table("shipment", "Semuta Drug", hands={"fremen": ("Hajr/1", "Shield/1")})
    assert "TakeDiscarded" not in sitting.secret(ME) and sitting.why(TakeDiscarded(ME, "Hajr/1")) == RULE
    sitting.do(SayDone(ME), SayDone("harkonnen"), PlayHajr("fremen"))
    assert "TakeDiscarded" in sitting.secret(ME)
    sitting.do(TakeDiscarded(ME, "Hajr/1"))
    assert hand(sitting, ME) == ["Hajr/1"] == hand(sitting, ME, PUBLIC) and sitting.truth.discard == ["Semuta Drug/1"]


def test_2_10_17_the_drug_is_late_after_another_discard_and_in_another_phase() -> None:
    sitting = table("shipment", "Semuta Drug", "Baliset", hands={"fremen": ("Hajr/1",), "harkonnen": ("Hajr/2",)})
    sitting.do(SayDone(ME), PlayHajr("harkonnen"), SayDone("harkonnen"), PlayHajr("fremen"))
    assert sitting.why(TakeDiscarded(ME, "Hajr/2")) == RULE and "TakeDiscarded" in sitting.secret(ME)
    sitting.do(SayDone("fremen"), SayDone("emperor"), "battle")
    assert sitting.why(TakeDiscarded(ME, "Hajr/1")) == RULE and not sitting.secret(ME)


def test_2_10_17_the_drug_does_not_take_ones_own_card() -> None:
    game = Game("richese 5: Semuta Drug, Shield | fremen 9 | guild 9")
    game.do(PlayCard(ME, "Shield", used=True))
    assert game.against(TakeDiscarded(ME, "Shield"))[0].rule == RULE


# -- Juice of Sapho -----------------------------------------------------------------------------------


def room(*held: str, **more: Any) -> Room:
    """Return a table in its battle phase at which Richese hold these; Harkonnen come first."""
    hands = dict.fromkeys(SEATS, ()) | {ME: tuple(f"{card}/1" for card in held)}
    return Room("basic", seats=SEATS, hands=hands, allies="", first="harkonnen", **more)


def test_2_10_17_the_juice_makes_the_defender_the_aggressor() -> None:
    sitting = room("Juice of Sapho")
    sitting.do(BeginBattle("Arrakeen", ME, "harkonnen", 5, 0, 5))
    assert sitting.live.seats == ("harkonnen", ME) and "PlayJuice" in sitting.secret(ME)
    sitting.do(PlayJuice(ME, AGGRESSOR))
    assert sitting.live.seats == (ME, "harkonnen") and not sitting.secret(ME)
    sitting.do(LockPlan(ME, 2, "Lady Helena"), LockPlan("harkonnen", 2, "Feyd-Rautha"))
    sitting.answers(seats=(ME, "harkonnen"))
    assert sitting.live.totals == {ME: 6, "harkonnen": 8}
    sitting.wake()
    assert sitting.live.aggressor == ME


def test_2_10_17_a_tie_goes_to_whoever_drank() -> None:
    sitting = room("Juice of Sapho")
    sitting.do(BeginBattle("Arrakeen", ME, "harkonnen", 5, 0, 5), PlayJuice(ME, AGGRESSOR))
    sitting.do(LockPlan(ME, 4, "Lady Helena"), LockPlan("harkonnen", 2, "Feyd-Rautha"))
    sitting.answers(seats=(ME, "harkonnen"))
    assert sitting.live.totals == {ME: 8, "harkonnen": 8} and sitting.live.winner == ME


def test_2_10_17_the_juice_is_late_when_a_plan_is_locked_and_no_use_to_the_aggressor() -> None:
    sitting = room("Juice of Sapho")
    assert sitting.why(PlayJuice(ME, AGGRESSOR)) == RULE
    sitting.do(BeginBattle("Arrakeen", ME, "harkonnen", 5, 0, 5), LockPlan("harkonnen", 2, "Feyd-Rautha"))
    assert sitting.why(PlayJuice(ME, AGGRESSOR)) == RULE and sitting.why(PlayJuice(ME, FIRST)) == RULE
    assert sitting.why(PlayJuice("fremen", AGGRESSOR)) == "3.00.02"


def test_2_10_17_first_among_those_who_fight() -> None:
    sitting = room("Juice of Sapho")
    sitting.do(*(NoteForces("Arrakeen", seat, 3) for seat in (ME, "harkonnen")))
    assert [one.aggressor for one in open_battles(sitting.public)] == ["harkonnen"]
    sitting.do(PlayJuice(ME, FIRST))
    assert [one.aggressor for one in open_battles(sitting.public)] == [ME]
    sitting.do(BeginBattle("Carthag", "harkonnen", ME, 2, 0, 2))
    assert sitting.live.aggressor == ME


def test_2_10_17_last_to_ship_or_first() -> None:
    sitting = table("shipment", "Juice of Sapho")
    assert on_turn(sitting.public) == (ME,)
    sitting.do(PlaceStorm(3), PlayJuice(ME, LAST))
    assert on_turn(sitting.public) == ("harkonnen",) and sitting.code(Ship(ME, 1, goal="Arrakeen")) == "NOT_YOUR_TURN"
    sitting.do(SayDone("harkonnen"), SayDone("fremen"), SayDone("emperor"))
    assert on_turn(sitting.public) == (ME,)
    late = LiveTable(*SEATS, phase="shipment", hands={"emperor": ("Juice of Sapho/1",)}, first=ME)
    late.do(PlayJuice("emperor", FIRST))
    assert on_turn(late.public) == ("emperor",)
    late.do(SayDone("emperor"))
    assert on_turn(late.public) == (ME,)


def test_2_10_17_nobody_goes_first_after_others_and_nobody_again() -> None:
    sitting = LiveTable(*SEATS, phase="shipment", hands={"emperor": ("Juice of Sapho/1",)}, first=ME)
    sitting.do(SayDone(ME))
    assert sitting.why(PlayJuice("emperor", FIRST)) == RULE and "PlayJuice" in sitting.secret("emperor")
    sitting.do(SayDone("harkonnen"), SayDone("fremen"), SayDone("emperor"))
    assert sitting.why(PlayJuice("emperor", LAST)) == RULE
    assert table("revival", "Juice of Sapho").why(PlayJuice(ME, FIRST)) == RULE


def test_2_10_17_first_or_last_to_bid_all_phase_long() -> None:
    game = Game("fremen 9 | guild 9: Juice of Sapho | emperor 9 | atreides 9", B6="20").play("declare | deal")
    assert game.against(PlayJuice("spacing_guild", LAST))[0].rule == RULE
    for use, order in ((FIRST, "guild fremen emperor"), (LAST, "fremen emperor atreides")):
        game = Game("fremen 9 | guild 9: Juice of Sapho | emperor 9 | atreides 9")
        game.do(PlayJuice("spacing_guild", use))
        game.play("declare | deal")
        asked = []
        for amount in (1, 2, 3):
            asked.append(game.now.turn.removeprefix("spacing_"))
            game.play(f"{asked[-1]} {amount}")
        assert " ".join(asked) == order


def test_2_10_17_the_order_is_the_usual_one_in_the_next_phase() -> None:
    sitting = table("shipment", "Juice of Sapho").do(PlayJuice(ME, LAST))
    sitting.do(*(SayDone(seat) for seat in ("harkonnen", "fremen", "emperor", ME)))
    sitting.do("battle", "spice_collection", "mentat_pause", "storm", "spice_blow", "choam_charity", "revival")
    assert on_turn(sitting.do("shipment").public) == (ME,)


def test_2_10_05_once_around_with_the_juice() -> None:
    game = Game("richese 5 | fremen 9 | guild 9: Juice of Sapho | emperor 9")
    game.do(OfferCache(ME, "Stone Burner", "once", "first", "right"))
    game.do(PlayJuice("spacing_guild", FIRST))
    game.play("declare | deal")
    assert bidding_of(game[PUBLIC]).turn == "spacing_guild"
    game.play("guild 1 | fremen 2 | emperor - | richese -")
    assert game.hand("fremen") == "Stone Burner"


# -- Ornithopter, Residual Poison ---------------------------------------------------------------------


def test_2_10_17_the_ornithopter_carries_one_group_far_or_a_second_one() -> None:
    for way, far, often in ((FAR, 3, 1), (TWO, 1, 2)):
        sitting = table("shipment", "Ornithopter")
        assert "PlayOrnithopter" in sitting.secret(ME)
        sitting.do(PlayOrnithopter(ME, way))
        now = ask(sitting.public, MoveRange(ME)), ask(sitting.public, MovesThisTurn(ME))
        assert [one.value for one in now] == [far, often] and RULE in (now[0].because + now[1].because)
        assert (
            ask(sitting.public, MoveRange("fremen")).value == ask(table("shipment").public, MoveRange("fremen")).value
        )


def test_2_10_17_the_ornithopter_waits_for_ones_own_move() -> None:
    sitting = LiveTable(*SEATS, phase="shipment", hands={"emperor": ("Ornithopter/1",)}, first=ME)
    sitting.do(PlaceStorm(3))
    assert sitting.code(PlayOrnithopter("emperor", FAR)) == "NOT_YOUR_TURN" and not sitting.secret("emperor")
    assert table("revival", "Ornithopter").why(PlayOrnithopter(ME, FAR)) == "1.00.00"


def test_2_10_17_residual_poison_kills_a_free_leader_and_nobody_is_paid() -> None:
    sitting = room("Residual Poison")
    assert sitting.why(PoisonLeader(ME)) == "1.07.01"
    sitting.do(BeginBattle("Arrakeen", ME, "harkonnen", 5, 0, 5))
    assert "PoisonLeader" in sitting.secret(ME) and not sitting.secret("harkonnen")
    before = sitting.purse(*SEATS)
    sitting.do(PoisonLeader(ME))
    own = leaders_of(sitting.public, "harkonnen")
    assert own is not None and len(own.face_up) == 1 and len(own.pool) == 4 and sitting.purse(*SEATS) == before
    dead = own.face_up[0]
    assert "LEADER_UNAVAILABLE" in [code for _, code in sitting.refusals(LockPlan("harkonnen", 1, dead))]
    assert sitting.truth.discard[0] == "Residual Poison/1"


def test_2_10_17_residual_poison_spares_whoever_fought_elsewhere_and_comes_before_the_plan() -> None:
    sitting = room("Residual Poison")
    sitting.do(BeginBattle("Carthag", "harkonnen", "fremen", 5, 0, 5))
    sitting.do(LockPlan("harkonnen", 4, "Feyd-Rautha"), LockPlan("fremen", 0, "Stilgar"))
    sitting.answers(seats=("harkonnen", "fremen"))
    sitting.do(SettleBattle(), BeginBattle("Arrakeen", ME, "harkonnen", 5, 0, 5))
    sitting.do(PoisonLeader(ME))
    own = leaders_of(sitting.public, "harkonnen")
    assert own is not None and "Feyd-Rautha" not in own.face_up
    sitting = room("Residual Poison")
    sitting.do(BeginBattle("Arrakeen", ME, "harkonnen", 5, 0, 5), LockPlan("harkonnen", 2, "Feyd-Rautha"))
    assert sitting.why(PoisonLeader(ME)) == RULE and sitting.why(PoisonLeader("fremen")) != ""


def test_2_10_17_each_card_says_what_it_is_for() -> None:
    sitting = table("revival", "Distrans", "Lasgun")
    uses = ask(sitting.screen(ME), CardUses(ME, "Distrans/1")).value
    assert [use.rule for use in uses] == [RULE] and not uses[0].against
    other = ask(table("revival", "Juice of Sapho").screen(ME), CardUses(ME, "Juice of Sapho/1")).value
    assert other[0].against[0].rule == RULE
