"""Two players dial the storm on their phones; the numbers are revealed when both are in.

In turn 1 those next to Storm Start dial, one on each side (0.16); later the two who last used battle wheels (1.01.02).
A player without a phone uses a cardboard wheel, and the table enters the sum. Numbers can be changed until all starting
forces are placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.board.forces import ForcesCounted
from referee.board.forces_counted import ForcesSetDown, PositionsForgotten, yet_to_place
from referee.board.storm import CARD, DIALS, Storm, StormAnnounced, StormBy, beside_the_start, coming
from referee.common.factions import named
from referee.common.turn import OfTurn, of_turn
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    Sealed,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    after,
    ask,
    capital,
    listed,
    say,
    sealed,
)
from referee.offers.offer import Blank, Duties, Duty, Offer, SecretOffers
from referee.phases.battle.events import BattleBegun
from referee.phases.storm.storm_moves import not_moved_yet

FIRST, LATER = (0, 20), (1, 3)


class Dialed(OfTurn):
    """The numbers dialed for a turn's storm, as far as this viewer knows them."""

    numbers: dict[str, object] = field(default_factory=dict)


def dialed(table: Table) -> Dialed:
    """Return the numbers of this turn."""
    return of_turn(table, Dialed)


def dialers(table: Table) -> tuple[str, ...]:
    """Return the two who dial in this turn, empty if unknown."""
    if ask(table, StormBy()).value != DIALS or coming(table) is not None:
        return ()
    if table.turn == 1:
        return beside_the_start(table.state(Storm).markers)
    wheels = (heard.event for heard in reversed(table.log) if isinstance(heard.event, (BattleBegun, StormDialsShown)))
    last = next(wheels, None)
    if isinstance(last, BattleBegun):
        return (last.aggressor, last.defender)
    return tuple(last.seats) if last else ()


def bounds(table: Table) -> tuple[int, int]:
    return FIRST if table.turn == 1 else LATER


class StormDialed(SeatEvent, because=("1.01.02",)):
    """A player dialed; the number is revealed when both have."""

    number: Sealed[int]
    says = "{seat!n:The has} dialed for the storm."

    def apply(self, table: Table) -> None:
        table.put(dialed(table)).numbers[self.seat] = self.number


class StormDialsShown(Event, because=("1.01.02",), shows="dial"):
    seats: Public[tuple[str, ...]]
    numbers: Public[tuple[int, ...]]

    def apply(self, table: Table) -> None:
        table.put(Dialed(table.turn, dict(zip(self.seats, self.numbers, strict=True))))

    def sentence(self, name: Called) -> str:
        pairs = zip(self.seats, self.numbers, strict=True)
        dials = listed([say("{seat} {n}", seat=name(seat), n=number) for seat, number in pairs], ",")
        return say("Storm dials: {dials}.", dials=dials)


class DialStorm(SeatCommand, by="seat"):
    """Dial a number for the storm, in secret."""

    number: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_moved_yet(table)
        two, (low, high) = dialers(table), bounds(table)
        rule, by = "0.16" if table.turn == 1 else "1.01.02", ask(table, StormBy())
        if by.value == CARD:
            yield Objection(
                by.because[0], "A storm card moves the storm this turn, so nobody dials. Turn it over.", "NOT_ELIGIBLE"
            )
        elif self.seat not in two:
            others = capital(listed([named(seat) for seat in two])) or "Two other players"
            yield Objection(rule, say("{others} dial for the storm this turn.", others=others), "NOT_ELIGIBLE")
        elif self.seat in dialed(table).numbers and not yet_to_place(table):
            yield Objection(rule, "You have dialed. Both numbers are shown together.")
        if not low <= self.number <= high:
            yield Objection(rule, say("Dial {low} to {high}.", low=low, high=high), "BAD_INPUT")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield StormDialed(self.seat, sealed(self.number, self.seat))
        yield from _shown(table)


def _shown(table: Table) -> Iterator[Event]:
    """Yield both numbers once both are dialed and all starting forces are placed."""
    two, numbers = dialers(table), dialed(table).numbers
    if not two or yet_to_place(table) or any(seat not in numbers for seat in two):
        return
    shown = [number for seat in two if isinstance(number := numbers[seat], int)]
    yield StormDialsShown(two, tuple(shown))
    yield StormAnnounced(sum(shown), "", ("0.16", "1.01.02") if table.turn == 1 else ("1.01.02",))


def once_the_last_stand(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    """Placed by their player, corrected by the table, or waited for no longer since nobody keeps the map."""
    if table.turn == 1 and not any(not_moved_yet(table)):
        yield from _shown(table)


for _kind in (ForcesSetDown, ForcesCounted, PositionsForgotten):
    after(_kind, rule="0.16")(once_the_last_stand)


@adds(Duties, rule="1.01.02", phase="storm")
def who_dials(question: Duties, table: Table) -> Iterable[Duty]:
    if any(not_moved_yet(table)):
        return
    low, high = bounds(table)
    rule, then = "0.16" if table.turn == 1 else "1.01.02", "Both numbers are shown together."
    for seat in dialers(table):
        if seat not in dialed(table).numbers:
            you = say("dial {low} to {high} for the storm", low=low, high=high)
            yield Duty(
                seat,
                say("dials {low} to {high}", low=low, high=high),
                rule,
                (DialStorm,),
                you=you,
                shielded=True,
                then=then,
            )


@adds(SecretOffers, rule="1.01.02", phase="storm")
def dial_behind_the_shield(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat, own = question.seat, dialed(table).numbers.get(question.seat)
    if not any(not_moved_yet(table)) and seat in dialers(table) and (own is None or yet_to_place(table)):
        low, high = bounds(table)
        number = Blank("number", "Sectors", "tap", choices=tuple((str(n), str(n)) for n in range(low, high + 1)))
        rule = "0.16" if table.turn == 1 else "1.01.02"
        yield Offer(DialStorm, "Dial for the storm" if own is None else "Change your dial", rule, (number,))
