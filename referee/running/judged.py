"""Imported games, judged act by act: cards that exist, sums that can be paid, and secrets that are their owners'."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.holdings.hands import KnownCards
from referee.holdings.setup import TableSet
from referee.kernel.events import Event, Sealed, known
from referee.kernel.rulings import ask
from referee.kernel.table import Card, card_name
from referee.running.acts import JournalAct
from referee.running.audit import Break, GameAudit, allowed

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
