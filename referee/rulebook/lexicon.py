"""The vocabulary of one book: known words, how rare each is, and corrections of misspelt words.

A rare word of a question says more than a common one, and a name of the game (a faction, a leader, a card, a place)
says most. Names are found in the texts: every nickname (`names` lines) and capitalized words in the middle of a
sentence, so a new faction brings its own.

An unknown word may be a typo, or a name that a phone misheard. Typos are corrected by letters, names by their sound in
English over up to four words: "hark on an" sounds like Harkonnen. Known words are never changed, so no word of the game
becomes another; an ordinary English word keeps its own meaning beside the guess. An ambiguous typo keeps several
meanings, and each rule is scored with the one that suits it.
"""

import math
import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from typing import Any

from referee.rulebook.book import RuleEntry
from referee.rulebook.meaning import line_vector
from referee.rulebook.query_words import ASKING, FILLER, NUMBERS, common, plain, stem

MOST_WORDS = 24
DIGITS = 6  # decimals stored in an index, so that every machine writes the same
RAREST, UNKNOWN = 3.6, 4.0
SURE, JOINED, LIKELY, CLOSE = 0.79, 0.88, 0.7, 0.1
GUESS, RIVALS, NAME = 0.8, 3, 1.2
# Least similarity of sound, by the length of the code, and if all the words are known.
HEARD, ALL_KNOWN = {3: 0.93, 4: 0.88, 5: 0.82}, {4: 0.95, 5: 0.9}
LONG_WORD, OFTEN = 8, 5  # least length and frequency of a compound word
SHORTEST_SOUND, LONG_SOUND, WINDOW, LONGEST_NAME = 3, 5, 4, 3
ORDINARY = 500  # frequency above which an English word is not a typo
CORPUS, RARE_ENGLISH, COMMONPLACE = 1.65e9, 30, 20_000
MOST_LIKELY, STRANGE, NAMED_GAME = 4.0, -1.6, 2.0
_SPELLINGS = {  # English spellings -> one sign; then vowels are dropped, except at the beginning
    r"(.)\1+": r"\1", "^[aeiouy]+": "A", "ph|v": "f", "th": "0", "(?<=a)ch": "k", "sh|ch": "X", "g(?=[eiy])": "j",
    "c(?=[eiy])|z": "s", "x": "ks", "ck|[cqg]": "k", "d": "t", "b": "p",
    "(?<!^)(?:[aeiouyw]|(?<![aeiouy])h|h(?![aeiouy]))": "",
}  # fmt: skip
_PROPER = re.compile(r"(?<=[a-z,;] )[A-Z][\w'’-]+(?: (?:de )?[A-Z][\w'’-]+)*")


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a question; its weight grows with its rarity.

    `meant` are its possible meanings, each with a share of the weight. `dune` is the log of how much likelier the word
    is in the book than in English. `said` is the word as the book or English spells it.
    """

    stem: str
    weight: float
    known: bool
    content: bool
    meant: tuple[tuple[str, float], ...]
    dune: float = 0.0
    said: str = ""

    def worth(self, credit: dict[str, float]) -> float:
        """The word's weight in a rule, by the best of its meanings there."""
        return self.weight * max(share * credit.get(form, 0) for form, share in self.meant)


@dataclass(frozen=True, slots=True)
class Spelling:
    """A word as the book spells it, how sure that is, and alternatives."""

    word: str
    sure: float = 1.0
    rivals: tuple[str, ...] = ()
    name: str = ""


@dataclass
class Vocabulary:
    """What the lexicon learned from a book, as JSON values.

    `known` counts the words of the texts, `stems` are theirs, `said` counts the stems, `names` maps a nickname in stems
    to the one word that stands for it, `sounds` are names as written with their phonetic codes.
    """

    known: dict[str, int]
    stems: list[str]
    said: dict[str, int]
    names: dict[str, str]
    sounds: list[tuple[str, str]]
    rarity: dict[str, float]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@cache
def empty() -> dict[str, float]:
    """Return how much words count that only ask or fill."""
    return {stem(word): 0.5 for word in ASKING} | {stem(word): 0.15 for word in FILLER}


