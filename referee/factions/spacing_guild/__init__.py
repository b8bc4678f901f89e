"""Spacing Guild: paid for shipping, half price, more ways to ship, and its victory at the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import Group
from referee.board.forces_counted import Start, StartForces
from referee.board.how_many import may_leave
from referee.board.standing import LooksAtTokens
from referee.common.factions import Faction, faction, faction_name, named
from referee.common.turn import SeatDone, in_this_phase
from referee.holdings.ledger import SpiceMoved, pay
from referee.holdings.purse import spice_of
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Noun,
    Objection,
    RuleSuspended,
    SuspensionSpent,
    Table,
    adds,
    after,
    ask,
    fixed,
    phrase,
    ruling,
    say,
)
from referee.modules.tech_tokens.names import LINERS, MakesPay
from referee.offers.offer import NO_END, Blank, Offer
from referee.offers.what_now import Says
from referee.phases.mentat.victory import (
    HowItWasWon,
    Side,
    SpecialVictory,
    TakesTheRest,
    WinnersAtTheEnd,
    is_special,
    side_of,
    winner,
)
from referee.phases.revival.limits_and_prices import FreeOnSheet
from referee.phases.shipment.marching import ForcesMoved, ships_no_more, who_ships_no_more
from referee.phases.shipment.prices_and_permissions import (
    ACROSS,
    DOWN,
    HOME,
    OFF_PLANET,
    SENT,
    ForceSentAlong,
    ForcesShipped,
    MayShip,
    MayShipHalf,
    ShipmentPayee,
    ShipmentPrice,
    ShipmentReturned,
    ShipmentStopped,
    shipments,
)
from referee.phases.shipment.shipping import SHIPPED, Ship
from referee.powers.great_powers import GreatPower
from referee.powers.karama_windows import Uses
from referee.powers.powers import Power, Stoppable, starred
from referee.turn.on_time.last_turn import LastTurnChanges

ME, WORLD = "spacing_guild", "Junction"
LEADERS = {"Staban Tuek": 5, "Master Bewt": 3, "Esmar Tuek": 3, "Soo-Soo Sook": 2, "Guild Rep.": 1}
RULES, FULL = ("2.06.01", "2.06.02"), {"Guild Rep.": "Guild Representative"}
faction(
    Faction(
        ME,
        "Spacing Guild",
        "gui",
        spice=5,
        cards=1,
        rules=RULES,
        leaders=LEADERS,
        in_full=FULL,
        said="the Guild",
        many=False,
        spoken={
            "de": Noun("Gilde", "f", printed="Raumgilde"),
            "fr": Noun("Guilde", "f", printed="Guilde spatiale"),
            "es": Noun("Cofradía", "f", printed="Cofradía Espacial"),
        },
    )
)
fixed(StartForces, "2.06.02", Start(Group(15), ("Tuek's Sietch",)), seat=ME)
fixed(FreeOnSheet, "2.06.03", 1, seat=ME)
fixed(MakesPay, "4.08.02", False, seat=ME, token=LINERS)
fixed(MayShip, "2.06.05.01", True, seat=ME, kind=ACROSS)
fixed(MayShip, "2.06.05.02", True, seat=ME, kind=HOME)
fixed(LooksAtTokens, "4.07.03", True, seat=ME, kind="smuggler")


HALVED = phrase("spice.junction", "The other half of a payment for shipping")
STOPPED = phrase("spice.shipment_unpaid", "Shipment, paid to the bank after all")

# -- what can be stopped, and when it is announced ----------------------------------------------------

PAID = Power("2.06.04", ME, "PAYMENT_FOR_SHIPMENT", "after", "The Guild is paid for the shipment.")
ACROSS_POWER = Power("2.06.05.01", ME, "CROSS_SHIP", "after", "The Guild ships across the board.")
BACK = Power("2.06.05.02", ME, "OFF_PLANET", "after", "The Guild ships back to its reserves.")
RATE = Power("2.06.06", ME, "HALF_PRICE_SHIPPING", "after", "The Guild ships at half price.")
ALLY_RATE = Power("2.06.09", ME, "ALLY_HALF_PRICE", "after", "The Guild's ally ships at half price.")
ALLY_ACROSS = Power("2.06.10", ME, "ALLY_CROSS_SHIP", "after", "The Guild's ally ships across the board.")
for power in (PAID, ACROSS_POWER, BACK, RATE, ALLY_RATE, ALLY_ACROSS):
    phases = ("shipment",) if power is not PAID else ()
    starred(power, *phases, ledger=True, ally=power in (ALLY_RATE, ALLY_ACROSS))


def _announce(power: Power, *, own: bool, kinds: frozenset[str], half: bool = False) -> None:
    @ruling(Uses, rule=power.rule)
    def a_passage_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
        command = question.command
        if not isinstance(command, Ship) or (kinds and command.kind not in kinds):
            return None
        mine = command.seat == ME if own else command.seat == table.ally(ME) and (command.half or not half)
        return (*so_far, power) if mine else None


_announce(ACROSS_POWER, own=True, kinds=frozenset({ACROSS}))
_announce(BACK, own=True, kinds=frozenset({HOME}))
_announce(RATE, own=True, kinds=frozenset({ACROSS, *OFF_PLANET}))
_announce(ALLY_RATE, own=False, kinds=frozenset(), half=True)
_announce(ALLY_ACROSS, own=False, kinds=frozenset({ACROSS}))


# -- shipment -----------------------------------------------------------------------------------------


@ruling(ShipmentPayee, rule="2.06.04")
def others_pay_the_guild(question: ShipmentPayee, table: Table, so_far: str) -> str | None:
    return ME if ME in table.seats and question.voyage.seat != ME else None


def _just_paid(table: Table) -> int:
    """Return what the Guild got for the last shipment: nothing once another faction goes on or the Guild spends."""
    paid, others = 0, set[str]()
    for event in in_this_phase(table):
        if isinstance(event, SpiceMoved) and event.reason == HALVED():
            paid -= event.amount
        elif isinstance(event, SpiceMoved) and event.payee == ME and PAID.rule in event.rules():
            paid += event.amount
        elif isinstance(event, SpiceMoved) and event.payer == ME:
            return 0
        elif isinstance(event, ForcesMoved):
            others.add(event.seat)
        elif isinstance(event, ForcesShipped):
            return paid if others <= {event.seat} else 0
    return 0


@adds(Stoppable, rule="2.06.04", moment="shipment")
def as_it_is_paid(question: Stoppable, table: Table) -> Iterable[Power]:
    return (PAID,) if ME in table.seats and _just_paid(table) else ()


@after(RuleSuspended, rule="1.06.03.02")
def the_bank_gets_it(event: RuleSuspended, table: Table, chance: Chance) -> Iterable[Event]:
    """A payment that is stopped as it is made goes to the bank; the stop is used up."""
    if event.rule == PAID.rule and (paid := _just_paid(table)):
        yield from pay(ME, BANK, paid, STOPPED(), ("3.01.11.01", PAID.rule))
        yield SuspensionSpent(PAID.rule)


@ruling(ShipmentPrice, rule="2.06.06")
def half_for_the_guild(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    voyage = question.voyage
    own = voyage.seat == ME and voyage.kind not in {HOME, SENT}
    allied = voyage.half and table.ally(ME) == voyage.seat and "2.06.09" not in table.suspended
    return (so_far + 1) // 2 if own or allied else None


@ruling(ShipmentPrice, rule="2.06.07")
def one_spice_for_two(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    return (question.voyage.forces + 1) // 2 if question.voyage.kind == HOME else None


@ruling(MayShipHalf, rule="2.06.09")
def the_ally_may_ask(question: MayShipHalf, table: Table, so_far: bool) -> bool | None:
    return True if question.seat in {ME, table.ally(ME)} else None


@ruling(ShipmentPrice, rule="2.06.09")
def half_for_the_ally(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    voyage = question.voyage
    halved = voyage.half and table.ally(ME) == voyage.seat and RATE.rule not in table.suspended
    return so_far if halved else None


@ruling(MayShip, rule="2.06.10")
def across_for_the_ally(question: MayShip, table: Table, so_far: bool) -> bool | None:
    return True if question.kind == ACROSS and table.ally(ME) == question.seat else None


# -- once a game, by Karama: a shipment is stopped before it lands ------------------------------------

GREAT = "1.14.05"


def _since_it_shipped(table: Table, seat: str) -> list[Event]:
    """Return what was heard from a faction's shipment off the planet on, newest first; empty if it made none."""
    found: list[Event] = []
    for event in in_this_phase(table):
        found.append(event)
        if isinstance(event, ForcesShipped) and event.seat == seat:
            return found if event.kind in OFF_PLANET else []
    return []


