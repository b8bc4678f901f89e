"""Lookup over the rule texts of another language, and over the English book where that finds nothing sure.

Each title, way of asking, ruling and sentence is a line in full text search (FTS5), in the stems of its language.
What speaks for a rule is how well its two best lines and the question cover each other, and how much of the question
the whole rule has, and the titles above it. What answers is the English sentence that the best line stands for, as
pages show it in their reader's language.

The weights, and how fast a rule loses trust that falls behind, are not those of English: they are fitted to questions
that may be looked at in three languages, together with ways of asking that were taken out of the texts for it.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from math import log
from threading import Lock
from weakref import finalize

from referee.rulebook.asked_words import ASKING, EMPTY, SAME, of_this_table, with_accents, without_change
from referee.rulebook.book import FIRST, Rulebook, RuleEntry, rulebook, sentences_of
from referee.rulebook.query_words import plain, stemmer
from referee.rulebook.search import (
    LONGEST,
    PRINTED,
    Found,
    Hit,
    added,
    ask,
    by_number,
    fit,
    index,
    trusted,
)
from referee.rulebook.translated import texts

STEMMERS = {"de": "german", "fr": "french", "es": "spanish"}
LANGUAGES = ("en", *STEMMERS)
COMPOUNDS, SHORTEST = ("de",), 4  # languages that write words together, and the least length of each
MOSTLY = 0.7  # the share of known words from which a question is in the language
LINES = 2000  # lines that are compared
TYPO, LONG = 4, 8  # letters from which one or two slips are corrected
BEST, SECOND, WHOLE, ABOVE = 0.3, 0.3, 0.3, 0.1  # what speaks for a rule; the sum is 1
SHARP, LEAST = 22.0, 0.45  # as in `search`
HALF, HARDLY = 0.5, 0.1  # what words count that ask for a kind of answer, or nothing

_open, _opening = dict[str, "Lookup"](), Lock()


def lookup(code: str) -> Lookup:
    """Return the lookup of a language, built once; thread-safe."""
    with _opening:
        if code not in _open:
            _open[code] = Lookup(code, rulebook(), texts(code).rules)
        return _open[code]


def ask_in(code: str, query: str, phase: str | None = None, faction: str | None = None, limit: int = 5) -> Found:
    """Return what the rules answer to a question in a language; ``limit`` is the most rules.

    While a phase is played, none is sure for a question about this table that the table did not answer.
    """
    found = _found_in(code, query, phase, faction, limit)
    asked = plain(re.sub(r"['’`]", "" if code == "en" else " ", query[:LONGEST]))
    doubts = found.sure and phase and of_this_table(code, asked) and not by_number(rulebook(), query)
    return replace(found, sure=False) if doubts else found


def _found_in(code: str, query: str, phase: str | None, faction: str | None, limit: int) -> Found:
    if code == "en" or by_number(rulebook(), query):
        return ask(query, phase, faction, limit)
    here = index().rooms_of("phases", phase) | index().rooms_of("factions", faction)
    own = lookup(code)
    answer = own.ask(query, here, limit)
    if answer.sure or answer.close or own.is_in_it(query):
        return answer
    english = ask(query, phase, faction, limit)
    return english if english.sure or not answer.hits else answer


class Lookup:
    """Answers questions over the texts of one language; thread-safe."""

    def __init__(self, code: str, book: Rulebook, own: Mapping[str, RuleEntry]) -> None:
        self.code, self.book = code, book
        self._stemmer, self._lock = stemmer(STEMMERS[code]), Lock()
        self.stem = lru_cache(maxsize=None)(self._stem)
        same = (line.split() for line in SAME.get(code, "").strip().splitlines())
        self._same = {self.stem(word): self.stem(group[0]) for group in same for word in group}
        self._counts = {self.stem(word): HALF for word in ASKING.get(code, "").split()}
        self._counts |= {self.stem(word): HARDLY for word in EMPTY.get(code, "").split()}
        lines = [(id, *line) for id, entry in own.items() for line in _lines(entry, book[id])]
        self._words = Counter(word for _, line, _, _ in lines for word in split(line))
        self._db = sqlite3.connect(":memory:", check_same_thread=False)
        finalize(self, self._db.close)
        self._db.execute("create virtual table lines using fts5(words, id unindexed, trust unindexed, says unindexed)")
        self._whole: dict[str, set[str]] = {}
        for id, line, trust, says in lines:
            forms = self._forms(split(line))
            self._whole.setdefault(id, set()).update(forms)
            self._db.execute("insert into lines values (?, ?, ?, ?)", (" ".join(forms), id, trust, says))
        often = Counter(form for forms in self._whole.values() for form in forms)
        self._weights = {form: log(1 + len(own) / many) for form, many in often.items()}
        self._rarest = max(self._weights.values(), default=1.0)
        self._above = {id: {*self._forms(split(" ".join(_titles(id, own, book))))} for id in own}

    def ask(self, query: str, here: Iterable[str], limit: int) -> Found:
        with self._lock:
            asked = self._forms(self._known(split(query[:LONGEST])))
            best = self._rated(asked, {*here})
        rated = sorted(
            ((score, id, says) for id, (score, says) in best.items()),
            key=lambda candidate: (-candidate[0], candidate[1]),
        )
        hits = tuple(Hit(self.book[id], round(min(1.0, score), 4), says) for score, id, says in rated[: max(0, limit)])
        about = bool(rated) and rated[0][0] >= LEAST
        many = trusted(self.book, [(score, id) for score, id, _ in rated], SHARP) if about else 0
        return Found(hits, many == 1, hits[:many] if many > 1 else (), about)

    def is_in_it(self, query: str) -> bool:
        """Whether most words of a question stand in the texts of this language, so that it is no English one."""
        words = split(query[:LONGEST])
        return sum(self.knows(word) for word in words) > len(words) * MOSTLY

    def knows(self, word: str) -> bool:
        return word in self._words

    def _rated(self, asked: list[str], here: set[str]) -> dict[str, tuple[float, str]]:
        """Return the score of each candidate, and what its best line answers."""
        total = sum(map(self._weight, asked))
        query = " OR ".join(f'"{form}"' for form in [form for form in asked if form not in self._counts] or asked)
        lines = "select words, id, trust, says from lines where lines match ? order by bm25(lines) limit ?"
        covers: dict[str, list[tuple[float, str]]] = {}
        for words, id, trust, says in self._db.execute(lines, (query, LINES)) if asked else ():
            forms = {*words.split()}
            shared = self._shared(asked, forms)
            covers.setdefault(id, []).append((fit(shared, total, sum(map(self._weight, forms)), trust), says))
        best: dict[str, tuple[float, str]] = {}
        for id, scores in covers.items():
            (first, says), (second, _) = sorted((*scores, (0.0, "")), reverse=True)[:2]
            whole, above = (self._shared(asked, forms) / total for forms in (self._whole[id], self._above[id]))
            score = BEST * first + SECOND * second + WHOLE * whole + ABOVE * above
            best[id] = score + added(self.book[id].room, here), says
        return best

    def _shared(self, asked: list[str], forms: set[str]) -> float:
        return sum(self._weight(form) for form in asked if form in forms)

    def _weight(self, form: str) -> float:
        return self._weights.get(form, self._rarest) * self._counts.get(form, 1.0)

    def _stem(self, word: str) -> str:
        return without_change(self.code, self._stemmer.stemWord(with_accents(self.code, word)))

    def _forms(self, words: Iterable[str]) -> list[str]:
        """Return the stems of words and of their parts, each once."""
        stems = (self.stem(part) for word in words for part in (word, *self._parts(word)))
        return [*dict.fromkeys(self._same.get(stem, stem) for stem in stems)]

    def _parts(self, word: str) -> tuple[str, ...]:
        """Return the two known words that a word is made of, as Kartenlimit of Karten and Limit."""
        if self.code in COMPOUNDS:
            for at in range(len(word) - SHORTEST, SHORTEST - 1, -1):
                first, second = word[:at], word[at:]
                if second in self._words and (first in self._words or first.removesuffix("s") in self._words):
                    return first if first in self._words else first.removesuffix("s"), second
        return ()

    def _known(self, words: Iterable[str]) -> Iterator[str]:
        """Yield words as the texts spell them."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        for word in words:
            if word in self._words or len(word) < TYPO or self._parts(word):
                yield word
            else:
                slips = 2 if len(word) >= LONG else 1
                near = process.extractOne(word, self._words.keys(), scorer=OSA.distance, score_cutoff=slips)
                yield str(near[0]) if near and self.stem(word) not in self._weights else word


def split(text: str) -> list[str]:
    return plain(re.sub(r"['’`]", " ", text)).split()


def _titles(id: str, own: Mapping[str, RuleEntry], book: Rulebook) -> Iterator[str]:
    """Yield the titles of a rule and of those above it, except the widest."""
    up: RuleEntry | None = book[id]
    while up and "." in up.id:
        yield own[up.id].title if up.id in own else ""
        up = book.parent(up.id)


def _lines(own: RuleEntry, english: RuleEntry) -> Iterator[tuple[str, float, str]]:
    """Yield the lines of a rule, how much each is trusted, and the English words that it answers with."""
    for line, span in ((own.title, FIRST), *own.led()):
        yield line, 1.0, english.told(span)
    for ruling, other in zip(own.rulings, english.rulings, strict=True):
        yield from ((line, 1.0, other.told) for line in (ruling.question, *ruling.ways))
        yield ruling.answer, PRINTED, other.told
    for words, others in zip(own.text, english.text, strict=True):
        sentences, answers = sentences_of(words), sentences_of(others)
        answers = answers if len(sentences) == len(answers) else [others] * len(sentences)
        yield from ((line, PRINTED, says) for line, says in zip(sentences, answers, strict=True))
