"""Purses: spice behind the shields, what players enter about it, gifts, and payments.

Amounts held are secret (1.11.01); prices paid are public. Players with tokens may enter amounts on their own phones or
leave them untracked; then a purse is ``FACE_DOWN`` and so are sums with it.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping

from referee.common.what_is_physical import spice_is_kept, spice_is_told
from referee.holdings.corrections import CorrectionExplained, CorrectionUndone, ShortageUndone, signed, why_corrected
from referee.kernel import (
    Amount,
    Called,
    Chance,
    Event,
    Objection,
    Public,
    Question,
    Sealed,
    Seat,
    SeatCommand,
    SeatEvent,
    Table,
    Typed,
    Whisper,
    ask,
    capital,
    known,
    listed,
    say,
    sealed,
)

MOST_CORRECTED = 99  # in one correction


def spice_of(table: Table, seat: str) -> int | None:
    """Return a faction's spice, ``None`` if this viewer does not know it."""
    spice = table.seats[seat].spice
    return spice if isinstance(spice, int) else None


def whole(amount: Amount, least: int = 0) -> bool:
    """Return True for a whole number of at least ``least``."""
    return isinstance(amount, int) and amount >= least


def put_behind(seat: Seat, amount: int) -> None:
    """Add an amount, which may be negative, to a purse; an unknown purse stays unknown."""
    seat.spice = seat.spice + amount


class PurseChanged(Event, abstract=True):
    """What is behind some shields is another amount now."""

    def purses(self) -> Collection[str]:
        """Return whose; what is no seat does no harm."""
        raise NotImplementedError


class SpiceTold(Whisper, PurseChanged, because=("4.94.02",)):
    """A player entered their spice on their own phone."""

    seat: Public[str]
    amount: Public[int]
    says = "{seat!n:The counts} {amount} spice behind the shield."

    def purses(self) -> Collection[str]:
        return {self.seat}

    def apply(self, table: Table) -> None:
        table.seats[self.seat].spice = self.amount


class PricePaid(PurseChanged):
    """A card was paid for: who paid which share, and to whom."""

    buyer: Public[str]
    price: Public[int]
    shares: Public[dict[str, int]]
    payee: Public[str]
    why: Public[tuple[str, ...]]

    def purses(self) -> Collection[str]:
        return {*self.shares, self.payee}

    def apply(self, table: Table) -> None:
        for seat, share in self.shares.items():
            put_behind(table.seats[seat], -share)
        if self.payee in table.seats:
            put_behind(table.seats[self.payee], self.price)
        else:
            table.bank += self.price

    def sentence(self, name: Called) -> str:
        own, whom = self.shares.get(self.payee, 0), name(self.payee)
        given = {seat: share for seat, share in self.shares.items() if seat != self.payee}
        if own and not given:
            words = "{payee:The covers} all {price} for {buyer}."
            return say(words, payee=whom, price=self.price, buyer=name(self.buyer))
        shares = given or {self.buyer: self.price}
        each = [say("{seat:pays} {share}", seat=name(seat), share=share) for seat, share in shares.items()]
        payers = capital(listed(each))
        if own:
            return say(
                "{payers} to {payee}, who {adds} {own}.", payers=payers, payee=whom, adds=whom.verb("adds"), own=own
            )
        return say("{payers} to {payee}.", payers=payers, payee=whom)


class SpiceGiven(Whisper, PurseChanged):
    giver: Public[str]
    taker: Public[str]
    amount: Public[int]
    why: Public[tuple[str, ...]] = ()
    says = "{giver!n:The gives} {amount} spice to {taker!n}."

    def purses(self) -> Collection[str]:
        return {self.giver, self.taker}

    def apply(self, table: Table) -> None:
        put_behind(table.seats[self.giver], -self.amount)
        put_behind(table.seats[self.taker], self.amount)


class MayGive(Question[bool], rule="1.10.02.03", answer=False):
    """May this faction hand spice to that one?

    The Emperor alone may, to an ally: the general rule is that players cannot, and a group may permit more.
    """

    giver: str
    taker: str


class GiveSpice(SeatCommand, by="seat", waits_for_powers=True):
    to: str
    amount: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.to not in table.seats or self.to == self.seat:
            yield Objection("1.10.02.03", "Give spice to another faction at this table. Choose one.", "BAD_INPUT")
            return
        answer = ask(table, MayGive(self.seat, self.to))
        if not answer.value:
            gifts = any(ask(table, MayGive(self.seat, other)).value for other in table.seats)
            code = "NOT_ALLIED" if gifts or len(answer.because) > 1 else "GIFT_NOT_ALLOWED"
            yield Objection(answer.because[0], "You may not give spice. Support your ally's bid, or pay a bribe.", code)
        yield from enough(table, self.seat, self.amount, answer.because[0])

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        why = ask(table, MayGive(self.seat, self.to)).because
        yield SpiceGiven(frozenset({self.seat, self.to}), self.seat, self.to, int(self.amount), why)


