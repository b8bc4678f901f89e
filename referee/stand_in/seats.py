"""Who lets the referee play a seat, and until when (4.97.67)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.phones_at_seats import StandInLeft, StandInSits, phones_of, stand_ins
from referee.common.turn import PHASES, PhaseBegan
from referee.kernel import Chance, Command, Event, Objection, SeatCommand, Table, after, say
from referee.offers.offer import Offer
from referee.phases.bidding.events import BiddingBegan
from referee.phases.mentat.victory import winner

RULE = "4.97.67"


class LetRefereePlay(SeatCommand, by="both", own_form=True, grave=True):
    """Have the referee play a seat from now on, or until this phase ends: a seat is given away, so it is held."""

    for_phase: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat in stand_ins(table) and (self.for_phase or not stand_ins(table)[self.seat]):
            yield Objection(RULE, "The referee plays this seat already.", firm=True)
        elif self.for_phase and table.phase not in PHASES:
            yield Objection(RULE, "No phase is played yet. Let the referee play until somebody takes the seat.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield StandInSits(self.seat, table.phase if self.for_phase else "")


class FillEmptySeats(Command, by="table", own_form=True):
    """Have the referee play every seat that has no phone."""

    def objections(self, table: Table) -> Iterable[Objection]:
        if not empty_seats(table):
            yield Objection(RULE, "Every seat is taken, so there is none for the referee to play.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        for seat in empty_seats(table):
            yield StandInSits(seat)


def empty_seats(table: Table) -> tuple[str, ...]:
    """Return the seats that neither a phone nor the referee plays."""
    return tuple(seat for seat in table.seats if seat not in phones_of(table))


class PlayAgain(SeatCommand, by="both", own_form=True):
    """Play a seat that the referee played; without a phone it is free again."""

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat not in stand_ins(table):
            yield Objection(RULE, "The referee does not play this seat.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield StandInLeft(self.seat)


@after(PhaseBegan, rule=RULE)
@after(BiddingBegan, rule=RULE)
def for_one_phase(event: PhaseBegan | BiddingBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """The referee goes with the phase that it was asked to play."""
    for seat, until in tuple(stand_ins(table).items()):
        if until and until != table.phase:
            yield StandInLeft(seat)


def table_offers(table: Table) -> tuple[Offer, ...]:
    """Return the button for all empty seats at once, where there are two or more."""
    many = len(empty_seats(table))
    small = say("{n} seats without a phone", n=many)
    return (Offer(FillEmptySeats, "The referee plays the empty seats", RULE, small=small),) if many > 1 else ()


def chair_offers(table: Table, seat: str, *, mine: bool = False) -> tuple[Offer, ...]:
    """Return the buttons of a seat that the referee plays, or may play; ``mine`` on its own phone."""
    own = (("seat", seat),)
    if seat in stand_ins(table):
        return (Offer(PlayAgain, "Play this seat yourself" if mine else "Stop playing this seat", RULE, fixed=own),)
    if winner(table):
        return ()
    whole = Offer(LetRefereePlay, "Let the referee play this seat", RULE, fixed=own, small="until somebody takes it")
    phase = Offer(LetRefereePlay, "Let the referee play this phase", RULE, fixed=(*own, ("for_phase", "1")))
    return (whole, phase) if table.phase in PHASES else (whole,)
