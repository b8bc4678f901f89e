"""Ask the rules: from the way people ask to the numbered rule that answers.

A question is first read as a number (1.04.06, 10406, 1.4.6). Otherwise its words are corrected against the
words of the book, and rules are found by whole words (full text, ranked by bm25) and, where a word is strange
or finds little, by three-letter pieces, which forgive what the correction misses. The candidates are then
ranked by how well ONE phrase of the rule, its title or one of the ways in which people ask it, covers the
question, because five matching words in one line mean more than five words scattered over a page. What stays
under the threshold is no answer at all: an empty list is better than noise. Nothing here raises on anything
that somebody types.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from threading import Lock

from rapidfuzz import fuzz, process

from referee.rulebook.book import Entry, Rulebook, rulebook
from referee.rulebook.lexicon import Lexicon, Page, Word, alphabetical, pages
from referee.rulebook.query_words import FILLER, matter, plain

CANDIDATES = 50
LONGEST = 400  # letters of a question that are read
# Rule numbers as people write them: with dots anywhere in a question, or a run of figures that is all of it.
DOTTED, BARE = r"\d+(?:\s*\.\s*\d+)+", r"\s*\d{3,}\s*|\s*\d+(?:\s+\d+)+\s*|\s*\.\s*\d+\s*"
OPTION_NAME = r"\W*(?:(?:table )?option |row )?([bkt])[ .-]?0?([1-9][0-9]?)\W*"
OPTION_ROOMS = ("4.91", "4.92", "4.93")
HOUSE_RULE = "4.95."  # whoever wrote one asks for it
BESIDE_A_NUMBER = FILLER | {"chapter", "section", "number", "paragraph", "entry", "say", "says", "read", "show"}
# The lowest score, and the share of a question's telling words that a rule must speak of, to be an answer.
STRICT, LOOSE = (0.355, 0.4), (0.1, 0.0)
# What adds up to a score, then what a rule's place multiplies it by; found with `python -m tests.search`.
PHRASE, WHOLE, NEAR, ALIKE, EXACT, PRECISE = 0.455, 0.364, 0.09, 0.136, 0.073, 0.55
NAMED, OTHERS, NOBODYS, EVERYBODYS, OPTION, HERE, HEAD = 1.06, 0.85, 0.94, 0.8, 0.87, 1.08, 0.96


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that answers, and how well: 1 is a perfect match."""

    entry: Entry
    score: float


def search(query: str, phase: str | None = None, faction: str | None = None, limit: int = 5) -> list[Hit]:
    """The rules that answer a question, best first; an empty list when no rule does."""
    return index().search(query, phase, faction)[: max(0, limit)]


def nearest_chapter(query: str) -> Entry | None:
    """The chapter that comes closest to a question which no rule answers."""
    book = index().book
    closest = index().search(query, None, None, LOOSE)[:1]
    return next((book.get(".".join(hit.entry.id.split(".")[:2])) for hit in closest), None)


_building = Lock()


def index() -> "Index":
    """The index of this program's book, built once; who asks meanwhile waits for it."""
    with _building:
        return _built()


@cache
def _built() -> "Index":
    return Index(rulebook())


