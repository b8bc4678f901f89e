"""Leaders: who is in the pool, who lies in the tanks face up or face down, and who has died before.

A leader comes back for spice once no leader is active any more, or once all have died (1.05.03); one who died again
lies face down until all the others have died again (1.05.04). A disc that is no leader is not counted among them. What
a faction's leaders are is public but for those that lie face down, which their owner alone may look at (1.05.05).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from referee.facts import Event, Public, Sealed, known
from referee.phases.battle import key, printed_strength
from referee.phases.ledger import pay, too_dear
from referee.phases.paying import afforded
from referee.phases.revival import RevivalPayee, Revivals, revivals
from referee.phases.setup import FACTIONS, ended
from referee.phases.turn import in_phase
from referee.play import Ask, Objection
from referee.rulings import Chance, Question, ask, ruling
from referee.table import Table


@dataclass
class Leaders:
    """The leaders of one faction by where they are; names as they were told."""

    pool: list[str] = field(default_factory=list)
    face_up: list[str] = field(default_factory=list)
    face_down: list[str] = field(default_factory=list)
    died: list[str] = field(default_factory=list)


@dataclass
class LeaderBook:
    """The leaders of every faction that somebody has noted."""

    of: dict[str, Leaders] = field(default_factory=dict)


def leaders_of(table: Table, seat: str) -> Leaders | None:
    """Return where a faction's leaders are, or ``None`` where nobody has noted it."""
    return (table.get(LeaderBook) or LeaderBook()).of.get(seat)


def move_disc(table: Table, leader: str, place: list[str]) -> None:
    """Move a leader's disc from wherever it lies, whoever holds it, to this place."""
    for own in (table.get(LeaderBook) or LeaderBook()).of.values():
        for names in (own.pool, own.face_up, own.face_down):
            names[:] = [name for name in names if key(name) != key(leader)]
    place.append(leader)


def among(leader: str, names: Iterable[str]) -> bool:
    """Say whether the leader is one of these."""
    return key(leader) in {key(name) for name in names}


# -- questions --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CountsAsLeader(Question[bool]):
    """Does this disc count as a leader when a faction's leaders are counted?"""

    seat: str
    leader: str


@ruling(CountsAsLeader, rule="1.05.03")
def every_disc_counts(question: CountsAsLeader, table: Table, so_far: bool | None) -> bool:
    """Every leader disc does."""
    return True


@dataclass(frozen=True)
class MayRevive(Question[bool]):
    """Is this a leader that this faction may ever revive?"""

    seat: str
    leader: str


@ruling(MayRevive, rule="1.05.03")
def only_its_own(question: MayRevive, table: Table, so_far: bool | None) -> bool:
    """A leader with the symbol of another faction goes back to that one."""
    others = (one for seat, one in FACTIONS.items() if seat != question.seat)
    foreign = any(among(question.leader, other.leaders) for other in others)
    return not foreign or among(question.leader, FACTIONS[question.seat].leaders)


@dataclass(frozen=True)
class LeaderStrength(Question[int]):
    """How strong is this leader when a revival is paid?"""

    leader: str
    printed: int


@ruling(LeaderStrength, rule="1.05.03.01")
def as_printed(question: LeaderStrength, table: Table, so_far: int | None) -> int:
    """What is printed on the disc."""
    return question.printed


@dataclass(frozen=True)
class LeaderPrice(Question[int]):
    """What does the revival of a leader of this strength cost the faction?"""

    seat: str
    strength: int


@ruling(LeaderPrice, rule="1.05.03.01")
def its_strength(question: LeaderPrice, table: Table, so_far: int | None) -> int:
    """The leader's strength in spice."""
    return question.strength


def leader_price(table: Table, seat: str, leader: str, printed: int) -> int:
    """Return what the revival of a leader with this printed strength costs the faction, in spice (1.05.03.01)."""
    return ask(table, LeaderPrice(seat, ask(table, LeaderStrength(leader, printed)).value)).value


# -- facts ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LeadersNoted(Event):
    """It was noted where the leaders of a faction are."""

    seat: Public[str]
    pool: Public[tuple[str, ...]]
    face_up: Public[tuple[str, ...]]
    face_down: Sealed[tuple[str, ...]]
    died: Public[tuple[str, ...]]
    because = ("0.09",)
    shows = "leader"

    def apply(self, table: Table) -> None:
        """Write it down; whoever may not look under a disc does not know who lies there."""
        book = table.get(LeaderBook) or LeaderBook()
        hidden = list(self.face_down) if known(self.face_down) else []  # type: ignore[call-overload]
        book.of[self.seat] = Leaders(list(self.pool), list(self.face_up), hidden, list(self.died))
        table.put(book)


