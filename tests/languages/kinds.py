"""What kind of place a short entry stands in: a button, a title or label, or a choice of one question.

One English word may be an order and a noun, or agree with two nouns of other languages. Where it is used by two kinds
of places it needs a context of its own (``meant``), or a reason here why it is the same word everywhere.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from tests.house.code import FILES, tree
from tests.kit import ROOT
from tests.languages.collect import collected
from tests.words.collect import _called

SHORT = 2  # words
BUTTONS = {("Offer", 1), ("way", 0), ("Act", 1)}
TITLES = {
    *(("Blank", 1), ("Field", 1), ("pick", 1), ("places", 2), ("Kept", 0), ("Section", 0), ("Frame", 0), ("Panel", 0)),
    *(("Sheet", 0), ("Inside", 0), ("Figure", 0), ("Figures", 0), ("Explained", 0), ("HeadCount", 0), ("Link", 0)),
}
TAGS = {
    "button": "button",
    "summary": "title",
    **dict.fromkeys(("h1", "h2", "h3", "th", "label", "legend", "caption"), "title"),
}
INSIDE = re.compile(r"<(button|summary|h1|h2|h3|th|label|legend|caption)\b[^<>]*>\s*([^<>{}]+?)\s*</")


@cache
def kinds() -> dict[str, frozenset[str]]:
    """Return the kinds of places of each entry of one or two words that has no context."""
    short = {one.words for one in collected()[0] if not one.context and is_short(one.words)}
    found: dict[str, set[str]] = defaultdict(set)
    for room in FILES:
        for words, kind in of_python(tree(room), room):
            if words in short:
                found[words].add(kind)
    for path in sorted((ROOT / "templates").glob("*.html")):
        for tag, words in INSIDE.findall(path.read_text("utf-8")):
            if words in short:
                found[words].add(TAGS[tag])
    return {words: frozenset(kinds) for words, kinds in found.items()}


def is_short(words: str) -> bool:
    """A number with its unit, such as "2 min", means the same everywhere."""
    return "{" not in words and not words[:1].isdigit() and len(words.split()) <= SHORT


def of_python(tree: ast.Module, room: str) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = _called(node)
            for place, value in enumerate(node.args):
                kind = "button" if (name, place) in BUTTONS else "title" if (name, place) in TITLES else ""
                yield from ((words, kind) for words in _plain(value) if kind)
            of = f"choice of {room}"
            chosen = node.args[3:] if name == "option" else node.args[1:2] if name == "Pick" else ()
            for value in chosen:
                yield from _choice(value, of)
        elif isinstance(node, ast.Tuple) and len(node.elts) == 2:  # ("", "None"), a choice of a form
            first, second = node.elts
            if isinstance(first, ast.Constant) and first.value == "":
                yield from _choice(second, f"choice of {room}")


def _plain(value: ast.expr) -> Iterator[str]:
    """Yield the plain strings of a value: of "X" if this else "Y" both."""
    if isinstance(value, ast.IfExp):
        yield from (*_plain(value.body), *_plain(value.orelse))
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value


def _choice(value: ast.expr, kind: str) -> Iterator[tuple[str, str]]:
    words = value.elts[1] if isinstance(value, ast.Tuple) and len(value.elts) > 1 else value
    yield from ((one, kind) for one in _plain(words))
