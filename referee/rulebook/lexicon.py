"""The rule book prepared for searching: its vocabulary, and each rule cut up for comparing.

The lexicon knows every word that the book uses and how rare it is: a rare word of a question says more than a
common one. It also puts spelling right, on both sides: `asked as` lines hold typical misspellings on purpose,
and a misspelt question should meet the same word. A slip that could be several words stays several words,
and each rule is read with the one that suits it. Nicknames (`names` lines) become one word each.

A rule of chapter 4.9x decides how the table plays another rule. The ways of asking for it are lent to the
rule that it is about, so that the rule comes first and its option follows.
"""

import math
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import OSA, JaroWinkler

from referee.rulebook.book import Entry, Rulebook
from referee.rulebook.query_words import ASKING, COMMON, EVERYDAY, FILLER, NUMBERS, plain, stem

MOST_WORDS = 24
RAREST, UNKNOWN, FOREIGN = 3.6, 4.0, 6.0
BODY, NEAR, SPOKEN = 0.7, 0.9, 0.6
SURE, JOINED, LIKELY, CLOSE = 0.79, 0.88, 0.7, 0.1
GUESS, RIVALS, COUNTED, PRINTED = 0.8, 3, 0.7, 0.7
TITLE, LENT = 1.03, (0.94, 0.88)
_EMPTY = {stem(word): 0.5 for word in ASKING} | {stem(word): 0.15 for word in FILLER}


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a question in the book's language; what it weighs grows with its rarity.

    A misspelt word may be meant as other words of the book too, each worth a share of what the word weighs.
    """

    stem: str
    weight: float
    known: bool
    content: bool
    meant: tuple[tuple[str, float], ...]

    def worth(self, credit: dict[str, float]) -> float:
        """What the word counts for in a rule, in whichever of its meanings the rule uses."""
        return self.weight * max(share * credit.get(form, 0) for form, share in self.meant)


@dataclass(frozen=True, slots=True)
class Reading:
    """One word of a text as the book would spell it, how surely, and what else it could be."""

    word: str
    sure: float = 1.0
    rivals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One rule, cut up for comparing.

    `sizes` holds weight and trust of each phrase, `places` the phrases in which a word stands, `credit` what
    a word of the rule is worth, `lines` the phrases as one would say them, words in alphabetical order.
    """

    entry: Entry
    sizes: tuple[tuple[float, float], ...]
    places: dict[str, tuple[int, ...]]
    credit: dict[str, float]
    near: frozenset[str]
    lines: tuple[str, ...]
    fields: tuple[str, str, str, str]


class Lexicon:
    """The words of one book."""

    def __init__(self, book: Rulebook) -> None:
        self.names = _names(book)
        self._begins = {name.split(" ")[0] for name in self.names}
        written = Counter(word for entry in book.values() for word in _words((entry.title, *entry.text)))
        written.update(word for name in self.names for word in name.split())
        self._elsewhere = _EMPTY.keys() | (EVERYDAY - written.keys())
        written.update(dict.fromkeys((*COMMON, *FILLER, *ASKING), 3))
        spoken = Counter(word for entry in book.values() for word in _words(entry.asked_as))
        self._repair = lru_cache(maxsize=4096)(self._repaired)
        self._learn(written)
        self._learn(written + Counter({word: count for word, count in spoken.items() if not self._slip(word)}))
        self._repair.cache_clear()
        whole = (" ".join((one.title, *one.names, *one.asked_as, *one.text, *one.examples)) for one in book.values())
        pages = Counter(form for text in whole for form in set(self.stems(text)))
        self.rarity = {form: min(RAREST, math.log(1 + len(book) / count)) for form, count in pages.items()}

    def _learn(self, words: Counter[str]) -> None:
        self.known = words
        self._stems = {stem(word) for word in words} | self.names.keys()

    def stems(self, text: str) -> list[str]:
        """The words of a text in the book's language."""
        return [form for form, _ in self._forms(plain(text).split())]

    def read(self, said: str) -> list[Word]:
        """The words of a question with their weights; none when no word of it belongs to the game."""
        found: dict[str, Reading] = {}
        for form, reading in self._forms(said.split()[:MOST_WORDS]):
            if form not in found or found[form].sure < reading.sure:
                found[form] = reading
        if not found.keys() - self._elsewhere:
            return []
        return [self._word(form, reading) for form, reading in found.items()]

    def _word(self, form: str, reading: Reading) -> Word:
        guess = reading.sure < SURE
        heft = self.weight(form) * (1 if guess else reading.sure)
        rivals = tuple((stem(rival), GUESS) for rival in reading.rivals)
        meant = ((form, GUESS if guess else 1.0), *rivals)
        return Word(form, heft, form in self.rarity, form not in _EMPTY, meant)

    def weight(self, form: str) -> float:
        if form in _EMPTY:
            return self.rarity.get(form, 1.0) * _EMPTY[form]
        if form in NUMBERS:
            return self.rarity.get(form, UNKNOWN) * COUNTED
        return self.rarity.get(form, FOREIGN if form in EVERYDAY else UNKNOWN)

    def _forms(self, words: list[str]) -> Iterable[tuple[str, Reading]]:
        """Stem and reading of each word, nicknames put together."""
        fixed = [reading for word in words for reading in self._repair(word)]
        stems = [self.names.get(form, form) for form in (stem(reading.word) for reading in fixed)]
        place = 0
        while place < len(fixed):
            length, name = self._name_at(stems, place)
            yield name, fixed[place] if length == 1 else Reading(name, fixed[place].sure)
            place += length

    def _name_at(self, stems: list[str], place: int) -> tuple[int, str]:
        for length in (4, 3, 2) if stems[place] in self._begins else ():
            if name := self.names.get(" ".join(stems[place : place + length])):
                return min(length, len(stems) - place), name
        return 1, stems[place]

    def _slip(self, word: str) -> bool:
        """Whether a word that stands in no rule text is a misspelling of one that does."""
        repaired = self._repair(word)
        return len(repaired) == 1 and repaired[0].word != word and repaired[0].sure >= SURE

    def _repaired(self, word: str) -> tuple[Reading, ...]:
        """A word as the book spells it; a word that nothing resembles stays as it is."""
        if len(word) < 3 or word in FILLER | EVERYDAY or word.isdigit() or stem(word) in self._stems:
            return (Reading(word),)
        near = process.extract(word, self.known.keys(), scorer=OSA.normalized_similarity, score_cutoff=0.5, limit=12)
        fits = sorted(((self._resemblance(word, other, same), other) for other, same, _ in near), reverse=True)
        best, other = fits[0] if fits else (0.0, word)
        if best < JOINED and len(word) > 5 and (parts := self._parts(word)):
            return tuple(Reading(part, JOINED) for part in parts)
        if best < LIKELY:
            return (Reading(word),)
        rivals = [rival for fit, rival in fits[1:] if fit >= max(LIKELY, best - CLOSE) and stem(rival) != stem(other)]
        return (Reading(other, best, tuple(rivals[:RIVALS])),)

    def _parts(self, word: str) -> tuple[str, ...]:
        """Two words of the book that somebody ran together, or nothing."""
        cuts = ((word[:cut], word[cut:]) for cut in range(2, len(word) - 1))
        return next((pair for pair in cuts if min(self.known[pair[0]], self.known[pair[1]]) > 2), ())

    def _resemblance(self, word: str, other: str, same: float) -> float:
        """How likely one word is meant by another; short words and first letters are rarely mistyped."""
        if (len(word) < 7 and word[0] != other[0] and sorted(word) != sorted(other)) or len(other) < 3:
            return 0.0
        if len(word) == 3 and sorted(word) == sorted(other):
            return SURE
        if len(word) == 3 and (self.known[other] < 3 or word[-1] != other[-1] or len(other) != 4):
            return 0.0
        doubt = 0.9 if len(word) < 6 and self.known[other] < 3 else 1.0
        return doubt * (0.6 * same + 0.4 * JaroWinkler.similarity(word, other))


