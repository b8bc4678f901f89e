"""Ways of asking: whole questions with blanks for numbers and names, and whether a question is one of them.

A way is written as people say it: `may i ship [{number}] to {place}`. `a/b` are alternative words, `[…]` may be left
out and may hold phrases, `[to me|for us]`; `a+b` are two words in the place of one.
A question fits if all its words do, from the first to the last, so a way never takes a longer question about something
else. A way that begins with `*` has its words in any order: `*pay/cost {number} {place} [forces/ship]` needs a word of
each part and both blanks. A question may also have those that may be left out, and words that say who asks (`me`,
`my`), but no other. Whole ways go first, then those that need most. In a way of any order a word in capitals is a line
of `table_words`, all words of a language that mean this: `*MUCH BID [HIGH/CARD]` is a way of asking in four languages.
Both are folded alike first: synonyms by the stems of the lookup, words that ask nothing left out, names by spelling,
misspelt words corrected. Known words are never corrected: "land in" is no leader.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

from referee.rulebook.loose_way import ORIGIN, Loose
from referee.rulebook.query_words import stem
from referee.rulebook.spoken import EMPTY, PHRASES, WORDS, asked_plainly
from referee.rulebook.table_words import BESIDE, LIGHT, meanings

T = TypeVar("T")
Names = Mapping[str, Mapping[str, str]]  # kind of blank -> name as people say it -> what it stands for

MOST_WORDS, LONGEST = 24, 400  # words, and characters; a longer text is no question of a way
LONGEST_NAME = 4  # words
ALIKE, LEAST = 84, 5  # similarity of a misspelt name, in percent, and its least length
TYPO, LONG = 4, 7  # letters from which one or two slips are corrected
_NUMBERS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty"""
COUNTED = {word: str(number) for number, word in enumerate(_NUMBERS.split())}
_WHO_ASKS = "i me my mine we us our ours it this that these those do is will"
_SAYS_NOTHING = frozenset(EMPTY.split())
ANY_ORDER, AND_LIGHT = "*", "~"
_NAME = re.compile(r"\w*@(\d+)")
_BLANK = re.compile(r"\{(\w+)\}")
_MEANING = re.compile(r"\b[A-Z]+\b")


