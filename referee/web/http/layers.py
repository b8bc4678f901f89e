"""Styles without cascade layers, for browsers that know none: they ignore a whole ``@layer`` block.

Our styles are written in layers, so that a state wins over a part whatever their selectors are. They are served
without: each selector is made as much more specific as its layer ranks higher, by an id that nothing has. Within a
layer nothing changes. A rank leaves room for the ids in selectors of lower layers; ``tests/floor`` checks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

RANKS: Final = {"tokens": 0, "base": 1, "layout": 2, "parts": 4, "states": 6}  # in ids
UNLAYERED: Final = 8  # what stands in no layer wins over all that does
ABSENT: Final = ":not(#_)"
GROUPS: Final = ("@media", "@supports", "@container")  # hold rules; other blocks are copied
COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
STOP: Final = re.compile(r"""("[^"]*"|'[^']*')|[{};]""")
PSEUDO_ELEMENT: Final = re.compile(r"::[\w-]+\s*$|\s*$")


def flatten(text: str) -> str:
    """Return a style without ``@layer`` and comments, each line at its number; one without any comes back as it is."""
    if "@layer" not in text:
        return text
    bare = COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), text)
    return "".join(_flat(bare, 0, len(bare), UNLAYERED))


def _flat(text: str, at: int, end: int, rank: int) -> Iterator[str]:
    while (stop := _stop(text, at, end)) < end:
        head = text[at:stop]
        said = head.strip()
        space = head[: len(head) - len(head.lstrip())]
        if text[stop] == ";":
            yield space + ("" if said.startswith("@layer") else f"{said};")
            at = stop + 1
            continue
        inner, at = stop + 1, _closed(text, stop)
        if said.startswith("@layer"):
            yield space
            yield from _flat(text, inner, at - 1, RANKS[said.split()[1]])
        elif said.startswith(GROUPS):
            yield f"{head}{{"
            yield from _flat(text, inner, at - 1, rank)
            yield "}"
        elif said.startswith("@"):
            yield text[inner - 1 - len(head) : at]
        else:
            yield ",".join(_raised(one, rank) for one in selectors(head)) + text[stop:at]
    yield text[at:end]


def _stop(text: str, at: int, end: int) -> int:
    """Return where the next brace or semicolon outside a string stands, else the end."""
    return next((found.start() for found in STOP.finditer(text, at, end) if not found[1]), end)


def _closed(text: str, opened: int) -> int:
    """Return the place after the brace that closes the one at ``opened``; raises ``ValueError`` if none does."""
    depth = 0
    for found in STOP.finditer(text, opened):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if not depth:
            return found.end()
    raise ValueError(f"A block is never closed: {text[:opened].rsplit('}')[-1].strip()}")


def selectors(head: str) -> list[str]:
    """Split a list of selectors at the commas that stand in no bracket."""
    depth, found = 0, [""]
    for letter in head:
        depth += (letter in "([") - (letter in ")]")
        if letter == "," and not depth:
            found.append("")
        else:
            found[-1] += letter
    return found


def _raised(selector: str, rank: int) -> str:
    """Return a selector that is more specific by so many ids; a pseudo-element stays last."""
    ends = PSEUDO_ELEMENT.search(selector)
    place = ends.start() if ends else len(selector)
    return selector[:place] + ABSENT * rank + selector[place:]
