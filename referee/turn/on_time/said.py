"""What the table screen says about time: the turn and the last one, what that assumes, how sure it is.

Everything is worked out when a phase begins and stands until the next one does, so no tap changes it; only that the
time is up is said once it is.
"""

from __future__ import annotations

from referee.common.turn import PHASES, phase_name
from referee.kernel import Table, Value, memoized, say, setting
from referee.offers.what_now import Says
from referee.phases.mentat.victory import TURNS, last_turn, winner
from referee.turn.on_time.end_time import END_TIME, ends_at, shown
from referee.turn.on_time.forecast import FOUR_IN_FIVE, Forecast, Usual, forecast
from referee.turn.on_time.last_turn import proposed, what_changes
from referee.turn.pace import Pace

RULE = "4.97.62"
LATE = 10.0  # minutes that a group stays on to finish a turn
TIMED = ("bidding", "revival", "shipment", "battle")  # phases that a table can hurry
LEAST = 2.0  # minutes worth saying
PRESSES = 1.5  # times as long as the rest is expected to last: with more than that, time does not press
HOPELESS = 0.6  # with less than that, no hurry in a phase keeps the time
MINUTE = 60_000


class TimeSaid(Value):
    """The turn in words, a title with lines, and the turn that is proposed as the last one, 0 for none."""

    turn: str
    title: str = ""
    lines: tuple[Says, ...] = ()
    last: int = 0
    up: bool = False  # the time is up


def plain(table: Table) -> str:
    if setting(table, TURNS) == TURNS.default:
        return say("Turn {turn}", turn=table.turn)
    return say("Turn {turn} of {n}", turn=table.turn, n=max(table.turn, last_turn(table)))


def wanted(table: Table) -> bool:
    """Return True if the table has set a number of turns or an end of the evening."""
    return setting(table, TURNS) != TURNS.default or setting(table, END_TIME) != END_TIME.default


@memoized
def time_said(table: Table, pace: Pace, usual: Usual, learned: bool, up: bool = False) -> TimeSaid:
    """Return what is said from the pace of a phase's beginning; ``learned`` if ``usual`` is from earlier evenings.

    ``up`` if the time is up since then.
    """
    agreed = setting(table, TURNS) != TURNS.default
    ends = ends_at(table, pace.began) if pace.began else 0
    if table.phase not in PHASES or winner(table) or not (agreed or ends) or not pace.began:
        return TimeSaid(plain(table))
    seen = forecast(usual, pace.spans, table.turn, table.phase)
    source = _source(pace, learned)
    if not ends:
        last = max(table.turn, last_turn(table))
        return TimeSaid(plain(table), say("Turn {n} is the last", n=last), (*_ending(seen, pace.began, last), source))
    left = (ends - pace.began) / MINUTE
    most = last_turn(table)
    fits = seen.fits(left + LATE, most)
    title = say("Until {time}", time=shown(ends))
    words = plain(table) if agreed else say("Turn {turn} of about {n}", turn=table.turn, n=fits)
    last = max(table.turn, most) if agreed else fits
    up = up or left <= 0
    told = () if up else _fitting(seen, pace.began, left, fits, most)
    lines = [*([Says("The time is up.")] if up else []), *(_ending(seen, pace.began, last) if agreed else told)]
    presses = HOPELESS <= left / seen.to_the_end(last)[0] <= PRESSES
    if table.phase in TIMED and presses and not up and (minutes := seen.keeps(last, left)) >= LEAST:
        phase = phase_name(table.phase)
        lines.append(Says(say("{phase}: {n} min keep you in time.", phase=phase, n=round(minutes))))
    proposal = proposed(table, fits)
    changes = what_changes(table, proposal) if proposal else ()
    return TimeSaid(words, title, (*lines, *([] if up and not agreed else [source]), *changes), proposal, up)


def _fitting(seen: Forecast, now: int, left: float, fits: int, most: int) -> tuple[Says, ...]:
    each = round(seen.each())
    few, many = (seen.fits(left + LATE, most, sure) for sure in (FOUR_IN_FIVE, -FOUR_IN_FIVE))
    if fits == seen.turn:
        return (*_ending(seen, now, fits), Says(say("No other turn of about {each} min fits after it.", each=each)))
    alone = Says(say("At {each} min a turn, turn {n} is the last that fits.", each=each, n=fits))
    if few == seen.turn and seen.phase == PHASES[-1]:
        return (alone, *_ending(seen, now, fits))  # no turn can be the last that is over already
    if few == many:
        return (alone,)
    words = "At {each} min a turn, turn {n} is the last that fits, most likely one of turns {few} to {many}."
    return (Says(say(words, each=each, n=fits, few=few, many=many)),)


def _ending(seen: Forecast, now: int, last: int) -> tuple[Says, ...]:
    mean, deviation = seen.to_the_end(last)
    early, about, late = (
        shown(now + round(MINUTE * max(0.0, mean + sure * deviation))) for sure in (-FOUR_IN_FIVE, 0, FOUR_IN_FIVE)
    )
    words = "Turn {n} ends about {about}, most likely between {early} and {late}."
    return (Says(say(words, n=last, about=about, early=early, late=late)),)


def _source(pace: Pace, learned: bool) -> Says:
    if any(span.turn > 1 for span in pace.spans) or len(pace.spans) >= len(PHASES):
        return Says("Estimated from your own pace tonight, without breaks.", RULE, mute=True)
    if learned:
        return Says("Estimated from your earlier evenings, without breaks.", RULE, mute=True)
    return Says("Estimated from what a game usually takes, without breaks.", RULE, mute=True)
