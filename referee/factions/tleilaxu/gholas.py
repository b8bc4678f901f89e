"""Gholas: with fewer than five living leaders Tleilaxu may revive another faction's dead leader as their own.

It fights for them until it dies, then goes to the tanks of its first owner. They may give it back.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named
from referee.common.turn import in_phase
from referee.factions.tleilaxu import ME
from referee.holdings.leaders import (
    LeaderWentHome,
    among,
    book_of,
    home_of,
    is_shared,
    leaders_of,
    move_disc,
    noted,
    printed_strength,
    serves_others,
)
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded
from referee.kernel import BANK, Chance, Event, Objection, Public, SeatCommand, Table, adds, phrase, say
from referee.offers.gains import LEFT_ALONE
from referee.offers.offer import Blank, Offer, Offers
from referee.phases.revival.leaders import leader_price
from referee.phases.revival.limits_and_prices import revivals

MADE = phrase("spice.ghola", "Ghola")
RULE = "2.08.15"
MANY = 5


def gholas(table: Table) -> list[str]:
    """Return leaders of others that serve the Tleilaxu."""
    own = leaders_of(table, ME)
    return [name for name in own.pool if home_of(name) not in {"", ME}] if own else []


def fallen(table: Table) -> list[str]:
    """Return dead leaders of others that are face up, none if five are alive already."""
    own = leaders_of(table, ME)
    if ME not in table.seats or table.rules != "advanced" or own is None or len(own.pool) >= MANY:
        return []
    return _face_up(table)


def _face_up(table: Table) -> list[str]:
    books = (leaders_of(table, seat) for seat in table.seats if seat != ME)
    dead = (name for book in books if book for name in book.face_up)
    return [name for name in dead if serves_others(name) and not is_shared(name)]


def _price(table: Table, leader: str) -> int:
    return leader_price(table, ME, leader, printed_strength(leader) or 0)


class GholaMade(Event, because=(RULE,)):
    leader: Public[str]
    says = "{tleilaxu!n:The revives} {leader} as a ghola."

    def apply(self, table: Table) -> None:
        """It is the one leader revived in this turn."""
        own = book_of(table, ME)
        move_disc(table, self.leader, own.pool)
        own.died.append(self.leader)
        table.put(revivals(table)).leaders.add(ME)


class MakeGhola(SeatCommand, by="both", waits=True):
    leader: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        if self.seat != ME:
            yield Objection(RULE, "Only Tleilaxu revive other factions' leaders.", "NOT_ELIGIBLE", firm=True)
        elif not among(self.leader, fallen(table)):
            words = say(
                "With fewer than {many} living leaders you may revive another faction's face-up leader.", many=MANY
            )
            full = table.rules == "advanced" and among(self.leader, _face_up(table))
            yield Objection(RULE, words, "LEADERS_ACTIVE" if full else "NOT_IN_TANKS", firm=True)
        elif ME in revivals(table).leaders:
            yield Objection("1.05.03", "You may revive one leader a turn, and one is already back.", "LEADER_LIMIT")
        else:
            yield from too_dear(table, ME, _price(table, self.leader), RULE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        price = _price(table, self.leader)
        if not (yield from afforded(table, {ME: price}, (RULE,))):
            return
        yield from noted(table, ME)
        yield GholaMade(self.leader)
        yield from pay(ME, BANK, price, MADE(), (RULE, "2.08.08"))


class ReturnGhola(SeatCommand, by="both", waits_for_powers=True, gains=LEFT_ALONE):
    leader: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        if self.seat != ME or not among(self.leader, gholas(table)):
            yield Objection(RULE, "You have no such ghola.", "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield LeaderWentHome(self.leader, home_of(self.leader), (RULE,))


@adds(Offers, rule=RULE, phase="revival", seat=ME)
def one_more_leader(question: Offers, table: Table) -> Iterable[Offer]:
    found: list[Offer] = []
    if fallen(table) and ME not in revivals(table).leaders:
        prices = ((name, _price(table, name)) for name in fallen(table))
        choices = tuple((name, say("{leader}, for {n}", leader=name, n=price)) for name, price in prices)
        blank = Blank("leader", "Leader", "select", choices=choices)
        found.append(Offer(MakeGhola, "Revive as a ghola", RULE, (blank,)))
    if gholas(table):
        homes = ((name, named(home_of(name))) for name in gholas(table))
        back = tuple((name, say("{leader}, to {seat}", leader=name, seat=home)) for name, home in homes)
        blank = Blank("leader", "Ghola", "select", choices=back)
        found.append(Offer(ReturnGhola, "Give the ghola back", RULE, (blank,)))
    return found
