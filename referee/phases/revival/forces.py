"""Reviving forces: one's own, an ally's, and raising an ally's free revival.

The most expensive forces come free. Objections are judged on the asker's own table, so a secret amount never refuses
somebody else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import TANKS, Group, forces_in, in_words
from referee.board.how_many import more_than_it_has
from referee.common.factions import elite, named
from referee.common.turn import in_phase
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded
from referee.kernel import (
    Answer,
    Chance,
    Event,
    Objection,
    SeatCommand,
    Table,
    ask,
    count,
    phrase,
    say,
    together,
)
from referee.phases.revival import limits_and_prices as limits
from referee.phases.revival.leaders import disc_objections

REVIVED = phrase("spice.revival", "Revival")
GRANTED = "1.05.01.01"
FOR_ALLY = phrase("spice.ally_revival", "Revival for the ally")


def some_dead(table: Table, seat: str) -> bool:
    dead = forces_in(table, seat, TANKS)
    return dead is None or dead.total > 0


def may_revive_forces(table: Table, seat: str) -> bool:
    revived = limits.revivals(table).own.get(seat, 0)
    return some_dead(table, seat) and revived < ask(table, limits.RevivalLimit(seat)).value


def tanks_objections(table: Table, seat: str, normal: int, special: int) -> Iterator[Objection]:
    """Object to forces not in the Tanks, and to more special ones than may return in a turn."""
    yield from more_than_it_has(table, seat, normal, special)
    dead = forces_in(table, seat, TANKS)
    if dead is not None and (normal > dead.normal or special > dead.special):
        words = "{seat:The has} {forces} in the Tleilaxu Tanks. Revive that many or fewer."
        if not dead.total:
            words = "{seat:The has} {forces} in the Tleilaxu Tanks. There is nothing to revive."
        sentence = say(words, seat=named(seat), forces=in_words(dead, seat))
        yield Objection("1.05.01", sentence, "NOT_IN_TANKS", firm=True)
    starred = ask(table, limits.StarredLimit(seat))
    if special and special + limits.revivals(table).special.get(seat, 0) > starred.value:
        sentence = say(
            "Only {forces} may be revived a turn. Revive other forces.", forces=count(starred.value, *elite(seat))
        )
        yield Objection(starred.because[0], sentence, "ELITE_LIMIT")


def one_or_the_other(table: Table, rule: str, seat: str, leader: str, forces: Group, most: int) -> Iterator[Objection]:
    """Object to both a leader and forces, to neither, or to too many forces."""
    if leader and forces.total:
        yield Objection(rule, "You may bring back a leader or forces, not both. Choose one.", "REVIVAL_LIMIT")
    if not leader and not forces.total:
        yield Objection(rule, "Choose a leader, or enter how many forces.", "REVIVAL_LIMIT")
    yield from (
        disc_objections(table, seat, leader) if leader else tanks_objections(table, seat, forces.normal, forces.special)
    )
    if forces.total > most:
        yield Objection(rule, say("This brings back up to {most} forces. Revive fewer.", most=most), "REVIVAL_LIMIT")


def free_left(table: Table, seat: str) -> tuple[int, Answer[int]]:
    """Return the free revivals left in this turn, with the rules."""
    free, made = ask(table, limits.FreeRevival(seat)), limits.revivals(table)
    return max(0, free.value - made.free.get(seat, 0) + made.free_extras.get(seat, 0)), free


class ReviveForces(SeatCommand, by="both", waits=True):
    """Revive one's own forces: free ones first, the others for spice."""

    normal: int
    special: int = 0

    def open_to_seat(self, table: Table) -> bool:
        return may_revive_forces(table, self.seat)

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        yield from tanks_objections(table, self.seat, self.normal, self.special)
        limit = ask(table, limits.RevivalLimit(self.seat))
        revived = limits.revivals(table).own.get(self.seat, 0)
        if revived + self.normal + self.special > limit.value:
            most, left = limit.value, max(0, limit.value - revived)
            then = say("Revive {left} or fewer.", left=left) if left else "Wait for the next turn."
            sentence = say("You may revive {most} forces a turn.", most=most)
            if revived:
                sentence = say(
                    "You may revive {most} forces a turn, and {made} came back already.", most=most, made=revived
                )
            yield Objection(limit.because[0], together([sentence, then]), "REVIVAL_LIMIT")
        price, _ = self.price(table)
        yield from too_dear(table, self.seat, price.value, price.because[0])

    def price(self, table: Table) -> tuple[Answer[int], int]:
        """Return the cost, and how many are free; the most expensive come free."""
        left, _ = free_left(table, self.seat)
        starred = min(self.special, left) if ask(table, limits.StarredFree(self.seat)).value else 0
        plain = min(self.normal, left - starred)
        price = ask(table, limits.ForcePrice(self.seat, self.normal - plain, self.special - starred))
        return price, plain + starred

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        price, free = self.price(table)
        payee, (_, sheet) = ask(table, limits.RevivalPayee(self.seat)), free_left(table, self.seat)
        why = ("1.05.01", *(sheet.because if free else ()), "1.05.02")
        if not (yield from afforded(table, {self.seat: price.value}, price.because)):
            return
        yield limits.ForcesRevived(self.seat, self.normal, self.special, free, limits.OWN, tuple(dict.fromkeys(why)))
        yield from pay(self.seat, payee.value, price.value, REVIVED(), (), price, payee, Answer(0, (), sheet.stopped))


