"""Reading the values of a case: each comes back as what it must be, or ``BadCase`` says in a sentence what is wrong.

``what`` is how the sentence begins, such as "The hand of Emperor". Sides, seats and options come back as ids.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, TypeVar

import referee.kernel.discover  # noqa: F401  (puts every room's rules in force)
from referee.common.factions import FACTIONS, faction_name
from referee.contract.lines import BadCase
from referee.contract.option_words import choice_of
from referee.kernel import OPTIONS, Amount

T = TypeVar("T")
MOST = 10**9
LONGEST_TEXT = 200
WORDS: dict[type, str] = {dict: "an object", list: "a list", str: "a text", bool: "true or false"}
FACTION_IDS = {made.name: seat for seat, made in FACTIONS.items()}
OPTIONS_OF_PAPER = {"B15", "B16", "K2", "T6"}  # contested rules of the table of rulings that have one answer here


@dataclass(frozen=True)
class Reading:
    """How a field of an act is read where it does not matter who plays, and what else its reader is told."""

    read: Callable[..., Any]
    more: tuple[Any, ...] = ()

    def __call__(self, value: Any, seats: Sequence[str]) -> Any:
        return self.read(value, *self.more)


def a(kind: type[T], value: Any, what: str, words: str = "") -> T:
    """Return a value of this kind; ``words`` say otherwise than usual what it must be."""
    if not isinstance(value, kind):
        raise BadCase(f"{what} {words or f'must be {WORDS[kind]}'}.")
    return value


def given(record: Mapping[str, Any], name: str, kind: type[T]) -> T:
    """Return a field of this kind, an empty one where it is left out."""
    value = record.get(name)
    return kind() if value is None else a(kind, value, f"'{name}'")


def an_object(value: Any, what: str) -> dict[str, Any]:
    """Read an object; what is null in it is none, as if it were left out."""
    record = a(dict, value, what, "must be an object in braces")
    return {key: inner for key, inner in record.items() if inner is not None}


def each(value: Any, what: str, read: Callable[[Any], T]) -> tuple[T, ...]:
    """Return a list that is read one by one; nothing if it is left out."""
    return tuple(read(one) for one in (() if value is None else a(list, value, what)))


def nearest(name: str, known: Iterable[str], alike: float = 0.6) -> str:
    """Return the known name that was likely meant, as a question to end an error with; empty if none is near."""
    names = {one.casefold(): one for one in known}
    alike_names = get_close_matches(name.casefold(), names, 1, alike)
    return f" Did you mean {names[alike_names[0]]!r}?" if alike_names else ""


def all_heeded(record: Mapping[str, Any], known: Collection[str], what: str) -> None:
    """Refuse a field that nothing reads, since its author expects something of it."""
    for name in (one for one, value in record.items() if one not in known and value is not None):
        raise BadCase(f"{what} has no field {name!r}. Leave it out.{nearest(name, known)}")


def a_text(value: Any, what: str) -> str:
    if not a(str, value, what).strip() or len(value) > LONGEST_TEXT:
        raise BadCase(f"{what} must be a text.")
    return str(value)


def a_number(value: Any, what: str) -> Amount:
    """Return a number, whole if it can be."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not number or value != value or abs(value) > MOST:
        raise BadCase(f"{what} must be a number.")
    return int(value) if value == int(value) else float(value)


def a_whole(value: Any, what: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number, ``least`` or more."""
    number = a_number(value, what)
    if not isinstance(number, int) or not least <= number <= (MOST if most is None else most):
        raise BadCase(f"{what} must be a whole number from {least} {'on' if most is None else f'to {most}'}.")
    return number


def a_flag(value: Any, what: str) -> bool:
    """Return a flag, False if it is left out."""
    return value is not None and a(bool, value, what)


def one_of(value: Any, known: Collection[str], what: str) -> str:
    if not isinstance(value, str) or value not in known:
        raise BadCase(f"{what} cannot be {value!r}. It is one of {', '.join(known)}.")
    return value


def faction_id(value: Any) -> str:
    seat = FACTION_IDS.get(value, "") if isinstance(value, str) else ""
    if not seat:
        raise BadCase(f"No faction is called {value!r}. Known are {', '.join(FACTION_IDS)}.")
    return seat


def a_faction(
    value: Any, seats: Sequence[str] = (), otherwise: str = "does not play here. Name every faction in 'players'."
) -> str:
    """Return a faction's id; with ``seats``, of one that plays."""
    seat = faction_id(value)
    if seats and seat not in seats:
        raise BadCase(f"{value} {otherwise}")
    return seat


def by_name(by_seat: Mapping[str, T]) -> dict[str, T]:
    return {faction_name(seat): value for seat, value in by_seat.items()}


def options_in(record: Mapping[str, Any]) -> dict[str, str]:
    """Return the options that a record names, each with its value as the house keeps it."""
    chosen: dict[str, str] = {}
    for key, said in record.items():
        if key in OPTIONS:
            found = choice_of(key, said)
            if found is None:
                choices = ", ".join(choice.value for choice in OPTIONS[key].choices)
                raise BadCase(f"Option {key} cannot be {said!r}. It is one of {choices}.")
            chosen[key] = found
        elif key not in OPTIONS_OF_PAPER:
            raise BadCase(f"There is no option {key}.")
    return chosen


def names_in(record: dict[str, Any], field: str) -> tuple[str, ...]:
    return each(record.get(field), f"'{field}'", lambda name: a(str, name, f"A name in '{field}'"))
