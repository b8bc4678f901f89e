"""Single values of a position in JSON: each is read by its kind, or a sentence says why it cannot be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.cli.case import BadCase, faction_id

MOST = 10**9


def an_object(value: Any, what: str) -> dict[str, Any]:
    """Return an object, by name and value. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, dict):
        raise BadCase(f"{what} must be an object.")
    return value


def a_list(value: Any, what: str) -> list[Any]:
    """Return a list. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, list):
        raise BadCase(f"{what} must be a list.")
    return value


def a_text(value: Any, what: str) -> str:
    """Return a short text that is not empty. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, str) or not value.strip() or len(value) > 200:
        raise BadCase(f"{what} must be a text.")
    return value


def a_flag(value: Any, what: str) -> bool:
    """Return true or false. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, bool):
        raise BadCase(f"{what} must be true or false.")
    return value


def a_count(value: Any, what: str, least: int = 0) -> int:
    """Return a whole number, ``least`` or more. Raises ``BadCase`` with a sentence."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= MOST
    if not number or value != int(value):
        raise BadCase(f"{what} must be a whole number, {least} or more.")
    return int(value)


def one_of(value: Any, known: Sequence[str], what: str) -> str:
    """Return one of the known words. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, str) or value not in known:
        raise BadCase(f"{what} cannot be {value!r}. It is one of {', '.join(known)}.")
    return value


def a_faction(value: Any, seats: Sequence[str] = ()) -> str:
    """Return a faction's id; with ``seats``, of one that plays. Raises ``BadCase`` with a sentence."""
    seat = faction_id(value)
    if seats and seat not in seats:
        raise BadCase(f"{value} does not play here. Name every faction in 'players'.")
    return seat


def a_group(value: Any, what: str, least: int = 0) -> tuple[int, int]:
    """Return forces: a number of plain ones, or plain and starred ones. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, dict):
        return a_count(value, what, least), 0
    normal, special = (a_count(value.get(kind, 0), f"{what} ({kind})") for kind in ("normal", "special"))
    if normal + special < least:
        raise BadCase(f"{what} must be {least} or more.")
    return normal, special


def given(record: Mapping[str, Any], name: str, default: Any) -> Any:
    """Return what stands under a name, or the default where it is left out. Raises ``BadCase`` with a sentence."""
    return default if record.get(name) is None else record[name]


def names_in(value: Any, what: str) -> tuple[str, ...]:
    """Return a list of texts. Raises ``BadCase`` with a sentence."""
    return tuple(a_text(name, what) for name in a_list(value, what))
