"""Victory: checked in each Mentat Pause, and after the last turn.

A side is a faction alone or two allies. Factions may answer who qualifies, who wins after the last turn, and who has a
special victory. Strongholds are as the table or the map has them.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import is_kept
from referee.board.standing import all_known, holdings, known_whole
from referee.common.factions import faction_name, named
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Question,
    SeatQuestion,
    State,
    Table,
    adds,
    ask,
    capital,
    listed,
    option,
    ruling,
    say,
    setting,
)
from referee.offers.offer import TABLE, Offer, Offers
from referee.offers.what_now import Says

ALONE, ALLIED, MOST_TURNS = 3, 4, 10
Side = tuple[str, ...]
OVER = "The game is over. Undo if that was a mistake."
FEWER = "The game ends after this turn, if nobody has won before."

TURNS = option(
    "N1",
    "0.02",
    "Number of turns",
    (str(MOST_TURNS), "10 at most", "The game ends after turn 10, if nobody has won before."),
    *((str(n), str(n), FEWER) for n in range(1, MOST_TURNS)),
    logged="Turn {value} is the last.",
)


class Victory(State):
    """Who has won, in which turn, and by which rules; or the way by which the table ``decided`` an unfinished game."""

    seats: Side
    turn: int
    why: tuple[str, ...]
    decided: str = ""

    def said(self) -> str:
        if not self.decided:
            return in_names(self.seats, named)
        return say("Decided by agreement: {seats}", seats=listed([named(seat) for seat in self.seats]))


def side_of(table: Table, seat: str) -> Side:
    """Return a faction and its ally, in seating order."""
    return tuple(player for player in table.seats if player == seat or player == table.ally(seat))


def sides(table: Table) -> list[Side]:
    """Return all sides in storm order."""
    first = table.first_player if table.first_player in table.seats else next(iter(table.seats))
    return list(dict.fromkeys(side_of(table, seat) for seat in table.from_seat(first)))


class CountForVictory(Question[int], rule="1.09.02"):
    """How many strongholds count for this side?

    A module counts what is no stronghold; screens and both checks must agree on the number.
    """

    side: Side

    def plain(self, table: Table) -> int:
        held = holdings(table).held
        return len({place for seat in self.side for place in held.get(seat, ())})


def held_by(table: Table, side: Side) -> int:
    return ask(table, CountForVictory(side)).value


def winner(table: Table) -> Victory | None:
    return table.get(Victory)


def checked(table: Table) -> int:
    """Return the turn of the last check without a winner, or 0."""
    return (table.get(NobodyWon) or NobodyWon(0)).turn


def checked_in_full(table: Table) -> bool:
    """Return True if that check knew all strongholds."""
    return (table.get(NobodyWon) or NobodyWon(0)).sure


class Winners(Question[tuple[Side, ...]], rule="1.09.02", answer=()):
    """Which sides win by strongholds now? At most one in the end."""


@adds(Winners, rule="1.09.02.01")
def three_alone(question: Winners, table: Table) -> Iterable[Side]:
    winners = tuple(side for side in sides(table) if len(side) == 1 and held_by(table, side) >= ALONE)
    return winners if winners else ()


@adds(Winners, rule="1.09.02.02")
def four_together(question: Winners, table: Table) -> Iterable[Side]:
    winners = tuple(side for side in sides(table) if len(side) > 1 and held_by(table, side) >= ALLIED)
    return winners if winners else ()


@ruling(Winners, rule="1.09.03")
def first_in_storm_order(question: Winners, table: Table, so_far: tuple[Side, ...]) -> tuple[Side, ...] | None:
    return tuple(side for side in sides(table) if side in so_far)[:1] if len(so_far) > 1 else None


class SpecialVictory(SeatQuestion[bool], rule="1.09.05", answer=False):
    """Has this faction a special victory after the last turn?"""


class Spoils(SeatQuestion[bool], rule="1.09.05", answer=False):
    """Does this faction, standing in a stronghold, prevent the special victory of another?"""

    of: str
    place: str


class WinnersAtTheEnd(Question[Side], rule="1.09.05"):
    """Who wins after the last turn if nobody has won?"""

    def plain(self, table: Table) -> Side:
        most = max(held_by(table, (seat,)) for seat in table.seats)
        return tuple(seat for seat in table.seats if held_by(table, (seat,)) == most)


class TakesTheRest(SeatQuestion[bool], rule="1.09.05", answer=False):
    """Does this faction win after the last turn unless somebody has a special victory?

    The Guild only; what others win with then depends on whether it plays.
    """


def is_special(table: Table, seat: str) -> bool:
    """Return True if this faction has a special victory of its own, whether it is met or not."""
    return len(ask(table, SpecialVictory(seat)).because) > 1


class HowItWasWon(Question[tuple[Says, ...]], rule="1.09.05", answer=()):
    """How was this game won, in sentences that everybody may read? A faction says so of its own way of winning."""


def last_turn(table: Table) -> int:
    """Return the turn after which the game ends: the players agree on the number (0.02)."""
    return int(setting(table, TURNS))


def is_last_turn(table: Table) -> bool:
    """Return True if the game ends with this turn (0.02)."""
    return table.turn >= last_turn(table)


class VictoryUndone(Event, because=("4.97.20",), housekeeping=True, lasting=True):
    """A victory was undone: it stays in the history, so that nobody makes one up to learn of a prediction."""

    seats: Public[tuple[str, ...]]
    turn: Public[int]

    def sentence(self, name: Called) -> str:
        return say("Undone: {seats} the game in turn {turn}.", seats=in_names(self.seats, name), turn=self.turn)


class GameEnded(Event, abstract=True):
    """The game is over, for these seats."""

    seats: Public[tuple[str, ...]]
    turn: Public[int]


class GameWon(GameEnded):
    """A side has won: by ``strongholds``, or at the ``end`` of the last turn."""

    how: Public[str]
    why: Public[tuple[str, ...]]

    def undone(self) -> Iterable[Event]:
        yield VictoryUndone(self.seats, self.turn)

    def apply(self, table: Table) -> None:
        table.put(Victory(tuple(self.seats), self.turn, tuple(self.why)))

    def sentence(self, name: Called) -> str:
        return say("{seats} the game in turn {turn}.", seats=in_names(self.seats, name), turn=self.turn)


def in_names(seats: Iterable[str], name: Called) -> str:
    """Return "Fremen win", "The Emperor wins", or both joined by "and"."""
    names = [name(seat) for seat in seats]
    return (
        say("{seat:The wins}", seat=names[0]) if len(names) == 1 else say("{seats} win", seats=capital(listed(names)))
    )


class NobodyWon(Event, because=("1.09.04",), later=("sure",), stays=True):
    """The check found no winner; ``sure`` if all strongholds were known."""

    turn: Public[int]
    sure: Public[bool] = True

    def pattern(self) -> str:
        unsure = "Turn {turn}: no victory is known. Not every stronghold is tracked."
        return "Turn {turn}: nobody has won. The war continues." if self.sure else unsure


class CheckVictory(Command, by="table", waits=True):
    """Check for victory; ``last`` if the players agreed on fewer turns and this is the last."""

    last: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        if winner(table):
            yield Objection("1.09.02", OVER, firm=True)
        if table.phase != "mentat_pause":
            yield Objection("1.09.02.00", "Victory is checked in the Mentat Pause. Continue to it first.")
        if not holdings(table).held:
            yield Objection("1.09.02.00", "Enter who holds the strongholds first, then check.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        winners = ask(table, Winners())
        if winners.value:
            counted = ask(table, CountForVictory(winners.value[0])).because[:-1]
            why = (*_spoke(winners.because, winners.value[0]), *counted)
            yield GameWon(winners.value[0], table.turn, "strongholds", why)
        elif self.last or is_last_turn(table):
            last = ask(table, WinnersAtTheEnd())
            yield GameWon(last.value, table.turn, "end", last.because)
        else:
            yield NobodyWon(table.turn, all_known(table))


def _spoke(because: tuple[str, ...], side: Side) -> tuple[str, ...]:
    """Return the rules of this victory without another side's."""
    other = "1.09.02.02" if len(side) == 1 else "1.09.02.01"
    return tuple(rule for rule in because if rule != other)