def enough(
    table: Table, seat: str, amount: Amount, rule: str, code: str = "SUPPORT_EXCEEDS_SPICE"
) -> Iterable[Objection]:
    """Object to an amount that is not whole and positive, or more than the purse holds."""
    own = spice_of(table, seat)
    if not whole(amount, 1):
        yield Objection(rule, "Enter a whole number of spice, 1 or more.", "BID_NOT_WHOLE")
    elif own is not None and amount > own:
        yield Objection(rule, say("You have {own} spice, not {amount}. Enter less.", own=own, amount=amount), code)


class TellSpice(SeatCommand, by="seat"):
    amount: int

    def objections(self, table: Table) -> Iterable[Objection]:
        if not spice_is_told(table):
            yield Objection("4.94.02", "At this table phones are not told about spice. Change that under Options.")
        elif not 0 <= self.amount <= 999:
            yield Objection("4.94.02", "Enter your spice as a whole number from 0 to 999.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield SpiceTold(frozenset({self.seat}), self.seat, self.amount)


class PurseCorrected(PurseChanged, because=("4.97.04",)):
    """The table put more or less behind a shield, and why; from what to what only its owner reads."""

    seat: Public[str]
    more: Public[int]
    reason: Public[Typed]
    was: Sealed[int]
    now: Sealed[int]
    difference = property(lambda event: signed(event.more))

    def purses(self) -> Collection[str]:
        return {self.seat}

    def undone(self) -> Iterable[Event]:
        yield CorrectionUndone(self.seat, "spice", self.more, self.reason)

    def apply(self, table: Table) -> None:
        table.seats[self.seat].spice = self.now
        if known(self.was) and known(self.now):
            table.bank -= self.now - self.was

    def pattern(self) -> str:
        unseen = "The table corrects {seat!n:'s} spice by {difference}: {reason}."
        seen = "The table corrects {seat!n:'s} spice by {difference}, from {was} to {now}: {reason}."
        return seen if known(self.was) and known(self.now) else unseen


class SpiceCorrected(PurseChanged, because=("4.97.04",)):
    """The spice behind a shield was set to a sum; the public explanation is an event of its own."""

    seat: Public[str]
    amount: Sealed[int]
    says = "{seat!n:The 's} spice was corrected."

    def purses(self) -> Collection[str]:
        return {self.seat}

    def apply(self, table: Table) -> None:
        table.seats[self.seat].spice = self.amount


class CorrectSpice(SeatCommand):
    """Put an amount behind a shield or take it away (``way`` more, less); an unknown purse counts from nothing.

    A purse never falls below 0, and no refusal says where that is: it would tell what lies behind the shield.
    """

    amount: int
    reason: str = ""
    way: str = "more"

    def objections(self, table: Table) -> Iterable[Objection]:
        if not spice_is_kept(table):
            yield Objection("4.97.04", "This table plays with spice tokens. Count those instead.", firm=True)
        elif self.way not in {"more", "less"} or not 0 < self.amount <= MOST_CORRECTED:
            yield Objection("4.97.04", "Choose more or less, and by how much: 1 to 99 spice.", firm=True)
        yield from why_corrected(self.reason)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        was, why = spice_of(table, self.seat), " ".join(self.reason.split())
        more = self.amount if self.way == "more" else -self.amount
        now = max(0, (was or 0) + more)
        if was is None:
            yield SpiceCorrected(self.seat, sealed(now, self.seat))
            yield CorrectionExplained(self.seat, "spice", was, now, why)
        else:
            yield PurseCorrected(self.seat, more, why, sealed(was, self.seat), sealed(now, self.seat))


# -- payments entered at the table ----------------------------------------------------


class NotPaid(SeatEvent, shows="purse"):
    """A price could not be paid; what it was for does not happen."""

    price: Public[int]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The} cannot pay {price} spice. Nothing happens."

    def undone(self) -> Iterable[Event]:
        yield ShortageUndone(self.seat, self.price)


def short_of(table: Table, sums: Mapping[str, int]) -> tuple[str, ...]:
    """Return whose purses are known to hold less than the sum named."""
    held = {payer: spice_of(table, payer) for payer in sums}
    return tuple(payer for payer, sum_ in sums.items() if (own := held[payer]) is not None and own < sum_)


def afforded(table: Table, sums: Mapping[str, int], why: tuple[str, ...]) -> Generator[Event, None, bool]:
    """Yield a correction for each purse that holds less than its sum, or ``NotPaid``; return True if all can pay."""
    for payer in short_of(table, sums):
        if not spice_is_told(table):
            yield NotPaid(payer, sums[payer], why)
            return False
        yield SpiceTold(frozenset({payer}), payer, sums[payer])
    return True
