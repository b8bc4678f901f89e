"""Files that people name: tables, exports, and JSON cases, one per line.

Every line gets an answer in the same order, even if it cannot be read.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Any, Final

import click

from referee.cli.exits import NO_FILE, NOTHING_TO_READ, WRONG, Stop
from referee.cli.terminal import counted

TABLE: Final = b"SQLite format 3\0"
WHOLE: Final = "referee-whole-1"  # in the first line of an export with everything
PACKED: Final = {b"\x1f\x8b": "gunzip", b"PK\x03\x04": "unzip", b"BZh": "bunzip2", b"\xfd7zXZ\0": "unxz"}
OWN_GAMES: Final = "The referee reads only its own games: a table's file, or what referee export --whole printed."
MOST_NAMED: Final = 20  # lines


def content(file: Path, advice: str) -> bytes:
    """Return a file's content, of a table's file only the first bytes; raises ``Stop`` if it is empty."""
    try:
        with click.open_file(str(file), "rb") as opened:
            begun = opened.read(len(TABLE))
            held: bytes = begun if begun == TABLE else begun + opened.read()
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        reason = getattr(error, "strerror", None) or error
        raise Stop(f"{file} cannot be read: {reason}. {advice}", NO_FILE) from error
    if tool := next((name for mark, name in PACKED.items() if held.startswith(mark)), ""):
        raise Stop(f"{shown(str(file))} is packed. Unpack it first, with: {tool} {file}", NOTHING_TO_READ)
    if not held.strip():
        raise Stop(f"There is nothing to read in {shown(str(file))}. {advice}", NOTHING_TO_READ)
    return held


def decoded(held: bytes) -> str:
    """Decode text in any Unicode encoding, such as PowerShell's UTF-16; raises ``ValueError``."""
    return held.decode(json.detect_encoding(held))


def refuse_another_programs(file: Path, text: str) -> None:
    """Raise ``Stop`` for a game that a program which plays by itself has saved: one object with a list of events."""
    if text.lstrip("\ufeff \r\n\t").startswith("{") and '"_events"' in text:
        raise Stop(f"{shown(str(file))} was saved by another program. {OWN_GAMES}", NOTHING_TO_READ)


def shown(file: str) -> str:
    return "standard input" if file == "-" else file


# -- JSON cases ----------------------------------------------------------------------------------------


def answer_file(
    name: str,
    answer: Callable[[bytes], dict[str, Any]],
    advice: str,
    doubts: Callable[[bytes], Iterable[str]] = lambda line: (),
) -> int:
    """Answer every line; returns 0 if all could be read, else 1. Raises ``Stop`` if there is none.

    ``doubts`` yields what a person should hear about a line beside its answer: it goes to standard error.
    """
    read, bad, doubtful = 0, list[int](), list[str]()
    for number, line in counted(_lines(name, advice), f"Reading {name}"):
        answered, read = answer(line), read + 1
        if answered.get("error", {}).get("code") == "BAD_INPUT":
            answered["line"] = number
            bad.append(number)
        doubtful += (f"Line {number}: {doubt}" for doubt in doubts(line))
        print(json.dumps(answered, ensure_ascii=True), flush=True)
    if not read:
        raise Stop(f"There is nothing to read in {shown(name)}. {advice}", NOTHING_TO_READ)
    if doubtful:
        click.echo("\n".join([*doubtful[:MOST_NAMED], *["…"] * (len(doubtful) > MOST_NAMED)]), err=True)
    if bad:
        which = ", ".join(map(str, bad[:MOST_NAMED])) + (", …" if bad[MOST_NAMED:] else "")
        click.echo(f"{len(bad)} of {read} lines of {shown(name)} cannot be read: {which}.", err=True)
    return WRONG if bad else 0


def _lines(name: str, advice: str) -> Iterator[tuple[int, bytes]]:
    """Yield (line number, line) of the lines that are not blank; raises ``Stop``."""
    try:
        with click.open_file(name, "rb") as file:
            yield from ((number, line) for number, line in enumerate(_in_utf_8(file), start=1) if line.strip())
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        reason = getattr(error, "strerror", None) or error
        raise Stop(f"{name} cannot be read: {reason}. {advice}", NO_FILE) from error


def _in_utf_8(file: IO[bytes]) -> Iterable[bytes]:
    """Return the lines of a file in UTF-8 or, as PowerShell writes it, UTF-16."""
    first = file.readline()
    if not first.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return chain([first], file)
    return (first + file.read()).decode("utf-16", "replace").encode().split(b"\n")
