"""What an attack found wrong, each place once: the viewer, the page or command, and the tag where two answers part."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 2400  # characters of one fault
PIECE = re.compile(r": \d+ and \d+ bytes, b(['\"])(?P<one>.*)\1 / b(['\"])(?P<other>.*)\3$", re.DOTALL)


def place(fault: str) -> str:
    """Return where a fault lies: its words without the pair, numbers, the words of a form and what the pages say."""
    words = fault.partition("]: ")[2] if fault.startswith("--seed") else fault
    where = ""
    if found := PIECE.search(words):
        words, where = words[: found.start()], _parted(found["one"], found["other"])
    words = re.sub(r"  \[.*?\]$", "", words)  # what was said last
    words = re.sub(r"\{[^}]*'act': \[?'(\w+)'[^}]*\}", r"\1", words)
    return " ".join(re.sub(r"\d+|\{[^}]*\}", "", f"{words} {where}").split())


def _parted(one: str, other: str) -> str:
    """Return the last tag, and the attribute where it is still open, before two pieces part."""
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    before = one[:same]
    tag = [*re.finditer(r"<(\w+)", before)]
    inside = before[tag[-1].start() :] if tag else before
    attribute = re.search(r"([\w-]+)=\"[^\"]*$", inside)
    return f"{tag[-1][1] if tag else ''} {attribute[1] if attribute else ''}".strip()


def each_once(faults: Iterable[str]) -> list[str]:
    """Return the first fault of each place, in order; the middle of a very long one is left out."""
    first: dict[str, str] = {}
    for fault in faults:
        first.setdefault(place(fault), fault)
    return [
        words if len(words) <= LONGEST else f"{words[: LONGEST // 2]} … {words[-LONGEST // 2 :]}"
        for words in first.values()
    ]