class Index:
    """Everything needed to answer questions about one book; safe to use from several threads."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.lexicon = Lexicon(book)
        self.pages = pages(book, self.lexicon)
        openings = Counter(_opening(entry) for entry in book.values() if entry.room.startswith("factions/"))
        self.alike = {opening for opening, count in openings.items() if count > 2}
        self.heads = {page.entry.room: set(page.near) for page in self.pages if _is_faction(page.entry)}
        for entry in book.values():
            self.heads.get(entry.room, set()).update(self.lexicon.stems(" ".join(entry.names[:1])))
        above = ((entry, book.parent(entry.id)) for entry in book.values() if entry.room.startswith("cards/"))
        self.cards = {entry.id: self.lexicon.stems(up.names[0]) for entry, up in above if up and up.names}
        self.rooms = {entry.room for entry in book.values()}
        self.nicknames = {plain(name): (entry.room,) for entry in book.values() for name in entry.names}
        self._lock = Lock()
        self._db = _database(self.pages)

    def search(
        self, query: str, phase: str | None, faction: str | None, bar: tuple[float, float] = STRICT
    ) -> list[Hit]:
        """All rules that clear the bar, best first."""
        if numbered := _by_number(self.book, query):
            return [Hit(entry, round(1 / (1 + place / 100), 4)) for place, entry in enumerate(numbered)]
        said = matter(plain(re.sub(r"\b0\.5\b", "half", query[:LONGEST])))
        words = self.lexicon.read(said)
        lean = self._leaning(words, self.rooms_of("phases", phase) | self.rooms_of("factions", faction))
        total = sum(word.weight for word in words) or 1.0
        lowest, gate = bar
        rated = []
        for row in self._candidates(said, words):
            page = self.pages[row]
            if _covered(page, words) >= gate:
                score = _score(page, alphabetical(said), words, total) * lean(page.entry)
                rated.append((score, -row, page.entry))
        rated.sort(reverse=True)
        return [Hit(entry, round(min(1.0, score), 4)) for score, _, entry in rated if score >= lowest]

    def rooms_of(self, kind: str, name: str | None) -> set[str]:
        """The rooms of one kind that a name means: spice collection is told in the room called collection."""
        said = plain(name or "")
        rooms = {room for room in self.rooms if room.startswith((f"{kind}/", "common/"))}
        meant = {room for room in rooms if room.split("/", 1)[1] in {said.replace(" ", "_"), *said.split()}}
        return meant or {room for room in self.nicknames.get(said, ()) if room.startswith(kind)}

    def _candidates(self, said: str, words: list[Word]) -> list[int]:
        whole = [form for word in words if word.known and word.content for form, _ in word.meant]
        parts = sorted({said[place : place + 3] for place in range(min(40, len(said)) - 2)})
        found = self._rows("words", whole, "bm25(words, 6, 4, 2, 1)", CANDIDATES)
        sure = len(found) == CANDIDATES and all(word.known for word in words if word.content)
        return list(dict.fromkeys(found + ([] if sure else self._rows("pieces", parts, "rank", CANDIDATES // 2))))

    def _rows(self, table: str, terms: list[str], order: str, limit: int) -> list[int]:
        """The best rows for any of some terms, which hold nothing but letters, digits and blanks."""
        if not terms:
            return []
        query = f"select rowid from {table} where {table} match ? order by {order} limit ?"
        with self._lock:
            return [row for (row,) in self._db.execute(query, (" OR ".join(f'"{term}"' for term in terms), limit))]

    def _leaning(self, words: list[Word], here: set[str]) -> Callable[[Entry], float]:
        """Lean towards the room that a question names, then towards the phase and seat it comes from."""
        named = {room for room, head in self.heads.items() if any(word.stem in head for word in words)}

        def lean(entry: Entry) -> float:
            leans = OPTION if entry.id.startswith("4.9") else HEAD if _is_head(entry) else 1.0
            leans = HERE if entry.id.startswith(HOUSE_RULE) else leans
            if entry.room.startswith("factions/") and named:
                leans *= NAMED if entry.room in named else OTHERS
            elif entry.room.startswith("factions/") and entry.room not in here:
                leans *= EVERYBODYS if _opening(entry) in self.alike else NOBODYS
            elif (card := self.cards.get(entry.id)) and not any(word.stem in card for word in words):
                leans *= NOBODYS
            return leans * HERE if entry.room in here else leans

        return lean


def _score(page: Page, said: str, words: list[Word], total: float) -> float:
    """How well a rule answers a question, about 0 to 1."""
    shared: dict[int, float] = {}
    whole = near = 0.0
    for word in words:
        whole += word.worth(page.credit)
        near += word.weight * (word.stem in page.near)
        for place, share in _spots(page, word).items():
            shared[place] = shared.get(place, 0) + word.weight * share
    best = max((_fit(same, total, *page.sizes[place]) for place, same in shared.items()), default=0)
    alike = process.extractOne(said, page.lines, scorer=fuzz.ratio)
    close = alike[1] / 100 if alike else 0.0
    return PHRASE * best + (WHOLE * whole + NEAR * near) / total + ALIKE * close + EXACT * (close > 0.999)


def _spots(page: Page, word: Word) -> dict[int, float]:
    """The phrases of a rule in which a word stands, in any of its meanings."""
    return {place: share for form, share in reversed(word.meant) for place in page.places.get(form, ())}


def _covered(page: Page, words: list[Word]) -> float:
    """The share of a question's telling words that the rule speaks of."""
    telling = [word for word in words if word.content]
    found = sum(word.worth(page.credit) for word in telling)
    return found / (sum(word.weight for word in telling) or 1.0)


def _fit(shared: float, total: float, size: float, trust: float) -> float:
    """How well one phrase covers a question and, less important, the question covers the phrase."""
    return trust * shared / total * (1 - PRECISE + PRECISE * shared / max(size, shared, 0.1))


def _by_number(book: Rulebook, query: str) -> list[Entry]:
    """Read a question as the name of an option (B5) or as a rule number, whole or its beginning or its end."""
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


def _of_option(book: Rulebook, name: str) -> list[Entry]:
    """The rule that holds a table option, then the rules that it is about."""
    bearing = [entry for entry in book.values() if name in entry.options]
    return sorted(bearing, key=lambda entry: entry.id[:4] not in OPTION_ROOMS)


def _is_amount(number: str, query: str) -> bool:
    """Whether a number with one figure after the dot is an amount in a sentence: 0.5 strength, 2.5 spice."""
    around = [word for word in plain(query).split() if not word.isdigit() and word not in BESIDE_A_NUMBER]
    return bool(re.fullmatch(r"\d+\.\d", number) and around)


def _database(rows: list[Page]) -> sqlite3.Connection:
    db = sqlite3.connect(":memory:", check_same_thread=False)
    db.execute("create virtual table words using fts5(title, asked, near, body)")
    db.execute("create virtual table pieces using fts5(lines, tokenize='trigram')")
    for row, page in enumerate(rows):
        db.execute("insert into words(rowid, title, asked, near, body) values (?,?,?,?,?)", (row, *page.fields))
        db.execute("insert into pieces(rowid, lines) values (?,?)", (row, " | ".join(page.lines)))
    return db


def _is_head(entry: Entry) -> bool:
    """Whether this only says what its chapter holds."""
    if entry.id.startswith("0."):
        return False
    return entry.id.count(".") < 2 or (entry.id.count(".") == 2 and entry.id.endswith(".00"))


def _opening(entry: Entry) -> str:
    """The first words of a title, which the factions' rules on one matter have in common."""
    return " ".join(entry.title.split()[:2])


def _is_faction(entry: Entry) -> bool:
    return entry.room.startswith("factions/") and entry.id.count(".") == 1
