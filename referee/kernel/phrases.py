"""Phrases: what an event says beyond its own fields, as a value of a kind with blanks, worded when somebody reads it.

A room declares each kind once, and making one fills the blanks::

    WINS = phrase("battle.wins", "{faction!n:The wins}.")
    WINS(faction="emperor")                              {"says": "battle.wins", "faction": "emperor"} in a journal

Behind a ``!`` a blank says what fills it: ``n`` a faction, ``t`` a rule whose title is said, ``l`` a list, ``h`` a
number of halves. A phrase may fill a blank too. Where a pattern is not enough, a function words the kind. Words are
looked up by kind, so a journal holds none; one that was written before phrases holds sentences, shown as they are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any, TypeAlias, Union

from referee.kernel.wording import Called, half, listed
from referee.rulebook.book import rulebook

Value: TypeAlias = Union[str, int, float, bool, "Phrase", tuple["Value", ...], None]
Words: TypeAlias = str | Callable[..., str]


class PhraseKind(str):
    """A kind of phrase by its name, with the words of it and the blanks in them."""

    words: Words
    blanks: frozenset[str]

    def __call__(self, **values: Value) -> Phrase:
        """Fill the blanks; raises ``ValueError`` where one is missing or there is none for a value."""
        if values.keys() != self.blanks:
            raise ValueError(f"The phrase {self!r} has the blanks {sorted(self.blanks)}, not {sorted(values)}.")
        return Phrase(self, values)


KINDS: dict[str, PhraseKind] = {}


def phrase(kind: str, words: Words = "") -> PhraseKind:
    """Declare a kind of phrase: a pattern with blanks, or a function from a ``Called`` and the blanks to the words."""
    if kind in KINDS:
        raise ValueError(f"The phrase {kind!r} is declared twice.")
    made = KINDS[kind] = PhraseKind(kind)
    made.words = words
    blanks = (name for _, name, _, _ in Formatter().parse(words)) if isinstance(words, str) else _parameters(words)
    made.blanks = frozenset(name for name in blanks if name)
    return made


def _parameters(words: Callable[..., str]) -> list[str]:
    return list(inspect.signature(words).parameters)[1:]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase of a declared kind."""

    kind: str
    values: Mapping[str, Value]

    def __hash__(self) -> int:
        return hash((self.kind, frozenset(self.values.items())))

    def sentence(self, name: Called) -> str:
        """Return it in words; a name at the end may bring its own full stop."""
        words = KINDS[self.kind].words
        if not isinstance(words, str):
            return words(name, **self.values)
        said = _Filled(name).vformat(words, (), self.values)
        return said[:-1] if said.endswith("..") else said


class _Filled(Formatter):
    def __init__(self, name: Called) -> None:
        self.name = name

    def convert_field(self, value: Any, conversion: str | None) -> Any:
        if conversion == "n":
            return self.name(value)
        if conversion == "l":
            return listed([worded(one, self.name) for one in value])
        if conversion == "t":
            return rulebook()[value].title
        return half(value) if conversion == "h" else worded(value, self.name)


def worded(said: Phrase | str, name: Called) -> str:
    """Return a phrase in words; a sentence of an old journal, and whatever else fills a blank, as it is."""
    return said.sentence(name) if isinstance(said, Phrase) else said


def read_phrase(record: Mapping[str, Any]) -> Phrase:
    """Return a phrase from its name under "says" and its values; raises ``ValueError`` if there is no such kind."""
    kind = KINDS.get(record["says"])
    if kind is None:
        raise ValueError(f"Unknown kind of phrase: {record['says']!r}.")
    return kind(**{name: value for name, value in record.items() if name != "says"})