def _just_landed(table: Table, seat: str) -> bool:
    """Return True if a faction has shipped from off the planet and has not gone on since."""
    since = _since_it_shipped(table, seat)
    went_on = any(isinstance(event, (ForcesMoved, SeatDone)) and event.seat == seat for event in since)
    return bool(since) and not went_on


def _taken_back(table: Table, seat: str, why: tuple[str, ...]) -> Iterator[Event]:
    """Yield that the forces of a shipment go back, and what was paid for it, as far as its payee still has it."""
    since = _since_it_shipped(table, seat)
    halves = sum(one.amount for one in since if isinstance(one, SpiceMoved) and one.reason == HALVED())
    for event in since:
        if isinstance(event, SpiceMoved) and event.reason == SHIPPED():
            own = NO_END if event.payee == BANK else spice_of(table, event.payee)
            refund = event.amount if own is None or own + halves >= event.amount else own
            yield from pay(event.payee, event.payer, refund, SHIPPED(), why)
        elif isinstance(event, ForceSentAlong):
            yield ShipmentReturned(event.seat, 1, 0, event.goal, event.sector, why)
        elif isinstance(event, ForcesShipped) and event.normal + event.special:
            back = may_leave(table, seat, Group(event.normal, event.special), event.goal)
            yield ShipmentReturned(seat, back.normal, back.special, event.goal, event.sector, why)


