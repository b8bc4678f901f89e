"""Whether every screen can show what an act leads to: asked before it is written, and when a file opens (4.97.28).

Screens draw what a viewer's table answers: what the public one and a seat's own offer, what is due, what halts the
game, the headline, what lies behind the shield. An answer that raises would end the evening, for every page asks again.
What is asked here is remembered (``kernel/memo``) and not made again when pages are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from traceback import walk_tb
from typing import NamedTuple

from referee.common.factions import named
from referee.kernel import PUBLIC, REFEREE, Event, Question, Table, as_seen_by
from referee.kernel.whereabouts import whereabouts
from referee.offers.offer import TABLE, behind_shield, halted, offers, secret_offers
from referee.offers.waiting import due
from referee.offers.what_now import at_a_glance, left_over, mark_of, stage_of, waits_for, what_now
from referee.phases.bidding.events import BidMade, Passed, TurnCame
from referee.running.acts import JournalAct, fold_acts

AUCTION = (BidMade, Passed, TurnCame)  # who is next and for how much: open pages draw all that is new


class ScreenFault(NamedTuple):
    """What raised: for which viewer, which question, the kind of error and where; never its words (P4)."""

    viewer: str
    question: str
    error: str
    place: str

    def __str__(self) -> str:
        return f"{self.error} for {self.viewer} in {self.question}. {self.place}"


class Unshowable(Exception):
    """An act leads to what a screen cannot show; it must not be written."""

    def __init__(self, fault: ScreenFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def fault_of(viewer: str, error: Exception) -> ScreenFault:
    """Return who asked what where something raised; the first question that was asked names it."""
    asked = (frame.f_locals.get("question") for frame, _ in walk_tb(error.__traceback__))
    question = next((type(one).__name__ for one in asked if isinstance(one, Question)), "its table")
    return ScreenFault(viewer, question, type(error).__name__, whereabouts(error))


def look(table: Table, events: Collection[Event] = ()) -> None:
    """Ask what screens show of this viewer's table, and how ``events``, the last ones, are told; raises what they do.

    Of a bid or a pass that leaves the card up, only what is drawn at once is asked.
    """
    whole = not events or not all(isinstance(event, AUCTION) for event in events)
    due(table)
    if table.viewer == PUBLIC:
        _in_the_open(table, whole)
    elif whole:
        secret_offers(table, table.viewer)
        behind_shield(table, table.viewer)
    for event in events if whole else ():
        heard = as_seen_by(event, table.viewer)
        if heard is not None and (heard is not event or table.viewer == PUBLIC):
            heard.sentence(named)
            heard.moment(named)


def _in_the_open(table: Table, whole: bool) -> None:
    stage_of(table)
    for seat in (TABLE, *table.seats):
        offers(table, seat)
    if whole:
        halted(table)
        what_now(table)
        waits_for(table)
        left_over(table)
        at_a_glance(table)
        for seat in table.seats:
            mark_of(table, seat)


def first_fault(
    table_of: Callable[[str], Table], viewers: Iterable[str], events: Collection[Event] = ()
) -> ScreenFault | None:
    """Return what raises for the first of these viewers whose screens could not be drawn."""
    for viewer in viewers:
        try:
            look(table_of(viewer), events)
        except Exception as error:
            return fault_of(viewer, error)
    return None


# -- a file whose last acts no screen can show --------------------------------------------------------


class Cut(NamedTuple):
    """Where a game must open: the number of the first act that cannot be shown, how many acts end there, and why."""

    first: int
    acts: int
    fault: ScreenFault


def cut(acts: Sequence[JournalAct]) -> Cut | None:
    """Return where these acts, which hold, must be cut to be shown, ``None`` if their end can be shown.

    Before the cut stands the last act that every viewer can be shown, as far as steps back find it: 1, 2, 4 ... acts,
    then halves. With ``first`` the number of the very first act, nothing of the game can be shown.
    """
    wrong = _fault_after(acts)
    if wrong is None:
        return None
    bad, good, step = len(acts), len(acts), 1
    while good > 0:
        good = max(0, bad - step)
        found = _fault_after(acts[:good]) if good else None
        if found is None:
            break
        bad, wrong, step = good, found, 2 * step
    while bad - good > 1:
        half = (bad + good) // 2
        found = _fault_after(acts[:half])
        good, bad, wrong = (half, bad, wrong) if found is None else (good, half, found)
    return Cut(acts[bad - 1].number, len(acts) - bad + 1, wrong)


def _fault_after(acts: Sequence[JournalAct]) -> ScreenFault | None:
    """Return what raises for the first viewer who cannot be shown the end of these acts."""
    try:
        seats = fold_acts(acts, REFEREE).seats
    except Exception as error:
        return fault_of(REFEREE, error)
    return first_fault(lambda viewer: fold_acts(acts, viewer).memoize(), (PUBLIC, *seats))
