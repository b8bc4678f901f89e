"""Files of JSON cases: one a line in, one JSON line a case out, in the same order.

Every line is answered, also one that cannot be read, so that a thousand cases get a thousand answers.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import IO, Any

import click

from referee.cli.exits import NO_FILE, NOTHING_TO_READ, WRONG, Stop
from referee.cli.files import shown
from referee.cli.terminal import counted

MOST_NAMED = 20  # lines


def answer_file(name: str, answer: Callable[[bytes], dict[str, Any]], advice: str) -> int:
    """Answer every line; returns 0 when all of them could be read, else 1. Raises ``Stop`` if there is none."""
    read, bad = 0, list[int]()
    for number, line in counted(_lines(name, advice), f"Reading {name}"):
        said, read = answer(line), read + 1
        if said.get("error", {}).get("code") == "BAD_INPUT":
            said["line"] = number
            bad.append(number)
        print(json.dumps(said, ensure_ascii=True), flush=True)
    if not read:
        raise Stop(f"There is nothing to read in {shown(name)}. {advice}", NOTHING_TO_READ)
    if bad:
        which = ", ".join(map(str, bad[:MOST_NAMED])) + (", …" if bad[MOST_NAMED:] else "")
        click.echo(f"{len(bad)} of {read} lines of {shown(name)} cannot be read: line {which}.", err=True)
    return WRONG if bad else 0


def _lines(name: str, advice: str) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, each with its number in the file; raises ``Stop``."""
    try:
        with click.open_file(name, "rb") as file:
            yield from ((number, line) for number, line in enumerate(_in_utf_8(file), start=1) if line.strip())
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        said = getattr(error, "strerror", None) or error
        raise Stop(f"{name} cannot be read: {said}. {advice}", NO_FILE) from error


def _in_utf_8(file: IO[bytes]) -> Iterable[bytes]:
    """Return the lines of a file, also of one in UTF-16 as PowerShell writes it."""
    first = file.readline()
    if not first.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return chain([first], file)
    return (first + file.read()).decode("utf-16", "replace").encode().split(b"\n")
