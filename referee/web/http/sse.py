"""Server-sent events: the whole page, its changed regions, or a request to fetch it."""

from __future__ import annotations

from typing import Final, Protocol

Pieces = list[str]  # a rendered page split at the borders of its regions: every second piece is a region
BEAT: Final = "event: beat\ndata: -\n\n"


class Sink(Protocol):
    """Where a stream is written. ``put`` and ``flush`` never block; ``OSError`` means that the page is gone."""

    @property
    def full(self) -> bool:
        """Return True while something put is not sent yet."""

    def put(self, words: bytes) -> None: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...


def update(number: int, seen: Pieces | None, fresh: Pieces) -> str:
    """Return the event that turns what was ``seen`` (``None`` if unknown) into ``fresh``; "" if nothing changed."""
    if not fresh:
        return look(number)
    if not seen or not _same_shell(seen, fresh):
        return _event("show", number, fresh)
    changed = [new for old, new in zip(seen[1::2], fresh[1::2], strict=True) if old != new]
    return _event("part", number, changed) if changed else ""


def look(number: int) -> str:
    return _event("look", number, ["-"])


def _same_shell(seen: Pieces, fresh: Pieces) -> bool:
    """Return True if two pages differ only inside regions that both have."""
    return seen[::2] == fresh[::2] and [*map(bool, seen[1::2])] == [*map(bool, fresh[1::2])]


def _event(kind: str, number: int, pieces: Pieces) -> str:
    data = "".join(pieces).replace("\r", "&#13;").replace("\n", "\ndata: ")
    return f"event: {kind}\nid: {number}\ndata: {data}\n\n"