def pages(book: Rulebook, lexicon: Lexicon) -> list[Page]:
    lent: dict[str, list[tuple[str, float]]] = {}
    for entry in book.values():
        if entry.id.startswith("4.9"):
            about = [id for id in entry.see if not id.startswith("4")][: len(LENT)]
            for id, trust in zip(about, LENT, strict=False):
                lent.setdefault(id, []).extend((line, trust) for line in (entry.title, *entry.asked_as))
    return [_page(entry, book, lexicon, lent.get(entry.id, [])) for entry in book.values()]


def _page(entry: Entry, book: Rulebook, lexicon: Lexicon, lent: list[tuple[str, float]]) -> Page:
    lines = [(entry.title, TITLE), *((line, 1.0) for line in (*entry.names[:1], *entry.asked_as)), *lent]
    spoken = [(frozenset(lexicon.stems(line)), trust) for line, trust in lines]
    printed = [(frozenset(lexicon.stems(line)), PRINTED) for line in _sentences((*entry.text, *entry.examples))]
    near = frozenset(lexicon.stems(" ".join(_above(book, entry))))
    body = {form for phrase, _ in printed for form in phrase}
    times = Counter(form for phrase, _ in spoken for form in phrase)
    often = {form: SPOKEN + (1 - SPOKEN) * min(1, count / 3) for form, count in times.items()}
    phrases = [phrase for phrase, _ in (*spoken, *printed)]
    return Page(
        entry,
        tuple((sum(map(lexicon.weight, phrase)), trust) for phrase, trust in (*spoken, *printed)),
        _places(phrases),
        dict.fromkeys(body, BODY) | dict.fromkeys(near, NEAR) | often,
        near,
        tuple(alphabetical(plain(line)) for line, _ in lines),
        (_joined(phrases[:1]), _joined(phrases[1 : len(spoken)]), " ".join(near), _joined(phrases[len(spoken) :])),
    )


def _places(phrases: list[frozenset[str]]) -> dict[str, tuple[int, ...]]:
    """The phrases in which each word stands."""
    found: dict[str, list[int]] = {}
    for at, phrase in enumerate(phrases):
        for form in phrase:
            found.setdefault(form, []).append(at)
    return {form: tuple(places) for form, places in found.items()}


def _joined(phrases: Iterable[frozenset[str]]) -> str:
    return " ".join(" ".join(phrase) for phrase in phrases)


def _sentences(paragraphs: Iterable[str]) -> list[str]:
    return [line for paragraph in paragraphs for line in re.split(r"(?<=[.;?!]) +", paragraph)]


def alphabetical(said: str) -> str:
    """The same words in alphabetical order, so that two ways of saying them compare alike."""
    return " ".join(sorted(said.split()))


def _above(book: Rulebook, entry: Entry) -> Iterable[str]:
    """The titles of a rule and of the chapters in which it stands, save the widest."""
    up: Entry | None = entry
    while up and ("." in up.id or up is entry):
        yield up.title
        up = book.parent(up.id)


def _names(book: Rulebook) -> dict[str, str]:
    """Every nickname in the book, as stems, and the one word that stands for it."""
    names: dict[str, str] = {}
    for entry in book.values():
        one = plain(entry.names[0]).replace(" ", "") if entry.names else ""
        for stems in sorted(([stem(word) for word in plain(name).split()] for name in entry.names), key=len):
            names[" ".join(names.get(form, form) for form in stems)] = names["".join(stems)] = one
    return names


def _words(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in plain(text).split()]
