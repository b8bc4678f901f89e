"""Who is who over all games of a folder: names that are one person, and people who want to be in no table of wins.

It is a small file beside the games, for names are typed anew for each game. Names are compared without regard to case
and spaces around them. Another one has which game the same people set after one that is over.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from referee.kernel import Value
from referee.running.journal import JournalError

UNREAD = (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError)
FILE, NEXT_GAMES = "league-people.json", "next-games.json"
NOT_SAVED = "That could not be saved. Check the disk, then try again."


def plain(name: str) -> str:
    return " ".join(name.split()).casefold()


class People(Value):
    """Other names of the same person, each with the name to count under, and who is left out; all are plain."""

    same: tuple[tuple[str, str], ...] = ()
    without: tuple[str, ...] = ()

    def called(self, name: str) -> str:
        """Return the plain name that a person is counted under, "" for nobody and for who is left out."""
        found = dict(self.same).get(plain(name), plain(name))
        return "" if found in self.without else found

    def merged(self, one: str, into: str) -> People:
        """Return these with one person counted as another."""
        one, into = plain(one), dict(self.same).get(plain(into), plain(into))
        if not one or not into or one == into:
            return self
        moved = {other: into if name == one else name for other, name in self.same if other != into}
        return People(tuple({**moved, one: into}.items()), self.without)

    def parted(self, one: str) -> People:
        """Return these with a name that is counted by itself again."""
        return People(tuple(pair for pair in self.same if pair[0] != plain(one)), self.without)

    def left_out(self, one: str) -> People:
        found = dict(self.same).get(plain(one), plain(one))
        return People(self.same, tuple(dict.fromkeys((*self.without, found)))) if found else self

    def put_back(self, one: str) -> People:
        return People(self.same, tuple(name for name in self.without if name != plain(one)))


def read_people(folder: Path) -> People:
    """Return what the file of a folder says, nothing if there is none or it cannot be read."""
    try:
        said = _read(folder / FILE)
        same = tuple((plain(one), plain(into)) for one, into in said["same"].items())
        return People(same, tuple(plain(one) for one in said["without"]))
    except UNREAD:
        return People()


def write_people(folder: Path, people: People) -> None:
    """Write the file; raises ``JournalError``, and then the old one stands."""
    try:
        _write(folder / FILE, {"same": dict(people.same), "without": [*people.without]})
    except OSError as error:
        raise JournalError(NOT_SAVED) from error


def _read(file: Path) -> Any:
    """Return what a file says; raises one of ``UNREAD``, for half a character too, which no page can show."""
    said = json.loads(file.read_text("utf-8"))
    json.dumps(said, ensure_ascii=False).encode()
    return said


def _write(file: Path, said: object) -> None:
    new = file.with_name(f"{file.name}.new")
    new.write_text(json.dumps(said, ensure_ascii=False), "utf-8")
    new.replace(file)


class NextGames(dict[str, str]):
    """The table that the same people set after each game, by their ids; what cannot be saved holds until the end."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NEXT_GAMES
        with suppress(*UNREAD):
            self.update((str(before), str(table)) for before, table in _read(self._file).items())

    def __setitem__(self, before: str, table: str) -> None:
        super().__setitem__(before, table)
        with suppress(OSError):
            _write(self._file, self)
