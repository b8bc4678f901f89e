"""Rewrites f-strings that read like sentences into ``say``: ``python -m tests.languages.through_the_door FILE …``.

It tells which it left: those with words inside a slot, which are glued from parts and have to be written whole by hand.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path

from tests.words.collect import _docstrings, _reads, said

INNER = {"ValueError", "RuntimeError", "TypeError", "LookupError", "KeyError", "way", "url_for", "warning", "info"}
WORD = re.compile(r"[A-Za-z]{2}")


def slot_name(value: ast.expr, taken: set[str]) -> str:
    inner = value
    while True:
        if isinstance(inner, ast.Call) and inner.args and not isinstance(inner.args[0], ast.Starred):
            called = ast.unparse(inner.func).rpartition(".")[2]
            if called in {"count", "half", "listed", "in_words", "number", "ended"} and called not in taken:
                found = called
                break
            inner = inner.args[0]
        elif isinstance(inner, ast.Attribute):
            found = inner.attr.lstrip("_")
            break
        elif isinstance(inner, ast.Name):
            found = inner.id
            break
        else:
            found = "n" if isinstance(inner, (ast.BinOp, ast.Call)) else "words"
            break
    found = "number" if found in {"self", "pattern"} or not found.isidentifier() else found
    number, made = 2, found
    while made in taken:
        made, number = f"{found}{number}", number + 1
    return made


def rewritten(node: ast.JoinedStr) -> str | None:
    """Return the call that says the same, ``None`` where a slot holds words of its own."""
    pattern, slots = "", dict[str, str]()
    for part in node.values:
        if isinstance(part, ast.Constant):
            pattern += str(part.value).replace("{", "{{").replace("}", "}}")
            continue
        assert isinstance(part, ast.FormattedValue)
        inside = [str(one.value) for one in ast.walk(part.value) if isinstance(one, ast.Constant)]
        parents = [one for one in ast.walk(part.value) if isinstance(one, (ast.IfExp, ast.JoinedStr))]
        if part.conversion != -1 or (parents and any(WORD.search(one) for one in inside)):
            return None
        spec = ""
        if part.format_spec is not None:
            assert isinstance(part.format_spec, ast.JoinedStr)
            if not all(isinstance(one, ast.Constant) for one in part.format_spec.values):
                return None
            spec = ":" + "".join(str(one.value) for one in part.format_spec.values if isinstance(one, ast.Constant))
        source = ast.unparse(part.value)
        name = next((one for one, held in slots.items() if held == source), "")
        if not name:
            name = slot_name(part.value, set(slots))
            slots[name] = source
        pattern += f"{{{name}{spec}}}"
    if not slots:
        return None
    quoted = '"' + pattern.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    return f"say({quoted}, {', '.join(f'{name}={source}' for name, source in slots.items())})"


class Finder(ast.NodeVisitor):
    def __init__(self, skip: set[int]) -> None:
        self.found: list[ast.JoinedStr] = []
        self._skip = skip

    def visit_Call(self, node: ast.Call) -> None:
        if ast.unparse(node.func).rpartition(".")[2] not in INNER:
            self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        words = said(node)
        if id(node) not in self._skip and words is not None and _reads(words):
            self.found.append(node)
        else:
            self.generic_visit(node)


def rewrite(path: Path) -> None:
    raw = path.read_text("utf-8")
    tree = ast.parse(raw)
    finder = Finder(set(_docstrings(tree)))
    finder.visit(tree)
    lines = raw.encode().split(b"\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    text, done = raw.encode(), 0
    for node in sorted(finder.found, key=lambda one: (one.lineno, one.col_offset), reverse=True):
        made = rewritten(node)
        if made is None:
            print(f"{path}:{node.lineno}\t{ast.unparse(node)}")
            continue
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        text, done = text[:begin] + made.encode() + text[end:], done + 1
    if done:
        path.write_text(_imported(text.decode()), "utf-8")


def _imported(text: str) -> str:
    """Return a file that imports ``say``; the formatter puts the names in order."""
    found = re.search(r"^from referee\.kernel\.wording import \(?([^()\n]*)", text, re.MULTILINE)
    if found and "\n" not in found[1] and "(" not in found[0]:
        names = {*found[1].split(", "), "say"}
        return text.replace(found[0], f"from referee.kernel.wording import {', '.join(sorted(names))}", 1)
    first = re.search(r"^(from|import) (?!__future__)", text, re.MULTILINE)
    at = first.start() if first else 0
    return f"{text[:at]}from referee.kernel.wording import say\n{text[at:]}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name))
