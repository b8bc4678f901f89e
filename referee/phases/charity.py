"""CHOAM charity: who has 0 or 1 spice may claim up to 2, once a turn.

A claim is public. If spice is not tracked, the players pay it themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.common.phones_at_seats import on_own_phone
from referee.common.turn import OfTurn, PhaseBegan, by_hand, in_phase, of_turn
from referee.holdings.ledger import pay, silent
from referee.holdings.purse import spice_of
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Objection,
    Question,
    SeatCommand,
    SeatEvent,
    SeatQuestion,
    Table,
    after,
    ask,
    listed,
    phrase,
    say,
    together,
)
from referee.offers.answers import Asked, Reply, answers, may

CHARITY = phrase("spice.charity", "Charity")
FOR_ALL = phrase("spice.charity_for_all", "Charity for every faction")
HERE = "choam_charity"
ENOUGH = 2


class Claims(OfTurn):
    """Who has claimed charity in this turn."""

    seats: set[str] = field(default_factory=set)


def claims(table: Table) -> Claims:
    return of_turn(table, Claims)


class CharityDue(SeatQuestion[int], rule="1.03.01"):
    """How much spice may this faction claim? 0 for none."""

    def plain(self, table: Table) -> int:
        """An unknown purse may be empty."""
        own = spice_of(table, self.seat)
        return ENOUGH if own is None else max(0, ENOUGH - own)


class CharityTimes(Question[int], rule="1.03.01", answer=1):
    """How many times over is charity paid in this turn? Public: 0 for none.

    Only CHOAM's inflation token says so.
    """


class CharityIfRich(SeatQuestion[bool], rule="1.03.01", answer=False):
    """May this faction claim charity whatever it holds? Public.

    Only the Bene Gesserit may.
    """


class CharityFrom(SeatQuestion[tuple[tuple[str, int], ...]], rule="1.03.01"):
    """Who pays this much charity for this faction, and how much each?

    CHOAM only instead of the bank; a claim must know it before spice moves.
    """

    due: int

    def plain(self, table: Table) -> tuple[tuple[str, int], ...]:
        return ((BANK, self.due),)


class CharityAtOnce(Question[tuple[tuple[str, int], ...]], rule="1.03.01", answer=()):
    """Who is paid charity as the phase begins, and how much? It counts as their claim.

    CHOAM only; tables by hand and scripts without phases pay it too.
    """


class CharityClaimed(SeatEvent, because=("1.03.01", "1.03.02")):
    says = "{seat!n:The claims} charity."

    def apply(self, table: Table) -> None:
        table.put(claims(table)).seats.add(self.seat)


def paid_at_once(table: Table) -> Iterator[Event]:
    """Yield charity that is not claimed."""
    at_once = ask(table, CharityAtOnce())
    for seat, amount in at_once.value:
        if amount and seat not in claims(table).seats:
            yield CharityClaimed(seat)
            yield from pay(BANK, seat, amount, FOR_ALL(), at_once.because)
    yield from silent(at_once)


@after(PhaseBegan, rule="1.03.01")
def as_the_phase_begins(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    return paid_at_once(table) if event.phase == HERE and not by_hand(table, HERE) else ()


class NotPoor(SeatEvent, because=("1.03.01",), shows="purse"):
    """A claim entered for a player without a phone failed: they have 2 spice or more."""

    says = "{seat!n:The has} 2 spice or more, so they get no charity."


class ClaimCharity(SeatCommand, by="both", waits=True):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, HERE)
        yield from on_own_phone(table, self.seat, "1.03.01")
        if self.seat in claims(table).seats:
            sentence = "You have claimed charity this turn. Wait for the next turn."
            yield Objection("1.03.02", sentence, "ALREADY_CLAIMED")
            return
        due = ask(table, CharityDue(self.seat))
        if not due.value:
            own = spice_of(table, self.seat)
            rich = say("You have {own} spice; charity is for 0 or 1.", own=own)
            sentence = rich if own and own >= ENOUGH else "No charity is paid this turn. Wait for the next turn."
            yield Objection(due.because[0], sentence, "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        due = ask(table, CharityDue(self.seat))
        if not due.value:
            yield NotPoor(self.seat)
            return
        shares = ask(table, CharityFrom(self.seat, due.value))
        yield CharityClaimed(self.seat)
        for place, amount in shares.value:
            yield from pay(place, self.seat, amount, CHARITY(), ("1.03.01",), due, shares)


# -- answers ------------------------------------------------------------------------------------------


@answers
def charity(asked: Asked, table: Table) -> Reply | None:
    if not asked.seat:
        return None
    at_once = ask(table, CharityAtOnce())
    if amount := dict(at_once.value).get(asked.seat):
        words = say("You get {n} spice as the charity phase begins, without claiming it.", n=amount)
        if asked.seat in claims(table).seats:
            words = say("You have got your {n} spice of charity for this turn.", n=amount)
        return Reply(together(["Yes.", words]), (*at_once.because, "1.03.01"))
    due = ask(table, CharityDue(asked.seat))
    return may(ClaimCharity(asked.seat), table, say("You get {n} spice.", n=due.value), due.because)


@answers
def who_gets_charity(asked: Asked, table: Table) -> Reply | None:
    """Return what everybody may know of it: purses are secret."""
    if not (times := ask(table, CharityTimes())).value:
        return Reply("Nobody in this turn.", times.because)
    rich = {seat: ask(table, CharityIfRich(seat)) for seat in table.seats}
    always = [asked.name(seat) for seat, right in rich.items() if right.value]
    because = [rule for right in rich.values() if right.value for rule in right.because]
    words = "Anybody with no more than 1 spice."
    if always:
        words = together([words, say("Always: {seats}.", seats=listed(always))])
    return Reply(words, ("1.03.01", *because))
