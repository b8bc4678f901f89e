"""Leaders on paper: who has died before, who serves another faction, and who is face down.

Where a leader is, set-up says. The public sheet holds what everybody knows; face-down discs and captives stand on their
owner's sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import faction_name, named
from referee.common.lines_on_paper import PAPER, OnSheet, PublicSheetTaken, SheetTaken, Written, line, things
from referee.holdings.leaders import (
    LeaderBook,
    LeaderDied,
    Leaders,
    LeadersNoted,
    LeaderTaken,
    among,
    home_of,
    leaders_known,
    leaders_of,
    noted,
)
from referee.kernel import Chance, Event, Table, adds, after, everybody, listed, say, sealed

DIED, SERVES, DOWN = "died", "serves", "down"


def strangers(table: Table, seat: str) -> tuple[str, ...]:
    """Return leaders of others who serve this faction, as far as this viewer knows."""
    own = leaders_of(table, seat)
    return tuple(name for name in own.pool if home_of(name) not in {"", seat}) if own else ()


@adds(OnSheet, rule=PAPER, order="1.05.04", seat="")
def back_from_the_tanks(question: OnSheet, table: Table) -> Iterable[Written]:
    for seat, own in table.state(LeaderBook).of.items():
        died = [name for name in dict.fromkeys(own.died) if not among(name, own.face_up)]
        if died:
            words = say("{seat}, died before: {died}", seat=faction_name(seat), died=listed(died, ","))
            yield Written(words, line(f"{DIED} {seat}", *died))
        if serving := strangers(table, seat):
            yield Written(
                say("Captured, fighting for {seat}: {serving}", seat=named(seat), serving=listed(serving, ",")),
                line(f"{SERVES} {seat}", *serving),
            )


@after(PublicSheetTaken, rule=PAPER, order="1.05.04")
def as_they_were(event: PublicSheetTaken, table: Table, chance: Chance) -> Iterable[Event]:
    serving = {seat: tuple(filter(home_of, things(event.more, f"{SERVES} {seat}") or ())) for seat in table.seats}
    died = {seat: tuple(filter(home_of, things(event.more, f"{DIED} {seat}") or ())) for seat in table.seats}
    away = [name for names in serving.values() for name in names]
    homes = {home_of(name) for name in away} & set(table.seats)
    for seat in (seat for seat in table.seats if died[seat] or serving[seat] or seat in homes):
        yield from noted(table, seat)
        own = leaders_of(table, seat) or Leaders()
        pool = tuple(name for name in own.pool if not among(name, away))
        down = sealed(tuple(own.face_down), *({seat} if own.face_down else everybody(table)))
        gone = tuple(dict.fromkeys((*own.died, *died[seat])))
        yield LeadersNoted(seat, (*pool, *serving[seat]), tuple(own.face_up), down, gone)


@adds(OnSheet, rule=PAPER, order="1.05.04.0")
def face_down_and_captive(question: OnSheet, table: Table) -> Iterable[Written]:
    own = leaders_of(table, question.seat) or Leaders()
    made = ((DOWN, tuple(own.face_down)), (SERVES, strangers(table, question.seat)))
    return (Written("", line(word, *names)) for word, names in made if names and question.seat)


@after(SheetTaken, rule=PAPER, order="1.05.04")
def from_their_sheet(event: SheetTaken, table: Table, chance: Chance) -> Iterable[Event]:
    for name in things(event.more, DOWN) or ():
        if home_of(name) == event.seat:
            yield from noted(table, event.seat)
            yield LeaderDied(event.seat, sealed(name, event.seat), False, ("1.05.04",))
    yield from taken_before(table, event.seat, things(event.more, SERVES) or ())


def holder_before(table: Table, seat: str, leader: str) -> str:
    """Return from whom this faction can have captured a leader before the referee joined, "" if from nobody."""
    holder = next((other for other in table.seats if among(leader, leaders_known(table, other).pool)), "")
    return holder if home_of(leader) != seat != holder else ""


def taken_before(table: Table, seat: str, names: Iterable[str]) -> Iterator[Event]:
    """Yield that a faction holds these leaders of others since before the referee joined."""
    for name in names:
        if holder := holder_before(table, seat, name):
            yield from noted(table, seat, holder)
            yield LeaderTaken(seat, holder, sealed(name, seat, holder))
