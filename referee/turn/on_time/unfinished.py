"""Who would win if the game stopped now, by three ways; the table chooses one, or none.

* As after the last turn (1.09.05). For tournaments: "Fremen/Guild default victories at the end of every unfinished
  game", considered in the report of the World Boardgaming Championships 2008, boardgamers.org/yearbook08/dunpge.htm.
* Most strongholds now: what the rules say where neither Guild nor Fremen play (1.09.05).
* Strongholds controlled per turn: the measure of that tournament's plaques for the best play of each faction (same
  report).

The rules of that tournament (boardgamers.org/yearbkex/dunpge.htm of 2013, boardgamers.org/wbc22/previews/dun.html)
decide unfinished games too, but that part of their text was not at hand, so none of these ways is called theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from referee.board.standing import holdings
from referee.common.factions import named
from referee.common.turn import PHASES, TurnBegan
from referee.kernel import Table, Value, ask, count, listed, retold, say
from referee.offers.what_now import Says
from referee.phases.mentat.victory import (
    SpecialVictory,
    Winners,
    WinnersAtTheEnd,
    held_by,
    in_names,
    is_special,
    not_yet,
    winner,
)

RULE = "1.09.05"
Way: TypeAlias = Literal["end", "now", "turns"]
TITLES: dict[Way, str] = {
    "end": "As after the last turn",
    "now": "Most strongholds now",
    "turns": "Most strongholds, added up over the turns",
}
Outcome: TypeAlias = tuple[tuple[Says, ...], tuple[str, ...]]


class Adjudication(Value):
    """A way to decide an unfinished game, line by line, and for whom: nobody as long as that is not known."""

    way: Way
    lines: tuple[Says, ...]
    seats: tuple[str, ...]

    @property
    def title(self) -> str:
        return TITLES[self.way]


def ways_to_decide(table: Table) -> tuple[Adjudication, ...]:
    """Return all ways, from the public table; none before the first phase, or once somebody has won."""
    if table.phase not in PHASES or winner(table):
        return ()
    now = {seat: held_by(table, (seat,)) for seat in table.seats}
    over = _over_the_turns(table, now)
    return (
        Adjudication("end", *_at_the_end(table)),
        Adjudication("now", *_counted(now)),
        Adjudication("turns", *_counted(over)),
    )


def _at_the_end(table: Table) -> Outcome:
    """Return why and who would win after the last turn, or what must be entered before that is known."""
    if unsure := not_yet(table):
        return (Says(unsure, RULE),), ()
    enough = ask(table, Winners())
    if enough.value:
        seats = enough.value[0]
        return (*_holding(table), Says("That is enough.", "1.09.02"), Says(_wins(seats), "1.09.02")), seats
    last = ask(table, WinnersAtTheEnd())
    nobody, wins = Says("Nobody holds enough.", "1.09.02"), Says(_wins(last.value), last.because[0])
    return (*_holding(table), nobody, *_special(table), wins), last.value


def _holding(table: Table) -> Iterator[Says]:
    for seat, places in holdings(table).held.items():
        if places:
            yield Says(say("{seat:The holds} {places}.", seat=named(seat), places=listed([*places])), seat=seat)


def _special(table: Table) -> Iterator[Says]:
    for seat in table.seats:
        special = ask(table, SpecialVictory(seat))
        if special.value:
            yield Says(say("The special victory of {seat} is met.", seat=named(seat)), special.because[0], seat)
        elif is_special(table, seat):
            yield Says(say("The special victory of {seat} is not met.", seat=named(seat)), special.because[0], seat)


def _over_the_turns(table: Table, now: Mapping[str, int]) -> dict[str, int]:
    """Return how many strongholds each faction held, added up over the ends of all turns and now."""
    total = dict(now)
    for before, event in retold(heard.event for heard in table.log):
        if isinstance(event, TurnBegan) and before.turn > 1:
            for seat in before.seats:
                total[seat] += held_by(before, (seat,))
    return total


def _counted(held: Mapping[str, int]) -> Outcome:
    most = max(held.values())
    if not most:
        return (Says("No stronghold is known to be held.", RULE),), ()
    each = tuple(
        Says(say("{seat:The has} {strongholds}.", seat=named(seat), strongholds=count(n, "stronghold")), seat=seat)
        for seat, n in sorted(held.items(), key=lambda one: -one[1])
        if n
    )
    seats = tuple(seat for seat, n in held.items() if n == most)
    return (*each, Says(_wins(seats), RULE)), seats


def _wins(seats: Iterable[str]) -> str:
    return say("{winners}.", winners=in_names(seats, named))
