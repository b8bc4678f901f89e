"""Search: from a question to the numbered rule that answers it.

A question is first read as a number (1.04.06, 10406, 1.4.6). Otherwise full text search (FTS5, bm25) finds candidates
by phrase and by rule. What speaks for each is added up: how well ONE phrase of the rule covers the question (five
matching words in one line mean more than five scattered over a page), the rule as a whole, and how near one of its
answers is in meaning (`meaning.py`). In the same way its answers are compared with one another: by the ways of asking
for each, its own words, and meaning. The weights are fitted by `python -m tests.tools.search.weights` to questions that
may be looked at; `python -m tests.tools.search` measures the others too.

The list is never cut; whether it holds the answer is another question. `Found.sure` says that the first rule has nearly
all trust, `Found.close` that two or three have it together. `Found.about_dune` says whether the question is about this
game at all: words are weighed by how much likelier they are in the book than in English. No input raises.
"""

import json
import math
import re
import sqlite3
from array import array
from collections.abc import Container
from dataclasses import dataclass, replace
from functools import cache
from math import fsum
from operator import mul
from threading import Lock
from weakref import finalize

from referee.rulebook import index_file
from referee.rulebook.book import Rulebook, RuleEntry, rulebook
from referee.rulebook.lexicon import Word
from referee.rulebook.meaning import nearness
from referee.rulebook.pages import Page
from referee.rulebook.query_words import FILLER, matter, plain

