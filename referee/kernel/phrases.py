"""Phrases: typed values with blanks inside events, worded when somebody reads them.

A module declares each kind once, and calling it fills the blanks::

    WINS = phrase("battle.wins", "{faction!n:The wins}.")
    WINS(faction="emperor")                              {"says": "battle.wins", "faction": "emperor"} in a journal

After ``!`` stands the type of the blank: ``n`` a faction, whose id may be the blank itself, ``c`` a card or several,
``f`` a faction's printed name, ``t`` a rule by its title, ``l`` a list, ``s`` one without "and", ``h`` a number of
halves; ``?`` is not shown, so that the pattern is said where that value is true. Phrases nest. Where a pattern is not
enough, a function words the kind. Words are looked up by kind, so new journals hold none; old journals hold sentences,
which are shown as they are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any, TypeAlias, Union

from referee.kernel.wording import Called, half, listed, say
from referee.rulebook.book import rulebook

Value: TypeAlias = Union[str, int, float, bool, "Phrase", tuple["Value", ...], None]
Words: TypeAlias = str | Callable[..., str]


class PhraseKind(str):
    """A kind of phrase by its name, with its words and their blanks."""

    words: Words
    blanks: frozenset[str]

    def __call__(self, **values: Value) -> Phrase:
        """Fill the blanks; raises ``ValueError`` unless the values match them exactly."""
        if values.keys() != self.blanks:
            raise ValueError(f"The phrase {self!r} has the blanks {sorted(self.blanks)}, not {sorted(values)}.")
        return Phrase(self, values)


KINDS: dict[str, PhraseKind] = {}


def phrase(kind: str, words: Words = "") -> PhraseKind:
    """Declare a kind of phrase: a pattern with blanks, or a function of a ``Called`` and the blanks."""
    if kind in KINDS:
        raise ValueError(f"The phrase {kind!r} is declared twice.")
    new = KINDS[kind] = PhraseKind(kind)
    new.words = words
    new.blanks = blanks(words)
    return new


def blanks(words: Words) -> frozenset[str]:
    if isinstance(words, str):
        return frozenset(name for _, name, _, _ in _parsed(words) if name)
    return frozenset([*inspect.signature(words).parameters][1:])


@dataclass(frozen=True, slots=True)
class Phrase:
    kind: str
    values: Mapping[str, Value]

    def __hash__(self) -> int:
        return hash((self.kind, frozenset(self.values.items())))

    def sentence(self, name: Called) -> str:
        words = KINDS[self.kind].words
        if not isinstance(words, str):
            return words(name, **self.values)
        return filled(words, lambda blank: self.values.get(blank, blank), name)


def filled(pattern: str, value: Callable[[str], Any], name: Called) -> str:
    """Return a pattern with its blanks filled; a name that ends it may bring its own full stop."""
    plain, kinds = without_kinds(pattern)
    return say(plain, **{blank: BLANK_KINDS[kind](value(blank), name) for blank, kind in kinds if kind != "?"})


@cache
def _parsed(pattern: str) -> tuple[tuple[str, str | None, str | None, str | None], ...]:
    return tuple(Formatter().parse(pattern))


@cache
def without_kinds(pattern: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return a pattern as other languages word it, and the kinds of its blanks: "{seat:The bids} {amount}."."""
    words, kinds = "", dict[str, str]()
    for text, blank, spec, kind in _parsed(pattern):
        words += text
        if blank is not None:
            kind = kind or ""
            words += "" if kind == "?" else f"{{{blank}:{spec}}}" if spec else f"{{{blank}}}"
            if kinds.setdefault(blank, kind) != kind:
                raise ValueError(f"{blank!r} is filled in two ways in {pattern!r}.")
    return words, tuple(kinds.items())


def worded(said: Phrase | str, name: Called) -> str:
    """Return a phrase in words; a sentence of an old journal as it is."""
    return said.sentence(name) if isinstance(said, Phrase) else said


def title_of(rule: str) -> str:
    """Return a rule's title, its number where the book lacks it: a house rule's folder may have gone with its owner."""
    entry = rulebook().get(rule)
    return entry.title if entry else rule


def _cards(card: object) -> str:
    """Return the name of a card without the number of its copy, of several in a row, and of one face down none."""
    if isinstance(card, tuple):
        return listed([*map(_cards, card)], ",")
    return card.partition("/")[0] if isinstance(card, str) else "a card"


BLANK_KINDS: dict[str, Callable[[Any, Called], object]] = {
    "": worded,
    "c": lambda card, name: _cards(card),
    "h": lambda amount, name: half(amount),
    "l": lambda several, name: listed([worded(item, name) for item in several]),
    "n": lambda seat, name: name(seat),
    "s": lambda several, name: listed([*several], ","),
    "t": lambda rule, name: title_of(rule),
}


def read_phrase(record: Mapping[str, Any]) -> Phrase:
    """Deserialize a phrase from its kind under "says" and its values; raises ``ValueError`` for an unknown kind."""
    kind = KINDS.get(record["says"])
    if kind is None:
        raise ValueError(f"Unknown kind of phrase: {record['says']!r}.")
    return kind(**{name: value for name, value in record.items() if name != "says"})
