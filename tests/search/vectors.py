"""Make `referee/rulebook/vectors.bin` again; `referee/rulebook/VECTORS.md` says how and from what."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from referee.rulebook.book import rulebook
from referee.rulebook.index_file import _english
from referee.rulebook.lexicon import CORPUS, RARE_ENGLISH
from referee.rulebook.meaning import ONE, SIZE, VECTORS
from referee.rulebook.query_words import plain

COMMONEST = 20_000
WRITTEN = 100  # dimensions of the source
USUAL = 1e-3  # the share of a text from which a word counts half
LINE = re.compile(rb'"([a-z0-9]+)":\[([-+0-9.,e]+)\]')


def main(source: str) -> None:
    often = dict(_english())
    common = sorted(often, key=lambda word: -often[word])
    lines = [plain(line).split() for entry in rulebook().values() for line in (*entry.asked_as, *entry.asked)]
    told = {
        word for entry in rulebook().values() for text in (*entry.text, *entry.answers) for word in plain(text).split()
    }
    told.update(*lines)
    found = dict(_read(Path(source).read_bytes(), told | set(common)))
    words = sorted({*[word for word in common if word in found][:COMMONEST], *(told & found.keys())})
    every = _unit(np.array([found[word] for word in words]) - np.mean(list(found.values()), axis=0))
    every *= np.array([[USUAL / (USUAL + often.get(word, RARE_ENGLISH) / CORPUS)] for word in words])
    at = {word: place for place, word in enumerate(words)}
    sums = [every[[at[word] for word in line if word in at]].sum(axis=0) for line in lines]
    every = _without_first(every, _unit(np.array([total for total in sums if total.any()])))
    _, _, directions = np.linalg.svd(_unit(every), full_matrices=False)
    short = _unit(every @ directions[:SIZE].T) * np.linalg.norm(every, axis=1, keepdims=True)
    whole = np.clip(np.round(ONE * short), -127, 127).astype(np.int8)
    VECTORS.write_bytes("\n".join(words).encode() + b"\n\n" + whole.tobytes())
    print(f"{len(words)} words, {VECTORS.stat().st_size} bytes")


def _unit(rows: Any) -> Any:
    """Bring each row to length 1."""
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def _without_first(words: Any, lines: Any) -> Any:
    """Take the direction that lines have most in common from each word, so that no line has it."""
    _, _, directions = np.linalg.svd(lines, full_matrices=False)
    return words - np.outer(words @ directions[0], directions[0])


def _read(source: bytes, wanted: set[str]) -> Iterator[tuple[str, list[float]]]:
    """Yield words with their vectors; the source has two numbers more in each line."""
    for line in LINE.finditer(source):
        if (word := line[1].decode()) in wanted:
            yield word, json.loads(b"[" + line[2] + b"]")[:WRITTEN]


if __name__ == "__main__":
    main(sys.argv[1])
