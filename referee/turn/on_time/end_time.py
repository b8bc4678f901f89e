"""Option N2: when the evening ends. The laptop's own time zone says when a clock shows that time."""

from __future__ import annotations

from datetime import datetime, timedelta

from referee.kernel import Table, option, setting

OVERTIME = timedelta(hours=6)  # that long after the end it is still tonight's

END_TIME = option(
    "N2",
    "4.97.62",
    "End of the evening",
    ("none", "No end time", "The table screen says nothing about time."),
    ("22:00", "22:00", "The table screen says how many turns fit until then."),
    ("23:00", "23:00", "The table screen says how many turns fit until then."),
    ("00:00", "00:00", "The table screen says how many turns fit until then."),
    clock=True,
)


def ends_at(table: Table, now: int) -> int:
    """Return when the evening ends (ms), as seen at a moment (ms); 0 if the table has set no time."""
    value = setting(table, END_TIME)
    if value == END_TIME.default:
        return 0
    here = _local(now)
    hour, _, minute = value.partition(":")
    end = here.replace(hour=int(hour), minute=int(minute), second=0, microsecond=0)
    if end - here <= -OVERTIME:
        end += timedelta(days=1)
    elif end - here > timedelta(days=1) - OVERTIME:
        end -= timedelta(days=1)
    return round(end.timestamp() * 1000)


def is_up(table: Table, now: int) -> bool:
    """Return True from the end of the evening on, as seen at a moment (ms)."""
    return 0 < ends_at(table, now) <= now


def shown(at: int) -> str:
    """Return a moment (ms) as a clock shows it, such as "22:40"."""
    return f"{_local(at):%H:%M}"


def _local(at: int) -> datetime:
    return datetime.fromtimestamp(at / 1000).astimezone()