@dataclass(frozen=True)
class LeaderRevived(Event):
    """A leader came back; ``extra`` where it was not the turn's own leader revival."""

    seat: Public[str]
    leader: Public[str]
    extra: Public[bool]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        """Move the disc into the pool."""
        own = leaders_of(table, self.seat)
        if own is not None:
            move_disc(table, self.leader, own.pool)
            own.died.append(self.leader)
        made: Revivals = revivals(table)
        if not self.extra:
            made.leaders.add(self.seat)
        table.put(made)

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say who."""
        return ended(f"{name(self.seat)} revives {self.leader}")


@dataclass(frozen=True)
class LeaderDied(Event):
    """A leader went into the tanks, face up or face down."""

    seat: Public[str]
    leader: Sealed[str]
    face_up: Public[bool]
    why: Public[tuple[str, ...]]
    shows = "leader"

    def apply(self, table: Table) -> None:
        """Move the disc to the tanks of its first faction, whoever holds it, as far as this viewer knows which."""
        own = leaders_of(table, self.seat)
        if own is None or not known(self.leader):
            return
        name = str(self.leader)
        move_disc(table, name, own.face_up if self.face_up else own.face_down)
        own.died.append(name)

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say whose."""
        who = str(self.leader) if known(self.leader) else "A leader"
        return f"{who} of {name(self.seat)} lies face {'up' if self.face_up else 'down'} in the tanks."


# -- asks -------------------------------------------------------------------------------------------


def disc_objections(table: Table, seat: str, leader: str) -> Iterable[Objection]:
    """Object to a disc that this faction cannot revive at all, or that is not in the tanks."""
    may = ask(table, MayRevive(seat, leader))
    if not may.value:
        yield Objection(may.because[0], f"{leader} cannot be revived by this faction.", "NOT_ELIGIBLE")
    own = leaders_of(table, seat)
    printed = any(among(leader, one.leaders) for one in FACTIONS.values())
    if own is None and not printed and ask(table, CountsAsLeader(seat, leader)).value:
        yield Objection("1.05.03", "No leader is called that. Write the name as on the disc.", "NOT_IN_TANKS")
    told = own is not None and (among(leader, own.pool) or ask(table, CountsAsLeader(seat, leader)).value)
    if own is not None and told and not among(leader, (*own.face_up, *own.face_down)):
        yield Objection("1.05.03", f"{leader} is not in the tanks. Choose one who is.", "NOT_IN_TANKS")


def _counted(table: Table, seat: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if ask(table, CountsAsLeader(seat, name)).value]


def never_died(table: Table, seat: str) -> list[str]:
    """Return the leaders of a faction that live and have never died, as far as this viewer knows (1.05.03)."""
    own = leaders_of(table, seat)
    return [name for name in _counted(table, seat, own.pool) if not among(name, own.died)] if own else []


@dataclass(frozen=True)
class ReviveLeader(Ask):
    """Revive a leader for its strength in spice; only a script may tell a strength, never a form."""

    waits = True
    seat: str
    leader: str
    strength: int | None = None

    @property
    def worth(self) -> int:
        """Return the strength that was told, or what is printed on the disc."""
        return printed_strength(self.leader) or 0 if self.strength is None else self.strength

    def objections(self, table: Table) -> Iterable[Objection]:
        """One a turn, out of the tanks, when the others have died, for the full price."""
        yield from in_phase(table, "revival")
        if self.seat in revivals(table).leaders:
            sentence = "One leader a turn is revived, and one is back already. Wait for the next turn."
            yield Objection("1.05.03", sentence, "LEADER_LIMIT")
            return
        yield from disc_objections(table, self.seat, self.leader)
        yield from self._others(table)
        price = ask(table, LeaderPrice(self.seat, ask(table, LeaderStrength(self.leader, self.worth)).value))
        yield from too_dear(table, self.seat, price.value, price.because[0])

    def _others(self, table: Table) -> Iterable[Objection]:
        own = leaders_of(table, self.seat)
        if own is None:
            return
        pool, face_up = (_counted(table, self.seat, names) for names in (own.pool, own.face_up))
        others = [name for name in (*pool, *face_up) if key(name) != key(self.leader)]
        if among(self.leader, own.face_down) and others:
            sentence = ended(f"{self.leader} lies face down until the others have died again: {', '.join(others)}")
            yield Objection("1.05.04", sentence, "FACE_DOWN")
        if fresh := never_died(table, self.seat):
            never = ended(f"These have never died: {', '.join(fresh)}")
            sentence = f"{never} Until all have, no leader may be revived."
            yield Objection("1.05.03", sentence, "LEADERS_ACTIVE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Pay, and put the disc back into the pool."""
        strength = ask(table, LeaderStrength(self.leader, self.worth))
        price, payee = (
            ask(table, LeaderPrice(self.seat, strength.value)),
            ask(table, RevivalPayee(self.seat, leader=True)),
        )
        why = (*ask(table, MayRevive(self.seat, self.leader)).because, "1.05.03.03")
        if not (yield from afforded(table, {self.seat: price.value}, price.because)):
            return
        yield LeaderRevived(self.seat, self.leader, False, why)
        yield from pay(self.seat, payee.value, price.value, "Leader revival", (), price, payee)
