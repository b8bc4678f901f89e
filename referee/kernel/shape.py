"""Type checks for events from outside.

The program's own journal holds what the program wrote. An imported game was lines of text that anybody can change, and
a word where an amount belongs would fail only when some page adds it up.
"""

from __future__ import annotations

import types
import typing
from typing import Any

from referee.kernel.events import Event, FaceDown, Sealed, types_of
from referee.kernel.phrases import Phrase
from referee.kernel.wording import Name


def misfit(event: Event, *, heard: bool = False) -> str:
    """Return the first field whose value does not have its declared type, "" if all do.

    With ``heard``, the event is as a viewer heard it: envelopes are opened, or face down.
    """
    fit = _fits_as_heard if heard else fits
    return next((name for name, hint in types_of(type(event)).items() if not fit(getattr(event, name), hint)), "")


def _fits_as_heard(value: Any, hint: Any) -> bool:
    inner = typing.get_args(hint) if typing.get_origin(hint) is Sealed else (hint,)
    return isinstance(value, FaceDown) or fits(value, inner[0])


def fits(value: Any, hint: Any) -> bool:
    """Return True if a value has a type as events use them; a bool is not an int, nor the other way round."""
    kind, inner = typing.get_origin(hint) or hint, typing.get_args(hint)
    if kind is typing.Annotated:
        return fits(value, inner[0])
    if kind in (typing.Union, types.UnionType):
        return any(fits(value, shape) for shape in inner)
    if kind is Any:
        return True
    if kind is typing.Literal:
        return isinstance(value, str) and value in inner
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        return False
    if kind is Phrase:
        return _can_be_said(value)
    if kind is Sealed:
        return isinstance(value.value, FaceDown) or fits(value.value, inner[0])
    if kind is dict:
        return all(fits(key, inner[0]) and fits(item, inner[1]) for key, item in value.items())
    if kind is frozenset or (kind is tuple and inner[1:] == (...,)):
        return all(fits(item, inner[0]) for item in value)
    if kind is tuple:
        return len(value) == len(inner) and all(map(fits, value, inner))
    return True


def _can_be_said(phrase: Phrase) -> bool:
    """Return True if the blanks of a phrase hold values that its words can show."""
    try:
        return isinstance(phrase.sentence(Name), str)
    except (TypeError, ValueError, AttributeError, LookupError):
        return False
