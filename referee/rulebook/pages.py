"""Every rule split for comparison: its title, the ways of asking for it, its sentences."""

import json
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from math import fsum  # the same in every Python, unlike sum()
from operator import add

from referee.rulebook.book import Rulebook, RuleEntry, sentences_of
from referee.rulebook.lexicon import DIGITS, Lexicon
from referee.rulebook.meaning import centre

BODY, NEAR, SPOKEN, PRINTED = 0.7, 0.9, 0.6, 0.7
RANKED = ("id", "sizes", "places", "answers", "spoken", "credit", "near")  # what ranking needs of a page


@dataclass(frozen=True, slots=True)
class Page:
    """One rule, split for comparison.

    Its phrases are the `spoken` ways of asking, then what is printed. `sizes` holds weight and trust of each, `places`
    maps a word to its phrases, `answers` holds for each answer of the rule the phrases that ask for it and say it.
    `credit` weighs the words of the rule, `near` are those of its titles, `meant` are the vectors of its answers, one
    after another.
    """

    id: str
    sizes: tuple[tuple[float, float], ...]
    places: dict[str, tuple[int, ...]]
    answers: tuple[tuple[int, ...], ...]
    spoken: int
    credit: dict[str, float]
    near: tuple[str, ...]
    fields: tuple[str, ...] = ()
    phrases: tuple[tuple[str, bool], ...] = ()
    meant: "array[int]" = field(default_factory=lambda: array("b"))

    def as_json(self) -> str:
        """The fields that ranking needs; the full text and vectors are stored apart."""
        return json.dumps({name: getattr(self, name) for name in RANKED})


def pages(book: Rulebook, lexicon: Lexicon) -> Iterator[Page]:
    return (_page(entry, book, lexicon) for entry in book.values())


def _page(entry: RuleEntry, book: Rulebook, lexicon: Lexicon) -> Page:
    lines = (entry.title, *entry.names[:1], *entry.asked_as, *entry.asked)
    sentences = [sentence for text in (*entry.text, *entry.examples, *entry.ruled) for sentence in sentences_of(text)]
    spelled = [lexicon.spelled(line) for line in (*lines, *sentences)]
    words = [tuple(dict(line)) for line in spelled]
    spoken, printed = words[: len(lines)], words[len(lines) :]
    trust = [1.0] * len(spoken) + [PRINTED] * len(printed)
    near = tuple(dict.fromkeys(lexicon.stems(" ".join(_above(book, entry)))))
    body = dict.fromkeys((form for phrase in printed for form in phrase), BODY)
    times = Counter(form for phrase in spoken for form in phrase)
    often = {form: round(SPOKEN + (1 - SPOKEN) * min(1, count / 3), DIGITS) for form, count in times.items()}
    answers = [*_said(entry, [*lines, *sentences])]
    vectors = {place: lexicon.vector(spelled[place]) for place in {place for places in answers for place in places}}
    return Page(
        entry.id,
        tuple(
            (round(fsum(map(lexicon.weight, phrase)), DIGITS), trusted)
            for phrase, trusted in zip(words, trust, strict=True)
        ),
        _places(words),
        tuple(answers),
        len(lines),
        body | dict.fromkeys(near, NEAR) | often,
        near,
        (_joined(words[:1]), _joined(spoken[1:]), " ".join(near), _joined(printed)),
        tuple((" ".join(phrase), place < len(spoken)) for place, phrase in enumerate(words)),
        reduce(add, (centre([vectors[place] for place in places]) for places in answers), array("b")),
    )


def _said(entry: RuleEntry, lines: list[str]) -> Iterator[tuple[int, ...]]:
    """Yield for each answer of a rule the lines that ask for it or are part of it; its names ask for the first."""
    for at, answer in enumerate(entry.answers):
        parts = {*answer.ways, *sentences_of(answer.told), *(() if at else (entry.title, *entry.names[:1]))}
        yield tuple(place for place, line in enumerate(lines) if line in parts)


def _places(phrases: list[tuple[str, ...]]) -> dict[str, tuple[int, ...]]:
    """Word -> indices of its phrases."""
    places_of: dict[str, list[int]] = {}
    for at, phrase in enumerate(phrases):
        for form in phrase:
            places_of.setdefault(form, []).append(at)
    return {form: tuple(places) for form, places in places_of.items()}


def _joined(phrases: Iterable[tuple[str, ...]]) -> str:
    return " ".join(" ".join(phrase) for phrase in phrases)


def _above(book: Rulebook, entry: RuleEntry) -> Iterable[str]:
    """The titles of a rule and of the chapters above it, except the widest."""
    up: RuleEntry | None = entry
    while up and ("." in up.id or up is entry):
        yield up.title
        up = book.parent(up.id)
