"""What is sent on a page's stream: the page, what of it changed, or that it may look; and on which line."""

from __future__ import annotations

from typing import Final, Protocol

Pieces = list[str]  # a page as it was drawn, cut where its regions begin and end: every second piece is a region
BEAT: Final = "event: beat\ndata: -\n\n"


class Sink(Protocol):
    """Where the words of a stream go. ``put`` and ``flush`` never wait; ``OSError`` says that the page is gone."""

    @property
    def full(self) -> bool:
        """Say whether the page has not yet taken all that was put."""

    def put(self, words: bytes) -> None: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...


def told(number: int, seen: Pieces | None, fresh: Pieces) -> str:
    """Return news for a page that shows what was ``seen``, if that is known; nothing if no region changed."""
    if not fresh:
        return look(number)
    if not seen or not _same_shell(seen, fresh):
        return _event("show", number, fresh)
    changed = [new for old, new in zip(seen[1::2], fresh[1::2], strict=True) if old != new]
    return _event("part", number, changed) if changed else ""


def look(number: int) -> str:
    return _event("look", number, ["-"])


def _same_shell(seen: Pieces, fresh: Pieces) -> bool:
    """Say whether two drawings differ inside their regions only; a region that comes or goes is not inside."""
    return seen[::2] == fresh[::2] and all(bool(a) == bool(b) for a, b in zip(seen[1::2], fresh[1::2], strict=True))


def _event(kind: str, number: int, pieces: Pieces) -> str:
    data = "".join(pieces).replace("\r", "&#13;").replace("\n", "\ndata: ")
    return f"event: {kind}\nid: {number}\ndata: {data}\n\n"
