"""Whom a worm devours where it comes, counted or entered, and who is asked whether it spares them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from typing import NamedTuple

from referee.board.forces import Group, is_kept
from referee.board.forces_counted import MOST, ForcesToTanks, to_tanks
from referee.board.how_many import more_than_stand_there
from referee.board.standing import stands, with_tokens
from referee.common.factions import named
from referee.common.turn import OfTurn, in_phase, of_turn
from referee.holdings.ledger import silent
from referee.kernel import (
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    SeatQuestion,
    Table,
    after,
    ask,
    say,
)
from referee.phases.spice_blow.blow import Devoured, SpiceCardTurned, blow


class WormSpares(SeatQuestion[bool], rule="1.02.05", answer=False):
    """May somebody choose whether a worm spares this faction's forces?

    Fremen only, for their ally; forces and No-Fields stay until they answer.
    """


class Met(NamedTuple):
    """Whose forces a worm met, and where."""

    seat: str
    place: str


class ToBeSpared(OfTurn):
    """Who is met by a worm and waits for an answer in this turn."""

    asked: list[Met] = field(default_factory=list)


class WormMet(SeatEvent):
    """A worm came to forces that somebody may save from it."""

    territory: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(of_turn(table, ToBeSpared)).asked.append(Met(self.seat, self.territory))


class WormAnswered(Event):
    """These forces are spared or devoured, as this faction decides; ``by`` is "" if nobody decided."""

    by: Public[str]
    seat: Public[str]
    territory: Public[str]
    spared: Public[bool]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        table.put(of_turn(table, ToBeSpared)).asked.remove(Met(self.seat, self.territory))

    def pattern(self) -> str:
        if not self.by:
            return "Nobody saves {seat!n:'s} forces in {territory}: the worm devours them."
        devours = "{by!n:The decides}: the worm devours {seat!n:'s} forces in {territory}."
        return "{by!n:The decides}: the worm spares {seat!n:'s} forces in {territory}." if self.spared else devours


def devoured_there(table: Table, seat: str, territory: str, why: tuple[str, ...]) -> Iterator[Event]:
    for stand in [stand for stand in stands(table, territory) if stand.seat == seat]:
        yield from to_tanks(table, seat, stand.group, territory, why, stand.sector)


@after(WormAnswered, rule="1.02.05")
def as_it_was_answered(event: WormAnswered, table: Table, chance: Chance) -> Iterable[Event]:
    return () if event.spared else devoured_there(table, event.seat, event.territory, ("1.02.05", *event.why))


@after(SpiceCardTurned, rule="1.02.05")
def whom_it_devours(event: SpiceCardTurned, table: Table, chance: Chance) -> Iterable[Event]:
    comes = event.worm and event.territory
    here = dict.fromkeys(
        stand.seat for stand in with_tokens(table, event.territory) if comes and is_kept(table, stand.seat)
    )
    for seat in here:
        eaten, spares = ask(table, Devoured(seat)), ask(table, WormSpares(seat))
        if eaten.value and spares.value:
            yield WormMet(seat, event.territory, spares.because)
        elif eaten.value:
            yield from devoured_there(table, seat, event.territory, eaten.because)
        yield from silent(eaten)


class WormEats(SeatCommand, by="table"):
    """Enter how many forces of a faction the worm devoured."""

    normal: int
    special: int = 0

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "spice_blow")
        eaten = ask(table, Devoured(self.seat))
        if not eaten.value:
            sentence = say("Worms spare {seat}. Leave these forces on the board.", seat=named(self.seat))
            yield Objection(eaten.because[0], sentence, "NOT_ELIGIBLE")
        if not self.normal + self.special or max(self.normal, self.special) > MOST:
            yield Objection("1.02.05", "Enter how many forces are devoured, 1 or more.", "BAD_INPUT", firm=True)
        where = (*[""], *blow(table).worms)[-1]
        yield from more_than_stand_there(table, self.seat, where, Group(self.normal, self.special), "1.02.05")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        where = blow(table).worms[-1] if blow(table).worms else ""
        eaten = ask(table, Devoured(self.seat))
        yield ForcesToTanks(self.seat, self.normal, self.special, where or "the board", eaten.because)
        yield from silent(eaten)
