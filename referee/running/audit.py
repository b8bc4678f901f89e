"""Conservation: everything is counted before and after each act, in the running table and when a file is checked.

What players enter for printed cards, tokens and sheets is believed; all of that is in the public history. From then on
it is counted too. What the table allows against an objection is counted like any other act.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.agreements.bribes import BribePaid
from referee.board.forces import ANYWHERE
from referee.board.forces_counted import ForcesToTanks
from referee.holdings.ledger import SpiceMoved
from referee.holdings.purse import PricePaid, SpiceGiven
from referee.kernel import Event, ObjectionWaived
from referee.knowledge.conserved import Counted, overdrawn, unbalanced

UNVERIFIED = {"TableSet", "SheetTaken", "PublicSheetTaken", "SpiceTold", "CardTold", "CardUntold", "CountCorrected"}
COUNTED = {"ForcesCounted", "ForcesNoted", "BattleBegun"}
EXPLAINED = "CorrectionExplained"
OPTION = "OptionChanged"


def breaks(before: Counted, now: Counted, events: Sequence[Event]) -> Iterator[str]:
    """Yield a clause for each thing that these events let appear from nothing or vanish."""
    if not _told(events):
        yield from unbalanced(before, now)
    yield from (f"{amount} spice are paid" for amount in map(_least_paid, events) if amount < 0)
    if _waived(events) or not _entered(events):
        yield from overdrawn(before, now)


def _least_paid(event: Event) -> int:
    """Return what a payment moves, the smallest share of a price: below nothing, the payer would be paid."""
    if isinstance(event, PricePaid):
        return min(event.shares.values(), default=0)
    return event.amount if isinstance(event, (SpiceMoved, SpiceGiven, BribePaid)) else 0


def _waived(events: Sequence[Event]) -> bool:
    return any(isinstance(event, ObjectionWaived) for event in events)


def _entered(events: Sequence[Event]) -> bool:
    """Return True if the table entered forces, or that some died without saying where they stood."""
    return any(
        type(event).__name__ in COUNTED or (isinstance(event, ForcesToTanks) and event.origin == ANYWHERE)
        for event in events
    )


def _told(events: Sequence[Event]) -> bool:
    """Return True if the table counted or entered something, or changed what it plays with physically (options P)."""
    names = {type(event).__name__ for event in events}
    physical = any(str(getattr(event, "key", "")).startswith("P") for event in events if type(event).__name__ == OPTION)
    return bool(names & UNVERIFIED) or physical or ("SpiceCorrected" in names and EXPLAINED not in names)