CANDIDATES, PHRASES = 36, 120
GENERAL = tuple(f"{room}/" for room in ("common", "holdings", "powers"))  # rules of every phase
LONGEST = 400  # characters of a question that are read
# Rule numbers as people write them: with dots anywhere in a question, or digits alone.
DOTTED, BARE = r"\d+(?:\s*\.\s*\d+)+", r"\s*\d{3,}\s*|\s*\d+(?:\s+\d+)+\s*|\s*\.\s*\d+\s*"
OPTION_NAME = r"\W*(?:(?:table )?option |row )?([bkt])[ .-]?0?([1-9][0-9]?)\W*"
OPTION_ROOMS = ("4.91", "4.92", "4.93")
REFERRING = ("4.90", "4.91", "4.92", "4.93", "4.99")  # options and words, which refer to a rule
LEAN_BACK = (*REFERRING, "4.94")  # they rank after the rule itself
HOUSE_RULE = "4.95."  # ranks as if asked there: its authors know what to ask for
BESIDE_A_NUMBER = FILLER | {"chapter", "section", "number", "paragraph", "entry", "say", "says", "read", "show"}
# What speaks for a rule, weighed; the sum is 1 for a perfect match. `python -m tests.tools.search.weights` fits them.
WEIGHTS = (0.126, 0.083, 0.187, 0.074, 0.529, 0.035, -0.035, -0.080, -0.031)
SHARP = 33.9  # how fast a rule loses trust that falls behind: its share is that of exp(SHARP * score)
# A question is about this game if it has its words, or nearly equals a line of the book. Everyday words can find a rule
# that fits well, never as sure; words foreign to the book must fit better.
ABOUT_DUNE, PLAIN, EVERYDAY, FOREIGN = 1.0, 1.0, 0.7, 0.05
# Trust from which the first rule is sure, or so many at most are shown together, and the least score of a sure one.
SURE, TOGETHER, LEAST = 0.9, 3, 0.55
PRECISE, PRINTED = 0.55, 0.7  # how much of a fit is the line's own; trust in printed lines
ANSWERS = (1.65, 15.93, 2.01, -1.85)  # what speaks for an answer among those of its rule, weighed
ENOUGH, SHORT = 0.8, 12  # trust from which no further answer of a rule is told; words that even a short one counts as
HERE = 0.16  # what is added for rules of the seat that a question comes from
NOW = 0.08  # and for those of the phase that is played


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that may answer, its score (1 is a perfect match), the sentence that answers, and others if not sure."""

    entry: RuleEntry
    score: float
    sentence: str = ""
    also: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        return " ".join((self.sentence, *self.also))


@dataclass(frozen=True, slots=True)
class Found:
    """The nearest rules, best first; whether the first answers, and whether the question is about this game.

    `close` are the first few rules if they would be sure, but are almost alike.
    """

    hits: tuple[Hit, ...] = ()
    sure: bool = False
    close: tuple[Hit, ...] = ()
    about_dune: bool = False

    def nearest(self, most: int) -> tuple[Hit, ...]:
        """What to list if no rule is sure: those that are close, with a second answer each, or the first with one."""
        return tuple(replace(hit, also=hit.also[:1] if self.close else ()) for hit in self.close or self.hits[:most])


def search(query: str, phase: str | None = None, faction: str | None = None, limit: int = 5) -> list[Hit]:
    """The nearest rules, best first."""
    return list(ask(query, phase, faction, limit).hits)


def ask(query: str, phase: str | None = None, faction: str | None = None, limit: int = 5) -> Found:
    """Return what the book answers, at most ``limit`` rules."""
    return index().ask(query, phase, faction, limit)


def likeness(query: str, texts: list[str]) -> list[float]:
    """How much each text has of what a question asks, 0 to 1."""
    return index().likeness(query, texts)


_open: list["Index"] = []
_opening_it = Lock()


def index() -> "Index":
    """The index of the current book, loaded once; thread-safe."""
    with _opening_it:
        book = rulebook()
        if not _open or _open[0].book is not book:
            _open[:] = [Index(book, index_file.kept(book))]
        return _open[0]


class Index:
    """Answers questions about one book; thread-safe."""

    def __init__(self, book: Rulebook, db: sqlite3.Connection | None = None) -> None:
        self.book = book
        self._lock = Lock()
        self._db = db or index_file.built(book)
        finalize(self, self._db.close)
        self.lexicon = index_file.lexicon_in(self._db)
        self.page = cache(self._page)
        self.said = cache(self._said)
        self.heads = {
            entry.room: set(self.lexicon.stems(" ".join((entry.title, *entry.names[:1]))))
            for entry in book.values()
            if _is_faction(entry)
        }
        self.rooms = {entry.room for entry in book.values()}
        self.nicknames = {plain(name): (entry.room,) for entry in book.values() for name in entry.names}

    def ask(self, query: str, phase: str | None = None, faction: str | None = None, limit: int = 5) -> Found:
        """The nearest rules, each with the sentence that answers."""
        if numbered := by_number(self.book, query)[: max(0, limit)]:
            exact = (Hit(entry, round(1 / (1 + place / 100), 4)) for place, entry in enumerate(numbered))
            return Found(tuple(exact), sure=True, about_dune=True)
        with self._lock:
            text = matter(plain(re.sub(r"\b0\.5\b", "half", query[:LONGEST])))
            words = self.lexicon.read(text)
            meant = self.lexicon.vector_of(words)
            rated = self._rated(words, meant, self.rooms_of("phases", phase) | self.rooms_of("factions", faction))
            dune = sum(word.dune for word in words)
            score = rated[0][0] if rated else 0.0
            plainly = dune >= ABOUT_DUNE or score >= PLAIN
            if not re.search(r"[a-z]", text):
                return Found()  # a rule number that there is not
            about = bool(rated) and (plainly or score + FOREIGN * dune >= EVERYDAY)
            best = [(score, self.page(-row)) for score, row in rated[: max(0, limit)]]
            answered = [self._told(page, words, meant) for _, page in best]
            hits = tuple(
                Hit(self.book[page.id], round(min(1.0, max(0.0, score)), 4), "".join(answers[:1]), tuple(answers[1:]))
                for (score, page), answers in zip(best, answered, strict=True)
            )
            sure = about and plainly and score >= LEAST
            many = trusted(self.book, [(score, self.page(-row).id) for score, row in rated]) if sure else 0
            return Found(hits, many == 1, hits[:many] if many > 1 else (), about)

    def likeness(self, query: str, texts: list[str]) -> list[float]:
        """The share by weight of a question's content words that each text has."""
        with self._lock:
            words = [word for word in self.lexicon.read(matter(plain(query[:LONGEST]))) if word.content]
            total = sum(word.weight for word in words) or 1.0
            stems = [dict.fromkeys(self.lexicon.stems(text), 1.0) for text in texts]
            return [sum(word.worth(forms) for word in words) / total for forms in stems]

    def _rated(self, words: list[Word], meant: "array[int]", here: set[str]) -> list[tuple[float, int]]:
        """(score, -row) of each candidate, best first, ties in the order of the book."""
        rated = []
        for row, evidence in self.evidence(words, meant).items():
            entry = self.book[self.page(row).id]
            asked_here = HERE if entry.id.startswith(HOUSE_RULE) else added(entry.room, here)
            rated.append((fsum(map(mul, WEIGHTS, evidence)) + asked_here, -row))
        return sorted(rated, reverse=True)

    def evidence(self, words: list[Word], meant: "array[int]") -> dict[int, tuple[float, ...]]:
        """What speaks for each candidate, by its row, in the order of ``WEIGHTS``."""
        named = {room for room, head in self.heads.items() if any(word.stem in head for word in words)}
        return {row: self._evidence(self.page(row), words, named, meant) for row in self._candidates(words)}

    def _evidence(self, page: Page, words: list[Word], named: set[str], meant: "array[int]") -> tuple[float, ...]:
        """What speaks for a rule and against it, each about 0 to 1."""
        entry = self.book[page.id]
        total = sum(word.weight for word in words) or 1.0
        shared = _shared(page, words)
        best, second, *_ = *sorted((-fit(same, total, *page.sizes[at]) for at, same in shared.items())), 0.0, 0.0
        return (
            -best,
            -second,
            sum(word.worth(page.credit) for word in words) / total,
            sum(word.weight for word in words if word.stem in page.near) / total,
            max(nearness(meant, page.meant), default=0.0),
            entry.room in named,
            entry.room.startswith("factions/") and not named,
            entry.id[:4] in LEAN_BACK,
            "heading" in entry.marks,
        )

    def rooms_of(self, kind: str, name: str | None) -> set[str]:
        """The modules that a name of this kind means, as "spice collection" means collection."""
        spoken = plain(name or "")
        rooms = {room for room in self.rooms if room.startswith((f"{kind}/", *GENERAL))}
        meant = {room for room in rooms if room.split("/", 1)[1] in {spoken.replace(" ", "_"), *spoken.split()}}
        return meant or {room for room in self.nicknames.get(spoken, ()) if room.startswith(kind)}

    def _candidates(self, words: list[Word]) -> list[int]:
        """Rows found by full text search, best first."""
        forms = dict.fromkeys(form for word in words if word.content for form, _ in word.meant)
        if not forms:
            forms = dict.fromkeys(word.stem for word in words)
        if not forms:
            return []
        query = " OR ".join(f'"{form}"' for form in forms)
        scores: dict[int, float] = {}
        phrases = "select rowid, bm25(phrases) from phrases where phrases match ? order by 2 limit ?"
        for phrase, rank in self._db.execute(phrases, (query, PHRASES)):
            row, spoken = index_file.phrase_of(phrase)
            scores[row] = max(scores.get(row, 0.0), -rank * (1 if spoken else PRINTED))
        rules = "select rowid, bm25(rules, 6, 4, 2, 1) from rules where rules match ? order by 2 limit ?"
        for row, rank in self._db.execute(rules, (query, CANDIDATES)):
            scores[row] = scores.get(row, 0.0) - rank
        return sorted(scores, key=lambda row: -scores[row])[:CANDIDATES]

    def _page(self, row: int) -> Page:
        kept, meant = self._db.execute("select page, meant from page where row = ?", (row,)).fetchone()
        return Page(**json.loads(kept), meant=array("b", meant))

    def _told(self, page: Page, words: list[Word], meant: "array[int]") -> list[str]:
        """Answers of a rule until they and those within them have enough trust together, three at most."""
        rated = [fsum(map(mul, ANSWERS, row)) for row in self.evidence_of_answers(page, words, meant)]
        likely = [math.exp(score - max(rated)) for score in rated]
        answers, within = self.said(page.id)
        enough = ENOUGH * fsum(likely)
        chosen, covered = list[str](), set[int]()
        while len(chosen) < TOGETHER and fsum(likely[place] for place in covered) < enough:
            best = max(
                range(len(answers)), key=lambda number: fsum(likely[place] for place in within[number] - covered)
            )
            chosen = [*(other for other in chosen if other not in answers[best]), answers[best]]
            covered |= within[best]
        return chosen

    def _said(self, id: str) -> tuple[list[str], list[set[int]]]:
        """What each answer of a rule says, and which of them stand within it."""
        answers = [answer.told for answer in self.book[id].answers]
        return answers, [{place for place, other in enumerate(answers) if other in answer} for answer in answers]

    def evidence_of_answers(self, page: Page, words: list[Word], meant: "array[int]") -> list[tuple[float, ...]]:
        """What speaks for each answer of a rule, in the order of ``ANSWERS``."""
        total = sum(word.weight for word in words) or 1.0
        shared = _shared(page, words)
        evidence = list[tuple[float, ...]]()
        for places, near in zip(page.answers, nearness(meant, page.meant), strict=True):
            ways = [2 * shared.get(at, 0) / (total + page.sizes[at][0]) for at in places if at < page.spoken]
            in_text = sum(shared.get(at, 0) for at in places if at >= page.spoken)
            size = sum(page.sizes[at][0] for at in places if at >= page.spoken)
            evidence.append((max(ways, default=0.0), near, in_text / total, in_text / (SHORT + size)))
        return evidence


