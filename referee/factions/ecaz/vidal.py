"""Ecaz and Duke Vidal, and the earlier return of their other leaders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.common.factions import FACTIONS
from referee.common.turn import TurnBegan
from referee.factions.ecaz import ME, VIDAL
from referee.holdings.leaders import leaders_of
from referee.holdings.shared_discs import DiscSetAside, KeepsRevivedDisc, may_take, taken, who_has
from referee.kernel import Chance, Event, SeatEvent, State, Table, after, fixed, option, ruling, say
from referee.phases.revival.leaders import ALONE, WITH_OTHERS, Counts, LeaderPrice, MayRevive, Rank

RETURN, REVIVED, OWN_RULE = "2.11.28", "2.11.29", "2.11.09"
FALLEN, PRICE = 5, 5
fixed(MayRevive, REVIVED, True, seat=ME, leader=VIDAL)
AFTER_REVIVAL = option(
    "E6",
    "4.96.06",
    say("{leader}, revived by Ecaz", leader=VIDAL),
    ("ecaz", "With Ecaz", "Ecaz have him for their next battle."),
    ("aside", "Set aside", "Ecaz take him with their ambassador."),
)
AFTER_REVIVAL.decides(
    KeepsRevivedDisc, {"aside": lambda question, table, so_far: False if question.seat == ME else None}
)


@ruling(LeaderPrice, rule=REVIVED, seat=ME, leader=VIDAL)
def five_for_him(question: LeaderPrice, table: Table, so_far: int) -> int:
    """Half of that, rounded up, where his price is halved."""
    return PRICE if so_far == question.strength else (PRICE + 1) // 2


@ruling(Rank, rule=RETURN, seat=ME)
def when_five_have_fallen(question: Rank, table: Table, so_far: Counts) -> Counts | None:
    own = leaders_of(table, ME)
    enough = own is not None and len(own.face_up) + len(own.face_down) >= FALLEN
    return ALONE if enough and so_far == WITH_OTHERS else None


# -- taken by their ambassador ------------------------------------------------------------------------


class Loan(State):
    """To whom Ecaz have lent him, for this turn."""

    seat: str = ""


def is_free(table: Table) -> bool:
    """Return True if Ecaz may take him: he lives, and nobody has captured him."""
    seat = who_has(table, VIDAL)
    captive = bool(seat) and VIDAL not in FACTIONS[seat].shared
    return not captive and may_take(table, ME, VIDAL)


class VidalLent(SeatEvent, because=(OWN_RULE,)):
    def apply(self, table: Table) -> None:
        table.put(Loan(self.seat))


def lent(table: Table, seat: str, rule: str = OWN_RULE) -> Iterator[Event]:
    """Yield that a faction has him until the turn ends."""
    yield VidalLent(seat)
    yield from taken(table, seat, VIDAL, rule)


@after(TurnBegan, rule=OWN_RULE)
def the_loan_is_over(event: TurnBegan, table: Table, chance: Chance) -> Iterable[Event]:
    loan = table.state(Loan)
    if loan.seat:
        yield VidalLent("")
        if who_has(table, VIDAL) == loan.seat:
            yield DiscSetAside(VIDAL, (OWN_RULE,))
