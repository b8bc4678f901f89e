"""Answers on how far places are apart, and who can move where, as the board stands."""

from __future__ import annotations

from dataclasses import replace

from referee.board.standing import near
from referee.board.storm import closed_sectors
from referee.board.ways import cells, reach
from referee.kernel import Table, ask, count, listed, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.phases.shipment.marching import places_of
from referee.phases.shipment.prices_and_permissions import MoveRange
from referee.phases.shipment.where_answers import against_all, may_move_there, moves

FAR, MOVING = "1.06.05.05", "1.06.05"
FURTHEST = 20  # territories; more than any two are apart


@answers
def may_move_between(asked: Asked, table: Table) -> Reply | None:
    """Return whether the asker may move from one place to another, or how far they are apart."""
    here = places_of(table, asked.seat) if asked.seat else ()
    if not asked.seat or asked.origin in here or asked.place in here:
        return may_move_there(asked, table) if asked.seat else how_far_between(asked, table)
    far = how_far_between(asked, table)
    none = say("You have no forces in {origin}.", origin=asked.origin)
    return Reply(together(["No.", none, far.words]), far.because) if far else None


@answers
def how_far_between(asked: Asked, table: Table) -> Reply | None:
    """Return how far two places are apart, and how far around the storm."""
    found = [_apart(asked, closed) for closed in (frozenset[int](), closed_sectors(table))]
    if found[0] is None:
        return None
    slots = {"origin": asked.origin, "place": asked.place}
    words = say("From {origin} to {place}: {far}.", **slots, far=count(found[0], "territory", "territories"))
    if found[1] is None:
        words = together([words, "The storm is in the way now."])
    elif found[1] != found[0]:
        words = together([words, say("Around the storm: {far}.", far=count(found[1], "territory", "territories"))])
    return Reply(words, (FAR, MOVING))


def _apart(asked: Asked, closed: frozenset[int]) -> int | None:
    ways = [reach(start, FURTHEST, closed) for start in cells(asked.origin)]
    return min((way[goal] for way in ways for goal in cells(asked.place) if goal in way), default=None)


def _origins(table: Table, seat: str, place: str) -> list[str]:
    """Return where forces of a faction stand that could move to a place if it were their turn."""
    far = ask(table, MoveRange(seat)).value
    origins = [origin for origin in places_of(table, seat) if origin != place and place in near(table, origin, far)]
    to = Asked(seat, place=place)
    return [one for one in origins if any(not against_all(table, move) for move in moves(table, seat, one, to))]


@answers
def who_can_reach(asked: Asked, table: Table) -> Reply | None:
    """Return which factions could move to a place, from where; of one that is named, yes or no."""
    seats = [asked.faction] if asked.faction else [*table.seats]
    found = {seat: origins for seat in seats if (origins := _origins(table, seat, asked.place))}
    if not found:
        words = say("As the board stands, nobody can move to {place}.", place=asked.place)
        if asked.faction:
            slots = {"seat": asked.name(asked.faction), "place": asked.place}
            words = say("{seat:The does} not reach {place}, as the board stands.", **slots)
        return Reply(together(["No.", words]), (MOVING,))
    told = [
        say("{seat} from {places}", seat=asked.name(seat), places=listed(each, "or")) for seat, each in found.items()
    ]
    return Reply(together(["Yes.", say("As the board stands: {told}.", told=together(told, "; "))]), (MOVING,))


@answers
def where_to_move(asked: Asked, table: Table) -> Reply | None:
    """Return where forces of a faction could move to, from a place or from all of theirs."""
    seat = asked.about(table)
    origins = [asked.place] if asked.place else [*places_of(table, seat)] if seat else []
    if not seat:
        return None
    if seat == asked.seat and asked.place not in {"", *places_of(table, seat)}:
        return Reply(say("You have no forces in {origin}.", origin=asked.place), (MOVING,))
    told, far = list[str](), ask(table, MoveRange(seat))
    for origin in origins:
        goals = sorted(near(table, origin, far.value) - {origin})
        ways = {goal: moves(table, seat, origin, replace(asked, place=goal)) for goal in goals}
        open_now = [goal for goal in goals if any(not against_all(table, move) for move in ways[goal])]
        if open_now:
            told.append(say("From {origin}: {places}.", origin=origin, places=listed(open_now)))
    if not told:
        return Reply("As the board stands, no move is open.", (*far.because, MOVING))
    return Reply(together(told), (*far.because, MOVING))
