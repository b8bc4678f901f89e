"""What others pay: a share for the Spice Banker, and what the Bureaucrat sends to the bank. Once in each phase.

The game waits for the Bureaucrat's answer, before who was paid can spend it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.common.turn import in_this_phase
from referee.holdings.leaders import home_of
from referee.holdings.ledger import SpiceMoved, front, pay
from referee.holdings.purse import PricePaid, spice_of
from referee.kernel import BANK, Chance, Event, Public, SeatEvent, State, Table, after, option, phrase, say, setting
from referee.modules.leader_skills import BANKER, BUREAUCRAT, CARDS, SkillLost
from referee.modules.leader_skills.skill_with_leader import Skills, open_skill
from referee.offers.choices import Choice

FROM, SHARE, LARGE, PART = 4, 1, 5, 2
EARNED = phrase("skills.banked", "For the Spice Banker")
SENT_ON = phrase("skills.sent_to_the_bank", "Sent to the bank by the Bureaucrat")


def owner_of(table: Table, card: str) -> str:
    """Return the faction with this card in front of its shield, "" for none."""
    if table.get(Skills) is None:
        return ""
    found = ((seat, open_skill(table, seat)) for seat in table.seats)
    return next((seat for seat, lying in found if lying and lying.card == card), "")


def used_in_phase(table: Table, rule: str) -> bool:
    return any(
        event.rules()[:1] == (rule,) for event in in_this_phase(table) if isinstance(event, (SpiceMoved, SentOn))
    )


def payments(event: SpiceMoved | PricePaid) -> Iterator[tuple[str, str, int]]:
    """Yield who paid whom, and how much."""
    if isinstance(event, SpiceMoved):
        yield event.payer, event.payee, event.amount
    else:
        for seat, share in event.shares.items():
            yield seat, event.payee, share


# -- the bank is paid ---------------------------------------------------------------------------------


def _earns(event: SpiceMoved | PricePaid, table: Table) -> Iterable[Event]:
    owner = owner_of(table, BANKER)
    if not owner or used_in_phase(table, CARDS[BANKER]):
        return
    paid = (
        (payer, amount) for payer, payee, amount in payments(event) if payee not in table.seats and ":" not in payee
    )
    if any(payer in table.seats and payer != owner and amount >= FROM for payer, amount in paid):
        yield from pay(BANK, front(owner), SHARE, EARNED(), (CARDS[BANKER],))


@after(SpiceMoved, rule=CARDS[BANKER])
def one_for_the_banker(event: SpiceMoved, table: Table, chance: Chance) -> Iterable[Event]:
    return _earns(event, table)


@after(PricePaid, rule=CARDS[BANKER])
def one_for_a_card(event: PricePaid, table: Table, chance: Chance) -> Iterable[Event]:
    return _earns(event, table)


BANKED = option(
    "E33",
    "4.96.33",
    "Spice in front of the shield when the Spice Banker dies",
    ("stays", "It stays", "The faction takes it in the Mentat Pause."),
    ("bank", "It goes back", "What the Banker brought since the last Mentat Pause goes to the bank."),
)
GONE = phrase("skills.banked_lost", "The Spice Banker is dead")


def banked(table: Table, owner: str) -> int:
    """Return what the Banker brought that still lies in front of the shield."""
    total = 0
    for heard in reversed(table.log):
        event = heard.event
        if isinstance(event, SpiceMoved) and event.payer == front(owner):
            break
        if isinstance(event, SpiceMoved) and event.payee == front(owner) and event.rules()[:1] == (CARDS[BANKER],):
            total += event.amount
    return total


@after(SkillLost, rule="4.96.33")
def back_to_the_bank(event: SkillLost, table: Table, chance: Chance) -> Iterable[Event]:
    owner = home_of(event.leader)
    if event.skill == BANKER and owner in table.seats and setting(table, BANKED) == "bank":
        due = min(banked(table, owner), table.seats[owner].bribes)
        yield from pay(front(owner), BANK, due, GONE(), ("4.96.33",))


# -- another player is paid ---------------------------------------------------------------------------


class LargePayment(State):
    """The payments of one act that the Bureaucrat may touch: to whom, first come first, in which turn and phase."""

    to: tuple[str, ...]
    turn: int
    phase: str


class PaidMuch(SeatEvent, because=(CARDS[BUREAUCRAT],)):
    """A player was paid so much that the Bureaucrat may send part of it to the bank."""

    def apply(self, table: Table) -> None:
        last = table.get(LargePayment)
        first = last.to if last and (last.turn, last.phase) == (table.turn, table.phase) else ()
        table.put(LargePayment(tuple(dict.fromkeys((*first, self.seat))), table.turn, table.phase))


class SentOn(SeatEvent, because=(CARDS[BUREAUCRAT],), drops=LargePayment):
    """The Bureaucrat sent part of a payment to the bank."""

    of: Public[str]
    says = "{seat!n:The sends} part of what {of!n:was} paid to the bank."


class PaymentLeft(SeatEvent, because=(CARDS[BUREAUCRAT],)):
    """The Bureaucrat leaves a payment as it is."""

    says = "{seat!n:The leaves} that payment as it is."

    def apply(self, table: Table) -> None:
        last = table.get(LargePayment)
        if last is not None and last.to[1:]:
            table.put(replace(last, to=last.to[1:]))
        else:
            table.drop(LargePayment)


def touchable(table: Table, seat: str) -> str:
    """Return of whose payment this seat may send a part to the bank now, "" for nobody's."""
    last = table.get(LargePayment)
    if last is None or (last.turn, last.phase) != (table.turn, table.phase):
        return ""
    mine = bool(seat) and owner_of(table, BUREAUCRAT) == seat
    return last.to[0] if mine and not used_in_phase(table, CARDS[BUREAUCRAT]) else ""


