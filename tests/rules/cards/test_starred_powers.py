"""3.01.11: every power with a star is announced, can be stopped by Karama, has then not happened, and stays stopped.

A case is a table just before the power, the commands that use it, and what shows that it works. After Karama the
commands are given again, as far as they are still allowed; the power must not work then either.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from referee.board.forces import RESERVES, TANKS, Forces
from referee.board.forces_counted import CountForces, KeepCount
from referee.board.standing import stands
from referee.board.storm import Storm
from referee.cards.karama.stopping import StopPower, power_of
from referee.common.boxes import MODULES
from referee.factions.atreides.prescience import LookAtSpice
from referee.factions.bene_gesserit.turning_over import TurnOver
from referee.factions.choam import PlaceInflation, inflation
from referee.factions.ecaz.occupy import ChooseFighter
from referee.factions.ecaz.placing import PlaceAmbassador
from referee.factions.ecaz.tokens import ambassadors
from referee.factions.fremen.worms import SpareAlly
from referee.factions.moritani.keeps_a_card import SaveCard
from referee.factions.moritani.reaction import OfferTerms, Terms
from referee.factions.moritani.terror import PlaceTerror, tokens_at
from referee.factions.moritani.vidal import TakeVidal
from referee.factions.richese.announce_sale import OfferCache
from referee.factions.richese.black_market import SellOwn
from referee.factions.richese.cache import plan
from referee.factions.richese.no_field import LayField, field_of
from referee.factions.richese.sale import SaleOpened
from referee.factions.spacing_guild.turn_order import StepIn, course
from referee.holdings.shared_discs import who_has
from referee.kernel import Command, ask
from referee.offers.offer import secret_offers
from referee.phases.battle.allowed_plans import CompanionOf
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.before_the_plans import Announce, StaySilent, steps
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.call_traitor import AnswerTraitor
from referee.phases.battle.conclude import Conclude, SettleBattle
from referee.phases.battle.dial_and_losses import ForceWorth
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.who_fights_where import FightNext
from referee.phases.bidding.auction import Bid, DealRow, DeclareHands, Pass
from referee.phases.bidding.order_of_bidding import Bidding, bidding_of
from referee.phases.charity import ClaimCharity
from referee.phases.revival.forces import GrantRevival, ReviveForAnother
from referee.phases.revival.limits_and_prices import revivals
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import ACROSS, HOME, shipments
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import TurnWorm, WormComes, blow
from referee.phases.spice_blow.deck import DrawSpiceCard, SpiceDeck
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm
from referee.powers.karama_windows import announced
from referee.powers.windows import CloseWindow, window
from referee.rulebook.book import rulebook
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable, asker
from tests.rules.board.test_positions import told

Shows = Callable[[LiveTable], object]
HANDS = {"harkonnen": ("Karama/1", "Kulon/1"), "atreides": ("Karama/2", "Hajr/1"), "bene_gesserit": ("Baliset/1",)}
FEW = {"harkonnen": ("Kulon/1",), "atreides": ("Karama/2",), "emperor": ("Hajr/1",)}
SAND = "Cielago South"
DEAL = tuple(f"c{n}" for n in range(9))
WITHOUT = {  # the module that a case is played without, since it changes what the case measures
    "2.03.08": "M4",  # on the high side of Salusa Secundus Sardaukar fight without spice
}
BOXES: dict[str, str] = {}  # modules that the tables of all cases play with
AHEAD = {  # why no window of their own opens: the star before their text lets them be prevented, in what comes before
    "2.04.14": "the look comes by itself as the storm phase ends, and the whole phase is there to prevent it",
    "2.09.03": "the charity comes by itself as its phase begins, and the whole phase before is there to prevent it",
    "2.11.31": "the income comes by itself as Collection begins, and the whole phase before is there to prevent it",
    "2.10.04": "Richese announce the sale before the deal, and it can be prevented until the cards are dealt",
}


class Case(NamedTuple):
    """A table just before a power, the commands that use it, what shows that it works, and who stops it."""

    table: LiveTable
    use: tuple[Command | str, ...]
    works: Shows
    who: str = "harkonnen"


def play(phase: str, *before: Command | str, seats: tuple[str, ...] = (), **more: Any) -> LiveTable:
    common = {"hands": HANDS, "K8": "", "turn": 2, "first": seats[0] if seats else "emperor", "phase": phase}
    made = {**common, **BOXES, **more}
    return LiveTable(*seats, **made).do(*before)


def kept(phase: str, *before: Command | str, **more: Any) -> LiveTable:
    """Return a table that keeps positions, everybody where they begin."""
    return told(phase, **{"hands": HANDS, "K8": "", "first": "emperor", **BOXES, **more}).do(*before)


def fight(one: str, two: str, special: int = 0) -> BeginBattle:
    return BeginBattle("Arrakeen", one, two, 6 - special, special, 6)


def strength(seat: str, full: int, *, special: bool, fed: bool = True) -> Shows:
    """Show whether a force of this side is worth so much in the battle, and needs a spice for it or not."""

    def shows(table: LiveTable) -> object:
        live = table.public.state(LiveBattle)
        found = ask(table.public, ForceWorth(position(table.public, live), live.at(seat), special)).value
        return (found.full, found.fed) == (full, fed)

    return shows


def purse(seat: str, amount: int) -> Shows:
    return lambda table: table.purse(seat) == [amount]


def sold(buyer: str, **more: Any) -> LiveTable:
    """Return a table whose first card this faction has won for 3, not paid for yet."""
    table = play("bidding", DealRow(), CloseWindow(), first=buyer, hands=FEW, deck=DEAL, **more).do(Bid(buyer, 3))
    while bidding_of(table.truth).step == "bid":
        table.do(Pass(bidding_of(table.truth).turn))
    return table


def worm(**more: Any) -> LiveTable:
    """Return a table where Fremen and the Emperor stand where a worm will come."""
    table = kept("spice_blow", **more)
    for seat in ("fremen", "emperor"):
        table.do(PutRight(seat, SAND, 3, sector=2, other=RESERVES))
    return table


def devoured(seat: str) -> Shows:
    return lambda table: not any(one.seat == seat for one in stands(table.public, SAND))


def spared(seat: str) -> Shows:
    return lambda table: not devoured(seat)(table)


def spoken(rule: str) -> Shows:
    return lambda table: any(step.say.rule == rule and step.state == "announced" for step in steps(table.public))


def calm(place: str) -> Shows:
    return lambda table: any(one.calm for one in stands(table.public, place) if one.seat == "bene_gesserit")


def fighters(place: str) -> Shows:
    return lambda table: not calm(place)(table)


def captured(table: LiveTable) -> object:
    live = table.public.get(LiveBattle)
    return live is not None and live.prize == "drawn"


def fought(place: str, one: str, two: str, men: int, plan: LockPlan) -> LiveTable:
    """Return a table where Harkonnen have won a battle that is settled."""
    table = play("battle", BeginBattle(place, one, two, men, 0, men))
    table.do(*(StaySilent(step.say.seat, step.say.rule) for step in steps(table.public)))
    table.do(LockPlan("harkonnen", 3, "Feyd-Rautha"), plan)
    return table.do(AnswerTraitor(one, "no"), AnswerTraitor(two, "no"), SettleBattle())


def beside(*extra: str) -> tuple[str, ...]:
    return (*extra, "harkonnen", "emperor", "fremen")


def shipped(*, allies: str = "", **more: Any) -> LiveTable:
    return kept("shipment", PlaceStorm(10), first="spacing_guild", allies=allies, **more)


def terror_met() -> LiveTable:
    """Return a table where the Emperor has shipped to a terror token."""
    table = play("mentat_pause", PlaceTerror("moritani", "Arrakeen", "robbery"), seats=beside("moritani"))
    table.do(CloseWindow(), "shipment")
    return table.do(Ship("emperor", 2, "Arrakeen"), who="public")


def with_their_ally(place: str) -> LiveTable:
    """Return a table between battles where Ecaz and the Emperor, their ally, stand in a place together."""
    seats = ("harkonnen", "emperor", "ecaz", "fremen")
    table = LiveTable(*seats, hands=HANDS, K8="", turn=2, allies="ecaz emperor").do(KeepCount(), PlaceStorm(14))
    both = (PutRight(seat, place, 3, other=RESERVES) for seat in ("emperor", "ecaz"))
    return table.do(*both, GoTo("battle", anyway=True))


def lost_with_a_card() -> LiveTable:
    """Return a table where the Emperor, Moritani's ally, has lost a battle with a Shield."""
    hands = {**HANDS, "emperor": ("Shield/1",), "fremen": ("Karama/2",)}
    table = play(
        "battle", BeginBattle("Arrakeen", "emperor", "harkonnen", 6, 0, 6), seats=beside("moritani"),
        allies="moritani emperor", hands=hands,
    )  # fmt: skip
    table.do(*(StaySilent(step.say.seat, step.say.rule) for step in steps(table.public)))
    table.do(LockPlan("harkonnen", 3, "Feyd-Rautha"), LockPlan("emperor", 0, "Bashar", defence="Shield"))
    return table.do(AnswerTraitor("harkonnen", "no"), AnswerTraitor("emperor", "no"))


