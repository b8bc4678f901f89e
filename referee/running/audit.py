"""Conservation: everything is counted before and after each act, in the running table and when a file is checked.

What players enter for printed cards, tokens and sheets is believed; all of that is in the public history. From then on
it is counted too. What the table allows against an objection is counted like any other act.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from referee.holdings.hands import KnownCards
from referee.holdings.ledger import SpiceMoved
from referee.holdings.purse import PricePaid, SpiceGiven
from referee.holdings.setup import TableSet
from referee.kernel.commands import ObjectionWaived
from referee.kernel.events import REFEREE, Event, Sealed, known
from referee.kernel.phrases import title_of
from referee.kernel.rulings import ask
from referee.kernel.table import Card, Table, card_name
from referee.phases.agreements.bribes import BribePaid
from referee.phases.knowledge.conserved import Counted, count_all, overdrawn, unbalanced
from referee.running.acts import JournalAct

UNVERIFIED = {"TableSet", "SheetTaken", "PublicSheetTaken", "SpiceTold", "CardTold", "CardUntold", "CountCorrected"}
EXPLAINED = "CorrectionExplained"
OPTION = "OptionChanged"


def breaks(before: Counted, now: Counted, events: Sequence[Event]) -> Iterator[str]:
    """Yield a clause for each thing that these events let appear from nothing or vanish."""
    if not _told(events):
        yield from unbalanced(before, now)
    yield from (f"{amount} spice are paid" for amount in map(_least_paid, events) if amount < 0)
    if any(isinstance(event, ObjectionWaived) for event in events):
        yield from overdrawn(before, now)


def _least_paid(event: Event) -> int:
    """Return what a payment moves, the smallest share of a price: below nothing, the payer would be paid."""
    if isinstance(event, PricePaid):
        return min(event.shares.values(), default=0)
    return event.amount if isinstance(event, (SpiceMoved, SpiceGiven, BribePaid)) else 0


def _told(events: Sequence[Event]) -> bool:
    """Return True if the table counted or entered something, or changed what it plays with physically (options P)."""
    names = {type(event).__name__ for event in events}
    physical = any(str(getattr(event, "key", "")).startswith("P") for event in events if type(event).__name__ == OPTION)
    return bool(names & UNVERIFIED) or physical or ("SpiceCorrected" in names and EXPLAINED not in names)


class GameAudit:
    def __init__(self) -> None:
        self.table = Table(REFEREE)
        self.counted = count_all(self.table)

    def hear(self, number: int, at: int, events: Iterable[Event]) -> Iterator[str]:
        """Fold an act and yield a clause for each thing that appeared from nothing or vanished."""
        before, events = self.counted, tuple(events)
        self.table.hear_act(number, at, events)
        self.counted = count_all(self.table)
        yield from breaks(before, self.counted, events)


class Break(NamedTuple):
    """An act that does not add up: its number, a clause, and what rules said against it that the table allowed."""

    act: int
    words: str
    allowed: tuple[str, ...]

    def sentence(self) -> str:
        """Say who may be to blame: what is refused today was written down by older versions."""
        if self.allowed:
            return f"{self.words}. The file says that the table allowed this; older versions did not count it first."
        return f"{self.words}. Somebody changed the file, or an older version of the referee made a mistake there."


Acts = Iterable[tuple[int, int, Sequence[Event]]]


def allowed(events: Iterable[Event]) -> tuple[str, ...]:
    """Return what the table allowed in an act: the rules by their titles, in old files what they had said."""
    return tuple(event.words or title_of(event.rule) for event in events if isinstance(event, ObjectionWaived))


def all_breaks(acts: Acts) -> Iterator[Break]:
    """Yield every act that lets something appear or vanish; acts are (number, time in ms, events)."""
    audit = GameAudit()
    for number, at, events in acts:
        if words := list(audit.hear(number, at, events)):
            yield Break(number, ", ".join(words), allowed(events))


# -- an imported game: cards that exist, sums that can be paid, and secrets that are their owners' -----

MOST_PAID = 100  # spice in one payment; the largest that any rule makes is below it


def first_impossible(acts: Iterable[JournalAct]) -> Break | None:
    """Return the first act that no table can have made."""
    audit = GameAudit()
    for act in acts:
        found = [*audit.hear(act.number, act.at, act.events), *_strange(act.events)]
        if any(isinstance(event, TableSet) for event in act.events):
            found += [*sorted(audit.counted.wrong), *_told_to_others(act.events)]
        names = {*ask(audit.table, KnownCards()).value}
        held: Iterable[Card] = audit.counted.cards or ()
        found += (f"there is no card {card[:40]}" for card in held if known(card) and card_name(card) not in names)
        if found:
            return Break(act.number, found[0], allowed(act.events))
    return None


def _strange(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        for name in ("amount", "price"):
            amount = getattr(event, name, 0)
            if isinstance(amount, int) and not 0 <= amount <= MOST_PAID:
                yield f"{amount} spice are paid at once"


def _told_to_others(events: Iterable[Event]) -> Iterator[str]:
    """Yield whose hand or purse another seat could see when the table was set up."""
    for event in events:
        seat = getattr(event, "seat", "")
        envelopes = [value for value in vars(event).values() if isinstance(value, Sealed)]
        if seat and any(envelope.to - {seat} for envelope in envelopes):
            yield "a secret is told to another player"
