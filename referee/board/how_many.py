"""How many forces a faction has, and can have in a place, on the board and off it (0.13)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board.forces import (
    ALL_FORCES,
    ANYWHERE,
    RESERVES,
    TANKS,
    Forces,
    Group,
    forces_in,
    has_there,
    in_words,
    is_kept,
    kept_at,
    somewhere,
)
from referee.common.factions import elite, named
from referee.kernel import Objection, SeatQuestion, Table, ask, count, say, together

NOBODY = Group()


class Starred(SeatQuestion[int], rule="0.13", answer=0):
    """How many of this faction's twenty forces are special: as this table counts them, or as ``printed``?"""

    printed: bool = False


def where_they_count(question: Starred, table: Table, many: int) -> int:
    """Return how many special forces a faction has whose special forces are like any other in the basic game.

    There it has none, unless such were counted before.
    """
    if question.printed or table.rules == "advanced":
        return many
    counted = (group.special for (of, _), group in table.state(Forces).held.items() if of == question.seat)
    return many if any(counted) else 0


def room_beside(table: Table, seat: str, away: Group) -> Group:
    """Return how many forces of each kind there are besides these; negative if these are more than exist (0.13)."""
    starred = ask(table, Starred(seat)).value
    return Group(ALL_FORCES - starred, starred).plus(away, -1)


def most_there(table: Table, seat: str, place: str) -> Group:
    """Return how many forces of a kept faction can be in a place: those recorded there, and all in unknown places."""
    held, loose = table.state(Forces).held.get((seat, place), Group()), somewhere(table, seat)
    return held.plus(loose.floored)


def counted_away(table: Table, seat: str) -> Group:
    """Return how many forces are in reserves and Tanks, as far as these are counted."""
    return sum((forces_in(table, seat, place) or Group() for place in (RESERVES, TANKS)), Group())


def most_on_the_board(table: Table, seat: str) -> Group:
    """Return how many forces can be on the board, none of which is in reserves or Tanks as far as these are counted."""
    return room_beside(table, seat, counted_away(table, seat)).floored


def may_leave(table: Table, seat: str, group: Group, place: str = "") -> Group:
    """Return how much of a group can leave the board: reserves and Tanks hold no more than there are (0.13).

    Natives leave their world, and so the reserves. From a place that the table has counted since, no more leave than
    can be there.
    """
    if kept_at(seat, place) != place:
        return group.least(forces_in(table, seat, place) or group)
    if place not in {"", ANYWHERE} and is_kept(table, seat):
        group = group.least(most_there(table, seat, place))
    room = room_beside(table, seat, counted_away(table, seat))
    normal = min(group.normal, max(0, room.normal), max(0, room.total))
    return Group(normal, min(group.special, max(0, room.special), max(0, room.total - normal)))


def more_than_it_has(table: Table, seat: str, normal: int, special: int, least: int = 0) -> Iterator[Objection]:
    """Object to fewer forces than ``least``, and to more than a faction has, of its special ones too (0.13)."""
    starred = ask(table, Starred(seat))
    if min(normal, special, normal + special - least) < 0:
        words = "Enter 1 force or more." if least else "Enter 0 forces or more."
        yield Objection("1.00.00", words, "BAD_INPUT", firm=True)
    elif special > starred.value:
        few = count(starred.value, *elite(seat)) if starred.value else say("no {forces}", forces="special forces")
        words = say("{seat:The has} {forces}. Count again.", seat=named(seat), forces=few)
        yield Objection(starred.because[0], words, "FORCES_TOO_MANY", firm=True)
    elif normal + special > ALL_FORCES:
        words = say("A faction has {n} forces. Count again.", n=ALL_FORCES)
        yield Objection("0.13", words, "FORCES_TOO_MANY", firm=True)


