"""Collecting what a person can see. A value that is filled in later stands as … in a string.

In Python a string counts where it reads like words: it has a space or begins with a capital letter, and it is no
docstring (unless it is the help of a command), no pattern, no query, no key and no name of another class.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from tests.kit import ROOT

GAP = "…"
BUTTONS = {"Offer", "Act", "Button"}
UNSEEN = {"compile", "execute", "executescript", "search", "match", "fullmatch", "sub", "findall", "split", "ruling"}
UNSEEN |= {"getattr", "TypeVar", "Literal", "namedtuple", "cast", "strptime", "strftime", "add_url_rule"}
QUERY = re.compile(r"(SELECT|INSERT|CREATE|PRAGMA|UPDATE|DELETE|BEGIN|ALTER) ")
WORDS = re.compile(r"[A-Za-z]{2}")
READS = re.compile(r"[A-Za-z…*“\"'(0-9)]\S* \S|^[A-Z][a-z]+\b")
CODE = re.compile(r"^[\w./:#?&=%…{}\[\]()<>|*,;@\\-]*$")


class Seen(NamedTuple):
    """A string with its place and its kind: button, text, rule, help, template, script."""

    place: str
    kind: str
    words: str


def collect(wanted: Sequence[str] = ()) -> Iterator[Seen]:
    """Yield all strings in the order of their places, or those of places with one of these parts in them."""
    texts = (path for path in sorted((ROOT / "referee").rglob("*.md")) if not path.stem.isupper())
    rooms: tuple[tuple[Iterable[Path], Callable[[Path], Iterable[Seen]]], ...] = (
        (sorted((ROOT / "referee").rglob("*.py")), of_python),
        (sorted((ROOT / "templates").glob("*.html")), of_template),
        (sorted((ROOT / "static").glob("*.js")), of_script),
        ((path for path in texts if "." not in path.stem), of_rules),
    )
    files = [part.partition(":")[0] for part in wanted]
    for paths, of in rooms:
        for path in paths:
            if not files or any(part in str(path.relative_to(ROOT)) for part in files):
                yield from (one for one in of(path) if not wanted or any(part in one.place for part in wanted))


# -- Python -------------------------------------------------------------------------------------------


def _place(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def said(node: ast.expr) -> str | None:
    """Return the words of a string or f-string, with … for what is filled in; of a sum, of both halves."""
    if isinstance(node, ast.Constant):
        return re.sub(r"\{[^{}]*\}", GAP, node.value) if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(said(one) or GAP if isinstance(one, ast.Constant) else _filled(one) for one in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = said(node.left), said(node.right)
        return None if left is None and right is None else (left or GAP) + (right or GAP)
    return None


def _filled(value: ast.expr) -> str:
    """Return the gap with what the name in it does: "… pays"."""
    if isinstance(value, ast.FormattedValue) and isinstance(value.format_spec, ast.JoinedStr):
        spec = said(value.format_spec) or ""
        words = " ".join(word for word in spec.split() if word not in {"The", "'s"})
        return (
            GAP + ("'s" if "'s" in spec.split() else "") + (f" {words}" if re.match(r"[a-z]+ ?[a-z ]*$", words) else "")
        )
    return GAP


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def of_python(path: Path) -> Iterator[Seen]:
    """Yield the strings of one file that read like words."""
    tree = ast.parse(path.read_text("utf-8"))
    skip = set(_docstrings(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in UNSEEN:
            skip |= {id(one) for one in ast.walk(node)}
        if isinstance(node, ast.AnnAssign):
            skip |= {id(one) for one in ast.walk(node.annotation)}
    found = [*_of_tree(path, tree, skip, ""), *_helps(path, tree)]
    yield from sorted(found, key=lambda one: int(one.place.rpartition(":")[2]))


def _of_tree(path: Path, node: ast.AST, skip: set[int], kind: str) -> Iterator[Seen]:
    if id(node) in skip:
        return
    words = said(node) if isinstance(node, ast.expr) else None
    if words is not None:
        if _reads(words):
            yield Seen(_place(path, getattr(node, "lineno", 0)), kind or "text", " ".join(words.split()))
        if isinstance(node, ast.Constant):
            return
    label = node.args[1:2] if isinstance(node, ast.Call) and _called(node) in BUTTONS else []
    for child in ast.iter_child_nodes(node):
        inner = isinstance(child, ast.Constant) and words is not None
        if isinstance(child, ast.FormattedValue) and child.format_spec is not None:
            skip |= {id(child.format_spec)}
        if not inner and not (words is not None and isinstance(child, (ast.JoinedStr, ast.BinOp))):
            yield from _of_tree(path, child, skip, "button" if child in label else "")


def _reads(words: str) -> bool:
    if not WORDS.search(words) or QUERY.match(words) or words.startswith(("--", "/", "http", "<", "SP")):
        return False
    bare = words.replace(GAP, "").strip()
    return bool(READS.search(words)) and len(bare) > 2 and (" " in bare or not CODE.match(bare) or bare.isalpha())


def _docstrings(tree: ast.AST) -> Iterator[int]:
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
                yield id(one.value)


def _helps(path: Path, tree: ast.AST) -> Iterator[Seen]:
    """Yield the docstrings that a command prints as its help."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any("command" in ast.unparse(one) for one in node.decorator_list):
            yield Seen(_place(path, node.lineno), "help", " ".join((ast.get_docstring(node) or "").split()))


