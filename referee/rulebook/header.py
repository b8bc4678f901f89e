"""The `key: value` lines under the heading of a rule: which keys there are, and what a wrong one is told."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

Star = Literal["", "before", "after", "both"]
MARKS = ("code", "table", "social", "heading")
ASKED, FIRST = "asked as", (1, 1)
KEYS = ("marks", "star", "overrides", "overridden by", "see", "option", ASKED, "names", "because", "of")
STARS: dict[str, Star] = {star: star for star in get_args(Star)}

_HEADER = re.compile(r"^([a-z][a-z ]*?)( [1-9]\d?(?:-[1-9]\d?)?)?\s*:\s*(.*?)\s*$")
_AT_TABLE = re.compile(rf"^{ASKED} ([a-z][^:|]*?)\s*:\s*(.*?)\s*$")
_BAR = re.compile(r"\|(?![^\[]*\])")  # between two phrases; in brackets it stands between what may be left out


class BadRuleText(ValueError):
    """A rule text cannot be parsed."""


class Line(NamedTuple):
    """One `key: value` line under a heading, what an `asked as` names (sentences or an answer), and where it stands."""

    key: str
    span: tuple[int, int]
    value: str
    where: str
    answer: str = ""


def header_of(lines: list[str], file: str, first: int) -> Iterator[Line]:
    """Yield the `key: value` lines under a heading; those of one key are read as one."""
    before: set[str] = set()
    for place, line in enumerate(lines, start=first):
        where = f"{file}, line {place}"
        if at_table := _AT_TABLE.match(line):
            yield Line(ASKED, FIRST, at_table[2], where, at_table[1])
            continue
        if not (match := _HEADER.match(line)):
            return
        key, span, value = match[1], match[2] or "", match[3]
        if key not in KEYS or (span and key != ASKED):
            raise BadRuleText(f"{where}: nothing is called “{key}{span}” in a rule text. There are {', '.join(KEYS)}.")
        if key == "marks" and (not (marks := set(words_of(value))) or marks - set(MARKS)):
            raise BadRuleText(f"{where}: marks are code, table, social or heading, not “{value}”.")
        if key == "star" and (value not in STARS or key in before):
            raise BadRuleText(f"{where}: a star stands before, after or both, not “{value}”.")
        before.add(key)
        of, _, to = span.strip().partition("-")
        yield Line(key, (int(of or 1), int(to or of or 1)), value, where)


def ids(value: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words_of(value)))


def phrases(value: str) -> tuple[str, ...]:
    return tuple(phrase.strip() for phrase in _BAR.split(value) if phrase.strip())


def words_of(value: str) -> list[str]:
    return re.findall(r"[\w.]+", value)