def more_than_are_left(table: Table, seat: str, place: str, group: Group) -> Iterator[Objection]:
    """Object to a count of reserves or Tanks that has more forces than exist beside the other of the two (0.13)."""
    if own := [*more_than_it_has(table, seat, group.normal, group.special)]:
        yield from own
        return
    beside = RESERVES if place == TANKS else TANKS
    other = table.state(Forces).held.get((seat, beside), Group())
    left = room_beside(table, seat, other).floored
    if left.least(group) != group:
        has = has_there(named(seat), in_words(other, seat), beside)
        then = say("Enter no more than {forces}.", forces=in_words(left, seat))
        yield Objection("0.13", together((has, then)), "FORCES_TOO_MANY", firm=True)


def more_than_there_are(table: Table, seat: str, group: Group) -> Iterator[Objection]:
    """Object to more forces on the board than are left outside reserves and Tanks (0.13)."""
    away = counted_away(table, seat)
    starred, left = ask(table, Starred(seat)), most_on_the_board(table, seat)
    most = max(0, room_beside(table, seat, away).total)
    if group.special > left.special:
        some = count(left.special, *elite(seat)) if left.special else ""
        words = _what_is_left(seat, count(away.special, *elite(seat)), some)
        yield Objection(starred.because[0], words, "FORCES_TOO_MANY", firm=True)
    elif group.total > most or group.normal > left.normal:
        words = _what_is_left(seat, in_words(away, seat), in_words(left, seat) if most else "")
        yield Objection("0.13", words, "FORCES_TOO_MANY", firm=True)


def may_be_on_board(table: Table, seat: str) -> bool:
    """Return True unless all forces of a faction are in reserves and Tanks."""
    held = table.state(Forces).held
    return held.get((seat, RESERVES), NOBODY).total + held.get((seat, TANKS), NOBODY).total < ALL_FORCES


def more_than_stand_there(table: Table, seat: str, place: str, group: Group, rule: str) -> Iterator[Objection]:
    """Object to more forces than stand in a place; where that is not counted, to more than the board can hold."""
    held = forces_in(table, seat, place) if place not in {"", ANYWHERE} else None
    if held is None:
        yield from more_than_there_are(table, seat, group)
        yield from more_than_can_be(table, seat, place, group, rule)
    elif held.least(group) != group:
        has = has_there(named(seat), in_words(held, seat), place)
        yield Objection(rule, together((has, "Count again, or correct those under More.")), "FORCES_TOO_MANY")
    elif kept_at(seat, place) not in {RESERVES, TANKS}:
        yield from more_than_there_are(table, seat, group)


def more_than_can_be(table: Table, seat: str, place: str, group: Group, rule: str) -> Iterator[Objection]:
    """Object to more forces than a kept faction can have in a place, while some are in unknown places."""
    if place in {"", ANYWHERE} or not is_kept(table, seat) or forces_in(table, seat, place) is not None:
        return
    most = most_there(table, seat, place)
    if most.least(group) != group:
        held = table.state(Forces).held.get((seat, place), Group())
        loose = say("{seat:The has} {forces} somewhere on the board.", seat=named(seat), forces=_loose(table, seat))
        there = (has_there(named(seat), in_words(held, seat), place),) if held.total else ()
        words = together((*there, loose, "Count again, or correct those under More."))
        yield Objection(rule, words, "FORCES_TOO_MANY", firm=True)


def _loose(table: Table, seat: str) -> str:
    return in_words(somewhere(table, seat).floored, seat)


def _what_is_left(seat: str, gone: str, room: str) -> str:
    """Return how many of a faction's forces can be on the board, ``room`` empty for none."""
    of, then = {"seat": named(seat), "forces": gone}, "Count again, or correct those under More."
    none = say("{seat:The has} {forces} in reserves and Tanks, so none can be on the board.", **of)
    some = "{seat:The has} {forces} in reserves and Tanks, so {room} can be on the board."
    return together((say(some, room=room, **of) if room else none, then))
