"""A decision that somebody is asked for, said once: in the commands that answer it.

A family of choices is a class below ``Choice`` that says what waits (``waiting``) and who is ``asked``. Each command
below it says its ``ways``, the buttons that answer; what speaks ``against`` an answer; and its ``outcome``. From these
follow who may send it, what is offered in the open, behind the shield and at the table for who has no phone, what is
due, whether everybody waits for it, and what holds if the table goes on without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar, Unpack

from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.kernel.commands import Command, CommandFlags, Objection
from referee.kernel.events import Event, kinds_below
from referee.kernel.rulings import Chance, adds
from referee.kernel.speakers import empty_rooms, precedence
from referee.kernel.table import Table, memoized
from referee.kernel.wording import say
from referee.offers.offer import Blank, Duties, Duty, Halts, Offer, Offers, SecretOffers

N = TypeVar("N")  # what waits for a decision


class Choice(Command, Generic[N]):
    """A command that answers what waits for a decision.

    ``does`` is a verb phrase in the singular, ``you`` what its player reads, both with slots of ``words``. The first
    command of a decision has them for all. ``nothing`` refuses who is not asked. A decision ``hidden`` is made behind
    the shield. With a ``phase`` it is due there, and the table may go on without it: then ``passed`` happens, and the
    button names who ``loses``. Without one, everybody waits, and ``halts`` says so.
    """

    abstract = True
    rule: ClassVar[str] = ""
    nothing: ClassVar[str] = "Nothing waits for your choice now."
    does: ClassVar[str] = ""
    you: ClassVar[str] = ""
    halts: ClassVar[str] = "{seat:The} {does} first."
    phase: ClassVar[str] = ""
    hidden: ClassVar[bool] = False
    loses: ClassVar[bool] = False
    about: ClassVar[str] = ""
    who: ClassVar[str] = ""
    button: ClassVar[str] = ""
    family: ClassVar[type[Choice[Any]]]  # the class that says what waits for it

    seat: str

    def __init_subclass__(cls, **flags: Unpack[CommandFlags]) -> None:
        super().__init_subclass__(**flags)
        if "waiting" in vars(cls):
            cls.family = cls

    @classmethod
    def waiting(cls, table: Table) -> N | None:
        """Return what waits for a decision of this family, ``None`` if nothing does."""
        raise NotImplementedError

    @classmethod
    def concerned(cls, now: N) -> bool:
        """Say whether this command can answer what waits."""
        return True

    @classmethod
    def asked(cls, now: N) -> str:
        """Return the seat that decides: ``who``, where it is always the same."""
        return cls.who

    @classmethod
    def words(cls, now: N) -> Mapping[str, object]:
        """Return what fills the slots of ``does``, ``you``, ``halts`` and ``button``."""
        return {}

    @classmethod
    def phrases(cls, now: N) -> tuple[str, str]:
        """Return ``does`` and ``you``, where they depend on what waits."""
        return cls.does, cls.you

    @classmethod
    def ways(cls, table: Table, now: N) -> Iterable[Offer]:
        """Yield the buttons in the open: ``button``, of a command without fields, if nothing speaks against it."""
        if cls.button and not any(cls(cls.asked(now)).against(table, now)):
            yield cls.way(say(cls.button, **cls.words(now)))

    @classmethod
    def secret_ways(cls, table: Table, now: N) -> Iterable[Offer]:
        """Yield the buttons behind the shield; a seat without a phone finds them at the table."""
        return ()

    @classmethod
    def passed(cls, table: Table, now: N) -> tuple[Event, ...]:
        """Return what happens if the table leaves the phase without a decision; one of them says what holds."""
        return ()

    def against(self, table: Table, now: N) -> Iterable[Objection]:
        """Yield what speaks against this answer of who is asked."""
        return ()

    def outcome(self, table: Table, now: N, chance: Chance) -> Iterable[Event]:
        """Yield what this answer brings."""
        raise NotImplementedError

    @classmethod
    def way(cls, label: str, *blanks: Blank, small: str = "", why: str = "", **fixed: object) -> Offer:
        """Return a button that sends this command with these fields, by its rule or by another one (``why``)."""
        said = tuple((name, str(value)) for name, value in fixed.items())
        return Offer(cls, label, why or cls.rule, blanks, said, small=small, at_once=not cls.phase)

    def objections(self, table: Table) -> Iterable[Objection]:
        now = self._now(table)
        if now is None or self.asked(now) != self.seat:
            yield Objection(self.family.rule, self.nothing, firm=True)
        else:
            yield from self.against(table, now)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (now := self._now(table)) is not None:
            yield from self.outcome(table, now, chance)

    @classmethod
    def _now(cls, table: Table) -> N | None:
        """Return what waits for this command."""
        now: N | None = _waits(table, cls.family) if cls.phase in {"", table.phase} else None
        return now if now is not None and cls.concerned(now) else None


# -- what is open now ---------------------------------------------------------------------------------


@memoized
def _waits(table: Table, family: type[Choice[Any]]) -> Any:
    return family.waiting(table)


@cache
def _choices(silent: frozenset[str]) -> tuple[type[Choice[Any]], ...]:
    """Return all choices but those of rooms that have no say at this table, by rule and by family."""
    made = [kind for kind in kinds_below(Choice) if not any(_inside(kind.__module__, room) for room in silent)]
    return tuple(sorted(made, key=lambda kind: (precedence(kind.family.rule), precedence(kind.rule))))


def _inside(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")


@memoized
def _open(table: Table) -> tuple[tuple[type[Choice[Any]], Any], ...]:
    """Return the commands that can answer what waits, and what that is; none under a rule that was stopped."""
    inside = (kind for kind in _choices(empty_rooms(table)) if kind.rule not in table.suspended)
    found = ((kind, kind._now(table)) for kind in inside)
    return tuple((kind, now) for kind, now in found if now is not None)


@adds(Offers, rule="0.01", order=1)
def in_the_open(question: Offers, table: Table) -> Iterator[Offer]:
    for kind, now in _open(table):
        if kind.asked(now) == question.seat:
            yield from kind.ways(table, now)
            yield from kind.secret_ways(table, now) if question.seat not in phones_of(table) else ()


@adds(SecretOffers, rule="0.01", order=1)
def behind_the_shield(question: SecretOffers, table: Table) -> Iterator[Offer]:
    for kind, now in _open(table):
        if kind.asked(now) == question.seat:
            yield from kind.secret_ways(table, now)


@adds(Halts, rule="1.00.05", order=2)
def everybody_waits(question: Halts, table: Table) -> Iterator[Duty]:
    return _due(table, "")


@adds(Duties, rule="0.01", order=1)
def the_phase_waits(question: Duties, table: Table) -> Iterator[Duty]:
    return _due(table, question.phase)


def _due(table: Table, phase: str) -> Iterator[Duty]:
    """Yield what is due in a phase, or at any time: one duty a family and a seat."""
    together: dict[tuple[type[Choice[Any]], str], list[tuple[type[Choice[Any]], Any]]] = {}
    for kind, now in _open(table):
        if kind.phase == phase:
            together.setdefault((kind.family, kind.asked(now)), []).append((kind, now))
    for (_, seat), answers in together.items():
        kind, now = next(one for one in answers if one[0].does)
        words = kind.words(now)
        does, you = (say(phrase, **words) for phrase in kind.phrases(now))
        halts = "" if phase else say(kind.halts, **{**words, "seat": named(seat), "does": named(seat).verb(does)})
        shielded = kind.hidden and seat in phones_of(table)
        yield Duty(
            seat, does, kind.rule, tuple(kind for kind, _ in answers), you, shielded=shielded, loses=kind.loses,
            about=kind.about, halts=halts, passed=kind.passed(table, now),
        )  # fmt: skip