CASES: dict[str, Callable[[], Case]] = {
    "2.01.05": lambda: Case(
        play("bidding"), (DealRow(),), lambda t: t.screen("atreides").state(Bidding).row.faces()
    ),
    "2.01.07": lambda: Case(
        play("spice_blow", DrawSpiceCard(), deck=None, P5="dealt"), ("shipment", LookAtSpice("atreides")),
        lambda t: isinstance(next(iter(t.screen("atreides").state(SpiceDeck).cards), None), str),
    ),
    "2.01.08": lambda: Case(
        play("battle", fight("atreides", "harkonnen")), (Announce("atreides", "2.01.08"),), spoken("2.01.08")
    ),
    "2.01.09": lambda: Case(
        play("battle", fight("emperor", "harkonnen"), allies="atreides emperor"),
        (Announce("atreides", "2.01.09"),), spoken("2.01.09"),
    ),
    "2.01.11": lambda: Case(
        fought("Carthag", "harkonnen", "atreides", 9, LockPlan("atreides", 0, "Dr. Yueh")),
        (fight("atreides", "harkonnen"),),
        lambda t: ask(t.public, CompanionOf("atreides")).value.name,
    ),
    "2.02.05": lambda: Case(
        kept("shipment", Ship("emperor", 1, "Arrakeen")), (SendAlong("bene_gesserit", "Polar Sink"),),
        lambda t: "bene_gesserit" in shipments(t.public).along,
    ),
    "2.02.06": lambda: Case(
        play("battle", fight("bene_gesserit", "harkonnen")), (Announce("bene_gesserit", "2.02.06"),),
        spoken("2.02.06"),
    ),
    "2.02.07": lambda: Case(
        play("battle", fight("emperor", "harkonnen"), allies="bene_gesserit emperor"),
        (Announce("bene_gesserit", "2.02.07"),), spoken("2.02.07"),
    ),
    "2.02.09": lambda: Case(
        play("choam_charity"), (ClaimCharity("bene_gesserit"),), purse("bene_gesserit", 22)
    ),
    "2.02.15": lambda: Case(
        kept("shipment", PutRight("bene_gesserit", "Meridian", 3, sector=1, other=RESERVES),
             Ship("emperor", 3, "Meridian", sector=1)),
        (TurnOver("bene_gesserit", "Meridian"),), calm("Meridian"),
    ),
    "2.02.16": lambda: Case(
        kept("shipment", PutRight("bene_gesserit", "Arsunt", 2, peace=True, other=RESERVES),
             PutRight("emperor", "Arsunt", 1, other=RESERVES),
             MoveForces("bene_gesserit", 2, "Arsunt", "Carthag"), first="bene_gesserit"),
        (TurnOver("bene_gesserit", "Carthag"),), fighters("Carthag"),
    ),
    "2.02.17": lambda: Case(
        kept("revival", PutRight("bene_gesserit", "Carthag", 2, peace=True, other=RESERVES)),
        (TurnOver("bene_gesserit", "Carthag"),), fighters("Carthag"),
    ),
    "2.02.22": lambda: Case(
        play("shipment", Ship("spacing_guild", 4, "Arsunt")), (StopPower("bene_gesserit", "2.06.06"),),
        lambda t: "Baliset/1" in t.public.discard and t.purse("spacing_guild") == [20],
    ),
    "2.03.04": lambda: Case(sold("harkonnen"), (), purse("emperor", 23), "atreides"),
    "2.03.07": lambda: Case(
        play("revival", CountForces("harkonnen", TANKS, 9), allies="emperor harkonnen"),
        (ReviveForAnother("emperor", "harkonnen", 2),), purse("emperor", 16), "atreides",
    ),
    "2.03.08": lambda: Case(
        play("battle"), (fight("emperor", "harkonnen", 2),), strength("emperor", 2, special=True)
    ),
    "2.04.06": lambda: Case(
        kept("shipment", PutRight("fremen", "The Great Flat", 3, other=RESERVES), first="fremen"),
        (MoveForces("fremen", 3, "The Great Flat", "Habbanya Erg"),),
        lambda t: any(one.seat == "fremen" for one in stands(t.public, "Habbanya Erg")),
    ),
    "2.04.07": lambda: Case(worm(), (WormComes(SAND),), spared("fremen")),
    "2.04.10": lambda: Case(
        worm(allies="fremen emperor"), (WormComes(SAND), CloseWindow(), SpareAlly("fremen", SAND, True)),
        spared("emperor"),
    ),
    "2.04.11": lambda: Case(
        play("revival", allies="fremen emperor"), (GrantRevival("fremen", "emperor"),),
        lambda t: "emperor" in revivals(t.public).granted,
    ),
    "2.04.14": lambda: Case(
        play("storm", PlaceStorm(3), AnnounceStorm(2), MoveStorm(), P4="drawn"), ("spice_blow",),
        lambda t: isinstance(t.screen("fremen").state(Storm).card, int),
    ),
    "2.04.15": lambda: Case(
        play("spice_blow", TurnWorm()), (TurnWorm(),), lambda t: blow(t.public).waiting == "fremen"
    ),
    "2.04.16": lambda: Case(
        kept("storm", PutRight("fremen", SAND, 6, sector=2, other=RESERVES), PlaceStorm(18), AnnounceStorm(3)),
        (MoveStorm(),), spared("fremen"),
    ),
    "2.04.17": lambda: Case(
        kept("shipment", PlaceStorm(12), first="fremen"),
        (Send("fremen", 3, "Hagga Basin", into_storm=True, sector=12),),
        lambda t: any(one.seat == "fremen" for one in stands(t.public, "Hagga Basin")),
    ),
    "2.04.18": lambda: Case(
        play("battle"), (fight("fremen", "harkonnen", 2),), strength("fremen", 2, special=True, fed=False)
    ),
    "2.04.21": lambda: Case(
        play("battle"), (fight("fremen", "harkonnen"),), strength("fremen", 1, special=False, fed=False)
    ),
    "2.05.08": lambda: Case(
        sold("harkonnen"), (), lambda t: len(t.truth.seats["harkonnen"].hand) == 3, "atreides"
    ),
    "2.05.10": lambda: Case(
        fought("Arrakeen", "harkonnen", "emperor", 6, LockPlan("emperor", 0, "Bashar")),
        (Conclude("harkonnen", capture="draw"),), captured, "atreides",
    ),
    "2.06.04": lambda: Case(play("shipment"), (Ship("emperor", 4, "Arrakeen"),), purse("spacing_guild", 24)),
    "2.06.05.01": lambda: Case(
        kept("shipment", first="spacing_guild"),
        (Ship("spacing_guild", 2, "Arsunt", kind=ACROSS, origin="Tuek's Sietch"),),
        lambda t: any(one.seat == "spacing_guild" for one in stands(t.public, "Arsunt")),
    ),
    "2.06.05.02": lambda: Case(
        kept("shipment", first="spacing_guild"),
        (Ship("spacing_guild", 2, RESERVES, kind=HOME, origin="Tuek's Sietch"),),
        lambda t: shipments(t.public).made.get("spacing_guild") == HOME,
    ),
    "2.06.06": lambda: Case(
        play("shipment"), (Ship("spacing_guild", 4, "Arsunt"),), purse("spacing_guild", 16)
    ),
    "2.06.09": lambda: Case(
        play("shipment", allies="spacing_guild emperor"), (Ship("emperor", 4, "Arsunt", half=True),),
        purse("emperor", 16),
    ),
    "2.06.10": lambda: Case(
        kept("shipment", PutRight("emperor", "Carthag", 3, other=RESERVES), allies="spacing_guild emperor"),
        (Ship("emperor", 2, "Arsunt", kind=ACROSS, origin="Carthag"),),
        lambda t: any(one.seat == "emperor" for one in stands(t.public, "Arsunt")),
    ),
    "2.06.12": lambda: Case(
        play("shipment", PlaceStorm(3)), (StepIn("spacing_guild"),), lambda t: course(t.public)
    ),
    "2.09.03": lambda: Case(
        play("spice_blow", seats=beside("choam")), ("choam_charity",), purse("choam", 28)
    ),
    "2.09.10": lambda: Case(
        play("mentat_pause", seats=beside("choam")), (PlaceInflation("choam", "double"),),
        lambda t: inflation(t.public).side,
    ),
    "2.10.04": lambda: Case(
        play("bidding", seats=beside("richese")), (OfferCache("richese", "Distrans"),), lambda t: plan(t.public).when
    ),
    "2.10.11": lambda: Case(
        play("shipment", seats=beside("richese")), (LayField("richese", 5, "Arrakeen"),),
        lambda t: field_of(t.public).goal,
    ),
    "2.10.15": lambda: Case(
        play("bidding", seats=beside("richese"), hands={**HANDS, "richese": ("Hajr/1",)}),
        (SellOwn("richese", "Hajr"),), lambda t: any(isinstance(one.event, SaleOpened) for one in t.public.log),
    ),
    "2.11.05": lambda: Case(
        play("revival", seats=beside("ecaz")), (PlaceAmbassador("ecaz", "ecaz", "Arrakeen"),),
        lambda t: ambassadors(t.public).placed,
    ),
    "2.11.22": lambda: Case(
        with_their_ally("Carthag"), (FightNext("harkonnen", "Carthag", "emperor"), ChooseFighter("ecaz", "ecaz")),
        lambda t: t.public.state(LiveBattle).beside,
    ),
    "2.11.31": lambda: Case(
        with_their_ally("Arrakeen"), ("spice_collection",), lambda t: t.purse("ecaz", "emperor") == [22, 22],
    ),
    "2.12.04": lambda: Case(
        play("mentat_pause", seats=beside("moritani")), (PlaceTerror("moritani", "Arrakeen", "robbery"),),
        lambda t: tokens_at(t.public, "Arrakeen"),
    ),
    "2.12.06": lambda: Case(
        terror_met(), (OfferTerms("moritani"),), lambda t: t.public.get(Terms) is not None,
    ),
    "2.12.13": lambda: Case(
        play("battle", seats=beside("moritani")), (TakeVidal("moritani"),),
        lambda t: who_has(t.public, "Duke Vidal") == "moritani",
    ),
    "2.12.15": lambda: Case(
        lost_with_a_card(), (SaveCard("emperor", "Shield"),),
        lambda t: "Shield" not in t.public.state(LiveBattle).verdict.discarded.get("emperor", ()),
    ),
}  # fmt: skip


