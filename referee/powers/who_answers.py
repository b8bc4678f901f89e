"""Who is asked in a window for Karama, by public knowledge alone, and how long it is open for them.

Nothing here may depend on a hand. A seat is waited for while its hand may hold a card that stops one of these powers,
as far as the table can tell, and until it says it is ready, for one window, the whole phase or the rest of the turn. A
seat without a phone answers aloud: it never holds up a window, but if only such seats are left the window is open just
long enough to speak.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from referee.common.phones_at_seats import phones_of
from referee.common.turn import OfTurn, SaidInPhase, of_turn, who_said
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.hands import CountsArePublic, DeckCards, SeenToGo
from referee.kernel import Public, SeatEvent, SeatQuestion, State, Table, ask, card_name, memoized
from referee.powers.powers import CountsAsKarama, KaramaBarred, Power

TO_SPEAK = 5  # seconds
RULE = "4.90.03"


class ReadyFor(SaidInPhase):
    """Who stops nothing in the whole of a phase."""


class ReadyForRest(OfTurn):
    """Who stops nothing in the rest of a turn."""

    seats: list[str] = field(default_factory=list)


class ReadyForGame(State):
    """Who stops nothing until they take it back."""

    seats: list[str] = field(default_factory=list)


def ready_for_game(table: Table) -> tuple[str, ...]:
    return tuple(table.state(ReadyForGame).seats)


def ready_for_turn(table: Table) -> tuple[str, ...]:
    """Return who stops nothing in the rest of the turn, or in the whole game."""
    return tuple(dict.fromkeys((*of_turn(table, ReadyForRest).seats, *ready_for_game(table))))


def ready_for_phase(table: Table) -> tuple[str, ...]:
    """Return who stops nothing in this phase, in the rest of the turn, or in the whole game."""
    return tuple(dict.fromkeys((*who_said(table, ReadyFor), *ready_for_turn(table))))


class SeatReadyForPhase(SeatEvent, because=(RULE,), later=("turn", "game")):
    """A faction stops nothing in this phase, the rest of the ``turn`` or the ``game``, or wants to be asked again."""

    on: Public[bool]
    turn: Public[bool] = False
    game: Public[bool] = False

    def apply(self, table: Table) -> None:
        """A faction that wants to be asked again is asked in the rest of the game, too."""
        for_phase, for_turn, for_game = (
            [seat for seat in said if seat != self.seat]
            for said in (who_said(table, ReadyFor), of_turn(table, ReadyForRest).seats, ready_for_game(table))
        )
        if self.on:
            (for_game if self.game else for_turn if self.turn else for_phase).append(self.seat)
        table.put(ReadyFor(table.turn, table.phase, for_phase))
        table.put(ReadyForRest(table.turn, for_turn))
        if for_game or ready_for_game(table):
            table.put(ReadyForGame(for_game))


def may_hold_karama(table: Table, seat: str) -> bool:
    """Return True if, by public knowledge, this hand may hold a card that stops powers."""
    if ask(table, KaramaBarred(seat)).value:
        return False
    if ask(table, CountsArePublic()).value and not table.seats[seat].hand:
        return False
    if not cards_are_dealt(table):
        return True
    return _left_for(table, "") or _left_for(table, seat)


@memoized
def _left_for(table: Table, seat: str) -> bool:
    """Return True if an unseen card stops powers in this hand, or in any hand ("")."""
    gone = table.state(SeenToGo).cards
    left = dict.fromkeys(card_name(card) for card in ask(table, DeckCards()).value if card not in gone)
    return any(ask(table, CountsAsKarama(seat, card)).value for card in left)


class StopsOtherwise(SeatQuestion[bool], rule="1.00.05", answer=False):
    """May this seat, by public knowledge, stop the power of this rule by something else than Karama?

    Only Nexus cards do.
    """

    power: str


def present(table: Table) -> list[str]:
    return [seat for seat, own in table.seats.items() if not own.away]


def may_stop(table: Table, seconds: int, powers: Sequence[Power]) -> list[str]:
    """Return who may stop one of these powers, never their own; everybody if the table waits for all (-1)."""
    if seconds < 0:
        return present(table)
    made = []
    for seat in present(table):
        others = [power for power in powers if power.seat != seat]
        if others and (may_hold_karama(table, seat) or _otherwise(table, seat, others)):
            made.append(seat)
    return made


def _otherwise(table: Table, seat: str, powers: Iterable[Power]) -> bool:
    return any(ask(table, StopsOtherwise(seat, power.rule)).value for power in powers)


def still_asked(table: Table, asked: Iterable[str], ready: Iterable[str]) -> list[str]:
    """Return who is still waited for: seats with phones, or the others if there are none."""
    seats = list(asked)
    with_phones = [seat for seat in seats if seat in phones_of(table)]
    said = {*ready, *ready_for_phase(table)}
    return [seat for seat in with_phones or seats if seat not in said]


def seconds_for(table: Table, seconds: int, asked: Iterable[str]) -> int:
    """Return how long a window is open for these seats, -1 until all have answered, 0 for none."""
    seats = list(asked)
    if not seconds or not seats:
        return 0
    if still_asked(table, seats, ()):
        return seconds
    aloud = any(seat not in phones_of(table) for seat in seats)
    return (min(seconds, TO_SPEAK) if seconds > 0 else TO_SPEAK) if aloud else 0
