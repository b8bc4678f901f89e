"""Time spent: how long each player was waited for, and how long each phase took, from the moments the events bear.

The public table is folded once more; the time between two acts that everybody heard belongs to the player who had the
turn alone in between. A stopped clock and a long silence are breaks and count for nobody. What only some heard moves
nothing here, so that the figures tell no secret.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from flask import Blueprint, Response, redirect, url_for

from referee.common.factions import faction_name
from referee.common.turn import PHASES, phase_name
from referee.kernel import PUBLIC, State, Table
from referee.phases.mentat.victory import winner
from referee.running.acts import JournalAct
from referee.running.sitting import Sitting
from referee.turn.clock import ClockPaused, ClockResumed
from referee.turn.pace import BREAK_MS
from referee.turn.time_limits import on_clock
from referee.web.app.event_lines import chip, short
from referee.web.http.guard import viewer
from referee.web.view_models.after import Times, TimesRow


class Spent(State):
    """Milliseconds by turn for each seat, and by phase; a new turn begins when the turn comes to somebody else."""

    seats: dict[str, list[int]] = field(default_factory=dict)
    phases: dict[str, int] = field(default_factory=dict)

    def add(self, phase: str, seat: str, ms: int, *, fresh: bool) -> None:
        self.phases[phase] = self.phases.get(phase, 0) + ms
        if seat:
            turns = self.seats.setdefault(seat, [])
            if fresh or not turns:
                turns.append(0)
            turns[-1] += ms


def spent(acts: Iterable[JournalAct], *, seats: bool = True) -> Spent:
    """Return the time spent, from acts that hold, in order (4.97.14); that of ``seats`` takes long."""
    table, made = Table(PUBLIC), Spent()
    last, paused, before = 0, False, ("", "")
    for act in acts:
        now = (table.phase, on_clock(table) if seats else "")
        heard = table.hear_act(act.number, act.at, act.events)
        if not heard:
            continue
        if last and not paused and act.at - last <= BREAK_MS:
            made.add(*now, max(0, act.at - last), fresh=now != before)
        last, before = act.at, now
        for event in heard:
            paused = isinstance(event, ClockPaused) or (paused and not isinstance(event, ClockResumed))
    return made


def clock_words(ms: int) -> str:
    return f"{ms // 60_000}:{ms // 1000 % 60:02}"


pages = Blueprint("times", __name__)


@pages.get("/t/<table>/times")
@viewer("public")
def times(table: str) -> Response:
    return redirect(url_for("after.after", _anchor="times"), 308)  # type: ignore[return-value]


def times_of(sitting: Sitting) -> Times:
    """Return how long each phase took, and once the game is over whom the table waited for.

    The sitting must not be locked: nobody's tap waits for a long game to be folded.
    """
    with sitting.locked():
        acts, public = [*sitting.acts()], sitting.screen(PUBLIC)
        over = winner(public) is not None
    found = spent(acts, seats=over)
    return Times(_players(found, public) if over else (), _phases(found), chip("4.97.14"))


def _players(found: Spent, public: Table) -> tuple[TimesRow, ...]:
    rows = []
    for seat, own in public.seats.items():
        turns = found.seats.get(seat, [])
        total, most = sum(turns), max(turns, default=0)
        mean = total // len(turns) if turns else 0
        cells = (str(len(turns)), clock_words(total), clock_words(mean), clock_words(most))
        rows.append(TimesRow(faction_name(seat), cells, short(seat), own.player))
    return tuple(rows)


def _phases(found: Spent) -> tuple[TimesRow, ...]:
    known = [phase for phase in PHASES if phase in found.phases]
    return tuple(TimesRow(phase_name(phase), (clock_words(found.phases[phase]),)) for phase in known)