def _large(event: SpiceMoved | PricePaid, table: Table) -> Iterable[Event]:
    owner = owner_of(table, BUREAUCRAT)
    if owner and not used_in_phase(table, CARDS[BUREAUCRAT]):
        for payer, payee, amount in payments(event):
            if {payer, payee} <= set(table.seats) - {owner} and payer != payee and amount >= LARGE:
                yield PaidMuch(payee)


@after(SpiceMoved, rule=CARDS[BUREAUCRAT])
def to_another_player(event: SpiceMoved, table: Table, chance: Chance) -> Iterable[Event]:
    return _large(event, table)


@after(PricePaid, rule=CARDS[BUREAUCRAT])
def to_another_for_a_card(event: PricePaid, table: Table, chance: Chance) -> Iterable[Event]:
    return _large(event, table)


class ToAnother(NamedTuple):
    """Of whose payment this seat may send a part to the bank."""

    seat: str
    to: str


class BureaucratChoice(Choice[ToAnother], abstract=True):
    """The Bureaucrat's answer to a large payment."""

    rule = CARDS[BUREAUCRAT]
    halts, slots = "{to:The was} paid {n} or more. First {seat} {does}.", {"n": LARGE, "part": PART}

    @classmethod
    def waiting(cls, table: Table) -> ToAnother | None:
        seat = owner_of(table, BUREAUCRAT) if table.get(LargePayment) is not None else ""
        to = touchable(table, seat)
        return ToAnother(seat, to) if to else None


class SendToBank(BureaucratChoice, by="both"):
    """Send 2 of what a player was paid to the bank."""

    nothing = say("You can do that once a phase, after another player is paid {n} or more by somebody else.", n=LARGE)
    does, you = "answers as the Bureaucrat", "send {part} of what {to:was} paid to the bank, or leave it"
    button = "Send {part} of what {to:was} paid to the bank"

    def outcome(self, table: Table, now: ToAnother, chance: Chance) -> Iterator[Event]:
        purse = spice_of(table, now.to)
        yield SentOn(self.seat, now.to)
        yield from pay(now.to, BANK, PART if purse is None else min(PART, purse), SENT_ON(), (CARDS[BUREAUCRAT],))


class LeavePayment(BureaucratChoice, by="both", becomes=PaymentLeft):
    """Send nothing of it; a later payment of the phase may be touched."""

    nothing = "No payment waits for your answer."
    button = "Leave it"
