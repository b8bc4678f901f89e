"""Conservation: everything is counted before and after each act, in the running table and when a file is checked.

What players enter for printed cards, tokens and sheets is believed; all of that is in the public history. From then on
it is counted too. What the table allows against an objection is counted like any other act.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.kernel.commands import ObjectionWaived
from referee.kernel.events import REFEREE, Event
from referee.kernel.table import Table
from referee.phases.knowledge.conserved import Counted, count_all, overdrawn, unbalanced

UNVERIFIED = {"TableSet", "SheetTaken", "PublicSheetTaken", "SpiceTold", "CardTold", "CardUntold", "CountCorrected"}
EXPLAINED = "CorrectionExplained"
OPTION = "OptionChanged"


def breaks(before: Counted, now: Counted, events: Sequence[Event]) -> Iterator[str]:
    """Yield a clause for each thing that these events let appear from nothing or vanish."""
    if not _told(events):
        yield from unbalanced(before, now)
    if any(isinstance(event, ObjectionWaived) for event in events):
        yield from overdrawn(before, now)


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


def first_break(acts: Iterable[tuple[int, int, tuple[Event, ...]]]) -> tuple[int, str] | None:
    """Return number and problem of the first impossible act; acts are (number, time in ms, events)."""
    audit = GameAudit()
    for number, at, events in acts:
        for words in audit.hear(number, at, events):
            return number, words
    return None
