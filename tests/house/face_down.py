"""What mypy says, and where the code asks a value that may lie face down whether it is true.

``python -m tests.house.face_down [FILE ...]``; without a word it reads all that ``pyproject.toml`` names, the program
once for both.

Such a value is neither true nor false (``kernel/events``), and mypy has no rule for that: it only knows the types. So
mypy reads the program, or these files alone, and every place where the language takes the truth of a value is looked
up in what it found. Of modules that have not changed since nothing was found there, mypy keeps no types: they are not
looked at again.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from mypy.build import BuildResult, build
from mypy.errors import CompileError
from mypy.inspections import find_by_location
from mypy.main import process_options
from mypy.nodes import MypyFile
from mypy.types import Instance, Type, UnionType, get_proper_type

from tests.kit import ROOT

KEPT = ROOT / ".mypy_cache" / "face_down"
FACE_DOWN = "referee.kernel.events.FaceDown"


def asked(node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the expressions whose truth this node takes, and whether it takes that of all that is in them."""
    match node:
        case ast.If(test=one) | ast.While(test=one) | ast.Assert(test=one) | ast.IfExp(test=one):
            yield one, False
        case ast.UnaryOp(op=ast.Not(), operand=one) | ast.Call(func=ast.Name(id="bool"), args=[one]):
            yield one, False
        case ast.BoolOp(values=several) | ast.comprehension(ifs=several):
            yield from ((one, False) for one in (several[:-1] if isinstance(node, ast.BoolOp) else several))
        case ast.Call(func=ast.Name(id="any" | "all"), args=[one]):
            yield one, True
        case ast.Call(func=ast.Name(id="filter"), args=[ast.Constant(value=None), one]):
            yield one, True


def may_lie(kind: Type | None, inside: bool) -> bool:
    """Return True if a value of this type, or one ``inside`` it, may lie face down."""
    proper = get_proper_type(kind)
    if isinstance(proper, UnionType):
        return any(may_lie(one, inside) for one in proper.items)
    if not isinstance(proper, Instance):
        return False
    held = (one for base in (proper, *proper.type.bases) for one in base.args) if inside else ()
    return proper.type.fullname == FACE_DOWN or any(may_lie(one, False) for one in held)


def ours(word: str) -> bool:
    """Return False for a file that is none of this checkout: mypy keeps nothing of it, and of the rest what it has."""
    return not word.endswith(".py") or Path(word).resolve().is_relative_to(ROOT)


def found(words: list[str]) -> Iterator[str]:
    """Yield what mypy says of these files; then file, line and expression of each such place in them."""
    kept = KEPT if all(map(ours, words)) else Path(os.devnull)
    sources, options = process_options([*words, "--cache-dir", str(kept)])
    options.export_types = options.preserve_asts = True
    made, named = build(sources, options), {source.module for source in sources}
    yield from made.errors
    lying = {
        (node.line, node.column) for node, kind in made.types.items() if may_lie(kind, False) or may_lie(kind, True)
    }  # of some file: where none begins, nothing has to be looked up
    for tree in made.files.values():  # a folder that holds no module any more is read by mypy too
        if tree.fullname in named and Path(tree.path).is_file():
            yield from _in_file(tree, made, lying)


def _in_file(tree: MypyFile, made: BuildResult, lying: set[tuple[int, int]]) -> Iterator[str]:
    for node in ast.walk(ast.parse(Path(tree.path).read_bytes())):
        for one, inside in asked(node):
            if (one.lineno, one.col_offset) not in lying:
                continue
            ends = one.end_lineno or one.lineno, one.end_col_offset or 0
            expression = find_by_location(tree, one.lineno, one.col_offset, *ends)
            if expression is not None and may_lie(made.types.get(expression), inside):
                yield f"{tree.path}:{one.lineno}: {ast.unparse(one)}"


def of_all() -> Iterator[str]:
    """Yield what is found in the program, then what mypy says of the tests beside it, from what it kept."""
    yield from (wrong := list(found(["-p", "referee"])))
    if not wrong:
        sources, options = process_options(["--cache-dir", str(KEPT)])
        yield from build(sources, options).errors


def main(words: list[str]) -> int:
    """Print what was found; then what mypy keeps goes, unless all are errors of its own: those it reads again."""
    places = None
    try:
        places = list(found(words) if words else of_all())
    except CompileError as error:  # a file that cannot be read
        places = error.messages
    finally:
        own = [place for place in places or () if not re.search(": (error|note): ", place)]
        if all(map(ours, words)) and (places is None or own):
            shutil.rmtree(KEPT, ignore_errors=True)
    print(*places, sep="\n", end="\n" * bool(places))
    return int(bool(places))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
