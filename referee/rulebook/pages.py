"""Every rule split for comparison: its title, the ways of asking for it, its sentences.

A rule of chapter 4.9x changes another rule. The ways of asking for it are also credited to that rule, so that the rule
comes first and its option follows.
"""

import json
import re
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import reduce
from math import fsum  # the same in every Python, unlike sum()
from operator import add

from referee.rulebook.book import Rulebook, RuleEntry
from referee.rulebook.lexicon import DIGITS, Lexicon

BODY, NEAR, SPOKEN, PRINTED = 0.7, 0.9, 0.6, 0.7
LENT = 0.94, 0.88
LENDERS = ("4.90", "4.91", "4.92", "4.93", "4.99")


@dataclass(frozen=True, slots=True)
class Page:
    """One rule, split for comparison.

    `sizes` holds weight and trust of each phrase, `places` maps a word to its phrases, `credit` weighs the words of the
    rule, `near` are those of its titles, `meant` are the vectors of its ways of asking, one after another.
    """

    id: str
    sizes: tuple[tuple[float, float], ...]
    places: dict[str, tuple[int, ...]]
    credit: dict[str, float]
    near: tuple[str, ...]
    fields: tuple[str, ...] = ()
    phrases: tuple[tuple[str, bool], ...] = ()
    meant: "array[int]" = field(default_factory=lambda: array("b"))

    def as_json(self) -> str:
        """The fields that ranking needs; the full text and vectors are stored apart."""
        kept = asdict(self)
        del kept["fields"], kept["phrases"], kept["meant"]
        return json.dumps(kept)


def pages(book: Rulebook, lexicon: Lexicon) -> Iterator[Page]:
    lent: dict[str, list[tuple[str, float]]] = {}
    for entry in book.values():
        if entry.id[:4] in LENDERS:
            about = [id for id in entry.see if not id.startswith("4")][: len(LENT)]
            for id, trust in zip(about, LENT, strict=False):
                lent.setdefault(id, []).extend((line, trust) for line in (entry.title, *entry.asked_as))
    return (_page(entry, book, lexicon, lent.get(entry.id, [])) for entry in book.values())


def _page(entry: RuleEntry, book: Rulebook, lexicon: Lexicon, lent: list[tuple[str, float]]) -> Page:
    lines = [*((line, 1.0) for line in (entry.title, *entry.names[:1], *entry.asked_as, *entry.asked)), *lent]
    spelled = [lexicon.spelled(line) for line, _ in lines]
    spoken = [(tuple(dict(words)), trust) for words, (_, trust) in zip(spelled, lines, strict=True)]
    sentences = [sentence for text in (*entry.text, *entry.examples, *entry.answers) for sentence in sentences_of(text)]
    printed = [(tuple(dict.fromkeys(lexicon.stems(line))), PRINTED) for line in sentences]
    near = tuple(dict.fromkeys(lexicon.stems(" ".join(_above(book, entry)))))
    body = dict.fromkeys((form for phrase, _ in printed for form in phrase), BODY)
    times = Counter(form for phrase, _ in spoken for form in phrase)
    often = {form: round(SPOKEN + (1 - SPOKEN) * min(1, count / 3), DIGITS) for form, count in times.items()}
    phrases = [phrase for phrase, _ in (*spoken, *printed)]
    return Page(
        entry.id,
        tuple((round(fsum(map(lexicon.weight, phrase)), DIGITS), trust) for phrase, trust in (*spoken, *printed)),
        _places(phrases),
        body | dict.fromkeys(near, NEAR) | often,
        near,
        (_joined(phrases[:1]), _joined(phrases[1 : len(spoken)]), " ".join(near), _joined(phrases[len(spoken) :])),
        tuple((" ".join(phrase), place < len(spoken)) for place, phrase in enumerate(phrases)),
        reduce(add, map(lexicon.vector, spelled), array("b")),
    )


def _places(phrases: list[tuple[str, ...]]) -> dict[str, tuple[int, ...]]:
    """Word -> indices of its phrases."""
    found: dict[str, list[int]] = {}
    for at, phrase in enumerate(phrases):
        for form in phrase:
            found.setdefault(form, []).append(at)
    return {form: tuple(places) for form, places in found.items()}


def _joined(phrases: Iterable[tuple[str, ...]]) -> str:
    return " ".join(" ".join(phrase) for phrase in phrases)


def sentences_of(text: str) -> list[str]:
    return re.split(r"(?<=[.;?!]) +|\n(?:- )?", text.removeprefix("- "))


def _above(book: Rulebook, entry: RuleEntry) -> Iterable[str]:
    """The titles of a rule and of the chapters above it, except the widest."""
    up: RuleEntry | None = entry
    while up and ("." in up.id or up is entry):
        yield up.title
        up = book.parent(up.id)