# -- templates and scripts ----------------------------------------------------------------------------

ATTRIBUTES = {"title", "alt", "aria-label", "placeholder", "data-words", "data-say", "content"}


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[int, str, str]] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ATTRIBUTES or name.startswith("data-say"):
                self.keep(value or "", "template")

    def handle_endtag(self, tag: str) -> None:
        if tag in self.tags:
            while self.tags and self.tags.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.tags):
            self.keep(data, "button" if "button" in self.tags else "template")

    def keep(self, words: str, kind: str) -> None:
        words = " ".join(words.split())
        if WORDS.search(words.replace(GAP, "")):
            self.found.append((self.getpos()[0], kind, words))


def of_template(path: Path) -> Iterator[Seen]:
    """Yield the texts and spoken attributes of a template, and the words inside its expressions."""
    text = re.sub(r"\{#.*?#\}", lambda found: "\n" * found[0].count("\n"), path.read_text("utf-8"), flags=re.DOTALL)
    page = _Page()
    page.feed(re.sub(r"\{%.*?%\}|\{\{.*?\}\}", _gap, text, flags=re.DOTALL))
    inside = [
        (text.count("\n", 0, block.start()) + 1, "template", words)
        for block in re.finditer(r"\{[%{].*?[%}]\}", text, re.DOTALL)
        for quoted in re.finditer(r"'([^'\n]*)'|\"([^\"\n]*)\"", block[0])
        for words in (quoted[1] or quoted[2] or "",)
        if (" " in words or re.match(r"[A-Z][a-z]+$", words))
        and WORDS.search(words)
        and not re.search(r"is-|^\w+\.html$|[<>=]", words)
    ]
    for line, kind, words in sorted([*page.found, *inside]):
        yield Seen(_place(path, line), kind, words)


def _gap(found: re.Match[str]) -> str:
    return (GAP if found[0].startswith("{{") else "") + "\n" * found[0].count("\n")


def of_script(path: Path) -> Iterator[Seen]:
    """Yield the strings of a script that read like words."""
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for one in re.findall(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|`([^`]*)`", line):
            words = re.sub(r"\$\{[^{}]*\}", GAP, "".join(one))
            if re.search(r"[a-z] [A-Za-z]|^[A-Z][a-z]+\b", words) and not re.search(r"[\[\]{}=]|^use strict$", words):
                yield Seen(_place(path, number), "script", words)


# -- rule texts ---------------------------------------------------------------------------------------


def of_rules(path: Path) -> Iterator[Seen]:
    """Yield the titles and lines of a rule text or lesson, without the lines of data above each, and its cases."""
    fenced = False
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        fenced ^= line.startswith("```")
        if fenced:
            continue
        if WORDS.search(line) and not re.match(r"[a-z][a-z 0-9-]*: ", line):
            yield Seen(_place(path, number), "rule", line)