class StopShipment(GreatPower, grave=True):
    rule, who, phase = GREAT, ME, "shipment"
    of: str
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        over = who_ships_no_more(table)
        left = (seat for seat in table.seats if seat != ME and (seat not in over or _just_landed(table, seat)))
        if open_to := tuple((seat, faction_name(seat)) for seat in left if ask(table, MayShip(seat, DOWN)).value):
            yield cls.way("Karama: stop a shipment", Blank("of", "Whose shipment", "select", choices=open_to))

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        made = shipments(table).made.get(self.of, DOWN)
        off_planet = made in OFF_PLANET and self.of in table.seats and ask(table, MayShip(self.of, DOWN)).value
        if not off_planet or self.of == now:
            yield Objection(GREAT, "Choose another faction that ships from off-planet.", "NOT_ELIGIBLE")
        elif ships_no_more(table, self.of) and not _just_landed(table, self.of):
            words = say(
                "{of:The has} gone on since. Stop a shipment before its player moves or is done.", of=named(self.of)
            )
            yield Objection(GREAT, words, "NOT_ELIGIBLE")

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield from list(_taken_back(table, self.of, (GREAT,)))
        yield ShipmentStopped(now, self.of, (GREAT,))


# -- victory ------------------------------------------------------------------------------------------


@adds(LastTurnChanges, rule="2.06.08")
def they_may_win_at_the_end(question: LastTurnChanges, table: Table) -> Iterable[Says]:
    if ME in table.seats:
        words = "{seat:The wins} if nobody has won by then, and nobody has a special victory."
        alone = "{seat:The wins} if nobody has won by then."
        others = any(is_special(table, seat) for seat in table.seats)
        yield Says(say(words if others else alone, seat=named(ME)), "2.06.08", ME)


@adds(HowItWasWon, rule="2.06.08")
def nobody_else_has_won(question: HowItWasWon, table: Table) -> Iterable[Says]:
    won = winner(table)
    if won and "2.06.08" in won.why:
        words = "Nobody has won by the end of the last turn, and nobody has a special victory: {seat:wins}."
        yield Says(say(words, seat=named(ME)), "2.06.08")


fixed(TakesTheRest, "2.06.08", True, seat=ME)


@ruling(WinnersAtTheEnd, rule="2.06.08")
def the_war_itself_was_the_aim(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    special = any(ask(table, SpecialVictory(seat)).value for seat in table.seats)
    return (ME,) if ME in table.seats and not special else None


@ruling(WinnersAtTheEnd, rule="2.06.11")
def the_ally_wins_with_them(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    return side_of(table, ME) if so_far == (ME,) and table.ally(ME) else None
