"""The project's source as syntax trees: imports, strings and names of each file."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache

from tests.kit import ROOT

CODE = ROOT / "referee"
FILES = {path.relative_to(CODE).with_suffix("").as_posix(): path for path in sorted(CODE.rglob("*.py"))}
PACKAGES = {path.parent.name for path in CODE.glob("*/__init__.py")}
SHORT = 3  # lines of a literal that counts as code
WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
NO_CODE = {tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
NO_CODE |= {tokenize.ENDMARKER}
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@cache
def tree(name: str) -> ast.Module:
    """Return a file's tree, read once for all who look at it; nobody changes it."""
    return ast.parse(FILES[name].read_text("utf-8"))


@cache
def nodes(name: str) -> tuple[ast.AST, ...]:
    """Return every node of a file's tree, as ``ast.walk`` yields them."""
    return tuple(ast.walk(tree(name)))


def kind_of(name: str) -> str:
    """Return the package of a file."""
    return name.split("/")[0]


def of(*kinds: str) -> list[str]:
    """Return the files of these packages."""
    return [name for name in FILES if kind_of(name) in kinds]


def room_of(name: str) -> str:
    """Return the module or package of a faction or card."""
    return "/".join(name.split("/")[:2])


def imports(name: str) -> Iterator[str]:
    """Yield every module that a file imports, by its full name."""
    for node in nodes(name):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            base = node.module
            whole = base in {"referee", *(f"referee.{kind}" for kind in PACKAGES)}
            yield from (f"{base}.{alias.name}" for alias in node.names) if whole else [base]


@cache
def uses(name: str) -> frozenset[str]:
    """Return the project's files that a file imports, except for types alone."""
    blocks = [node for node in nodes(name) if isinstance(node, ast.If)]
    for_types = {one for block in blocks if ast.unparse(block.test) == "TYPE_CHECKING" for one in ast.walk(block)}
    found = set()
    for node in nodes(name):
        if isinstance(node, (ast.Import, ast.ImportFrom)) and node not in for_types:
            base = node.module or "" if isinstance(node, ast.ImportFrom) else ""
            for alias in node.names:
                modules = (f"{base}.{alias.name}".lstrip("."), base)
                paths = [
                    one.removeprefix("referee.").replace(".", "/") for one in modules if one.startswith("referee.")
                ]
                places = [place for path in paths for place in (path, f"{path}/__init__") if place in FILES]
                found |= {*places[:1]}
    return frozenset(found)


def texts(name: str) -> Iterator[str]:
    """Yield every string in a file except docstrings."""
    docs = set()
    for node in nodes(name):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            first = node.body[0] if node.body else None
            docs.add(id(first.value) if isinstance(first, ast.Expr) else 0)
    for node in nodes(name):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def code_lines(name: str, *, long_literals: bool = True) -> frozenset[int]:
    """Return the lines of a file without blanks, comments, docstrings and imports.

    Without ``long_literals`` those of constants over more than three lines are left out too.
    """
    with FILES[name].open("rb") as file:
        marks = [one for one in tokenize.tokenize(file.readline) if one.type not in NO_CODE]
    found = {line for mark in marks for line in range(mark.start[0], mark.end[0] + 1)}
    for node in nodes(name):
        first = node.body[0] if isinstance(node, WITH_DOCSTRING) and node.body else None
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            found -= _lines(node)
        elif isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            found -= _lines(first)
        elif not long_literals and isinstance(node, ast.expr) and len(_lines(node)) > SHORT and _is_constant(node):
            found -= _lines(node)
    return frozenset(found)


def _lines(node: ast.stmt | ast.expr) -> set[int]:
    return {*range(node.lineno, (node.end_lineno or node.lineno) + 1)}


def _is_constant(node: ast.AST) -> bool:
    kinds = (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Load, ast.UnaryOp, ast.USub)
    return all(isinstance(one, kinds) for one in ast.walk(node))


def assigned(name: str) -> Iterator[str]:
    """Yield every variable that a file assigns, once for each assignment, loop and comprehension; no parameters."""
    for node in nodes(name):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


@cache
def identifiers(name: str) -> frozenset[str]:
    """Return every name in a file, its own name and its folders'."""
    found = set(name.split("/"))
    for node in nodes(name):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.keyword):
            found.add(node.arg or "")
        elif isinstance(node, ast.alias):
            found |= {*node.name.split("."), node.asname or ""}
        elif isinstance(node, ast.ImportFrom):
            found |= {*(node.module or "").split(".")}
    return frozenset(found)


@cache
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a name in any notation: ``openShields``, ``open_shields`` and ``Open Shields``."""
    return tuple(word.lower().rstrip("s") for word in WORD.findall(text))
