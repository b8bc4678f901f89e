"""The table of names that are newer than the floor, and readers that find them in styles and scripts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import tinycss2

TABLE: Final = Path(__file__).parent / "newer.json"
# what the data has under no name that a style says
UNITS: Final = {"dvh", "dvw", "dvi", "dvb", "dvmin", "dvmax", "svh", "svw", "lvh", "lvw", "lh", "rlh", "cap", "ic"} | {
    f"cq{axis}" for axis in ("w", "h", "i", "b", "min", "max")
}
SYNTAX: Final = {"static {": r"\bstatic\s*\{", "(?<=": r"\(\?<[=!]", "#x in y": r"#\w+\s+in\b"}
# how a script defines a name, as a function and at all
FUNCTION: Final = (
    r"(?:\b{0}\s*[:=]\s*(?:async\s*)?(?:function\b|\w+\s*=>|\([^()]*\)\s*=>)"
    r"|\bfunction {0}\b|[,{{;}}]\s*(?:async )?#?{0}\([^()]*\)\s*\{{)"
)
ANYTHING: Final = r"(?:\b{0}\s*[:=](?!=)|[{{,]\s*{0}\s*[,}}])"


class Use(NamedTuple):
    """Something newer than the floor: what, in which file, beside what."""

    what: str
    file: str
    beside: str


@cache
def newer(kind: str) -> frozenset[str]:
    """Return the names of a kind that a browser at the floor may lack."""
    return frozenset(json.loads(TABLE.read_text("utf-8"))[kind].split("; " if kind == "values" else " "))


def in_style(text: str, file: str) -> Iterator[Use]:
    """Yield what a style uses that is newer than the floor, and what that costs more than itself."""
    yield from _rules(tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True), file, "")


def _rules(nodes: Iterable[Any], file: str, asked: str) -> Iterator[Use]:
    for node in nodes:
        if node.type == "at-rule":
            head = tinycss2.serialize(node.prelude).strip()
            if node.lower_at_keyword in newer("at-rules"):
                yield Use(f"@{node.lower_at_keyword}", file, head)
            if node.lower_at_keyword == "media":
                said = re.findall(r"\(\s*(?:min-|max-)?([\w-]+)", head)
                yield from (Use(f"({name})", file, head) for name in said if name in newer("media"))
            if node.content is not None and node.lower_at_keyword in {"media", "supports", "container", "layer"}:
                inner = tinycss2.parse_rule_list(node.content, skip_comments=True, skip_whitespace=True)
                yield from _rules(inner, file, asked + head if node.lower_at_keyword == "supports" else asked)
        elif node.type == "qualified-rule":
            selector = tinycss2.serialize(node.prelude).strip()
            yield from _selector(node.prelude, file, selector)
            found = tinycss2.parse_blocks_contents(node.content, skip_comments=True, skip_whitespace=True)
            yield from _declarations(found, file, selector, asked)


def _selector(prelude: list[Any], file: str, selector: str) -> Iterator[Use]:
    parts: list[set[str]] = [set()]
    for pseudo in _pseudos(prelude):
        parts.append(set()) if pseudo == "," else parts[-1].add(pseudo)
    late = [{name for name in part if name in newer("selectors")} for part in parts]
    yield from (Use(f":{name}", file, selector) for name in sorted(set().union(*late)))
    if any(late) and not all(late):  # the whole rule is dropped
        yield Use("a newer selector beside an older one", file, selector)


def _pseudos(nodes: list[Any]) -> Iterator[str]:
    """Yield the pseudo-classes of a list of selectors, and its commas; those within ``:is`` cost nothing else."""
    for before, node in zip([None, *nodes], nodes, strict=False):
        if node.type == "literal" and node.value == ",":
            yield ","
        elif (
            before is not None
            and before.type == "literal"
            and before.value == ":"
            and node.type in {"ident", "function"}
        ):
            name = node.lower_value if node.type == "ident" else node.lower_name
            yield name
            if node.type == "function" and name == "not":
                yield from (one for one in _pseudos(node.arguments) if one != ",")


def _declarations(found: list[Any], file: str, selector: str, asked: str) -> Iterator[Use]:
    said: set[str] = set()
    for one in found:
        if one.type != "declaration":
            continue
        beside = f"{selector} {{ {one.name} }}"
        if one.lower_name in newer("properties"):
            yield Use(one.lower_name, file, beside)
        units = set(_units(one.value)) & UNITS
        functions = {f"{name}()" for name in _functions(one.value) if name in newer("functions")}
        words = {node.lower_value for node in one.value if node.type == "ident"}
        yield from (
            Use(f"{one.lower_name}: {word}", file, beside)
            for word in words
            if f"{one.lower_name}: {word}" in newer("values")
        )
        if units | functions and not asked:
            yield from (Use(name, file, beside) for name in units | functions)
            if one.lower_name not in said or "var" in _functions(one.value):  # found wrong only when it is used
                yield Use("a newer value and no older one", file, beside)
        said.add(one.lower_name)


def _units(nodes: list[Any]) -> Iterator[str]:
    for node in nodes:
        if node.type == "dimension":
            yield node.lower_unit
        yield from _units(getattr(node, "arguments", None) or getattr(node, "content", None) or [])


def _functions(nodes: list[Any]) -> Iterator[str]:
    for node in nodes:
        if node.type == "function":
            yield node.lower_name
            yield from _functions(node.arguments)


def in_script(text: str, file: str, ours: str = "") -> Iterator[Use]:
    """Yield what a script uses that is newer than the floor; names that ``ours`` defines are no browser's."""
    bare = re.sub(r"/\*.*?\*/|(?:^|(?<=\s))//[^\n]*", "", text, flags=re.DOTALL)
    ours = ours or bare
    for what, pattern in SYNTAX.items():
        yield from (Use(what, file, found[0]) for found in re.finditer(pattern, bare))
    for found in re.finditer(r"\.([A-Za-z_$][\w$]*)(?![\w$-])(\s*\()?", bare):
        name, shape = found[1], FUNCTION if found[2] else ANYTHING
        if name in newer("members") and not re.search(shape.format(re.escape(name)), ours):
            yield Use(f".{name}", file, bare[max(0, found.start() - 30) : found.end() + 20])
    for found in re.finditer(r"(?<![.\w$'\"-])([A-Za-z]\w{3,})(?=\s*[.(])", bare):
        if found[1] in newer("globals") and not re.search(
            rf"\b(?:var|let|const|class|function|,)\s*{found[1]}\b", ours
        ):
            yield Use(found[1], file, bare[max(0, found.start() - 30) : found.end() + 20])
