"""The ledger: double entry for all spice, with a reason for each movement.

An account is a purse (a faction's id), the bribes in front of a shield (``front:`` and the id), a territory (``on:``
and its name) or the bank. Amounts are whole and never clamped: a command that would overdraw is refused before it
becomes an event. The bank counts from when the referee joined, so it may be negative; the sum of all accounts never
changes. Bribes and spice on the board are public; a purse that a viewer does not know stays unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import field
from typing import Any

from referee.common.factions import named
from referee.holdings.purse import PurseChanged, spice_of
from referee.kernel import (
    BANK,
    Answer,
    Called,
    Event,
    Objection,
    Phrase,
    Public,
    SeatEvent,
    State,
    SuspensionSpent,
    Table,
    listed,
    phrase,
    say,
    small,
    together,
    worded,
)


def front(seat: str) -> str:
    """Return the account in front of a faction's shield."""
    return f"front:{seat}"


def on(territory: str) -> str:
    """Return the account of a territory."""
    return f"on:{territory}"


class SpiceOnBoard(State):
    lying: dict[str, int] = field(default_factory=dict)


def lying(table: Table, territory: str) -> int:
    return table.state(SpiceOnBoard).lying.get(territory, 0)


def _enter(table: Table, place: str, amount: int) -> None:
    kind, _, name = place.rpartition(":")
    if place == BANK:
        table.bank += amount
    elif kind == "front":
        table.seats[name].bribes += amount
    elif kind == "on":
        board = table.put(table.state(SpiceOnBoard))
        board.lying[name] = board.lying.get(name, 0) + amount
    else:
        own = table.seats[place]
        own.spice = own.spice + amount


class SpiceMoved(PurseChanged):
    payer: Public[str]
    payee: Public[str]
    amount: Public[int]
    reason: Public[Phrase | str]
    why: Public[tuple[str, ...]]

    def purses(self) -> Collection[str]:
        return {self.payer, self.payee}

    def apply(self, table: Table) -> None:
        _enter(table, self.payer, -self.amount)
        _enter(table, self.payee, self.amount)

    def sentence(self, name: Called) -> str:
        kind, _, place = self.payer.rpartition(":")
        to, _, whose = self.payee.rpartition(":")
        reason, n = worded(self.reason, name), self.amount
        if kind == "front" and self.payee == BANK:
            words = "{place:The returns} {amount} from in front of the shield to the bank."
            return say(words, place=name(place), amount=n)
        if kind == "front":
            return say("{place:The takes} in {amount} from in front of the shield.", place=name(place), amount=n)
        if kind == "on" and self.payee == BANK:
            return say(LOST[reason], n=n, place=place) if reason in LOST else reason
        if kind == "on":
            return say(FROM, payee=name(self.payee), amount=n, place=place)
        if to == "on":
            return say("{n} spice appear in {place}.", n=n, place=whose)
        values = self.reason.values if isinstance(self.reason, Phrase) else {}
        if "places" in values:
            places = listed([str(place) for place in values["places"]])  # type: ignore[union-attr]
            words = "{payee:The collects} {amount} from {places}."
            return say(words, payee=name(self.payee), amount=n, places=places)
        if reason.startswith(INCOME):
            plain = reason.removeprefix(INCOME)  # of an old journal
            world = say("from {place}", place=str(values["place"])) if "place" in values else plain
            return say(PAID_OUT, payee=name(self.payee), amount=n, INCOME=world)
        of = {"amount": n, "reason": small(reason)}
        is_for = reason.lower().startswith("for ")
        if self.payer != BANK:
            whom = place_name(self.payee, name)
            return say(PAYS_FOR if is_for else PAYS, payer=name(self.payer), payee=whom, **of)
        if to == "front":
            return say(FRONT_FOR if is_for else FRONT, payee=name(whose), **of)
        return say(GETS_FOR if is_for else GETS, payee=name(whose), **of)


