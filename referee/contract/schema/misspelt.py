"""Fields of a case that no reader knows and that are nearly called like one that is read.

A field that no reader knows is passed over, as the contract says. A misspelt one is named on standard error.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from referee.contract.lines import read
from referee.contract.schema import schema_of
from referee.contract.values import nearest

ALIKE = 0.8  # of 1: what is less alike was hardly misspelt


def misspelt(form: str, line: bytes) -> Iterator[str]:
    """Yield a sentence for each such field of a line; none where the line is no case. ``form`` is the verb."""
    try:
        case = read(line)
    except (ValueError, RecursionError):
        return
    if not isinstance(case, dict):
        return
    known = _fields_of(form)
    looked_into = {name: inner for name, inner in case.items() if name in known}
    records = (record for record in _records_in(looked_into) if record.get("act") != "command")  # they have its fields
    said = [*case, *(name for record in records for name in record)]
    for name in dict.fromkeys(said):
        if name not in known and (meant := _meant(form, name)):
            yield f"No field is called {name[:40]!r}.{meant}"


@lru_cache(1000)  # the lines of a file have the same fields
def _meant(form: str, name: str) -> str:
    return nearest(name, _fields_of(form), ALIKE)


@cache
def _fields_of(form: str) -> frozenset[str]:
    shapes = (record.get("properties") for record in _records_in(schema_of(form)))
    return frozenset(name for shape in shapes if isinstance(shape, dict) for name in shape)


def _records_in(value: Any) -> Iterator[dict[str, Any]]:
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, dict):
            yield one
        left += one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
