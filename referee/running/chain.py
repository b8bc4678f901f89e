"""The chain of acts: each row carries a hash of itself and of the row before, so that no single bit flips unseen.

Whoever owns the file can still write the whole chain anew; it tells of broken disks and of careless hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

Row = Sequence[object]  # number, at, who, key, kind, target, facts: as they stand in the file


def link(before: str, row: Row) -> str:
    """Return the hash that a row carries after the one before it, "" before the first."""
    said = "\x1f".join((before, *map(str, row)))
    return sha256(said.encode(errors="surrogatepass")).hexdigest()


def first_broken(rows: Iterable[tuple[Row, str]]) -> int | None:
    """Return the place (from 0) of the first row whose hash does not follow from it and the row before."""
    before = ""
    for place, (row, carried) in enumerate(rows):
        before = link(before, row)
        if before != carried:
            return place
    return None
