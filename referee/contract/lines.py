"""A file of JSON cases: one a line in, one JSON line a case out, in the same order. It loads nothing of the game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isfinite
from typing import Any

from referee.rulebook.book import BadRuleText

LONGEST = 400
ID = re.compile(r'[\ufeff\s]*\{\s*"id"\s*:\s*("(?:[^"\\]|\\.){0,200}"|-?\d{1,18})(?=\s*[,}])')


class BadCase(ValueError):
    """A case cannot be read; the message is a sentence with what is wrong in it, ``event`` its place in a script."""

    event: int | None = None


@contextmanager
def at_event(number: int) -> Iterator[None]:
    """Have what cannot be read here say which event of its script it is, counted from 0."""
    try:
        yield
    except BadCase as wrong:
        wrong.event = number
        raise


def answer_case(line: bytes | str, settle: Callable[[Any], dict[str, Any]], trouble: str) -> dict[str, Any]:
    """Return the answer to one line; ``trouble`` stands around an error's name: "... {} ...".

    Raises nothing but ``BadRuleText``, where the program's own rule texts cannot be read.
    """
    record: Any = None
    event: int | None = None
    try:
        record = read(line)
        return settle(record)
    except BadRuleText:  # no fault of the line
        raise
    except BadCase as error:
        why, event = str(error), error.event
    except UnicodeDecodeError:
        why = "This line is not UTF-8 text."
    except json.JSONDecodeError as error:
        why = f"This line is not JSON: {error.msg[:1].lower()}{error.msg[1:200]} at character {error.pos + 1}."
    except ValueError as error:
        long = "A number in this line is too long to be read."
        why = long if record is None else trouble.format(type(error).__name__)
    except RecursionError:
        why = "This line is nested too deeply to be read."
    except Exception as error:
        why = trouble.format(type(error).__name__)
    return bad_input(_id_of(record, line), why, event)


def read(line: bytes | str) -> Any:
    """Return what one line of JSON holds; raises ``ValueError`` or ``RecursionError``."""
    return json.loads(line, parse_constant=_no_number, parse_float=finite, object_pairs_hook=_each_once)


def _id_of(record: Any, line: bytes | str) -> Any:
    if record is None:
        return id_in(line)
    return record.get("id") if isinstance(record, dict) else None


def bad_input(case: Any, why: str, event: int | None = None) -> dict[str, Any]:
    """Return the answer to a line that cannot be read; what a sentence repeats of the line is cut short."""
    said = why if len(why) <= LONGEST else f"{why[: LONGEST // 2]} ... {why[-LONGEST // 2 :]}"
    where = {} if event is None else {"event": event}
    return {"id": case, "error": {"code": "BAD_INPUT", "why": said, **where}}


def id_in(line: bytes | str) -> str | int | None:
    """Return the id that a line gives before it breaks off or goes wrong, ``None`` if it gives none."""
    text = line if isinstance(line, str) else line.decode("utf-8", "replace")
    match = ID.match(text)
    try:
        return json.loads(match[1]) if match and "\ufffd" not in match[1] else None
    except ValueError:
        return None


def finite(digits: str) -> float:
    """Return a number that JSON can tell again. Raises ``BadCase`` for one that is beyond all bounds."""
    return float(digits) if isfinite(float(digits)) else _no_number(digits[:20])


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; raises ``BadCase`` for one that says two things of a field."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = next(name for place, (name, _) in enumerate(pairs) if name in dict(pairs[:place]))
        raise BadCase(f"{twice[:60]!r} stands twice in one object. Leave one out.")
    return made


def _no_number(name: str) -> Any:
    raise BadCase(f"{name} is not a number that a case may hold.")