TAKEN_IN = phrase("spice.bribes", "Bribes taken in")
DEAR = "That costs {price} spice, and {seat:has} {own}."
PAYS = "{payer:The pays} {amount} to {payee}: {reason}."
PAYS_FOR = "{payer:The pays} {amount} to {payee} {reason}."
GETS = "{payee:The gets} {amount} from the bank: {reason}."
GETS_FOR = "{payee:The gets} {amount} from the bank {reason}."
FRONT = "{payee:The gets} {amount} from the bank, in front of the shield: {reason}."
FRONT_FOR = "{payee:The gets} {amount} from the bank, in front of the shield, {reason}."
INCOME = "Income "
PAID_OUT = "{payee:The collects} {amount} {INCOME}."
FROM = "{payee:The collects} {amount} from {place}."
LOST = {  # its name in earlier journals
    "Swallowed": "The worm swallows {n} spice in {place}.",
    "Lost to the storm": "The storm destroys {n} spice in {place}.",
    "Blown up": "{n} spice in {place} are blown up.",
}


def place_name(place: str, name: Callable[[str], str]) -> str:
    kind, _, own = place.rpartition(":")
    return {"front": say("in front of {seat}", seat=name(own)), "on": own}.get(kind) or name(place)


class SpiceLies(Event, because=("1.08.03",)):
    """Spice that was in a territory when the referee joined."""

    territory: Public[str]
    amount: Public[int]

    def apply(self, table: Table) -> None:
        table.put(table.state(SpiceOnBoard)).lying[self.territory] = self.amount


class BribesLie(SeatEvent, because=("1.12.02",)):
    """Spice that was in front of a shield when the referee joined."""

    amount: Public[int]

    def apply(self, table: Table) -> None:
        table.seats[self.seat].bribes = self.amount


def pay(
    payer: str, payee: str, amount: int, reason: Phrase, why: Iterable[str], *answers: Answer[Any]
) -> Iterator[SpiceMoved | SuspensionSpent]:
    """Yield a payment unless it is 0, and that suspensions in these answers are used up."""
    rules = tuple(dict.fromkeys((*why, *(rule for answer in answers for rule in answer.because))))
    if amount:
        yield SpiceMoved(payer, payee, amount, reason, rules)
    yield from silent(*answers)


def bribes_taken_in(table: Table, seats: Iterable[str] = ()) -> Iterator[Event]:
    """Yield that bribes of these factions, or of all, go behind their shields (1.09.01)."""
    for seat in seats or table.seats:
        waiting = table.seats[seat].bribes
        yield from pay(front(seat), seat, waiting, TAKEN_IN(), ("1.09.01", "1.12.02"))


def silent(*answers: Answer[Any]) -> Iterator[SuspensionSpent]:
    """Yield that the one-use suspensions in these answers are used up."""
    for rule in dict.fromkeys(rule for answer in answers for rule in answer.stopped):
        yield SuspensionSpent(rule)


def moved_on(table: Table, payer: str, payee: str, amount: int, reason: Phrase, rule: str) -> Iterator[Event]:
    """Yield that spice that was paid goes elsewhere, as far as the payer still has it."""
    left = amount if payer == BANK else spice_of(table, payer)
    yield from pay(payer, payee, amount if left is None else min(amount, left), reason, (rule,))


def too_dear(table: Table, seat: str, price: int, rule: str, says: str = DEAR) -> Iterable[Objection]:
    """Object if a purse that this viewer knows holds less than the price; bribes do not count."""
    own = spice_of(table, seat)
    if own is None or own >= price:
        return
    waiting = table.seats[seat].bribes
    words = say(says, price=price, seat=named(seat), own=own)
    if waiting and own + waiting >= price:
        bribes = say("The {n} in front of the shield cannot be spent before the Mentat Pause.", n=waiting)
        yield Objection("1.12.02", together([words, bribes]), "NOT_ENOUGH_SPICE", behind=(rule,))
    else:
        yield Objection(rule, together([words, "Spend less."]), "NOT_ENOUGH_SPICE")
