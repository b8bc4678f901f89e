"""The matrix: each way in with each question, read from ``cells.tsv``.

A cell is a rule that applies; or "no, RULE: why" where nothing is asked, which is played all the same; or "not posed,
RULE: why" where no position can pose it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from referee.board.entries import ForcesEntered
from referee.kernel import kinds_below
from tests.kit import ROOT

NOT_POSED, NO = "not posed, ", "no, "


class Cell(NamedTuple):
    """A way, a question, the answer that is due ("" for none), whether it is played, and why nothing is asked."""

    way: str
    question: str
    due: str
    posed: bool
    why: str


def _cell(line: str) -> Cell:
    way, question, said = line.split("\t")
    posed, applies = not said.startswith(NOT_POSED), not said.startswith((NOT_POSED, NO))
    return Cell(way, question, said if applies else "", posed, "" if applies else said.split(", ", 1)[1])


CELLS = [_cell(line) for line in Path(__file__).with_name("cells.tsv").read_text("utf-8").splitlines()]


def counts() -> str:
    """Return how many cells there are of each sort, in a sentence."""
    applies, posed = sum(bool(one.due) for one in CELLS), sum(one.posed for one in CELLS)
    rest = f"{posed - applies} play that none does, {len(CELLS) - posed} are not posed"
    return f"{len(CELLS)} cells: {applies} play a rule that applies, {rest}."


# -- where entries are made ---------------------------------------------------------------------------


def makers() -> set[str]:
    """Return the functions of the program that make an entry, by their names within their files."""
    found, entries = set[str](), {one.__name__ for one in kinds_below(ForcesEntered)}
    for path in (ROOT / "referee").rglob("*.py"):
        source = path.read_text("utf-8")
        if any(f"{entry}(" in source for entry in entries):
            found |= set(_making(ast.parse(source), "", entries))
    return found


def _making(node: ast.AST, inside: str, entries: set[str]) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.ClassDef, ast.FunctionDef)):
            yield from _making(child, f"{inside}.{child.name}".lstrip("."), entries)
        elif isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in entries:
            yield inside
            yield from _making(child, inside, entries)
        else:
            yield from _making(child, inside, entries)
