"""The end of the evening on the table screen: the turn and the last one, and a calm panel where a table wants one."""

from __future__ import annotations

from dataclasses import replace

from flask import current_app

from referee.kernel import PUBLIC, Table, say
from referee.running.sitting import Sitting
from referee.turn.on_time.end_time import is_up
from referee.turn.on_time.last_turn import agree_on, what_changes
from referee.turn.on_time.said import TimeSaid, plain, time_said, wanted
from referee.web.app.context import program, table_asked, way
from referee.web.app.event_lines import button_of, chip, line_of_said
from referee.web.phase import holdups
from referee.web.view_models.parts import Act, Line, Panel

STOP = "Stop now? *How it went* has ways to decide."


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
    pace, up = sitting.pace()._replace(spent=0, heard=0, stopped=False), is_up(public, sitting.moment())
    return time_said(public, pace, minutes, learned, up)


def on_time_panel(said: TimeSaid, *, beside: bool = True) -> tuple[Panel, ...]:
    """Return the panel about time, with the button that agrees on the last turn where that is proposed ``beside``.

    Else that and what it changes stand in the middle, and are not said twice.
    """
    acts, told = (last_turn_acts(said), said.lines) if beside else ((), [one for one in said.lines if not one.seat])
    lines = [*map(line_of_said, told)]
    lines[1:1] = [Line(STOP, "next", why=way("after.after"))] if said.up else []
    return (Panel(said.title, tuple(lines), "note", acts, id="on-time"),) if said.lines else ()


def last_turn_acts(said: TimeSaid) -> tuple[Act, ...]:
    return (replace(button_of(agree_on(said.last)), go=False, big=False),) if said.last else ()


def last_turn_lines(said: TimeSaid, public: Table) -> tuple[Line, ...]:
    """Return that a turn is proposed as the last, and what that would change."""
    if not said.last:
        return ()
    asked = Line(say("*Shall turn {turn} be the last?*", turn=said.last), chips=(chip("0.02"),))
    return (asked, *map(line_of_said, what_changes(public, said.last)))


def asked_in_the_middle(public: Table) -> bool:
    """Return True in the pause, unless a power or a question has the middle to itself, with a clock and buttons."""
    return public.phase == "mentat_pause" and not holdups.is_open(public)


def last_turn_on_phones(sitting: Sitting, public: Table) -> tuple[Line, ...]:
    """Return what is asked in the middle of the table in this pause."""
    if not asked_in_the_middle(public):
        return ()
    return tuple(replace(line, f="") for line in last_turn_lines(on_time(sitting, public, table_asked()), public))


def next_game() -> tuple[Line, ...]:
    """Return the way to a seat once the same people have set another table."""
    there = table_asked() in program.next_game
    return (Line("The next game is set. Take your seat.", "next", why=way("join.join")),) if there else ()
