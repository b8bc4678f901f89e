"""Exported games with a random change: a value, a line, a character. Most are no valid game any more."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from referee.running.acts import JournalAct
from referee.running.journal import FileJournal, JournalError, read
from referee.running.last_act import ENDINGS

Place = tuple[int, int]
VALUES: tuple[Any, ...] = (None, True, False, -1, 0, 1, 7, 999, 2**53, 10**30, 1e30, 0.5, "", " ", "x" * 300, "\ud800")
VALUES += ("\u2028", "fremen", "public", "Lasgun/1", "CardBought", [], {}, [[]], {"sealed": 60, "to": ["fremen"]})
VALUES += ({"face": "down"}, {"sealed": None, "to": []}, ["Lasgun/1", "Shield/1"], [[[[[]]]]], "9" * 400, "\x00")


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the path to every value in a record."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(way for key, one in inside for way in places(one, (*path, key)))]


def meddled(record: Any, dice: Random) -> Any:
    """Change, remove or duplicate one thing in a record."""
    *way, last = dice.choice([path for path in places(record) if path] or [("facts",)])
    here = record
    for step in way:
        here = here[step]
    what = dice.randrange(6)
    if what == 0:
        here.pop(last)
    elif what == 1 and isinstance(here, list):
        here.append(here[last])
    elif what == 2 and isinstance(here, dict):
        here[f"{last}s"] = here.pop(last)
    elif what == 3 and isinstance(here[last], int):
        here[last] += dice.choice([-1, 1, 5])
    else:
        here[last] = dice.choice(VALUES)
    return record


def _one_value(lines: list[str], dice: Random) -> None:
    number = dice.randrange(len(lines))
    lines[number] = json.dumps(meddled(json.loads(lines[number]), dice))


def _some_values(lines: list[str], dice: Random) -> None:
    for _ in range(dice.randint(2, 5)):
        _one_value(lines, dice)


def _lines(lines: list[str], dice: Random) -> None:
    """Drop, repeat or swap lines, and sometimes renumber them as a careful forger would."""
    one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    what = dice.randrange(3)
    if what == 0:
        del lines[one]
    elif what == 1:
        lines.insert(other, lines[one])
    else:
        lines[one], lines[other] = lines[other], lines[one]
    if dice.random() < 0.7 and lines:
        _count_anew(lines)


def _count_anew(lines: list[str]) -> None:
    head, *rows = map(json.loads, lines)
    head["acts"] = len(rows)
    for number, row in enumerate(rows, start=1):
        row["number"] = number
    lines[:] = [json.dumps(one) for one in (head, *rows)]


def _letters(lines: list[str], dice: Random) -> None:
    number = dice.randrange(len(lines))
    line = lines[number]
    place = dice.randrange(len(line))
    lines[number] = line[:place] + chr(ord(line[place]) ^ 1 << dice.randrange(7)) + line[place + 1 :]


def _cut(lines: list[str], dice: Random) -> None:
    number = dice.randrange(len(lines))
    lines[number] = lines[number][: dice.randrange(len(lines[number]))]


WAYS: tuple[Callable[[list[str], Random], None], ...] = (_one_value, _one_value, _some_values, _lines, _letters, _cut)


def forged(lines: Sequence[str], dice: Random) -> str:
    """Return an export with a random change."""
    made = list(lines)
    with suppress(ValueError, TypeError, KeyError, IndexError, AttributeError):  # what was changed first is in the way
        dice.choice(WAYS)(made, dice)
    return "\n".join(made)


def flips(path: Path, many: int, dice: Random) -> list[Place]:
    """Flip single bits of a table's files; return those after which it opened with other acts."""
    before, silent = read(path), list[Place]()
    names = [path.name + ending for ending in ENDINGS if path.with_name(path.name + ending).exists()]
    whole = {name: path.with_name(name).read_bytes() for name in names}
    for _ in range(many):
        name = dice.choice([name for name in names if whole[name]])
        place, bit = dice.randrange(len(whole[name])), dice.randrange(8)
        spoilt = bytearray(whole[name])
        spoilt[place] ^= 1 << bit
        if not _same_or_refused(path, whole | {name: bytes(spoilt)}, before):
            silent.append((place, bit))
    return silent


def losses(path: Path, many: int, dice: Random) -> list[str]:
    """Cut off or leave out files of a table; return what it opened with other acts after."""
    before, silent = read(path), list[str]()
    names = [path.name + ending for ending in ENDINGS if path.with_name(path.name + ending).exists()]
    whole = {name: path.with_name(name).read_bytes() for name in names}
    for _ in range(many):
        left = dict(whole)
        for name in dice.sample(names, dice.randint(1, len(names))):
            size = dice.randrange(len(whole[name]) + 1)
            if dice.random() < 0.5 and name != path.name:
                del left[name]
            else:
                left[name] = whole[name][:size]
        if not _same_or_refused(path, left, before):
            silent.append(", ".join(f"{name} {len(left.get(name, b''))} of {len(whole[name])}" for name in names))
    return silent


def _same_or_refused(path: Path, files: Mapping[str, bytes], before: list[JournalAct]) -> bool:
    """Open these files in a folder of their own, as a program would."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as place:
        for name, held in files.items():
            (Path(place) / name).write_bytes(held)
        try:
            if read(Path(place) / path.name) != before:
                return False
            with closing(FileJournal(Path(place) / path.name)) as journal:
                return journal.rows() == before
        except JournalError:
            return True