AFTER = [rule for rule in CASES if rulebook()[rule].star == "after"]


def close(table: LiveTable) -> LiveTable:
    for _ in range(9):
        if window(table.public) is None or (table.public.phase == "bidding" and bidding_of(table.public).step == "bid"):
            break
        table.do(CloseWindow())
    return table


def again(case: Case) -> LiveTable:
    """Give the commands once more, as far as they are still allowed."""
    for command in case.use:
        if not isinstance(command, str):
            case.table.act(command, asker(command))
            close(case.table)
    return case.table


def things(table: LiveTable) -> object:
    """Return everything that a power may change on the table, without the hands."""
    truth = table.truth
    purses = {seat: own.spice for seat, own in truth.seats.items()}
    return purses, truth.bank, dict(truth.state(Forces).held), set(truth.state(Forces).calm), shipments(truth).made


def test_3_01_11_every_power_of_the_book_with_a_star_is_here() -> None:
    assert {*CASES} == {rule.id for rule in rulebook().values() if rule.star} - {"2.05.10.00"}, "2.05.10 has its star"


@pytest.mark.parametrize("rule", CASES)
def test_3_01_11_a_power_with_a_star_works_when_nobody_stops_it(rule: str) -> None:
    case = CASES[rule]()
    case.table.do(*case.use)
    assert case.works(close(case.table))


