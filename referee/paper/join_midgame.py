"""Joining a game in the middle: a whole position is entered at once, if it adds up.

A position is a list of events on a new table. ``faults`` names what is impossible, each with its field on the form.
What was not counted is not judged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from referee.board.forces import ALL_FORCES, RESERVES, TANKS, Forces, Group, in_words
from referee.board.outline import SECTORS
from referee.board.standing import holdings
from referee.board.storm import Storm
from referee.board.territories import SAND, TERRITORIES, on_board, strongholds
from referee.common.factions import FACTIONS, named
from referee.common.turn import PHASES, phase_said
from referee.holdings.hands import HandLimit
from referee.holdings.leaders import LeaderBook, among, key
from referee.holdings.ledger import SpiceOnBoard
from referee.holdings.setup import SetTable
from referee.kernel import REFEREE, Called, Chance, Command, Event, Objection, Public, Table, Value, ask, listed, say
from referee.phases.mentat.victory import MOST_TURNS

T = TypeVar("T")


class Fault(Value):
    """What is impossible in a position: its field, its seat, and why."""

    field: str
    seat: str
    rule: str
    sentence: str


class CountedBesides(Value):
    """Counts on the board, used for the check only."""

    board: Mapping[str, Group]
    tokens: int | None = None


NOTHING = CountedBesides({})


# -- what cannot be -----------------------------------------------------------------------------------


def faults(table: Table, also: CountedBesides = NOTHING) -> list[Fault]:
    """Return all faults on the referee's table (4.97.15)."""
    whole = (*_own_leaders(table), *spice_faults(table, also), *stronghold_faults(table), *_hands(table))
    return [*impossible(table, also), *whole]


def impossible(table: Table, also: CountedBesides = NOTHING) -> list[Fault]:
    """Return faults even of a partial position: forces, leaders, allies, turn, storm."""
    return [*_forces(table, also), *_leaders(table), *_alliances(table), *_time(table)]


def _forces(table: Table, also: CountedBesides) -> Iterator[Fault]:
    held = table.state(Forces).held
    for seat in table.seats:
        own = {place: group for (whose, place), group in held.items() if whose == seat}
        known = sum(group.total for group in own.values())
        board = also.board.get(seat)
        total = known + (board.total if board else 0)
        whole = board is not None and {RESERVES, TANKS} <= set(own)
        if total > ALL_FORCES or (whole and total < ALL_FORCES):
            parts = [
                say("{forces} in {place}", forces=in_words(group, seat), place=place) for place, group in own.items()
            ]
            parts += [say("{forces} on the board", forces=in_words(board, seat))] if board else []
            words = say(
                "{parts} make {total}. {seat:The has} {all}. Count again.",
                parts=listed(parts, ","),
                total=total,
                seat=named(seat),
                all=ALL_FORCES,
            )
            yield Fault("board" if board else "tanks" if TANKS in own else "reserves", seat, "0.09", words)


def _leaders(table: Table) -> Iterator[Fault]:
    for seat, own in table.state(LeaderBook).of.items():
        told = [*own.pool, *own.face_up, *own.face_down]
        twice = [name for name, n in Counter(map(key, told)).items() if n > 1]
        if twice:
            name = next(one for one in told if key(one) == twice[0])
            yield Fault(
                "dead", seat, "0.09", say("{name} is named twice. A leader can be in one place only.", name=name)
            )


def _own_leaders(table: Table) -> Iterator[Fault]:
    for seat, own in table.state(LeaderBook).of.items():
        told = [*own.pool, *own.face_up, *own.face_down]
        if stray := [name for name in told if not among(name, FACTIONS[seat].leaders)]:
            yield Fault(
                "dead",
                seat,
                "1.05.03",
                say("{seat:The has} no leader “{leader}”. Check the name.", seat=named(seat), leader=stray[0]),
            )


