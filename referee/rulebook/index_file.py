"""The search index of one book as an SQLite database: full text and meaning of every phrase and rule, and the
lexicon.

It is built when it is first wanted and cached in the user's cache folder; that takes a second or two. A server has
another process build it. Files are named by a hash of their input, so a change builds a new one. If no file can be
written, the index is in memory. Its content must depend on nothing else: not on Python's version, set order, or
compiled libraries.
"""

import gzip
import json
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from referee import __version__
from referee.rulebook.book import Rulebook
from referee.rulebook.lexicon import Lexicon, Vocabulary, learn
from referee.rulebook.meaning import VECTORS
from referee.rulebook.pages import pages

ROOM = Path(__file__).parent
ENGLISH = ROOM / "english.txt.gz"
KEPT, KEEP = "rules-*.sqlite", 8
external_builds: list[Callable[[], object]] = []  # lets a server build in another process, without its memory
SHAPE = """
create table about (vocabulary text);
create table english (word text primary key, often integer) without rowid;
create table page (row integer primary key, page text, meant blob);
create virtual table rules using fts5(title, asked, near, body, content='');
create virtual table phrases using fts5(words, content='');
"""  # what was indexed is never read again, so it is not kept
MOST = 1 << 12  # phrases of a rule


def kept(book: Rulebook) -> sqlite3.Connection:
    """Return the index of a book, from its file if possible."""
    with suppress(OSError, RuntimeError, sqlite3.Error):  # RuntimeError: a user without a home folder
        file = _cached(book)
        return sqlite3.connect(f"file:{file.as_posix()}?mode=ro&immutable=1", uri=True, check_same_thread=False)
    return built(book)


def built(book: Rulebook) -> sqlite3.Connection:
    """Build the index of a book in memory."""
    db = sqlite3.connect(":memory:", check_same_thread=False)
    _fill(db, book)
    return db


def lexicon_in(db: sqlite3.Connection) -> Lexicon:
    """Load the lexicon from an index."""
    (words,) = db.execute("select vocabulary from about").fetchone()
    return Lexicon(Vocabulary(**json.loads(words)), _english_in(db))


def write(book: Rulebook, file: Path) -> None:
    """Build a file next to its place and rename it, so that nobody opens half an index."""
    draft = file.with_suffix(f".{os.getpid()}")
    draft.unlink(missing_ok=True)
    with closing(sqlite3.connect(draft)) as db:
        db.execute("pragma synchronous = off")
        _fill(db, book)
    os.replace(draft, file)


def _cached(book: Rulebook) -> Path:
    """Return the file in the user's cache folder, built if missing; the oldest others are deleted."""
    from platformdirs import user_cache_path

    folder = user_cache_path("referee", appauthor=False) / __version__
    code = sha256(b"".join(file.read_bytes() for file in (*sorted(ROOM.glob("*.py")), VECTORS))).hexdigest()[:8]
    file = folder / f"rules-{_stamp(book)}-{code}.sqlite"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for build in external_builds:
            build()
        if not file.exists():
            write(book, file)
        for old in sorted(folder.glob(KEPT), key=lambda path: path.stat().st_mtime, reverse=True)[KEEP:]:
            with suppress(OSError):
                old.unlink()
    return file


def _stamp(book: Rulebook) -> str:
    """Hash of the texts and the stemmer's version: questions must be stemmed like the index."""
    digest = sha256(repr(list(book.values())).encode())
    with suppress(PackageNotFoundError):
        digest.update(version("snowballstemmer").encode())
    return digest.hexdigest()[:16]


def _fill(db: sqlite3.Connection, book: Rulebook) -> None:
    db.executescript(SHAPE)
    db.executemany("insert into english values (?, ?)", _english())
    lexicon = learn(list(book.values()), _english_in(db))
    db.execute("insert into about values (?)", (json.dumps(lexicon.words.as_json()),))
    for row, page in enumerate(pages(book, lexicon)):
        db.execute("insert into page values (?, ?, ?)", (row, page.as_json(), page.meant.tobytes()))
        db.execute("insert into rules(rowid, title, asked, near, body) values (?,?,?,?,?)", (row, *page.fields))
        phrases = ((2 * (row * MOST + place) + spoken, words) for place, (words, spoken) in enumerate(page.phrases))
        db.executemany("insert into phrases(rowid, words) values (?, ?)", phrases)
    db.commit()


def phrase_of(rowid: int) -> tuple[int, bool]:
    """Return the row of the rule that a phrase is of, and whether it is a way of asking."""
    return rowid // 2 // MOST, bool(rowid % 2)


def _english() -> Iterator[tuple[str, int]]:
    """Yield English words with their frequency in a corpus; ENGLISH.md names the source."""
    with gzip.open(ENGLISH, "rt", encoding="utf-8") as lines:
        for line in lines:
            word, often = line.split()
            yield word, int(often)


def _english_in(db: sqlite3.Connection) -> Callable[[str], int]:
    def often(word: str) -> int:
        row = db.execute("select often from english where word = ?", (word,)).fetchone()
        return int(row[0]) if row else 0

    return often