@pytest.mark.parametrize("rule", CASES)
def test_3_01_11_01_a_power_that_is_stopped_has_not_happened_and_stays_stopped(rule: str) -> None:
    case = CASES[rule]()
    table, before = case.table, things(case.table)
    if rule not in AHEAD:
        table.do(*case.use)
    assert power_of(table.public, rule)
    waits, hand = announced(table.public), len(table.truth.seats[case.who].hand)
    table.do(StopPower(case.who, rule))
    assert len(table.truth.seats[case.who].hand) == hand - 1
    if waits and waits.command and rule in AFTER and rule != "2.04.10":  # there the worm still has to be answered
        assert things(table) == before, "a power of the board is used when it is announced, not after the window"
    if rule in AHEAD:
        table.do(*(one for one in case.use if isinstance(one, str)))
    assert not case.works(close(table))
    assert not case.works(again(case))


@pytest.mark.parametrize("rule", AHEAD)
def test_3_01_11_02_a_power_without_a_window_can_be_prevented_until_it_works_and_no_longer(rule: str) -> None:
    case = CASES[rule]()
    assert rulebook()[rule].star == "before" and "StopPower" in case.table.secret(case.who)
    case.table.do(*case.use)
    if rule == "2.10.04":
        assert power_of(case.table.public, rule) and "StopPower" in case.table.secret(case.who), "announced, not dealt"
        case.table.do(DeclareHands(), DealRow())
    assert case.table.why(StopPower(case.who, rule)) == "3.01.11.01"
    assert "Karama" in str(case.table.truth.seats[case.who].hand)