class Lexicon:
    """The vocabulary of one book; `english` returns how often a word occurs in a corpus of English, 0 if never."""

    def __init__(self, words: Vocabulary, english: Callable[[str], int]) -> None:
        self.words, self.english = words, english
        self.names = words.names
        self._begins = {name.split(" ")[0] for name in words.names}
        self._stems = {*words.stems, *words.names}
        self._spoken, self._codes = [name for name, _ in words.sounds], [code for _, code in words.sounds]
        self._total = sum(words.said.values()) or 1
        self._repair = lru_cache(maxsize=4096)(self._repaired)
        self.stems = lru_cache(maxsize=4096)(self._stems_of)
        self.proper = {form for name in self._spoken for form in self.stems(name)} - empty().keys()
        self.proper |= set(self.names.values())

    def _stems_of(self, text: str) -> tuple[str, ...]:
        """The stems of a text."""
        return tuple(form for form, _ in self.spelled(text))

    def spelled(self, text: str) -> list[tuple[str, str]]:
        """The stems of a text, each with the word as the book or English spells it."""
        return [(form, reading.word) for form, reading in self._forms(plain(text).split())]

    def vector_of(self, words: list[Word]) -> "array[int]":
        """The vector of a question that was read."""
        return self.vector([(word.stem, word.said) for word in words])

    def vector(self, words: list[tuple[str, str]]) -> "array[int]":
        """The vector of a line of stems and words."""
        names = self.proper
        return line_vector(
            [word for form, word in words if form not in names], [form for form, _ in words if form in names]
        )

    def read(self, query: str) -> list[Word]:
        """The words of a question with their weights."""
        spellings: dict[str, Spelling] = {}
        for form, reading in self._forms(query.split()[:MOST_WORDS], heard=True):
            if form not in spellings or spellings[form].sure < reading.sure:
                spellings[form] = reading
        return [self._word(form, reading) for form, reading in spellings.items()]

    def _word(self, form: str, reading: Spelling) -> Word:
        guess = reading.sure < SURE
        heft = self.weight(form) * (1 if guess else reading.sure)
        rivals = tuple((self.names.get(stem(rival), stem(rival)), GUESS) for rival in reading.rivals)
        meant = ((form, GUESS if guess else 1.0), *rivals)
        says_nothing = form in empty() or form in NUMBERS or form.isdigit()
        dune = NAMED_GAME if form == stem("dune") else 0.0 if says_nothing else self._likelier(form, reading)
        return Word(form, heft, form in self.words.rarity, form not in empty(), meant, dune, reading.word)

    def _likelier(self, form: str, reading: Spelling) -> float:
        often, english = self.words.said.get(form, 0), self.english(reading.word)
        if not often:
            return -MOST_LIKELY if english > COMMONPLACE else STRANGE
        if form in self.proper and english < ORDINARY:
            return MOST_LIKELY
        likelier = math.log(often / self._total * CORPUS / max(english, RARE_ENGLISH))
        return reading.sure * max(-MOST_LIKELY, min(MOST_LIKELY, likelier))

    def weight(self, form: str) -> float:
        if form in empty():
            return self.words.rarity.get(form, 1.0) * empty()[form]
        return self.words.rarity.get(form, UNKNOWN) * (NAME if form in self.proper else 1.0)

    def _forms(self, words: list[str], *, heard: bool = False) -> Iterator[tuple[str, Spelling]]:
        """Yield stem and spelling of each word, nicknames merged and, if ``heard``, names recognized by sound."""
        fixed: list[Spelling] = []
        words = self._rejoined(words) if heard else words
        sounds = self._heard(words) if heard else {}
        place = 0
        while place < len(words):
            length, names = sounds.get(place, (1, ()))
            fixed += names or self._repair(words[place])
            place += length
        stems = [reading.name or self.names.get(form, form) for reading in fixed for form in (stem(reading.word),)]
        place = 0
        while place < len(fixed):
            length, name = self._name_at(stems, place)
            yield name, fixed[place] if length == 1 else Spelling(name, fixed[place].sure)
            place += length

    def _rejoined(self, words: list[str]) -> list[str]:
        """Join words that speech recognition split: strong hold."""
        joined: list[str] = []
        for word in words:
            whole = joined[-1] + word if joined else ""
            if len(whole) >= LONG_WORD and self.words.known.get(whole, 0) >= OFTEN:
                joined[-1] = whole
            else:
                joined.append(word)
        return joined

    def _name_at(self, stems: list[str], place: int) -> tuple[int, str]:
        for length in (4, 3, 2) if stems[place] in self._begins else ():
            if name := self.names.get(" ".join(stems[place : place + length])):
                return min(length, len(stems) - place), name
        return 1, stems[place]

    # -- names by sound

    def _heard(self, words: list[str]) -> dict[int, tuple[int, tuple[Spelling, ...]]]:
        """Misheard names: position of the first word -> number of words and the name."""
        spans = [
            (*self._sounds_like(words[place : place + length]), place, length)
            for length in range(1, WINDOW + 1)
            for place in range(len(words) - length + 1)
        ]
        taken: set[int] = set()
        names_at: dict[int, tuple[int, tuple[Spelling, ...]]] = {}
        for sure, name, place, length in sorted(spans, key=lambda span: (-span[0], span[3])):
            span = set(range(place, place + length))
            if sure and not span & taken:
                taken |= span
                names_at[place] = length, tuple(Spelling(name, sure, name=form) for form in self.stems(name))
        return names_at

    def _sounds_like(self, words: list[str]) -> tuple[float, str]:
        """How surely these words are a name by sound and letters, and which name; 0 if they are not."""
        strange = [word for word in words if stem(word) not in self._stems and word not in FILLER]
        if any(word.isdigit() for word in words) or (len(words) == 1 and not strange):
            return 0.0, ""
        joined = "".join(words)
        code = _sound(joined)
        sure, name = self._nearest(joined, code)
        ordinary = not strange or (len(words) == 1 and self.english(words[0]) >= ORDINARY)
        least = (ALL_KNOWN if ordinary else HEARD).get(min(len(code), LONG_SOUND), 2.0)
        swallowed = len(words) > 1 and name in words  # "fremen two" sounds like Fremen
        return (sure, name) if sure >= least and not swallowed else (0.0, "")

    def _nearest(self, joined: str, code: str) -> tuple[float, str]:
        from rapidfuzz import fuzz, process

        near = process.extract(code, self._codes, scorer=fuzz.ratio, score_cutoff=75, limit=6)
        rated = [(self._alike(joined, self._spoken[at], share / 100), self._spoken[at]) for _, share, at in near]
        return max(rated, default=(0.0, ""))

    def _alike(self, joined: str, name: str, sound: float) -> float:
        from rapidfuzz.distance import JaroWinkler

        return 0.65 * sound + 0.35 * JaroWinkler.similarity(joined, plain(name).replace(" ", ""))

    # -- typos

    def slip(self, word: str) -> bool:
        """Whether a word of no rule text is a misspelling of one that is."""
        repaired = self._repair(word)
        return len(repaired) == 1 and repaired[0].word != word and repaired[0].sure >= SURE

    def _repaired(self, word: str) -> tuple[Spelling, ...]:
        """Correct a word's spelling; a word that resembles nothing stays as it is."""
        if len(word) < 3 or word in FILLER or word.isdigit() or stem(word) in self._stems:
            return (Spelling(word),)
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        known = self.words.known
        near = process.extract(word, known.keys(), scorer=OSA.normalized_similarity, score_cutoff=0.5, limit=12)
        fits = sorted(((self._resemblance(word, other, same), other) for other, same, _ in near), reverse=True)
        best, other = fits[0] if fits else (0.0, word)
        ordinary = self.english(word) >= ORDINARY
        if best < JOINED and len(word) > 5 and not ordinary and (parts := self._parts(word)):
            return tuple(Spelling(part, JOINED) for part in parts)
        if best < LIKELY:
            return (Spelling(word),)
        if ordinary:
            return (Spelling(word, 1.0, (other,)),)
        rivals = [rival for fit, rival in fits[1:] if fit >= max(LIKELY, best - CLOSE) and stem(rival) != stem(other)]
        return (Spelling(other, best, tuple(rivals[:RIVALS])),)

    def _parts(self, word: str) -> tuple[str, ...]:
        """Two words of the book that were typed as one, or nothing."""
        cuts = ((word[:cut], word[cut:]) for cut in range(2, len(word) - 1))
        known = self.words.known
        return next((pair for pair in cuts if min(known.get(pair[0], 0), known.get(pair[1], 0)) > 2), ())

    def _resemblance(self, word: str, other: str, same: float) -> float:
        """How likely one word was meant as another; short words and first letters are rarely mistyped."""
        if (len(word) < 7 and word[0] != other[0] and sorted(word) != sorted(other)) or len(other) < 3:
            return 0.0
        if len(word) == 3 and sorted(word) == sorted(other):
            return SURE
        often = self.words.known[other]
        if len(word) == 3 and (often < 3 or word[-1] != other[-1] or len(other) != 4):
            return 0.0
        from rapidfuzz.distance import JaroWinkler

        doubt = 0.9 if len(word) < 6 and often < 3 else 1.0
        return doubt * (0.6 * same + 0.4 * JaroWinkler.similarity(word, other))


