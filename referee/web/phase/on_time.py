"""The end of the evening on the table screen: the turn and the last one, and a calm panel where a table wants one."""

from __future__ import annotations

from dataclasses import replace

from flask import current_app

from referee.kernel import PUBLIC, Table
from referee.running.sitting import Sitting
from referee.turn.on_time.last_turn import agree_on
from referee.turn.on_time.said import TimeSaid, plain, time_said, wanted
from referee.web.app.context import table_asked
from referee.web.app.from_rooms import button_of, line_of_said
from referee.web.view_models.parts import Panel


def learn_the_pace(sitting: Sitting) -> None:
    """Learn from earlier evenings, where this table wants to know of time; the sitting must not be locked."""
    public = sitting.screen(PUBLIC)
    if wanted(public):
        current_app.extensions["games"].learn(table_asked(), len(public.seats))


def on_time(sitting: Sitting, public: Table, table: str) -> TimeSaid:
    """Return what is said about time; the sitting is locked."""
    if not wanted(public):
        return TimeSaid(plain(public))
    minutes, learned = current_app.extensions["games"].usual_of(table, len(public.seats))
    return time_said(public, sitting.pace()._replace(spent=0, heard=0, stopped=False), minutes, learned)


def on_time_panel(said: TimeSaid) -> tuple[Panel, ...]:
    """Return the panel about time, with the button that agrees on the last turn where that is proposed."""
    acts = (replace(button_of(agree_on(said.last)), go=False),) if said.last else ()
    return (Panel(said.title, tuple(map(line_of_said, said.lines)), "note", acts, id="on-time"),) if said.lines else ()
