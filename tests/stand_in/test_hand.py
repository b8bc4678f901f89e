"""When a stand-in acts, and what its pauses tell (4.97.67)."""

from __future__ import annotations

import gc
from weakref import ref

import pytest

from referee.common.phones_at_seats import TakeSeat
from referee.holdings.leaders import home_of
from referee.holdings.purse import GiveSpice
from referee.holdings.traitors import DealTraitors, Traitors
from referee.kernel import PUBLIC, Command, as_seen_by
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.bidding.auction import DealRow, DeclareHands, Pass
from referee.phases.bidding.order_of_bidding import Bidding
from referee.phases.revival.forces import ReviveForces
from referee.phases.shipment.shipping import Ship
from referee.powers.windows import CloseWindow, window
from referee.running.stand_in.hand import AFTER_UNDO_MS, Hand, Hands
from referee.stand_in.seats import LetRefereePlay
from referee.stand_in.sight import NextAct
from referee.turn.clock import PauseClock, ResumeClock
from tests.kit import LiveTable
from tests.stand_in.games import Game

TWO = ("fremen", "emperor")
WAITS: dict[str, Command] = {
    "declare": DeclareHands(),
    "deal": DealRow(),
    "talk": CloseWindow(),
    "settle": CloseWindow(),
}


def chair(table: LiveTable, *seats: str) -> Hand:
    for seat in seats:
        table.do(LetRefereePlay(seat), who="public")
    return Hand(table)


def let_act(table: LiveTable, hand: Hand) -> int:
    """Let time pass until the hand has acted or waits for somebody; return how long that took (ms)."""
    began, before = table.at, table.last()
    while table.last() == before and (due := hand.tick()) is not None:
        table.at = max(table.at, due)
    return table.at - began


def bidding() -> LiveTable:
    return LiveTable(*TWO, spice=9, phase="bidding").do(DealRow(), who="public")


def test_4_97_67_it_thinks_for_two_to_six_seconds() -> None:
    table = bidding()
    hand = chair(table, *TWO)
    assert 2000 <= let_act(table, hand) <= 6000


def test_4_97_67_stand_ins_in_a_row_pass_on_a_card_in_one_moment() -> None:
    table = LiveTable("fremen", "emperor", "atreides", spice=0, phase="bidding").do(DealRow(), who="public")
    hand = chair(table, "fremen", "emperor", "atreides")
    took = []
    while table.public.state(Bidding).number == 1 and table.public.state(Bidding).step == "bid":
        took.append(let_act(table, hand))
    assert len(took) == 3 and 2000 <= took[0] <= 4000 and took[1:] == [0, 0]


def test_4_97_67_it_keeps_nobody_waiting_who_may_stop_a_power() -> None:
    """The Guild ships at half price, and Karama may stop that."""
    table = LiveTable("spacing_guild", "fremen", spice=9, phase="shipment", K8="8")
    hand = chair(table, "fremen")
    table.do(Ship("spacing_guild", 2, "Arrakeen"), who="public")
    assert window(table.public)
    assert 1000 <= let_act(table, hand) <= 3000


def test_4_97_67_it_claims_charity_before_a_quick_host_goes_on() -> None:
    table = LiveTable(*TWO, phase="choam_charity", spice=0)
    hand = chair(table, "fremen")
    assert let_act(table, hand) <= 1000
    assert table.purse("fremen") == [2]


def test_4_97_67_what_is_paused_waits() -> None:
    table = bidding()
    hand = chair(table, *TWO)
    table.do(PauseClock(), who="public")
    assert hand.tick() is None
    table.do(ResumeClock(), who="public")
    assert let_act(table, hand) >= 2000


def test_4_97_67_a_seat_that_a_phone_took_is_left_alone() -> None:
    table = LiveTable(*TWO, phase="choam_charity", spice=0)
    hand = chair(table, "fremen")
    hand.tick()
    table.do(TakeSeat("fremen", "phone"), who="referee")
    assert hand.tick() is None
    assert table.purse("fremen") == [0]


def test_4_97_67_after_an_undo_it_gives_the_table_time() -> None:
    table = LiveTable(*TWO, phase="choam_charity", spice=0)
    hand = chair(table, "fremen")
    let_act(table, hand)
    hand.tick()
    assert table.undo("host").done
    assert let_act(table, hand) >= AFTER_UNDO_MS
    assert table.purse("fremen") == [2]


def test_4_97_67_a_seat_with_nothing_to_do_waits_for_the_next_act() -> None:
    table = LiveTable(*TWO, phase="choam_charity", spice=20)
    hand = chair(table, "fremen")
    let_act(table, hand)
    assert hand.tick() is None
    table.do("revival")
    assert hand.tick() is not None


def test_4_97_67_a_traitor_is_kept_at_the_same_time_whichever_was_dealt() -> None:
    """The acts of two games that differ in what was dealt come at the same moments."""
    told = []
    for seed in (3, 4):
        game = Game(seed, TWO, TWO)
        game.act(DealTraitors(), "public")
        for _ in range(30):
            due = game.hand.tick()
            if due is None:
                break
            game.at = max(game.at, due)
        told.append([(act.at, act.who) for act in game.acts()])
    assert told[0] == told[1] and len(told[0]) > 5


HANDS = (("Karama/1", "Crysknife/1"), ("Baliset/1", "Kulon/1"), ("Shield/1", "Cheap Hero/1"))


