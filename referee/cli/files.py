"""Files that people name: what each of them is, before a verb does anything with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import click

from referee.cli.exits import NO_FILE, NOTHING_TO_READ, Stop

TABLE: Final = b"SQLite format 3\0"
PACKED: Final = b"\x1f\x8b"


def content(file: Path, advice: str) -> bytes:
    """Return what a file holds, of a table's file only its first bytes; raises ``Stop`` if that is nothing."""
    try:
        with click.open_file(str(file), "rb") as opened:
            begun = opened.read(len(TABLE))
            held: bytes = begun if begun == TABLE else begun + opened.read()
    except (OSError, ValueError) as error:  # ValueError: no file can have this name
        said = getattr(error, "strerror", None) or error
        raise Stop(f"{file} cannot be read: {said}. {advice}", NO_FILE) from error
    if held.startswith(PACKED):
        raise Stop(f"{file} is packed. Unpack it first, with: gunzip {file}", NOTHING_TO_READ)
    if not held.strip():
        raise Stop(f"There is nothing to read in {shown(str(file))}. {advice}", NOTHING_TO_READ)
    return held


def decoded(held: bytes) -> str:
    """Return a text in the Unicode that a shell has written, UTF-16 in PowerShell; raises ``ValueError``."""
    return held.decode(json.detect_encoding(held))


def shown(file: str) -> str:
    return "standard input" if file == "-" else file