def _alliances(table: Table) -> Iterator[Fault]:
    members = Counter(seat for pair in table.alliances for seat in pair)
    for seat in (seat for seat, n in members.items() if n > 1):
        yield Fault(
            "ally",
            seat,
            "1.10.01.03",
            say("{seat:The has} two allies, but an alliance has two members.", seat=named(seat)),
        )


def spice_faults(table: Table, also: CountedBesides = NOTHING) -> Iterator[Fault]:
    board = table.state(SpiceOnBoard).lying
    for name in board:
        if name not in TERRITORIES or TERRITORIES[name].ground != SAND:
            yield Fault("lying", "", "1.02.04", say("Spice cannot be in {name}. Choose a sand territory.", name=name))
    behind = sum(own.spice for own in table.seats.values() if isinstance(own.spice, int))
    out = behind + sum(own.bribes for own in table.seats.values()) + sum(board.values())
    if also.tokens is not None and out > also.tokens:
        words = say(
            "That makes {out} spice, but there are only {tokens} tokens. Count again.", out=out, tokens=also.tokens
        )
        yield Fault("tokens", "", "0.04", words)


def stronghold_faults(table: Table) -> Iterator[Fault]:
    held = [place for places in holdings(table).held.values() for place in places]
    for place in (place for place, n in Counter(held).items() if n > 1):
        yield Fault("held", "", "1.09.02.00", say("Two factions cannot hold {place}. Choose one.", place=place))
    known = {*strongholds(table), *(territory.name for territory in on_board(table))}
    for place in (place for place in held if place not in known):
        yield Fault(
            "held", "", "1.09.02.00", say("There is no stronghold {place}. Choose one from the list.", place=place)
        )


def _hands(table: Table) -> Iterator[Fault]:
    for seat, own in table.seats.items():
        limit = ask(table, HandLimit(seat))
        if len(own.hand) > limit.value:
            words = say(
                "{seat:The} may hold {most} cards, not {n}. Count again.",
                seat=named(seat),
                most=limit.value,
                n=len(own.hand),
            )
            yield Fault("count", seat, limit.because[0], words)


def _time(table: Table) -> Iterator[Fault]:
    if not 1 <= table.turn <= MOST_TURNS:
        yield Fault("turn", "", "0.02", say("Enter a turn from 1 to {most}.", most=MOST_TURNS))
    storm = table.get(Storm)
    if storm is not None and storm.sector and not 1 <= storm.sector <= SECTORS:
        yield Fault("sector", "", "1.01.02", say("Enter a sector from 1 to {most}.", most=SECTORS))


# -- taking it up -------------------------------------------------------------------------------------


class PositionTaken(Event, because=("4.97.15",), stays=True):
    """The referee joined a game before this phase."""

    phase: Public[str]

    def sentence(self, name: Called) -> str:
        return say("The referee joins a running game, before {phase}.", phase=phase_said(self.phase))


class JoinInTheMiddle(Command, by="table"):
    """Set a table with the position of a game in progress."""

    setup: SetTable
    events: tuple[Event, ...]
    phase: str = PHASES[0]
    also: CountedBesides = NOTHING

    def objections(self, table: Table) -> Iterable[Objection]:
        found = list(self.setup.objections(table))
        yield from found
        if self.phase not in PHASES:
            yield Objection("1.00.00", "No phase has that name. Choose one of the nine.", firm=True)
        if not found:
            yield from (Objection(fault.rule, fault.sentence, "BAD_INPUT") for fault in self.faults())

    def faults(self) -> list[Fault]:
        """Return the position's faults, with their fields."""
        table = Table(REFEREE)
        for event in (*self.setup.decide(table, _Unshuffled()), *self.events):
            table.hear(event)
        return faults(table, self.also)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from self.setup.decide(table, chance)
        yield from self.events
        yield PositionTaken(self.phase)


class _Unshuffled:
    """Chance for a trial that looks at counts only."""

    def shuffled(self, cards: Sequence[T]) -> list[T]:
        return list(cards)
