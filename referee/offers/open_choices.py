"""Which decisions are open now: their buttons, what is due, and what everybody waits for, read from all choices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, Literal, TypeAlias

from referee.common.phones_at_seats import phones_of
from referee.common.turn import ANY
from referee.kernel import Table, adds, kinds_below, memoized, memoized_each, precedence, rooms_of, without_say
from referee.offers.choices import Choice
from referee.offers.offer import TABLE, Duties, Duty, Halts, Offer, Offers, SecretOffers

Kind: TypeAlias = type[Choice[Any]]
Side: TypeAlias = Literal["open", "secret", "due", "halts"]


def _has(kind: Kind, side: Side) -> bool:
    """Return False for a command that says nothing on this side, so that what waits for it is not looked for there."""
    if side == "secret":
        return kind.hidden or any(
            getattr(kind, name).__func__ is not getattr(Choice, name).__func__ for name in ("secret_ways", "shielded")
        )
    return side == "open" or (not kind.free and bool(kind.phase) == (side == "due"))


@cache
def _choices(side: Side, phase: str, silent: frozenset[str]) -> tuple[tuple[Kind, tuple[Kind, ...]], ...]:
    """Return the families of a phase with their commands, but those of rooms that have no say at this table.

    They stand by rule, and of a family first what says what is due.
    """
    there = (kind for kind in kinds_below(Choice) if kind.phase in {"", ANY, phase} and _has(kind, side))
    heard = (kind for kind in there if rooms_of(kind.__module__).isdisjoint(silent))
    kinds = sorted(heard, key=lambda kind: (precedence(kind.family.rule), not kind.does, precedence(kind.rule)))
    families = dict.fromkeys(kind.family for kind in kinds)
    return tuple((family, tuple(kind for kind in kinds if kind.family is family)) for family in families)


@memoized
def _waiting(table: Table, family: Kind) -> tuple[Any, ...]:
    """Return what waits for a decision of a family; kept for all sides and both kinds of button."""
    return tuple(family.all_waiting(table))


@memoized
def _open(table: Table, side: Side) -> tuple[tuple[Any, tuple[Kind, ...]], ...]:
    """Return what waits, each with the commands that can answer it; none under a rule that was stopped."""
    found = []
    choices = _choices(side, table.phase, without_say(table).on_players)
    waiting = memoized_each(_waiting, table, [family for family, _ in choices])
    for (_, kinds), waits in zip(choices, waiting, strict=True):
        for now in waits:
            in_force = (kind for kind in kinds if not kind.stoppable or kind.rule not in table.suspended)
            found.append((now, tuple(kind for kind in in_force if kind.concerned(now))))
    return tuple(found)


def _offered(rule: str, *, free: bool) -> None:
    """Offer what is asked for, or what is free, among what this rule offers."""

    @adds(Offers, rule=rule, order=1)
    def in_the_open(question: Offers, table: Table) -> Iterator[Offer]:
        for now, kind in _answers(table, "open", free):
            seat = kind.asked(now)
            if question.seat not in {seat, TABLE}:
                continue
            bare = seat not in phones_of(table) and kind.by != "seat"
            aloud = tuple(kind.ways_aloud(table, now)) if bare else ()
            if question.seat == TABLE:
                yield from (replace(one, fixed=(("seat", seat), *one.fixed)) for one in aloud)
            else:
                yield from kind.ways(table, now)
                yield from kind.secret_ways(table, now) if bare and not aloud else ()

    @adds(SecretOffers, rule=rule, order=1)
    def behind_the_shield(question: SecretOffers, table: Table) -> Iterator[Offer]:
        for now, kind in _answers(table, "secret", free):
            if kind.asked(now) == question.seat:
                yield from kind.secret_ways(table, now)


def _answers(table: Table, side: Side, free: bool) -> Iterator[tuple[Any, Kind]]:
    return ((now, kind) for now, kinds in _open(table, side) for kind in kinds if kind.free == free)


_offered("0.01", free=False)
_offered("4.97.09", free=True)


@adds(Halts, rule="1.00.05", order=2)
def everybody_waits(question: Halts, table: Table) -> Iterator[Duty]:
    return _due(table, "halts")


@adds(Duties, rule="0.01", order=1)
def the_phase_waits(question: Duties, table: Table) -> Iterable[Duty]:
    return _due(table, "due") if question.phase == table.phase else ()


def _due(table: Table, side: Side) -> Iterator[Duty]:
    """Yield what is due in this phase, or at any time: one duty for each that waits and each seat that it asks."""
    for now, kinds in _open(table, side):
        for seat in dict.fromkeys(kind.asked(now) for kind in kinds):
            by = tuple(kind for kind in kinds if kind.asked(now) == seat)
            yield from islice((duty for kind in by if (duty := kind.due(table, now, by))), 1)
