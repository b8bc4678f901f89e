"""Files of JSON cases: one a line in, one JSON line a case out, in the same order.

Every line is answered, also one that cannot be read, so that a thousand cases get a thousand answers.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import IO, Any

import click

from referee.cli.exits import NO_FILE, NOTHING_TO_READ, WRONG, Stop
from referee.cli.terminal import counted


def answer_file(name: str, answer: Callable[[bytes], dict[str, Any]], advice: str) -> int:
    """Answer every line; returns 0 when all of them could be read, else 1. Raises ``Stop`` if there is none."""
    bad = lines = 0
    try:
        with click.open_file(name, "rb") as file:
            for line in counted(_lines(file), f"Reading {name}"):
                said = answer(line)
                lines += 1
                bad += said.get("error", {}).get("code") == "BAD_INPUT"
                print(json.dumps(said, ensure_ascii=True), flush=True)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise Stop(f"{name} cannot be read: {error.strerror or error}. {advice}", NO_FILE) from error
    if not lines:
        raise Stop(f"There is nothing to read in {name}. {advice}", NOTHING_TO_READ)
    return WRONG if bad else 0


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    yield from (line for line in file if line.strip())
