"""Cache cards for the board: the Ornithopter in one's own move, Residual Poison before the plans of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import named
from referee.common.turn import in_phase
from referee.factions.richese.cache import CARDS
from referee.factions.richese.cards_in_battle import PORTABLE, AddPortableSnooper
from referee.factions.richese.hand_cards import (
    BOX,
    DISTRANS,
    DRUG,
    RULE,
    PlayDistrans,
    SearchDiscards,
    TakeDiscarded,
    not_held,
    played,
)
from referee.factions.richese.juice_of_sapho import JUICE, USES, PlayJuice
from referee.holdings.hands import called, held_card
from referee.holdings.leaders import LeaderDied, LeaderWentHome, among, holder_of, home_of, leaders_of, noted
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    adds,
    bare,
    card_name,
    everybody,
    ruling,
    say,
    sealed,
)
from referee.knowledge.card_uses import CardUses, Use
from referee.offers.offer import Blank, Offer, SecretOffers
from referee.phases.battle.battle_as_known import free_leaders
from referee.phases.battle.live_battle import OPEN, LiveBattle, battle_now, live_of, running
from referee.phases.shipment.marching import out_of_turn
from referee.phases.shipment.prices_and_permissions import MoveRange, MovesThisTurn

FLIGHT, POISON = "Ornithopter", "Residual Poison"
FAR, TWO, REACH = "far", "two", 3
WAYS = {FAR: say("One group up to {n} territories", n=REACH), TWO: "Two groups as far as usual"}


# -- Ornithopter --------------------------------------------------------------------------------------


class Flight(State):
    seat: str
    way: str
    turn: int


class Flies(SeatEvent, because=(RULE, "1.06.05.03")):
    way: Public[str]

    def apply(self, table: Table) -> None:
        table.put(Flight(self.seat, self.way, table.turn))

    def sentence(self, name: Called) -> str:
        if self.way == FAR:
            return say("{seat:The moves} one group up to {n} territories.", seat=name(self.seat), n=REACH)
        return say("{seat:The moves} two groups as far as usual.", seat=name(self.seat))


def _flies(table: Table, seat: str, way: str) -> bool:
    return table.get(Flight) == Flight(seat, way, table.turn)


@ruling(MoveRange, rule=RULE)
def up_to_three(question: MoveRange, table: Table, so_far: int) -> int | None:
    return max(so_far, REACH) if _flies(table, question.seat, FAR) else None


@ruling(MovesThisTurn, rule=RULE)
def a_second_group(question: MovesThisTurn, table: Table, so_far: int) -> int | None:
    return so_far + 1 if _flies(table, question.seat, TWO) else None


class PlayOrnithopter(SeatCommand, by="seat", waits=True, grave=True, plays=(FLIGHT,)):
    """``way`` is ``far`` for one group, or ``two`` groups."""

    way: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        yield from out_of_turn(table, self.seat)
        yield from not_held(table, self.seat, FLIGHT)
        if self.way not in WAYS:
            yield Objection(RULE, "Choose: one group far, or two groups as usual.", "BAD_INPUT", True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield played(table, self.seat, FLIGHT)
        yield Flies(self.seat, self.way)


@adds(SecretOffers, rule=RULE, order=6)
def fly(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if held_card(table, seat, called(FLIGHT)) is not None and not any(PlayOrnithopter(seat, FAR).objections(table)):
        blank = Blank("way", "Move", "select", choices=tuple(WAYS.items()))
        yield Offer(PlayOrnithopter, say("Play {card}", card=FLIGHT), RULE, (blank,))


# -- Residual Poison ----------------------------------------------------------------------------------


class PoisonLeader(SeatCommand, by="seat", waits=True, grave=True, plays=(POISON,)):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        yield from not_held(table, self.seat, POISON)
        live = battle_now(table)
        if live is None:
            return
        if self.seat not in live.seats:
            yield Objection(RULE, "You are not in this battle. Wait for one of yours.", firm=True)
        elif (foe := live.against(self.seat)) in live.plans:
            yield Objection(RULE, say("{foe:The has} locked a plan. Play this earlier.", foe=named(foe)))
        elif not free_leaders(table, live, foe):
            yield Objection(
                RULE, say("{foe:The has} no free leader. Keep it for another battle.", foe=named(foe)), firm=True
            )

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = live_of(table)
        yield played(table, self.seat, POISON)
        yield from _one_dies(table, live, live.against(self.seat), chance)


def _one_dies(table: Table, live: LiveBattle, foe: str, chance: Chance) -> Iterable[Event]:
    """As in a battle, but nobody is paid; a captive goes to the tanks of its first faction."""
    leader = chance.shuffled(free_leaders(table, live, foe))[0]
    home = home_of(leader) or foe
    yield from noted(table, home)
    if holder_of(table, leader):
        yield LeaderWentHome(leader, home, ("2.05.12",))
    own = leaders_of(table, home)
    again = own is not None and among(leader, own.died)
    yield LeaderDied(home, sealed(leader, *everybody(table)), not again, (RULE, "1.05.04"))


@adds(SecretOffers, rule=RULE, order=7)
def poison_one(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if held_card(table, seat, called(POISON)) is not None and not any(PoisonLeader(seat).objections(table)):
        yield Offer(PoisonLeader, say("Play {card}", card=POISON), RULE)


# -- what the cards of the cache are for: the commands that play them are tried -----------------------


@ruling(CardUses, rule=RULE)
def what_it_can_do(question: CardUses, table: Table, so_far: tuple[Use, ...]) -> tuple[Use, ...] | None:
    """The use with the fewest objections counts."""
    name = card_name(question.card)
    found = [tuple(one.objections(table)) for one in _trials(table, question.seat, name)]
    return (*so_far, Use(bare(CARDS[name][1]), RULE, min(found, key=len))) if found else None


def _trials(table: Table, seat: str, name: str) -> Iterator[Command]:
    hand, others = table.seats[seat].hand.faces(), [one for one in table.seats if one != seat]
    ways: dict[str, Iterable[Command]] = {
        DISTRANS: (PlayDistrans(seat, to, card) for to in others for card in hand or [""]),
        BOX: (SearchDiscards(seat, card) for card in (*table.discard.faces(), "")),
        DRUG: (TakeDiscarded(seat, card) for card in (*table.discard.faces(), "")),
        JUICE: (PlayJuice(seat, use) for use in USES),
        FLIGHT: (PlayOrnithopter(seat, FAR),),
        POISON: (PoisonLeader(seat),),
        PORTABLE: (AddPortableSnooper(seat),),
    }
    yield from ways.get(name, ())
