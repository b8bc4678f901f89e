"""Every way of asking as a question, with its blanks filled in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.screens.answers import ANSWERERS

FILLED = {
    "number": "4",
    "place": "Arrakeen",
    "faction": "harkonnen",
    "leader": "Stilgar",
    "rest": "karama",
    "world": "Kaitain",
}


def sample(way: str) -> str:
    """Return a question of this way: all that may be left out is there, the first of its alternatives."""
    said = re.sub(r"\[([^\]|]*)(\|[^\]]*)?\]", r"\1", way)
    said = re.sub(r"\{(\w+)\}", lambda found: FILLED[found[1]], said)
    return " ".join(word.split("/")[0] for word in said.split())


def samples() -> Iterator[tuple[str, str]]:
    """Yield each question with the name of the function that answers it."""
    for one in ANSWERERS:
        for way in one.ways:
            yield sample(way), one.answer.__name__
