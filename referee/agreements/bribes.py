"""Bribes: from the first storm to the Mentat Pause, in which they go behind the shields.

The table enters bribes for a player without a phone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from referee.common.phones_at_seats import on_own_phone, phones_of
from referee.common.turn import in_phase
from referee.holdings.ledger import bribes_taken_in
from referee.holdings.purse import PurseChanged, afforded, enough, put_behind, spice_of
from referee.kernel import (
    Amount,
    Chance,
    Event,
    Objection,
    Public,
    Question,
    SeatCommand,
    Table,
    adds,
    ask,
    memoized,
    ruling,
)
from referee.offers.offer import TABLE, Blank, Offer, Offers, seat_and_sum, seats_of


class BribePaid(PurseChanged, because=("1.12.01", "1.12.02")):
    giver: Public[str]
    taker: Public[str]
    amount: Public[int]
    says = "{giver!n:The pays} {taker!n} a bribe of {amount}."

    def purses(self) -> Collection[str]:
        return {self.giver}

    def apply(self, table: Table) -> None:
        """It stays in front of the shield until the Mentat Pause."""
        put_behind(table.seats[self.giver], -self.amount)
        table.seats[self.taker].bribes += self.amount


NO_BRIBES = "Nobody may pay bribes now. Wait until bribes are allowed again."
NOT_NOW = {
    "1.12.04": "No bribes before the first storm. Wait for it.",
    "4.93.11": "This table plays without bribes. Agree on something else.",
    "1.12.05": "No bribes in the Mentat Pause. Wait for the next turn.",
}


class BribesNow(Question[bool], rule="1.12.01", answer=True):
    """May bribes be paid at this moment?"""


class Bribe(SeatCommand, by="seat", own_form=True, waits_for_powers=True):
    """Bribe another faction; judged on the payer's own table, which alone knows the purse."""

    to: str
    amount: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        now = ask(table, BribesNow())
        if not now.value:
            yield Objection(now.because[0], NOT_NOW.get(now.because[0], NO_BRIBES), "NO_BRIBES_NOW")
        if self.to not in table.seats or self.to == self.seat:
            words = "A bribe goes to another faction. Choose one at this table."
            yield Objection("1.12.01", words, "BAD_INPUT", firm=True)
        elif table.ally(self.seat) == self.to:
            yield Objection(
                "1.12.01",
                "Allies do not bribe each other. Choose another faction.",
                "BRIBE_BETWEEN_ALLIES",
                behind=("1.12.00",),
            )
        else:
            yield from enough(table, self.seat, self.amount, "1.12.01", "NOT_ENOUGH_SPICE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield BribePaid(self.seat, self.to, int(self.amount))


@ruling(BribesNow, rule="1.12.04")
def not_during_setup(question: BribesNow, table: Table, so_far: bool) -> bool | None:
    return False if table.phase == "setup" or (table.phase == "lobby" and table.turn == 1) else None


@ruling(BribesNow, rule="1.12.05")
def not_in_the_mentat_pause(question: BribesNow, table: Table, so_far: bool) -> bool | None:
    return False if table.phase == "mentat_pause" else None


class LayBribe(Bribe, by="both", own_form=True):
    """Bribe for a player without a phone."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from on_own_phone(table, self.seat, "1.12.01")
        yield from super().objections(table)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from afforded(table, {self.seat: int(self.amount)}, ("1.12.01",))):
            yield from super().decide(table, chance)


@adds(Offers, rule="1.12.01")
def a_bribe_from_the_table(question: Offers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if seat == TABLE or seat in phones_of(table) or not ask(table, BribesNow()).value:
        return ()
    others = tuple(pair for pair in seats_of(table) if pair[0] not in {seat, table.ally(seat)})
    blanks = (Blank("to", "Bribes", "select", choices=others), Blank("amount", "Spice", "number", 1, 99, "1"))
    return (Offer(LayBribe, "Pay a bribe", "1.12.01", blanks, aside=True),) if others else ()


class TakeBribes(SeatCommand, by="both", waits=True):
    def open_to_seat(self, table: Table) -> bool:
        return bool(table.seats[self.seat].bribes)

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "mentat_pause")
        if not table.seats[self.seat].bribes:
            yield Objection("1.09.01", "Nothing lies in front of your shield.", "NOTHING_TO_COLLECT")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from bribes_taken_in(table, (self.seat,))


def bribes_heard(table: Table, seat: str) -> Iterator[BribePaid]:
    """Yield the bribes that a faction got in this phase, the last first, until it has done something since."""
    for event in _since_bribed(table):
        if seat in {getattr(event, "seat", ""), getattr(event, "giver", "")}:
            return
        if isinstance(event, BribePaid) and event.taker == seat:
            yield event


@memoized
def _since_bribed(table: Table) -> tuple[Event, ...]:
    """Return what was heard in this phase, the last first, none without a bribe: the same for all phones."""
    return tuple(table.since[::-1]) if BribePaid in {type(event) for event in table.since} else ()


def bribe(table: Table, seat: str) -> tuple[Offer, ...]:
    """Return the bribe offer of a player's own phone."""
    to = [other for other in table.seats if other not in {seat, table.ally(seat)}]
    if not to or table.phase == "lobby" or spice_of(table, seat) == 0 or not ask(table, BribesNow()).value:
        return ()
    return (Offer(Bribe, "Pay a bribe", blanks=seat_and_sum(to, "Spice, in the open", 1, spice_of(table, seat))),)
