"""What a player missed: a few lines about what happened since, as the room of each thing words it for one seat."""

from __future__ import annotations

from referee.kernel import Event, SeatQuestion, Table, Value, ask

MOST = 5  # lines


class Gist(Value):
    """A line about what everybody heard: the heavier ones stay where there are too many, in the order of the log.

    ``at`` is the place in the log of what it tells last.
    """

    words: str
    weight: int
    at: int
    seat: str = ""


class Missed(SeatQuestion[tuple[Gist, ...]], rule="4.97.63", answer=()):
    """What happened from this place in the public log on, told to one seat as "you"?

    Each room adds the lines of its own events.
    """

    since: int


def heard_since(table: Table, since: int) -> list[tuple[int, Event]]:
    """Return what everybody heard from a place in the log on, each with its place."""
    return [(at, heard.event) for at, heard in enumerate(table.log[since:], start=since)]


def missed(public: Table, seat: str, since: int) -> tuple[Gist, ...]:
    """Return at most five lines, the latest last; of two as heavy the later one stays."""
    told = ask(public, Missed(seat, since)).value
    chosen = sorted(told, key=lambda gist: (gist.weight, gist.at), reverse=True)[:MOST]
    return tuple(sorted(chosen, key=lambda gist: gist.at))
