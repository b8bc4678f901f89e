"""Why something is so, as plain JSON values: the lines that were said, then the rules behind them."""

from __future__ import annotations

from collections.abc import Iterable

from referee.phases.battle import Line
from referee.rulebook import rulebook


def reasons(lines: Iterable[Line], rules: Iterable[str]) -> list[dict[str, str]]:
    """Return each line, then each rule that no line names with the first sentence of its text."""
    said = [{"rule": line.rule, "sentence": line.sentence} for line in lines]
    book, named = rulebook(), {line["rule"] for line in said}
    more = [rule for rule in dict.fromkeys(rules) if rule in book and rule not in named]
    return [*said, *({"rule": rule, "sentence": _first(book[rule].body)} for rule in more)]


def _first(body: str) -> str:
    head, dot, _ = body.split("\n")[0].partition(". ")
    return head + "." * bool(dot)