def learn(entries: list[RuleEntry], english: Callable[[str], int]) -> Lexicon:
    """Build the lexicon of a book: words, names, their sounds, and rarity."""
    names = _names(entries)
    printed = ((entry.title, *entry.text, *entry.examples, *entry.ruled) for entry in entries)
    written = Counter(word for texts in printed for word in _words(texts))
    written.update(word for name in names for word in name.split())
    counted = written | Counter(dict.fromkeys((*common(), *FILLER, *ASKING), 3))
    words = Vocabulary(dict(sorted(counted.items())), _stems(counted), {}, names, _sounds(entries, english), {})
    spoken = Counter(word for entry in entries for word in _words((*entry.asked_as, *entry.asked)))
    first = Lexicon(words, english)
    counts = counted + Counter({word: count for word, count in spoken.items() if not first.slip(word)})
    words.known = dict(sorted(counts.items()))
    words.stems = _stems(words.known)
    lexicon = Lexicon(words, english)
    whole = [lexicon.stems(" ".join(_whole(entry))) for entry in entries]
    words.said.update(Counter(form for stems in whole for form in stems))
    pages = Counter(form for stems in whole for form in dict.fromkeys(stems))
    rarity = {form: min(RAREST, math.log(1 + len(entries) / count)) for form, count in pages.items()}
    words.rarity = {form: round(rare, DIGITS) for form, rare in rarity.items()}
    return Lexicon(words, english)