class ReviveForAnother(SeatCommand, by="both", waits=True):
    """Pay for forces of another faction beyond its own revivals."""

    to: str
    normal: int
    special: int = 0

    def open_to_seat(self, table: Table) -> bool:
        return some_dead(table, self.to)

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        may = ask(table, limits.RevivalHelp(self.seat, self.to))
        if not may.value.pays:
            code = "NOT_ALLIED" if len(may.because) > 1 else "NOT_ELIGIBLE"
            words = say("You cannot pay for {to:'s} revivals.", to=named(self.to))
            yield Objection(may.because[0], words, code, firm=self.to not in table.seats)
            return
        yield from tanks_objections(table, self.to, self.normal, self.special)
        revived = limits.revivals(table).helped.get(self.to, 0)
        if revived + self.normal + self.special > may.value.pays:
            sentence = say(
                "You may pay for {n} more of {to:'s} forces a turn. Pay for fewer.",
                n=may.value.pays,
                to=named(self.to),
            )
            yield Objection(may.because[0], sentence, "REVIVAL_LIMIT")
        price = ask(table, limits.ForcePrice(self.to, self.normal, self.special))
        yield from too_dear(table, self.seat, price.value, price.because[0])

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        may, payee = ask(table, limits.RevivalHelp(self.seat, self.to)), ask(table, limits.RevivalPayee(self.to))
        price = ask(table, limits.ForcePrice(self.to, self.normal, self.special))
        if not (yield from afforded(table, {self.seat: price.value}, price.because)):
            return
        yield limits.ForcesRevived(self.to, self.normal, self.special, 0, limits.HELPED, (*may.because[:-1], "1.05.02"))
        yield from pay(self.seat, payee.value, price.value, FOR_ALLY(), (), price, payee)


class GrantRevival(SeatCommand, by="both", waits=True):
    """Raise another faction's free revival for this turn."""

    to: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        may = ask(table, limits.RevivalHelp(self.seat, self.to))
        if not may.value.grants:
            rule, code = (may.because[0], "NOT_ALLIED") if len(may.because) > 1 else (GRANTED, "NOT_ELIGIBLE")
            yield Objection(rule, say("You cannot grant {to} free revivals.", to=named(self.to)), code)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        may = ask(table, limits.RevivalHelp(self.seat, self.to))
        yield limits.RevivalGranted(self.seat, self.to, (*may.because[:-1], GRANTED))
