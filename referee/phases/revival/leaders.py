"""Reviving a leader: one a turn, for its strength in spice (1.05.03)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from referee.common.factions import FACTIONS
from referee.common.turn import in_phase
from referee.holdings.leaders import among, is_shared, key, leaders_of, move_disc, printed_strength
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import afforded
from referee.kernel import (
    Answer,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    SeatQuestion,
    Table,
    ask,
    listed,
    phrase,
    say,
    say_many,
)
from referee.phases.revival.limits_and_prices import RevivalPayee, Revivals, revivals

LEADER_REVIVED = phrase("spice.leader_revival", "Leader revival")


Counts: TypeAlias = Literal["with the others", "alone", "not"]
WITH_OTHERS: Final = "with the others"
ALONE: Final = "alone"
NOT_A_LEADER: Final = "not"


class Rank(SeatQuestion[Counts], rule="1.05.03", answer=WITH_OTHERS):
    """How does this disc count among the leaders: with the others, not as one, or alone?

    One that counts ``alone`` may be revived whatever the others do, and does not delay theirs.
    """

    leader: str


class MayRevive(SeatQuestion[bool], rule="1.05.03"):
    """May this faction ever revive this leader?

    The Kwisatz Haderach is no leader and is revived like one; of a shared disc the faction's room says so.
    """

    leader: str

    def plain(self, table: Table) -> bool:
        others = (faction for seat, faction in FACTIONS.items() if seat != self.seat)
        foreign = is_shared(self.leader) or any(among(self.leader, other.leaders) for other in others)
        return not foreign or among(self.leader, FACTIONS[self.seat].leaders)


class FurtherDiscs(SeatQuestion[tuple[str, ...]], rule="1.05.03", answer=()):
    """Which discs that are not among its printed leaders lie in the Tanks for this faction to revive?

    The Kwisatz Haderach, and a shared disc for who may have it now.
    """


def discs_of(table: Table, seat: str) -> dict[str, int]:
    """Return all discs that this faction may ever revive now, with their printed strengths."""
    further = {name: printed_strength(name) or 0 for name in ask(table, FurtherDiscs(seat)).value}
    return {**FACTIONS[seat].discs(table.rules), **further}


class LeaderPrice(SeatQuestion[int], rule="1.05.03.01"):
    """What does the revival of a leader of this strength cost the faction?"""

    strength: int
    leader: str = ""

    def plain(self, table: Table) -> int:
        return self.strength


def leader_price(table: Table, seat: str, leader: str, printed: int) -> int:
    """Return the cost in spice for a leader of this printed strength (1.05.03.01)."""
    return priced(table, seat, leader, printed).value


def priced(table: Table, seat: str, leader: str, printed: int) -> Answer[int]:
    return ask(table, LeaderPrice(seat, printed, leader))


class LeaderRevived(SeatEvent):
    """A leader was revived; ``extra`` if beyond the turn's own leader revival."""

    leader: Public[str]
    extra: Public[bool]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The revives} {leader}."

    def apply(self, table: Table) -> None:
        own = leaders_of(table, self.seat)
        if own is not None:
            move_disc(table, self.leader, own.pool)
            own.died.append(self.leader)
        state: Revivals = table.put(revivals(table))
        if not self.extra:
            state.leaders.add(self.seat)


def disc_objections(table: Table, seat: str, leader: str) -> Iterable[Objection]:
    """Object to a disc that this faction cannot revive at all, or that is not in the Tanks."""
    may = ask(table, MayRevive(seat, leader))
    if not may.value:
        yield Objection(may.because[0], say("You cannot revive {leader}.", leader=leader), "NOT_ELIGIBLE")
    own = leaders_of(table, seat)
    printed = any(among(leader, faction.leaders) for faction in FACTIONS.values())
    is_leader = ask(table, Rank(seat, leader)).value != NOT_A_LEADER
    if own is None and not printed and is_leader:
        yield Objection("1.05.03", "No leader has that name. Type it as printed on the disc.", "NOT_IN_TANKS")
    known = own is not None and (is_leader or not among(leader, ask(table, FurtherDiscs(seat)).value))
    if own is not None and known and not among(leader, (*own.face_up, *own.face_down)):
        yield Objection(
            "1.05.03", say("{leader} is not in the Tleilaxu Tanks. Choose one who is.", leader=leader), "NOT_IN_TANKS"
        )


def _counted(table: Table, seat: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if ask(table, Rank(seat, name)).value == WITH_OTHERS]


def never_died(table: Table, seat: str) -> list[str]:
    """Return a faction's living leaders that have never died, as far as this viewer knows (1.05.03)."""
    own = leaders_of(table, seat)
    return [name for name in _counted(table, seat, own.pool) if not among(name, own.died)] if own else []


class ReviveLeader(SeatCommand, by="both", waits=True, script=("strength",)):
    """Revive a leader for its strength in spice; only scripts name a strength."""

    leader: str
    strength: int | None = None

    @property
    def worth(self) -> int:
        """Return the printed strength, or the one given where none is known."""
        printed = printed_strength(self.leader)
        return printed if printed is not None else self.strength or 0

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "revival")
        if self.seat in revivals(table).leaders:
            yield Objection("1.05.03", "You may revive one leader a turn, and one is already back.", "LEADER_LIMIT")
            return
        yield from disc_objections(table, self.seat, self.leader)
        yield from self._others(table)
        printed = printed_strength(self.leader)
        if self.strength is not None and printed and self.strength != printed:  # none stands on a disc with an X
            words = say("{leader} has strength {n}.", leader=self.leader, n=printed)
            yield Objection("1.05.03", words, "BAD_INPUT", firm=True)
        price = priced(table, self.seat, self.leader, self.worth)
        yield from too_dear(table, self.seat, price.value, price.because[0])

    def _others(self, table: Table) -> Iterable[Objection]:
        own = leaders_of(table, self.seat)
        if own is None or ask(table, Rank(self.seat, self.leader)).value == ALONE:
            return
        pool, face_up = (_counted(table, self.seat, names) for names in (own.pool, own.face_up))
        others = [name for name in (*pool, *face_up) if key(name) != key(self.leader)]
        if among(self.leader, own.face_down) and others:
            words = "{leader} is face down until the others have died again: {others}."
            sentence = say(words, leader=self.leader, others=listed(others, ","))
            yield Objection("1.05.04", sentence, "FACE_DOWN")
        if fresh := never_died(table, self.seat):
            singular = "{leaders} has never died. Until all leaders have died once, none may be revived."
            more = "{leaders} have never died. Until all leaders have died once, none may be revived."
            sentence = say_many(len(fresh), singular, more, leaders=listed(fresh))
            yield Objection("1.05.03", sentence, "LEADERS_ACTIVE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        price = priced(table, self.seat, self.leader, self.worth)
        payee = ask(table, RevivalPayee(self.seat, leader=True))
        why = (*ask(table, MayRevive(self.seat, self.leader)).because, "1.05.03.03")
        if not (yield from afforded(table, {self.seat: price.value}, price.because)):
            return
        yield LeaderRevived(self.seat, self.leader, False, why)
        yield from pay(self.seat, payee.value, price.value, LEADER_REVIVED(), (), price, payee)
