"""The project's source as syntax trees: imports, strings and names of each file."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

from tests.kit import ROOT

CODE = ROOT / "referee"
FILES = {path.relative_to(CODE).with_suffix("").as_posix(): path for path in sorted(CODE.rglob("*.py"))}
PACKAGES = {path.parent.name for path in CODE.glob("*/__init__.py")}
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(FILES[name].read_text("utf-8"))


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
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            base = node.module
            whole = base in {"referee", *(f"referee.{kind}" for kind in PACKAGES)}
            yield from (f"{base}.{alias.name}" for alias in node.names) if whole else [base]


@cache
def uses(name: str) -> frozenset[str]:
    """Return the project's files that a file imports, except for types alone."""
    blocks = [node for node in ast.walk(tree(name)) if isinstance(node, ast.If)]
    for_types = {one for block in blocks if ast.unparse(block.test) == "TYPE_CHECKING" for one in ast.walk(block)}
    found = set()
    for node in ast.walk(tree(name)):
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
    for node in ast.walk(tree(name)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            first = node.body[0] if node.body else None
            docs.add(id(first.value) if isinstance(first, ast.Expr) else 0)
    for node in ast.walk(tree(name)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


@cache
def identifiers(name: str) -> frozenset[str]:
    """Return every name in a file, its own name and its folders'."""
    found = set(name.split("/"))
    for node in ast.walk(tree(name)):
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