class Ways(Generic[T]):
    """Ways of asking with what each is for; ``ordinary`` tells words that are no misspelling."""

    def __init__(
        self,
        ways: Iterable[tuple[str, T]],
        names: Names,
        ordinary: Callable[[str], bool],
        folding: "Folding | None" = None,
        code: str = "en",
    ) -> None:
        folding = folding or Folding()
        written = [(in_words(way, code), meant) for way, meant in ways]
        self._fold, self._ordinary = folding, ordinary
        self._literal = {form for way, _ in written for form in folding.literals(way)}
        raw = {word for way, _ in written for word in re.findall(r"\w+", way)}
        words = self._literal if code == "en" else self._literal | raw
        self._names = {
            spelling: (kind, value)
            for kind, known in names.items()
            for name, value in known.items()
            if (spelling := _bare(folding.plain(name)))
            and not {spelling, folding.stem(spelling) if code == "en" else spelling} & words
        }
        self._spelt = self._literal | raw
        self._spoken = [name for name in self._names if len(name) >= LEAST]
        self._beside = frozenset(form for word in meanings(code)[BESIDE].split() for form in folding.fold(word))
        loose = [(folding.loose(way.removeprefix(ANY_ORDER)), meant) for way, meant in written if _any_order(way)]
        self._ways = [(re.compile(folding.pattern(way)), meant) for way, meant in written if not _any_order(way)]
        self._loose = sorted(loose, key=lambda of: -of[0].needs)
        self.read = lru_cache(maxsize=2048)(self._read)

    def _read(self, text: str) -> tuple[T, dict[str, str]] | None:
        """Return what the question is for and what stands in its blanks, ``None`` if it is none of the ways."""
        words = self._fold.plain(text[:LONGEST]).split()
        if len(words) > MOST_WORDS:
            return None
        folded, held = self._folded(words)
        for pattern, meant in self._ways:
            if match := pattern.fullmatch(folded):
                blanks = {kind: at for kind, at in match.groupdict().items() if at is not None}
                return meant, {kind: _NAME.sub(lambda at: held[int(at[1])], at) for kind, at in blanks.items()}
        asked = folded.split()
        best = self._best(asked) or self._best(asked, self._beside)
        if best is None:
            return None
        return best[1], {kind: _NAME.sub(lambda at: held[int(at[1])], at) for kind, at in best[2].items()}

    def _best(
        self, asked: list[str], beside: frozenset[str] = frozenset()
    ) -> tuple[tuple[int, int], T, dict[str, str]] | None:
        """Return the way of any order that needs most, by how much that is; one word may be ``beside``."""
        best: tuple[tuple[int, int], T, dict[str, str]] | None = None
        for loose, meant in self._loose:
            if best and loose.needs < best[0][0]:
                break
            filled = loose.fill(asked, beside)
            if filled is not None and (best is None or best[0] < (loose.needs, loose.meant(asked))):
                best = (loose.needs, loose.meant(asked)), meant, filled
        return best

    def _folded(self, words: list[str]) -> tuple[str, list[str]]:
        """Return the words of a question in folded form, names as ``kind@number``, and what those stand for."""
        held: list[str] = []
        kept: list[str] = []
        place = 0
        while place < len(words):
            length, kind, value = self._name_at(words, place)
            if length:
                kept.append(f"{kind}@{len(held)}")
                held.append(value)
            else:
                kept.append(self._corrected(words[place]))
            place += length or 1
        return " ".join(self._fold.fold(" ".join(kept))), held

    def _name_at(self, words: list[str], place: int) -> tuple[int, str, str]:
        """Return the name that begins here: how many words it has, its kind, and what it stands for."""
        from rapidfuzz import fuzz, process

        for length in range(min(LONGEST_NAME, len(words) - place), 0, -1):
            window = words[place : place + length]
            joined = "".join(window)
            if known := self._names.get(joined) or self._names.get(joined.removesuffix("s")):
                return (length, *known)
            if len(joined) < LEAST or any(self._known(word) for word in window):
                continue
            near = process.extractOne(joined, self._spoken, scorer=fuzz.ratio, score_cutoff=ALIKE)
            if near and near[0][0] == joined[0]:
                return (length, *self._names[near[0]])
        return 0, "", ""

    def _known(self, word: str) -> bool:
        return (
            word.isdigit()
            or word in self._fold.counted
            or self._fold.stem(word) in self._literal
            or self._ordinary(word)
        )

    def _corrected(self, word: str) -> str:
        """Return a misspelt word of the ways as it should be; short and ordinary words stay."""
        if len(word) < TYPO - 1 or word in self._fold.empty or word in self._fold.words or self._known(word):
            return word
        stem = self._fold.stem(word)
        near = self._nearest(word) or (self._nearest(stem) if word.startswith(stem[:3]) else "")
        return near if near and (len(word) >= TYPO or sorted(word) == sorted(near)) else word

    def _nearest(self, word: str) -> str:
        """Return the word of the ways that a misspelt word or its stem is meant to be, "" if none is near."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        slips = 2 if len(word) >= LONG else 1
        near = process.extractOne(word, self._spelt, scorer=OSA.distance, score_cutoff=slips)
        return str(near[0]) if near else ""


def _bare(name: str) -> str:
    return name.replace(" ", "")


def _any_order(way: str) -> bool:
    return way.startswith(ANY_ORDER)


def has_meanings(way: str) -> bool:
    """Return True for a way that stands for all languages."""
    return _any_order(way) and _MEANING.search(way) is not None


def in_words(way: str, code: str) -> str:
    """Return a way of asking with the words of a language for those of its parts that are in capitals."""
    if not has_meanings(way):
        return way
    parts, also = list[str](), list[str]()
    for part in way.removeprefix(ANY_ORDER).split():
        words = list[str]()
        for choice in part.strip("[]").split("/"):
            told = meanings(code)[choice].split() if _MEANING.fullmatch(choice) else [choice]
            words += [word for word in told if not word.startswith("[")]
            also += [word for word in told if word.startswith("[")]
        parts.append(f"[{'/'.join(words)}]" if part.startswith("[") else "/".join(words))
    light = meanings(code)[LIGHT].split()
    return ANY_ORDER + " ".join([*parts, *dict.fromkeys(also), f"[{AND_LIGHT}/{'/'.join(light)}]"])


def in_order(way: str) -> str:
    """Return the shortest English question of a way of any order, its blanks left open."""
    said = list[str]()
    for part in way.removeprefix(ANY_ORDER).split():
        if not part.startswith("["):
            first = part.split("/")[0]
            words = meanings("en")[first].split() if _MEANING.fullmatch(first) else [first]
            said += [word.strip("[]") for word in words[1:] if word.startswith("[")] + words[:1]
    return " ".join(said)


@dataclass(frozen=True)
class Folding:
    """How the words of a language are folded alike: phrases first, then each word, numbers as digits, its stem."""

    phrases: Mapping[str, str] = field(default_factory=lambda: PHRASES)
    words: Mapping[str, str] = field(default_factory=lambda: WORDS)
    empty: frozenset[str] = _SAYS_NOTHING
    counted: Mapping[str, str] = field(default_factory=lambda: COUNTED)
    plain: Callable[[str], str] = asked_plainly
    stem: Callable[[str], str] = stem

    def fold(self, text: str) -> list[str]:
        """Fold phrases, then words."""
        words = [part for word in self._phrased(text).split() for part in self.words.get(word, word).split()]
        return [self._folded(word) for word in words if word not in self.empty]

    def _folded(self, word: str) -> str:
        counted = self.counted.get(word, word)
        return counted if "@" in word or counted.isdigit() else self.stem(counted)

    def literals(self, way: str) -> Iterable[str]:
        for word in re.findall(r"[a-z0-9']+", _BLANK.sub(" ", way)):
            yield from self.fold(word)

    def loose(self, way: str) -> Loose:
        """Return a way whose words come in any order."""
        needed: list[frozenset[str]] = []
        light = {form for word in _WHO_ASKS.split() for form in self.fold(word)}
        own = set[str]()
        blanks: dict[str, bool] = {}
        for part in way.split():
            words = part.strip("[]").split("/")
            kinds = [blank[1] for word in words if (blank := _BLANK.fullmatch(word))]
            blanks |= dict.fromkeys(kinds, not part.startswith("["))
            forms = frozenset(form for word in words if not _BLANK.fullmatch(word) for form in self.fold(word))
            if words[0] == AND_LIGHT:
                light |= forms
            else:
                own |= forms
            if forms and not part.startswith("["):
                needed.append(forms)
        return Loose(tuple(needed), frozenset(own), frozenset(own | light), blanks)

    def pattern(self, way: str) -> str:
        """Return the regular expression of a way, over folded words."""
        marked = re.sub(r"\[([^\]]*)\]", lambda match: f" ~{match[1].replace(' ', '_')} ", way)
        pattern = "".join(self._part(word) for word in self._phrased(marked).split())
        return pattern.removeprefix(" ")

    def _phrased(self, way: str) -> str:
        """Return a way with its phrases folded; alternatives and what may be left out stay as they are."""
        any_phrase, each = self._patterns
        for phrase, other in each if any_phrase.search(way) else ():
            way = phrase.sub(other, way)
        return way

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], list[tuple[re.Pattern[str], str]]]:
        alone = [rf"(?<!\S)(?:{phrase})(?!\S)" for phrase in self.phrases]
        return re.compile("|".join(alone) or r"(?!)"), list(
            zip(map(re.compile, alone), self.phrases.values(), strict=True)
        )

    def _part(self, word: str) -> str:
        """Return one part of a way, each word with the blank before it that the first one loses."""
        if word.startswith("~"):
            phrases = ("".join(map(self._part, phrase.split("_"))) for phrase in word[1:].split("|"))
            inner = "|".join(phrase for phrase in phrases if phrase)
            return f"(?:{inner})?" if inner else ""
        choices = []
        for choice in word.split("/"):
            if blank := _BLANK.fullmatch(choice):
                choices.append(_blank(blank[1]))
            else:
                choices.append(" ".join(re.escape(part) for part in self.fold(choice.replace("+", " "))))
        wanted = [choice for choice in dict.fromkeys(choices) if choice]
        if not wanted:
            return ""
        alternatives = wanted[0] if len(wanted) == 1 else f"(?:{'|'.join(wanted)})"
        return f"(?:(?:^| ){alternatives})" + ("?" if len(wanted) < len(set(choices)) else "")


def _blank(kind: str) -> str:
    if kind == ORIGIN:
        return rf"place(?P<{ORIGIN}>@\d+)"
    if kind in {"number", "rest"}:
        return r"(?P<number>\d+)" if kind == "number" else r"(?P<rest>.+)"
    return rf"{kind}(?P<{kind}>@\d+)"
