"""Checks a game for conservation: its acts are folded again and everything is counted after each of them.

What players enter for printed cards, tokens and sheets is believed, and so is what the table allowed against an
objection; all of that is in the public history. From then on it is counted too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.kernel.events import REFEREE, Event
from referee.kernel.table import Card, Table
from referee.phases.knowledge import conserved

UNVERIFIED = {"TableSet", "SheetTaken", "PublicSheetTaken", "SpiceTold", "CardTold", "CardUntold", "CountCorrected"}
UNVERIFIED |= {"ObjectionWaived"}
EXPLAINED = "CorrectionExplained"
OPTION = "OptionChanged"


class GameAudit:
    def __init__(self) -> None:
        self.table = Table(REFEREE)
        self._cards: Counter[Card] | None = None
        self._spice: int | None = None
        self._wrong: set[str] = set()

    def hear(self, number: int, at: int, events: Iterable[Event]) -> Iterator[str]:
        """Fold an act and yield a sentence for each thing that appeared from nothing or vanished."""
        events = tuple(events)
        names = {type(event).__name__ for event in events}
        told = bool(names & UNVERIFIED) or any(map(_physical, events))
        told = told or ("SpiceCorrected" in names and EXPLAINED not in names)  # as older versions wrote it
        self.table.hear_act(number, at, events)
        cards, spice = conserved.cards(self.table), self._all_spice()
        if not told and self._cards is not None and cards is not None and any(conserved.moved(self._cards, cards)):
            more, less = conserved.moved(self._cards, cards)
            yield f"{more} treachery cards appear and {less} vanish"
        if not told and self._spice is not None and spice is not None and spice != self._spice:
            yield f"{abs(spice - self._spice)} spice {'appear' if spice > self._spice else 'vanish'}"
        wrong = set(conserved.too_many_or_too_few(self.table))
        yield from () if told else sorted(wrong - self._wrong)
        self._cards, self._spice, self._wrong = cards, spice, wrong

    def _all_spice(self) -> int | None:
        purses = conserved.purses(self.table)
        return None if purses is None else self.table.bank + sum(purses)


def _physical(event: Event) -> bool:
    """Return True if the table changed what it plays with physically (options P)."""
    return type(event).__name__ == OPTION and str(getattr(event, "key", "")).startswith("P")


def first_break(acts: Iterable[tuple[int, int, tuple[Event, ...]]]) -> tuple[int, str] | None:
    """Return number and problem of the first impossible act; acts are (number, time in ms, events)."""
    audit = GameAudit()
    for number, at, events in acts:
        for words in audit.hear(number, at, events):
            return number, words
    return None
