"""A decision that somebody is asked for, or may make, said once: in the commands that answer it.

A family of choices is a class below ``Choice`` that says what waits (``waiting``) and who is ``asked``. Each command
below it says its ``ways``, the buttons that answer; what speaks ``against`` an answer; and its ``outcome``. From these
follow who may send it, what is offered in the open, behind the shield and at the table for who has no phone, what is
due, whether everybody waits for it, and what holds if the table goes on without it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar, Unpack

from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.common.turn import ANY
from referee.kernel import Chance, Command, CommandFlags, Event, Objection, Saying, SeatEvent, Table, say
from referee.offers.offer import Blank, Duty, Offer, Part
from referee.offers.offered import beyond

N = TypeVar("N")  # what waits for a decision


class ChoiceFlags(CommandFlags, total=False):
    rule: str
    phase: str
    at_once: bool


class Choice(Command, Generic[N], abstract=True):
    """A command that answers what waits for a decision.

    ``does`` is a verb phrase in the singular, ``you`` what its player reads where it is not the same, both with slots
    of ``words``. One command of a decision has them for all. What is ``free`` has none: it may be done, nobody waits,
    and its buttons stand last. ``nothing`` refuses who is not asked, ``not_offered`` what no button of its ``ways``
    says. A decision ``hidden`` is made behind the shield. With a ``phase``, or in whichever it comes up (``ANY``), it
    is due there, and the table may go on without it: then ``passed`` happens, and the button names who ``loses``, or
    asks before it ``holds`` no more. Without one, everybody waits, and ``halts`` says so.
    """

    seat: str  # before what a field of a command may stand in the place of
    rule: ClassVar[str] = ""
    nothing: ClassVar[str] = "Nothing waits for your choice now."
    code: ClassVar[str] = "NOT_NOW"  # of `nothing`, for scripts
    not_offered: ClassVar[str] = ""
    does: ClassVar[str] = ""
    you: ClassVar[str] = ""
    then: ClassVar[str] = ""
    halts: ClassVar[str] = "{seat:The} {does} first."
    phase: ClassVar[str] = ""
    hidden: ClassVar[bool] = False
    holds: ClassVar[bool] = False
    loses: ClassVar[bool] = False
    about: ClassVar[str] = ""
    who: ClassVar[str] = ""
    asks: ClassVar[str] = ""
    button: ClassVar[str] = ""
    yes: ClassVar[str] = ""  # two buttons, of a command whose one field is a yes
    no: ClassVar[str] = ""
    slots: ClassVar[Mapping[str, object]] = {}
    free: ClassVar[bool] = False
    at_once: ClassVar[bool | None] = None  # its buttons stand before all else; by default if everybody waits
    aside: ClassVar[bool] = False  # they stand among what is seldom done
    part: ClassVar[Part] = ""
    until: ClassVar[str] = ""
    otherwise: ClassVar[type[Event] | None] = None  # what ``passed`` is, of a seat or of nobody
    stoppable: ClassVar[bool] = True  # it is not asked under a rule that was stopped
    family: ClassVar[type[Choice[Any]]]  # the class that says what waits for it

    def __init_subclass__(cls, **flags: Unpack[ChoiceFlags]) -> None:
        super().__init_subclass__(**flags)  # type: ignore[misc]
        if {"waiting", "all_waiting"} & vars(cls).keys():
            cls.family = cls

    @classmethod
    def waiting(cls, table: Table) -> N | None:
        """Return what waits for a decision of this family, ``None`` or "" if nothing does."""
        raise NotImplementedError

    @classmethod
    def all_waiting(cls, table: Table) -> Iterable[N]:
        """Yield what waits, where several decide at a time, or one decides on several things."""
        now = cls.waiting(table)
        return (now,) if now else ()

    @classmethod
    def concerned(cls, now: N) -> bool:
        """Say whether this command can answer what waits."""
        return True

    @classmethod
    def asked(cls, now: N) -> str:
        """Return the seat that decides: in the field ``asks`` of what waits, else always ``who``, or what waits, or its
        ``seat``.
        """
        if cls.asks:
            return str(getattr(now, cls.asks))
        return cls.who or (now if isinstance(now, str) else str(getattr(now, "seat", "")))

    @classmethod
    def words(cls, table: Table, now: N) -> Mapping[str, object]:
        """Return what fills the slots of ``does``, ``you``, ``halts`` and ``button``: by default its own ``slots``, and
        the fields of what waits, with seats by name.
        """
        fields = getattr(now, "_asdict", lambda: getattr(now, "__dict__", {}))()
        seats = {name: named(one) for name, one in fields.items() if isinstance(one, str) and one in table.seats}
        return {**cls.slots, **fields, **seats}

    @classmethod
    def phrases(cls, table: Table, now: N) -> tuple[str, str]:
        """Return ``does`` and ``you``, where they depend on what waits."""
        return cls.does, cls.you

    @classmethod
    def shielded(cls, table: Table, now: N) -> bool:
        """Say whether it is made behind the shield: ``hidden``, where that is always the same."""
        return cls.hidden

    @classmethod
    def ways(cls, table: Table, now: N) -> Iterable[Offer]:
        """Yield the buttons in the open: by default all, if it is not made behind the shield."""
        return () if cls.shielded(table, now) else cls.buttons(table, now)

    @classmethod
    def secret_ways(cls, table: Table, now: N) -> Iterable[Offer]:
        """Yield the buttons behind the shield; a seat without a phone finds them at the table."""
        return cls.buttons(table, now) if cls.shielded(table, now) else ()

    @classmethod
    def buttons(cls, table: Table, now: N) -> Iterator[Offer]:
        """Yield ``button``, of a command without fields, if nothing speaks against it; or ``yes`` and ``no``."""
        if cls.button and not any(cls(cls.asked(now)).against(table, now)):
            yield cls.way(filled(cls.button, cls.words(table, now)))
        for label, value in ((cls.yes, "1"), (cls.no, "")) if cls.yes else ():
            yield cls.way(filled(label, cls.words(table, now)), **{dataclasses.fields(cls)[-1].name: value})

    @classmethod
    def ways_aloud(cls, table: Table, now: N) -> Iterable[Offer]:
        """Yield the buttons of the table screen that a seat without a phone has in the place of its secret ones."""
        return ()

    @classmethod
    def passed(cls, table: Table, now: N) -> tuple[Event, ...]:
        """Return what happens if the table leaves the phase without a decision; one of them says what holds."""
        made, seat = cls.otherwise, cls.asked(now)
        return () if made is None else (made(seat) if issubclass(made, SeatEvent) else made(),)

    @classmethod
    def due(cls, table: Table, now: N, by: tuple[type[Choice[Any]], ...]) -> Duty | None:
        """Return what is due of who is asked, ``by`` which commands; ``None`` of a command that does not say it."""
        does, you = cls.phrases(table, now)
        if not does:
            return None
        seat, words = cls.asked(now), cls.words(table, now)
        does, you = filled(does, words), filled(you, words)
        halts = "" if cls.phase else filled(cls.halts, {**words, "seat": named(seat), "does": named(seat).verb(does)})
        shielded = cls.shielded(table, now) and seat in phones_of(table)
        return Duty(
            seat, does, cls.rule, by, you, shielded=shielded, holds=cls.holds, loses=cls.loses,
            about=cls.about, then=filled(cls.then, words), halts=halts, passed=cls.passed(table, now),
        )  # fmt: skip

    def means(self, now: N) -> bool:
        """Say whether it answers this one of what waits for its seat, where several do at a time."""
        return True

    def not_asked(self, table: Table) -> Iterable[Objection]:
        """Yield why this seat has nothing to answer now."""
        yield Objection(self.family.rule, self.nothing, self.code, firm=True)

    def against(self, table: Table, now: N) -> Iterable[Objection]:
        """Yield what speaks against this answer of who is asked: that no button says it, if ``not_offered``."""
        if self.not_offered:
            shown = (*self.ways(table, now), *self.secret_ways(table, now))
            if not shown or any(beyond(self, shown)):
                code = "NOT_ELIGIBLE" if len(dataclasses.fields(self)) > 1 else "NOT_NOW"
                yield Objection(self.rule, self.not_offered, code, firm=True)

    def outcome(self, table: Table, now: N, chance: Chance) -> Iterable[Event]:
        """Yield what this answer brings: the event that it ``becomes``, if its class line says so."""
        return super().decide(table, chance)

    @classmethod
    def way(
        cls, label: str, *blanks: Blank, small: str = "", why: str = "", why_not: str = "", **fixed: object
    ) -> Offer:
        """Return a button that sends this command with these fields, by its rule or by another one (``why``)."""
        said = tuple((name, str(value)) for name, value in fixed.items())
        at_once = not cls.phase if cls.at_once is None else cls.at_once
        return Offer(
            cls,
            label,
            why or cls.rule,
            blanks,
            said,
            cls.aside,
            why_not,
            at_once,
            small=small,
            part=cls.part,
            until=cls.until,
        )

    def objections(self, table: Table) -> Iterable[Objection]:
        now = self._now(table)
        return self.not_asked(table) if now is None else self.against(table, now)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        now = self._now(table)
        return () if now is None else self.outcome(table, now, chance)

    def _now(self, table: Table) -> N | None:
        """Return what waits for this command of this seat."""
        there = self.phase in {"", ANY, table.phase} or table.phase == ANY
        found = self.family.all_waiting(table) if there else ()
        mine = (now for now in found if self.concerned(now) and self.asked(now) == self.seat)
        return next((now for now in mine if self.means(now)), None)


def filled(phrase: str, words: Mapping[str, object]) -> str:
    """Return a phrase with its slots filled, as it is if it has none or they were filled before."""
    return phrase if isinstance(phrase, Saying) or "{" not in phrase else say(phrase, **words)