def not_yet(table: Table) -> str:
    """Return why the winner after the last turn is still unknown, or ""."""
    if all_known(table) or ask(table, Winners()).value:
        return ""
    kept = [seat for seat in table.seats if is_kept(table, seat)]
    if lost := [faction_name(seat) for seat in kept if not known_whole(table, seat)]:
        words = "After the last turn every stronghold counts. Enter on the map where all forces stand: {seats}."
        return say(words, seats=listed(lost, ","))
    return "After the last turn every stronghold counts. Enter who holds each, or nobody."


@adds(Offers, rule="1.09.04", seat=TABLE)
def count_the_strongholds(question: Offers, table: Table) -> Iterable[Offer]:
    if table.phase != "mentat_pause" or winner(table):
        return ()
    early = not is_last_turn(table)
    waits = early and bool(holdings(table).held) and checked(table) != table.turn
    unsure = not_yet(table)
    done = checked(table) == table.turn and all_known(table)
    why_not = "" if early else unsure
    check = Offer(CheckVictory, "Check for victory", "1.09.02", lead=waits, aside=done, why_not=why_not)
    last = (("last", "1"),)
    ends = Offer(CheckVictory, "Last turn: check who wins", "1.09.02", fixed=last, aside=True, why_not=unsure)
    return (check, *((ends,) if early else ()))