def evening_with(held: tuple[str, ...]) -> list[tuple[int, str, list[object]]]:
    """Play a bidding in which the referee plays two seats; return when who acted, and what all heard of it."""
    table = LiveTable("emperor", "atreides", "fremen", hands={"fremen": held, "emperor": ("Hajr/1",)}, K8="15")
    hand = chair(table, "fremen", "emperor")
    table.do("bidding")
    for _ in range(120):
        due = hand.tick()
        bidding = table.public.state(Bidding)
        if due is not None:
            table.at = max(table.at, due)
        elif bidding.turn == "atreides":
            table.at += 1000
            table.do(Pass("atreides"))
        elif bidding.step in WAITS:
            table.at += 1000
            table.do(WAITS[bidding.step], who="public")
        else:
            break
    return [(act.at, act.who, [as_seen_by(event, PUBLIC) for event in act.events]) for act in table.acts()]


@pytest.mark.parametrize("held", HANDS[1:])
def test_4_97_67_no_pause_tells_what_it_holds(held: tuple[str, ...]) -> None:
    """Everything is alike, and at the same moment, up to the first choice that all hear: that one comes on time too."""
    one, other = evening_with(HANDS[0]), evening_with(held)
    same = next((n for n, two in enumerate(zip(one, other, strict=False)) if two[0] != two[1]), len(one) - 1)
    assert same > 4
    assert one[same][:2] == other[same][:2]


def battle_with(held: tuple[str, ...], spice: int) -> tuple[list[object], list[set[str]]]:
    """Let the referee plan a battle for Fremen; return when who acted and what the others heard, and who was rung."""
    purses = {"fremen": spice, "emperor": 10}
    table = LiveTable("emperor", "fremen", phase="battle", hands={"fremen": held, "emperor": ()}, spice=purses)
    table.do(TakeSeat("emperor", "phone"), who="referee")
    hand = chair(table, "fremen")
    table.do(BeginBattle("Arrakeen", "emperor", "fremen", 6, 0, 6), who="public")
    before = len(table.rings)
    for _ in range(20):
        let_act(table, hand)
    assert "fremen" in table.public.state(LiveBattle).plans
    heard = [[as_seen_by(event, viewer) for event in act.events] for act in table.acts() for viewer in OTHERS]
    return [*((act.at, act.who) for act in table.acts()[1:]), *heard[len(OTHERS) :]], table.rings[before:]


OTHERS = (PUBLIC, "emperor")


@pytest.mark.parametrize(("held", "spice"), [(HANDS[1], 3), (HANDS[2], 9), (("Lasgun/1", "Snooper/1"), 0)])
def test_4_97_67_its_plan_tells_the_others_nothing_before_it_is_revealed(held: tuple[str, ...], spice: int) -> None:
    """Two games that differ in what it holds: the same acts at the same moments, and the same screens rung."""
    one, other = battle_with(HANDS[2], 5), battle_with(held, spice)
    assert one[0] == other[0] and len(one[0]) > 4
    assert [rung - {"fremen"} for rung in one[1]] == [rung - {"fremen"} for rung in other[1]]


def test_the_hand_of_a_table_that_was_closed_does_not_keep_it() -> None:
    hands, table = Hands(), LiveTable("fremen", "emperor")
    hands.tick(table)
    gone = ref(table)
    del table
    gc.collect()
    assert gone() is None


def test_why_it_finds_no_way_on_is_told_only_where_everybody_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    told, choices = [], (GiveSpice("fremen", "emperor", 9), ReviveForces("fremen", 1))
    for wanted in choices:
        table = LiveTable(*TWO, phase="choam_charity", spice=3)
        chair(table, "fremen")
        hands = Hands()
        monkeypatch.setattr("referee.running.stand_in.hand.next_act", lambda _, wanted=wanted: NextAct(wanted, "why"))
        let_act(table, hands.of(table))
        told.append(hands.why(table, "fremen"))
    assert told[0] == "It finds no way on. Take the seat for a moment." and "no way on: " in told[1]


def test_4_97_67_an_open_verdict_stays_for_a_quarter_of_a_minute() -> None:
    """Where stand-ins conclude a battle nobody else has to, and its end would take the verdict off the screens."""
    purses = {"fremen": 5, "emperor": 10}
    table = LiveTable(*TWO, phase="battle", hands=dict.fromkeys(TWO[:1], HANDS[2]) | {"emperor": ()}, spice=purses)
    hand = chair(table, *TWO)
    table.do(BeginBattle("Arrakeen", "emperor", "fremen", 6, 0, 6), who="public")
    while len(table.public.state(LiveBattle).plans) < 2:
        let_act(table, hand)
    table.do(Reveal(), who="public")
    judged = table.at
    let_act(table, hand)
    assert table.at - judged >= 15_000


def test_1_07_06_06_a_traitor_is_shown_at_once_when_the_wheels_open_before_it_has_answered() -> None:
    table = LiveTable("emperor", "harkonnen", "fremen", phase="battle", spice=9)
    for seat in ("emperor", "fremen"):
        table.do(TakeSeat(seat, seat), who="referee")
    table.do(DealTraitors(), who="public")
    held = table.truth.state(Traitors).kept["harkonnen"]
    foe, leader = next((home_of(one), one) for one in held if home_of(one) in {"emperor", "fremen"})
    hand = chair(table, "harkonnen")
    table.do(BeginBattle("Arrakeen", foe, "harkonnen", 6, 0, 6), who="public")
    let_act(table, hand)
    table.do(LockPlan(foe, 1, leader))
    table.do(Reveal(), who="public")
    judged = table.at
    assert not table.public.state(LiveBattle).calls
    let_act(table, hand)
    assert table.at == judged and [*table.public.state(LiveBattle).calls] == ["harkonnen"]