def _stems(words: Iterable[str]) -> list[str]:
    return sorted({stem(word) for word in words})


def _whole(entry: RuleEntry) -> Iterable[str]:
    return (entry.title, *entry.names, *entry.asked_as, *entry.asked, *entry.ruled, *entry.text, *entry.examples)


def _names(entries: list[RuleEntry]) -> dict[str, str]:
    """Every nickname in stems -> the one word that stands for it."""
    names: dict[str, str] = {}
    for entry in entries:
        name = plain(entry.names[0]).replace(" ", "") if entry.names else ""
        for stems in sorted(([stem(word) for word in plain(name).split()] for name in entry.names), key=len):
            names[" ".join(names.get(form, form) for form in stems)] = names["".join(stems)] = name
    return names


def _sounds(entries: list[RuleEntry], english: Callable[[str], int]) -> list[tuple[str, str]]:
    """Every name with its phonetic code: nicknames, cards, and capitalized words within a sentence."""
    proper = {name for entry in entries for name in (*entry.names, *_card(entry))}
    proper |= {name for entry in entries for text in (*entry.text, *entry.examples) for name in _PROPER.findall(text)}
    spoken = {plain(name.removesuffix("'s").removesuffix("’s")) for name in proper}
    spoken |= {word for name in spoken for word in name.split()}
    kept = {name for name in spoken if any(english(word) < ORDINARY for word in name.split())}
    return [(name, code) for name in sorted(kept) if len(code := _sound(name)) >= SHORTEST_SOUND]


def _sound(name: str) -> str:
    """A phonetic code of consonants: Harkonnen and hark on an are both hrknn."""
    sound = name.replace(" ", "")
    for spelling, sign in _SPELLINGS.items():
        sound = re.sub(spelling, sign, sound)
    return sound


def _card(entry: RuleEntry) -> tuple[str, ...]:
    return (entry.title,) if entry.room.startswith("cards/") and len(entry.title.split()) <= LONGEST_NAME else ()


def _words(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in plain(text).split()]
