"""Tleilaxu and the revivals of others: a higher limit, half price for an ally, a leader before its time.

All three are theirs to grant, on their own phone. A leader's owner names the leader and the price agreed, since a
face-down one is secret; Tleilaxu accept.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.factions import named
from referee.common.turn import OfTurn, in_phase, of_turn
from referee.factions.tleilaxu import ME
from referee.holdings.leaders import among, leaders_of
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded, spice_of
from referee.kernel import (
    Amount,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    phrase,
    ruling,
    say,
)
from referee.offers.gains import LEFT_ALONE
from referee.offers.offer import Blank, Offer, Offers, SecretOffers, others_of
from referee.offers.what_now import Says, WhatNow
from referee.phases.revival.leaders import LeaderPrice, LeaderRevived, disc_objections
from referee.phases.revival.limits_and_prices import ForcePrice, RevivalLimit
from referee.powers.karama_windows import NothingCameOfIt

EARLY = phrase("spice.early_revival", "for reviving {leader} early")
LIMIT, LEADER, ALLY = "2.08.11", "2.08.12", "2.08.14"
FIVE = 5


class Favours(OfTurn):
    """Granted in this turn: five forces, half the price; and leaders others offer to buy."""

    five: set[str] = field(default_factory=set)
    half: set[str] = field(default_factory=set)
    wanted: dict[str, tuple[str, int]] = field(default_factory=dict)


def favours(table: Table) -> Favours:
    return of_turn(table, Favours)


# -- events -------------------------------------------------------------------------------------------


class FavourGranted(SeatEvent):
    rule: Public[str]

    def apply(self, table: Table) -> None:
        granted = table.put(favours(table))
        (granted.five if self.rule == LIMIT else granted.half).add(self.seat)

    def rules(self) -> tuple[str, ...]:
        return (self.rule,)

    def pattern(self) -> str:
        half = "{tleilaxu!n:The lets} {seat!n} revive at half price this turn."
        return "{tleilaxu!n:The lets} {seat!n} revive up to five forces this turn." if self.rule == LIMIT else half


class LeaderWanted(SeatEvent, because=(LEADER,)):
    """Without a name the offer is withdrawn or done."""

    leader: Public[str]
    price: Public[int]

    def apply(self, table: Table) -> None:
        table.put(favours(table)).wanted[self.seat] = (self.leader, self.price)

    def pattern(self) -> str:
        return "{seat!n:The offers} {tleilaxu!n} {price} spice for {leader}." if self.leader else ""


# -- five instead of three, and half the price --------------------------------------------------------


@ruling(RevivalLimit, rule=LIMIT)
def five_where_they_allow_it(question: RevivalLimit, table: Table, so_far: int) -> int | None:
    return max(so_far, FIVE) if question.seat in favours(table).five else None


@ruling(ForcePrice, rule=ALLY)
@ruling(LeaderPrice, rule=ALLY)
def half_for_the_ally(question: ForcePrice | LeaderPrice, table: Table, so_far: int) -> int | None:
    return (so_far + 1) // 2 if question.seat in favours(table).half else None


class GrantFavour(SeatCommand, by="both", waits_for_powers=True, gains=LEFT_ALONE):
    to: str
    rule: str = LIMIT

    def open_to_seat(self, table: Table) -> bool:
        return self.to not in (favours(table).five if self.rule == LIMIT else favours(table).half)

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        if self.seat != ME or self.to not in table.seats or self.to == ME or self.rule not in {LIMIT, ALLY}:
            yield Objection(LIMIT, "Only Tleilaxu can allow that, and only for another faction.", "NOT_ELIGIBLE", True)
        elif self.rule == ALLY and table.ally(ME) != self.to:
            yield Objection(ALLY, "Only the Tleilaxu's ally revives at half price.", "NOT_ALLIED", True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield FavourGranted(self.to, self.rule)


# -- a leader before its time -------------------------------------------------------------------------


def _dead(table: Table, seat: str) -> list[str]:
    """Return this seat's leaders in the tanks, as far as this viewer may know them."""
    own = leaders_of(table, seat)
    return [*own.face_up, *own.face_down] if own else []


class WantLeader(SeatCommand, by="both", led=False, gains=LEFT_ALONE):
    leader: str
    price: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        if ME not in table.seats or self.seat == ME:
            yield Objection(LEADER, "Tleilaxu sell an early revival. Make them an offer.", "NOT_NOW", True)
        yield from disc_objections(table, self.seat, self.leader)
        if not isinstance(self.price, int) or not 0 <= self.price <= 99:
            yield Objection(LEADER, "Offer a whole number of spice.", firm=True)
        else:
            yield from too_dear(table, self.seat, self.price, LEADER)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield LeaderWanted(self.seat, self.leader, int(self.price))


class SellLeader(SeatCommand, by="both", waits=True):
    to: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        leader, _ = favours(table).wanted.get(self.to, ("", 0))
        if self.seat != ME or not leader:
            yield Objection(LEADER, "Nobody has made you an offer for that leader.", "NOT_NOW", True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Beside the one leader of the turn; nothing if leader or spice is gone meanwhile."""
        leader, price = favours(table).wanted[self.to]
        if not among(leader, _dead(table, self.to)) or any(too_dear(table, self.to, price, LEADER)):
            yield NothingCameOfIt(self.seat)
            return
        if not (yield from afforded(table, {self.to: price}, (LEADER,))):
            return
        yield LeaderRevived(self.to, leader, True, (LEADER, "1.05.03.03"))
        yield LeaderWanted(self.to, "", 0)
        yield from pay(self.to, ME, price, EARLY(leader=leader), (LEADER,))


# -- on screen ----------------------------------------------------------------------------------------


@adds(WhatNow, rule=LIMIT)
def ask_them(question: WhatNow, table: Table) -> Iterable[Says]:
    if ME in table.seats and table.phase == "revival":
        yield Says("Tleilaxu may let others revive five forces, or sell a leader early. Ask them.", LIMIT, mute=True)


@adds(Offers, rule=LEADER, phase="revival", seat=ME)
def theirs_to_give(question: Offers, table: Table) -> Iterable[Offer]:
    granted = favours(table)
    for seat, (leader, price) in granted.wanted.items():
        if leader:
            label = say("Sell {leader} to {seat} for {price}", leader=leader, seat=named(seat), price=price)
            yield Offer(SellLeader, label, LEADER, fixed=(("to", seat),))
    left = tuple(other for other in others_of(table, ME) if other[0] not in granted.five)
    if left:
        yield Offer(GrantFavour, "Let them revive five", LIMIT, (Blank("to", "Faction", "select", choices=left),))
    ally = table.ally(ME)
    if ally and ally not in granted.half:
        label = say("Give {ally} half price", ally=named(ally))
        yield Offer(GrantFavour, label, ALLY, fixed=(("to", ally), ("rule", ALLY)))


@adds(SecretOffers, rule=LEADER, phase="revival")
def a_leader_too_early(question: SecretOffers, table: Table) -> Iterable[Offer]:
    dead = _dead(table, question.seat)
    if table.phase == "revival" and ME in table.seats and question.seat != ME and dead:
        choices = tuple((name, name) for name in dead)
        own = spice_of(table, question.seat)
        price = Blank("price", "Spice, as agreed", "number", 0, 40, str(5 if own is None else min(5, own)))
        blanks = (Blank("leader", "Leader to revive early", "select", choices=choices), price)
        yield Offer(WantLeader, "Make Tleilaxu an offer", LEADER, blanks)
