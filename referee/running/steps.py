"""Which acts the table's undo takes back as one step."""

from __future__ import annotations

from collections.abc import Collection
from itertools import islice

from referee.kernel.events import Event
from referee.powers.karama_windows import AnnouncementOver, WindowOpened
from referee.powers.who_answers import SeatReadyForPhase
from referee.powers.windows import SeatReady
from referee.running.acts import JournalAct, is_news


def one_step(acts: list[JournalAct], of_table: Collection[str]) -> list[JournalAct]:
    """Return the acts that the table's undo takes back as one, the last of them public; none if nothing was told.

    An announced power, the answers to it and what came of it are one step, so that undo does not open its window anew;
    not if the power was stopped, nor if the table itself (``of_table``) closed the window.
    """
    news = (act for act in reversed(acts) if any(map(is_news, act.events)))
    step = list(islice(news, 1))
    if not step or step[0].who in of_table or not any(_lets_pass(event) for event in step[0].events):
        return step
    for act in news:
        if not all(isinstance(event, SeatReady | SeatReadyForPhase | WindowOpened) for event in act.events):
            break
        step.append(act)
        if any(isinstance(event, WindowOpened) and event.wish for event in act.events):
            return step[::-1]
    return step[:1]


def _lets_pass(event: Event) -> bool:
    return isinstance(event, AnnouncementOver) and not event.stopped
