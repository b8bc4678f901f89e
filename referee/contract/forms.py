"""Forms of records, as tables by which they are read and from which their schema is made.

A form names each field with its reader and whether it is needed. What is null is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from referee.contract.lines import BadCase
from referee.contract.values import Reading, a, a_faction, all_heeded, an_object, each

Reader: TypeAlias = Callable[[Any, Sequence[str]], Any]
Form: TypeAlias = Mapping[str, tuple[Reader, bool]]
NEEDED, MAYBE = True, False


def by(read: Callable[..., Any], *more: Any) -> Reader:
    """Return a reader that is told more than the value."""
    return Reading(read, more)


def a_record(value: Any, form: Form, what: str, *, open_to: bool = False) -> dict[str, Any]:
    """Return the fields of a record that are not left out; it has no others, unless it is ``open_to`` any."""
    record = an_object(value, what)
    if not open_to:
        all_heeded(record, form, what)
    for name in (name for name, (_, needed) in form.items() if needed and name not in record):
        raise BadCase(f"{what} needs {name!r}.")
    return {name: read(record[name], ()) for name, (read, _) in form.items() if name in record}


def a_string(value: Any, what: str) -> str:
    return a(str, value, what)


def a_list(value: Any, read: Reader, what: str) -> tuple[Any, ...]:
    return each(value, what, lambda one: read(one, ()))


def by_seat(value: Any, read: Reader, what: str) -> dict[str, Any]:
    """Read what is said of factions, by the names that they have in files."""
    return {a_faction(name): read(said, ()) for name, said in an_object(value, what).items()}


def by_word(value: Any, read: Reader, what: str) -> dict[str, Any]:
    return {name: read(said, ()) for name, said in an_object(value, what).items()}
