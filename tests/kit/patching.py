"""What a page makes of server-sent events: the whole page, with regions that stay, or regions replaced by their ids."""

from __future__ import annotations

import re
from html.parser import HTMLParser

VOID = {"input", "br", "hr", "img", "meta", "link"}
PARTIAL, PARTIAL_OF = re.compile(r"</?hx-partial[^>]*>"), re.compile(r'<hx-partial id="([^"]*)">')

STAYS = re.compile(r'<hx-partial id="([^"]*)"></hx-partial>')


class Extents(HTMLParser):
    """Positions of every element with an id, and which of them are not nested."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=False)
        self.found: dict[str, tuple[int, int]] = {}
        self.outermost: list[str] = []
        self._open: list[tuple[str, str, int]] = []
        self._lines = [0]
        for line in text.splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        self.feed(text)

    def _here(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        name = dict(attrs).get("id") or ""
        if not self._open:
            self.outermost.append(name)
        self._open.append((tag, name, self._here()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        opened, name, begin = self._open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"
        if name:
            assert name not in self.found, f"two elements are called {name}"
            self.found[name] = (begin, self._here() + len(f"</{tag}>"))


def stream_event(text: str) -> tuple[str, str]:
    """Return name ("" for none) and data of an event."""
    lines = text.strip("\n").split("\n")
    name = lines[0].removeprefix("event: ") if lines[0].startswith("event: ") else ""
    return name, "\n".join(line.removeprefix("data: ") for line in lines if line.startswith("data: "))


def page_after(shown: str, text: str) -> str:
    """Return a page after an event; it must contain every region that the event replaces."""
    name, data = stream_event(text)
    assert not name, name
    if not data.startswith("<hx-partial"):
        there = Extents(shown).found if STAYS.search(data) else {}
        return STAYS.sub(lambda one: shown[slice(*there[one[1]])], data)
    fresh = Extents(PARTIAL.sub("", data))
    assert PARTIAL_OF.findall(data) == fresh.outermost, "each region goes to its own place"
    data = PARTIAL.sub("", data)
    assert all(fresh.outermost), "every region has an id"
    for region in fresh.outermost:
        begin, end = Extents(shown).found[region]
        start, stop = fresh.found[region]
        shown = shown[:begin] + data[start:stop] + shown[end:]
    return shown