def _spots(page: Page, word: Word) -> dict[int, float]:
    """The phrases of a rule in which a word occurs, in any of its meanings."""
    return {place: share for form, share in reversed(word.meant) for place in page.places.get(form, ())}


def _shared(page: Page, words: list[Word]) -> dict[int, float]:
    """The weight of a question's words in each phrase of a rule that has some."""
    shared: dict[int, float] = {}
    for word in words:
        for place, share in _spots(page, word).items():
            shared[place] = shared.get(place, 0) + word.weight * share
    return shared


def trusted(book: Rulebook, rated: list[tuple[float, str]], sharp: float = SHARP) -> int:
    """How many of the first rules surely hold the answer: one if it does alone, 0 if even three may not."""
    likely = [math.exp(sharp * (score - rated[0][0])) for score, _ in rated]
    first, *others = (id for _, id in rated)
    alike = (
        share for share, other in zip(likely[1:], others, strict=True) if _says_the_same(book, book[first], book[other])
    )
    enough = SURE * fsum(likely)
    if fsum((likely[0], *alike)) >= enough:
        return 1
    return next((many for many in range(2, TOGETHER + 1) if fsum(likely[:many]) >= enough), 0)


def _says_the_same(book: Rulebook, entry: RuleEntry, other: RuleEntry) -> bool:
    """Whether two rules are read as one: parts of an entry, or a rule and the word or option that refers to it."""
    refers = (entry.id[:4] in REFERRING and other.id in entry.see) or (
        other.id[:4] in REFERRING and entry.id in other.see
    )
    return refers or book.shown(entry.id).id == book.shown(other.id).id


