"""Rule texts in another language: ``storm.de.md`` beside ``storm.md``, with the same numbers.

An entry has the translated title, ways of asking, text, rulings, examples and notes; all else is the English rule's.
``of`` is a digest of the English text that was translated. Where that text has changed since, or the translation lacks
a paragraph, the rule is told in English until somebody translates it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from threading import Lock
from typing import NamedTuple
from zlib import crc32

from referee.rulebook.book import FOLDER, HeaderLine, Rulebook, RuleEntry, entries_in, rulebook, sentences_of
from referee.rulebook.typesetting import typeset


class Texts(NamedTuple):
    """The rules that a language has by id, what it says for English words of the book, and which words it lacks.

    Ways of asking ``at_table`` are those of all its texts, old ones too; the "answer" of each is an English question.
    """

    rules: dict[str, RuleEntry]
    said: dict[str, str]
    lacking: frozenset[str]
    at_table: tuple[HeaderLine, ...] = ()


_read, _reading = dict[str, Texts](), Lock()


def texts(code: str) -> Texts:
    """Return the rule texts of a language, read once; thread-safe."""
    with _reading:
        if code not in _read:
            book = rulebook()
            written = entries_of(code)
            own = whole(written, book)
            at_table = tuple(line for entry in written for line in entry.at_table)
            _read[code] = Texts(own, said(own, book), in_english(own, book), at_table)
        return _read[code]


def digest(entry: RuleEntry) -> str:
    """Return what ``of`` says in a translation of this text."""
    rulings = (ruling.told for ruling in entry.rulings)
    words = "\n".join((entry.title, *entry.text, *rulings, *entry.examples, *entry.notes))
    return f"{crc32(words.encode()):08x}"


def entries_of(code: str) -> list[RuleEntry]:
    """Return all rule texts of a language, those of an English text that has changed too."""
    return [*entries_in(FOLDER, code, partial(typeset, code))]


def whole(written: Iterable[RuleEntry], book: Rulebook) -> dict[str, RuleEntry]:
    """Return the rules that are whole in a language, by id."""
    return {entry.id: entry for entry in written if entry.id in book and is_whole(entry, book[entry.id])}


def is_whole(own: RuleEntry, english: RuleEntry) -> bool:
    """Return True for a translation of the present text with all its parts."""
    parts = zip(_parts(own), _parts(english), strict=True)
    return own.of == digest(english) and all(len(part) == len(other) for part, other in parts)


def said(own: Mapping[str, RuleEntry], book: Rulebook) -> dict[str, str]:
    """Return what stands for each title, paragraph, ruling and sentence of the English book."""
    translation: dict[str, str] = {}
    for id, entry in own.items():
        for words, other in _pairs(book[id], entry):
            translation.setdefault(words, other)
    return translation


def in_english(own: Mapping[str, RuleEntry], book: Rulebook) -> frozenset[str]:
    """Return what of the program's own rules a language lacks; a house rule is in the language of its group."""
    lacking = [entry for id, entry in book.items() if id not in own and not id.startswith("4.95.")]
    return frozenset(words for entry in lacking for words, _ in _pairs(entry, entry))


def _pairs(entry: RuleEntry, own: RuleEntry) -> Iterator[tuple[str, str]]:
    yield entry.title, own.title
    parts = dict[str, str]()
    for words, other in zip(entry.text, own.text, strict=True):
        yield words, other
        sentences, others = sentences_of(words), sentences_of(other)
        alike = len(sentences) == len(others)
        parts |= zip(sentences, others if alike else [other] * len(sentences), strict=True)
    yield from parts.items()
    for first, last in {*entry.spans}:
        yield (
            entry.told((first, last)),
            " ".join(dict.fromkeys(parts[sentence] for sentence in entry.sentences[first - 1 : last])),
        )
    for asked, other_asked in zip(entry.rulings, own.rulings, strict=True):
        yield from ((asked.question, other_asked.question), (asked.answer, other_asked.answer))
        yield asked.told, other_asked.told
    yield from zip((*entry.examples, *entry.notes), (*own.examples, *own.notes), strict=True)


def _parts(entry: RuleEntry) -> tuple[tuple[object, ...], ...]:
    return entry.text, entry.rulings, entry.examples, entry.notes
