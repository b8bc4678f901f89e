"""The index of one book as an SQLite database: full text of every phrase and every rule, and the words of the lexicon.

Building it takes most of a second, so it is kept as a file in the user's cache folder. The file is named after a
stamp of everything it was made from, the texts and this room's own code, and is built again whenever one of them
changes. Where no file can be kept, the index is built in memory and works the same.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from platformdirs import user_cache_path

from referee import __version__
from referee.rulebook.book import Rulebook
from referee.rulebook.lexicon import ORDINARY, Lexicon, Vocabulary, learn
from referee.rulebook.pages import pages

KEPT, KEEP = "rules-*.sqlite", 8
MADE_WITH = ("rapidfuzz", "snowballstemmer", "Metaphone", "pyspellchecker")
SHAPE = """
create table about (vocabulary text);
create table english (word text primary key, often integer) without rowid;
create table page (row integer primary key, page text);
create virtual table rules using fts5(title, asked, near, body);
create virtual table phrases using fts5(words, row unindexed, said unindexed);
"""


def kept(book: Rulebook) -> sqlite3.Connection:
    """The index of a book, from its file if there is one."""
    with suppress(OSError, sqlite3.Error):
        folder = user_cache_path("referee", appauthor=False) / __version__
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"rules-{_stamp(book)}.sqlite"
        if not file.exists():
            _write(book, file)
        return sqlite3.connect(f"file:{file.as_posix()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    return built(book)


def built(book: Rulebook) -> sqlite3.Connection:
    """The index of any book, in memory."""
    db = sqlite3.connect(":memory:", check_same_thread=False)
    _fill(db, book)
    return db


def lexicon_in(db: sqlite3.Connection) -> Lexicon:
    """The words of the book that an index was made of."""
    (words,) = db.execute("select vocabulary from about").fetchone()

    def english(word: str) -> int:
        found = db.execute("select often from english where word = ?", (word,)).fetchone()
        return int(found[0]) if found else 0

    return Lexicon(Vocabulary(**json.loads(words)), english)


def _stamp(book: Rulebook) -> str:
    made = sha256(repr(list(book.values())).encode())
    with suppress(PackageNotFoundError):  # a program in one file has no such records, and is built again as a whole
        made.update(" ".join(f"{name} {version(name)}" for name in MADE_WITH).encode())
    for file in sorted(Path(__file__).parent.glob("*.py")):
        made.update(file.read_bytes())
    return made.hexdigest()[:16]


def _write(book: Rulebook, file: Path) -> None:
    """Build the file beside its place, then move it there, so that nobody opens half an index; the oldest go."""
    draft = file.with_suffix(f".{os.getpid()}")
    draft.unlink(missing_ok=True)
    with closing(sqlite3.connect(draft)) as db:
        db.execute("pragma synchronous = off")
        _fill(db, book)
    os.replace(draft, file)
    older = sorted(file.parent.glob(KEPT), key=lambda one: one.stat().st_mtime, reverse=True)[KEEP:]
    for old in older:
        with suppress(OSError):
            old.unlink()


def _fill(db: sqlite3.Connection, book: Rulebook) -> None:
    entries = list(book.values())
    words = dict(_english())
    lexicon = learn(entries, lambda word: words.get(word, 0))
    db.executescript(SHAPE)
    db.execute("insert into about values (?)", (json.dumps(lexicon.words.as_json()),))
    db.executemany("insert into english values (?, ?)", words.items())
    for row, page in enumerate(pages(book, lexicon)):
        db.execute("insert into page values (?, ?)", (row, page.as_json()))
        db.execute("insert into rules(rowid, title, asked, near, body) values (?,?,?,?,?)", (row, *page.fields))
        phrases = ((words, row, said) for words, said in page.phrases)
        db.executemany("insert into phrases(words, row, said) values (?, ?, ?)", phrases)
    db.commit()


def _english() -> Iterator[tuple[str, int]]:
    """Ordinary English words and how often each stands in a large corpus."""
    from spellchecker import SpellChecker

    counted = SpellChecker(language="en").word_frequency.dictionary
    return ((word, often) for word, often in counted.items() if often >= ORDINARY)