def fit(shared: float, total: float, size: float, trust: float) -> float:
    """How well a phrase covers the question and, less important, the question covers the phrase."""
    return trust * shared / total * (1 - PRECISE + PRECISE * shared / max(size, shared, 0.1))


def added(room: str, here: Container[str]) -> float:
    """Return what is added for the rules of a room, if the question comes from ``here``."""
    return 0.0 if room not in here else NOW if room.startswith("phases/") else HERE


def by_number(book: Rulebook, query: str) -> list[RuleEntry]:
    """Read a question as an option (B5) or a rule number: whole, its beginning or its end."""
    short = query[:200]
    if option := re.fullmatch(OPTION_NAME, short.lower()):
        return _of_option(book, f"{option[1]}{option[2]}".upper())
    asked = re.search(DOTTED, short) or re.fullmatch(BARE, short)
    if not asked or _is_amount(asked[0], short):
        return []
    parts = [int(part[:9]) for part in re.findall(r"[0-9]+", asked[0])]
    run = "".join(re.findall(r"[0-9]", asked[0])) if not asked[0].lstrip().startswith(".") else ""
    numbers = [(entry, [int(part) for part in entry.id.split(".")]) for entry in book.values()]
    exact = [entry for entry, number in numbers if number == parts]
    begun = [entry for entry in book.values() if run.strip("0") and entry.id.replace(".", "").startswith(run)]
    ended = [entry for entry, number in numbers if "." in asked[0] and number[1:][-len(parts) :] == parts]
    return list(dict.fromkeys([*exact, *sorted(begun, key=lambda entry: entry.id.replace(".", "") != run), *ended]))


def _of_option(book: Rulebook, name: str) -> list[RuleEntry]:
    """The rule that defines an option, then the rules that it changes."""
    bearing = [entry for entry in book.values() if name in entry.options]
    return sorted(bearing, key=lambda entry: entry.id[:4] not in OPTION_ROOMS)


def _is_amount(number: str, query: str) -> bool:
    """Whether a number with one decimal is an amount in a sentence: 0.5 strength, 2.5 spice."""
    around = [word for word in plain(query).split() if not word.isdigit() and word not in BESIDE_A_NUMBER]
    return bool(re.fullmatch(r"\d+\.\d", number) and around)


def _is_faction(entry: RuleEntry) -> bool:
    return entry.room.startswith("factions/") and entry.id.count(".") == 1
