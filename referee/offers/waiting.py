"""Who is waited for, and what for: read from the duties of a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from referee.common.factions import faction_name, named
from referee.common.turn import by_hand
from referee.kernel import THEY, Table, ask, capital, listed, memoized, say
from referee.offers.offer import MOST_NAMED, Duties, Duty, Halts, HeadCount


@memoized
def of_phase(table: Table) -> tuple[Duty | HeadCount, ...]:
    """Return what is due in this phase; nothing in a phase by hand (4.97.11)."""
    return () if by_hand(table) else ask(table, Duties(table.phase)).value


@memoized
def due(table: Table) -> tuple[Duty | HeadCount, ...]:
    """Return what is due now: what halts the game, else what this phase has."""
    return ask(table, Halts()).value or of_phase(table)


def duties_of(table: Table, seat: str) -> tuple[Duty, ...]:
    """Return what this seat has to do now; needs the seat's own table to be whole."""
    return tuple(one for one in due(table) if isinstance(one, Duty) and one.seat == seat and not one.later)


@memoized
def on_turn(table: Table) -> tuple[str, ...]:
    """Return the factions that this phase waits for, in order; none in a phase by hand (4.97.11)."""
    return tuple(dict.fromkeys(duty.seat for duty in _open(of_phase(table))))


def asked_by_name(table: Table) -> tuple[str, ...]:
    """Return the factions that the game waits for now, as everybody may read it."""
    return tuple(dict.fromkeys(duty.seat for duty in _open(due(table))))


def whose_turn(table: Table) -> str:
    """Return the one faction whose turn it is, "" if all act or nobody is waited for."""
    seats = on_turn(table)
    return seats[0] if len(seats) == 1 else ""


def _open(made: tuple[Duty | HeadCount, ...]) -> Iterator[Duty]:
    """Yield what everybody may read now, and waits for."""
    for one in made:
        if isinstance(one, Duty) and not (one.later or one.secret or one.free):
            yield one


@memoized
def coming(table: Table) -> tuple[Duty, ...]:
    """Return whose turn comes after those who are asked now, in order."""
    return tuple(one for one in due(table) if isinstance(one, Duty) and one.later)


def sole(table: Table) -> Duty | None:
    """Return what the table waits for if that is one thing of one faction."""
    found = [*_open(due(table))]
    return found[0] if len(found) == 1 == len(waiting(table)) else None


class Waiting(NamedTuple):
    """A phrase of the waiting line, whether it holds up the next phase, and whether a choice would be lost by that."""

    words: str
    rule: str
    holds: bool = False
    loses: bool = False


@memoized
def others_waited_for(table: Table, seat: str) -> tuple[Waiting, ...]:
    """Return what the public table waits for besides what is due of this seat, which reads nothing of itself."""
    others = tuple(one for one in due(table) if not isinstance(one, Duty) or one.seat != seat)
    return tuple(_phrases(table, others, besides=seat))


@memoized
def waiting(table: Table) -> tuple[Waiting, ...]:
    """Return who the public table waits for and what for, with names where they are public, else counted."""
    return tuple(_phrases(table, due(table)))


def _phrases(table: Table, made: tuple[Duty | HeadCount, ...], besides: str = "") -> Iterator[Waiting]:
    together: dict[str, list[Duty]] = {}
    for one in _open(made):
        together.setdefault(one.does, []).append(one)
    counted = {seat: one.rule for one in made if isinstance(one, HeadCount) for seat in one.named}
    for same in together.values():
        first = same[0]
        if all(counted.get(one.seat) == one.rule for one in same):
            continue  # the count names them
        yield Waiting(_who(table, same, besides), first.rule, first.holds, any(one.loses for one in same))
    for tally in (one for one in made if isinstance(one, HeadCount) and one.done < one.of):
        if words := tally.words_to(besides):
            yield Waiting(words, tally.rule)


def left_by_phase(table: Table) -> Iterator[Waiting]:
    """Yield what holds up the next phase, or would be lost by it; the waiting line has the rest."""
    duties = of_phase(table)
    yield from _phrases(table, tuple(one for one in duties if isinstance(one, Duty) and (one.holds or one.loses)))
    for tally in (one for one in duties if isinstance(one, HeadCount) and one.undone and one.done < one.of):
        yield Waiting(
            say("{n} of {of} players {undone}", n=tally.of - tally.done, of=tally.of, undone=tally.undone),
            tally.rule,
            True,
        )


def _who(table: Table, same: list[Duty], besides: str) -> str:
    seats = [one.seat for one in same]
    if len(seats) == 1:
        one = named(seats[0])
        return say("{who:The} {does}", who=one, does=one.verb(same[0].does))
    who = listed([named(seat) for seat in seats])
    if len(seats) > MOST_NAMED:
        who = _many(table, seats, besides)
    return say("{who} {does}", who=capital(who), does=THEY.verb(same[0].does))


def _many(table: Table, seats: list[str], besides: str) -> str:
    """Return how many are waited for, and by the shorter list who of all is or is not; of the others ``besides`` one.

    That one reads what is due of themselves elsewhere.
    """
    all_of_them = [seat for seat in table.seats if seat != besides]
    n, of = len(seats), len(all_of_them)
    done = [faction_name(seat) for seat in all_of_them if seat not in seats]
    if besides:
        if not done:
            return "all others"
        if len(done) < n:
            return say("{n} of {of} others (not {seats})", n=n, of=of, seats=listed(done, ","))
        return say("{n} of {of} others ({seats})", n=n, of=of, seats=listed([faction_name(one) for one in seats], ","))
    if not done:
        return say("{n} of {of} players", n=n, of=of)
    if len(done) < n:
        return say("{n} of {of} players (not {seats})", n=n, of=of, seats=listed(done, ","))
    return say("{n} of {of} players ({seats})", n=n, of=of, seats=listed([faction_name(one) for one in seats], ","))