@pytest.mark.parametrize("rule", [rule for rule in AFTER if rule != "2.02.22"])
def test_3_01_11_01_a_power_that_nobody_uses_yet_cannot_be_canceled(rule: str) -> None:
    case = CASES[rule]()
    if case.use:
        assert case.table.why(StopPower(case.who, rule)) == "3.01.11.01"
        assert "Karama" in str(case.table.truth.seats[case.who].hand)


@pytest.mark.parametrize("rule", CASES)
def test_3_01_11_a_power_is_stopped_alike_with_every_module_of_the_boxes(rule: str, monkeypatch: Any) -> None:
    for key in MODULES.keys() - {WITHOUT.get(rule)}:
        monkeypatch.setitem(BOXES, key, MODULES[key].value)
    test_3_01_11_a_power_with_a_star_works_when_nobody_stops_it(rule)
    test_3_01_11_01_a_power_that_is_stopped_has_not_happened_and_stays_stopped(rule)


def test_3_01_11_02_during_a_battle_karama_lists_the_powers_of_those_who_fight_and_of_their_allies() -> None:
    def listed(table: LiveTable) -> set[str]:
        found = (
            one for one in secret_offers(table.screen("spacing_guild"), "spacing_guild") if one.command is StopPower
        )
        return {rule for one in found for blank in one.blanks if blank.name == "rule" for rule, _ in blank.choices}

    seats = ("atreides", "emperor", "fremen", "harkonnen", "spacing_guild")
    table = LiveTable(*seats, hands={"spacing_guild": ("Karama/1",)}, phase="battle", turn=2, P6="none")
    assert {"2.03.08", "2.04.18", "2.05.10"} <= listed(table)
    table.do(BeginBattle("Carthag", "emperor", "atreides", 5, 0, 5, 0))
    assert {rule.rpartition(".")[0] for rule in listed(table)} == {"2.01", "2.03"}
    table = LiveTable(*seats, hands={"spacing_guild": ("Karama/1",)}, phase="battle", turn=2, P6="none",
                      allies="fremen atreides")  # fmt: skip
    table.do(BeginBattle("Carthag", "emperor", "atreides", 5, 0, 5, 0))
    assert {rule.rpartition(".")[0] for rule in listed(table)} == {"2.01", "2.03", "2.04"}
