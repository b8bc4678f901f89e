"""Server-sent events as htmx reads them: a nameless one is put into the page, a named one is told to its scripts.

A nameless event brings an ``<hx-partial>`` for each region of the page that changed, or the whole page, in which an
empty ``<hx-partial>`` stands for each region that stays as it is.
"""

from __future__ import annotations

import re
from typing import Final, Protocol

Pieces = list[str]  # a rendered page split at the borders of its regions: every second piece is a region
_ID: Final = re.compile(r'\bid="[^"]*"')


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
    if not seen:
        return _event(number, fresh)
    if not _same_shell(seen, fresh):
        there = {*seen[1::2]}
        return _event(number, [stays(new) if n % 2 and new in there else new for n, new in enumerate(fresh)])
    changed = [partial(new) for old, new in zip(seen[1::2], fresh[1::2], strict=True) if old != new]
    return _event(number, changed) if changed else ""


def partial(region: str) -> str:
    """Return what makes htmx put this region in the place of the one with its id."""
    named = _ID.search(region)
    return f"<hx-partial {named[0] if named else ''}>{region}</hx-partial>"


def stays(region: str) -> str:
    """Return what tells a page that a region which it has is one of the new page as it is; "" for none."""
    named = _ID.search(region)
    return f"<hx-partial {named[0]}></hx-partial>" if named else region


def beat(time: int) -> str:
    """Return a heartbeat; it says the program's wall clock in ms, by which a page knows when a tap was made."""
    return f"event: beat\ndata: {time}\n\n"


def look(number: int) -> str:
    """Return the event at which a page fetches itself."""
    return f"event: look\nid: {number}\ndata: -\n\n"


def _same_shell(seen: Pieces, fresh: Pieces) -> bool:
    """Return True if two pages differ only inside regions that both have."""
    return seen[::2] == fresh[::2] and [*map(bool, seen[1::2])] == [*map(bool, fresh[1::2])]


def _event(number: int, pieces: Pieces) -> str:
    data = "".join(pieces).replace("\r", "&#13;").replace("\n", "\ndata: ")
    return f"id: {number}\ndata: {data}\n\n"
