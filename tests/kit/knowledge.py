"""Everything that each viewer knows, to compare running tables with folded ones; and what an act revealed.

What an act revealed is computed from knowledge, not from the events' own claims. Its maker learned something if the
command, decided on that seat's own table alone, gives another result. Another viewer did if something hidden became
visible to them, or a card they had never seen.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from referee.common.sealed_shuffles import OrderSealed
from referee.kernel import FACE_DOWN, PUBLIC, REFEREE, Command, Event, ObjectionWaived, Table, as_seen_by
from referee.kernel import known as is_known
from referee.kernel.carry_out import carry_out
from referee.kernel.events import opens
from referee.powers.karama_windows import announced_first
from referee.running.acts import JournalAct, fold_acts
from referee.running.dice import Dice
from referee.running.sitting import Sitting
from tests.kit import SIX
from tests.kit.players import CARDS

if TYPE_CHECKING:
    from tests.kit.evening import Evening

VIEWERS = (REFEREE, PUBLIC, *SIX)
Known = dict[str, dict[str, Any]]


def known_to(table: Table) -> dict[str, Any]:
    """Return all that a viewer knows, the history without act numbers and times."""
    plain = {field.name: getattr(table, field.name) for field in dataclasses.fields(table) if field.compare}
    del plain["act"], plain["at"]
    return deepcopy({**plain, "log": [heard.event for heard in table.log]}, {id(FACE_DOWN): FACE_DOWN})


def folded(acts: list[JournalAct]) -> Known:
    """Fold acts from the beginning for every viewer."""
    made = {viewer: Table(viewer) for viewer in VIEWERS}
    for act in acts:
        for event in act.events:
            for table in made.values():
                table.hear(event)
    return {viewer: known_to(table) for viewer, table in made.items()}


def all_known(evening: Evening) -> Known:
    """Return what everybody knows at the running table."""
    views = evening.sitting.views
    return {REFEREE: known_to(views.referee), **{viewer: known_to(table) for viewer, table in views.tables.items()}}


# -- what an act opened -----------------------------------------------------------------------------

UNTOLD = {"log", "asked", "act", "at", "viewer"}
PILES = {"deck", "discard", "hand", "row"}  # a card that moves among them is no news to viewers who saw it before
# cards shuffled face down; one's own sheet with lines that nobody can read; the bank pays what CHOAM cannot
COMES_OUT_OTHERWISE = {"LayBack", "TakeSheet", "ClaimCharity"}


def things(value: Any, *path: object) -> Iterator[tuple[tuple[object, ...], object]]:
    """Yield every value of a table with its path."""
    if isinstance(value, dict):
        inside: Any = value.items()
    elif isinstance(value, (list, tuple)):
        inside = enumerate(value)
    elif dataclasses.is_dataclass(value):
        inside = ((one.name, getattr(value, one.name)) for one in dataclasses.fields(value) if one.name not in UNTOLD)
    else:
        yield path, value
        return
    for key, one in inside:
        yield from things(one, *path, key)


def shown(before: Table, after: Table) -> list[object]:
    """Return what a viewer sees now that was hidden, or a card that was nowhere visible."""
    then, now = dict(things(before)), dict(things(after))
    seen = {value for value in then.values() if isinstance(value, str)}
    cards = [value for place, value in now.items() if isinstance(value, str) and _card(place, value) - seen]
    turned = [place for place, value in then.items() if value is FACE_DOWN and not PILES & {*place}]
    return cards + [now[place] for place in turned if _is_open(now.get(place))]


def _card(place: tuple[object, ...], value: str) -> set[str]:
    return {value} if value in CARDS or PILES & {*place} else set()


def _is_open(value: object) -> bool:
    return is_known(value) and value not in {None, ""}


def learned(command: Command, own: Table, act: JournalAct) -> bool:
    """Return True if the maker could not have predicted the result of this command, announced first or not."""
    heard = _heard(act.events, act.who)
    return all(_predicted(way, own, act.who) != heard for way in (announced_first(command, own), command))


def _predicted(command: Command, own: Table, who: str) -> list[Event] | None:
    try:
        return _heard(carry_out(command, own, Dice(1)), who)
    except Exception:
        return None


def _heard(events: Iterable[Event], viewer: str) -> list[Event]:
    """Return events as a viewer hears them, except sealed orders, which no seat could predict."""
    heard = (as_seen_by(event, viewer) for event in events if not isinstance(event, OrderSealed))
    return [event for event in heard if event is not None]


def opened(command: Command, acts: Sequence[JournalAct], viewers: Collection[str]) -> bool:
    """Return True if the last of these acts, made by this command, revealed something to anybody."""
    *before, last = acts
    if any(isinstance(event, ObjectionWaived) for event in last.events):
        return False  # that was the table's word
    others = (viewer for viewer in viewers if viewer != last.who)
    if any(shown(fold_acts(before, viewer), fold_acts(acts, viewer)) for viewer in others):
        return True
    return type(command).__name__ not in COMES_OUT_OTHERWISE and learned(command, fold_acts(before, last.who), last)


class Watch:
    """Checks acts of seats: a seat alone cannot undo what revealed something, and can undo everything else."""

    def __init__(self) -> None:
        self.opened, self.harmless = set[str](), set[str]()
        self._seen = set[tuple[str, ...]]()

    def look(self, sitting: Sitting, command: Command, seat: str) -> None:
        """Judge the act that this command just made, and try to undo it if it revealed something."""
        acts, told = sitting.acts(), len(sitting.views.referee.log)
        if seat not in sitting.screen(PUBLIC).seats or told != sum(len(act.events) for act in acts):
            return  # the table screen, or a test that let viewers hear what is in no act
        if self.judge(command, acts, sitting.views.tables):
            assert sitting.slip(seat) is None, command
            assert not sitting.undo(seat).done and sitting.acts() == acts, command
        else:
            assert sitting.undoable() is not acts[-1] or sitting.slip(seat) is acts[-1], command

    def judge(self, command: Command, acts: Sequence[JournalAct], viewers: Collection[str]) -> bool:
        """Return whether the last act's events claim that it revealed something; if not, it must be so."""
        last, name = acts[-1], type(command).__name__
        if any(opens(event, last.who) for event in last.events):
            self.opened.add(name)
            return True
        self.harmless.add(name)
        kinds = (name, *(type(event).__name__ for event in last.events))
        if kinds not in self._seen:  # to find out takes a while, and most acts are like others
            self._seen.add(kinds)
            assert not opened(command, acts, viewers), (command, last.events)
        return False
