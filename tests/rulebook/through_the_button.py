"""Which rulings of the book are played on positions: ``python -m tests.rulebook.through_the_button [--left] [--why]``.

It prints how many rulings the book has, how many are played, how many no position can express, and how many are left;
``--left`` lists those that are left, ``--why`` those that cannot be played with the reason. Last come the rules marked
``code`` that no objection cites and no test plays.

``tests/cases/rulings/*.jsonl`` holds what ``referee play --json`` or ``referee battle --json`` reads. The id of a line
is the rule and the question (``· 2`` after it for another position). Yes or no is not typed there:
the book says it, and the program says it. With ``refused`` in ``expect``, or nothing, the question is whether the last
act may be done: yes if it is legal, no if that rule refuses it. ``yes`` and ``no`` are what the answer holds in either
case, by paths such as ``spice/Emperor``; ``shows`` is for an answer of the book that is neither. A number stands for
forces in any sectors, ``among`` for some of what a list holds.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import referee.running.sitting  # noqa: F401
from referee.cli.battle import answer_line as fought
from referee.cli.play import answer_line as played
from referee.lessons.at_the_table import found
from referee.rulebook.book import rulebook
from tests.house.code import FILES
from tests.kit import ROOT
from tests.rulebook.not_played import NOT_PLAYED, ROOMS

FLOOR, CANNOT, BARE = 781, 225, 1  # played may only rise, the others only fall; three are on when an evening ends
CASES = ROOT / "tests" / "cases"
YES, NO, NEITHER, SHOWN = "Yes", "No", "neither", ""
FIRST = re.compile(rf"({YES}|{NO})(?=[.,:]| \(| by default| during| in the )")
ANOTHER = re.compile(r" · \d+$")
CITES = re.compile(r"Objection\(\s*\"(\d+(?:\.\d\d)+)\"")
NAMED = re.compile(r"def (test_\w+)|yield \"(\d[\d.]+)\"")  # numbers of a rule are yielded with its id
RULES = re.compile(r"(?<!\d)\d(?:[._]\d\d)+")
Line = dict[str, Any]


def asked() -> dict[str, str]:
    """Return the first word of each answer of the book, "" if it is neither yes nor no, by rule and question."""
    told = ((f"{entry.id} {one.question}", one.answer) for entry in rulebook().values() for one in entry.rulings)
    return {name: first.group(1) if (first := FIRST.match(answer)) else SHOWN for name, answer in told}


def every() -> list[Line]:
    """Return all positions."""
    files = sorted((CASES / "rulings").glob("*.jsonl"))
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


def ruling_of(line: Line) -> str:
    return ANOTHER.sub("", line["id"])


# -- what the program answers -------------------------------------------------------------------------


def answered(line: Line) -> Line:
    """Return what the program answers; for a script of bids the state after it, with ``legal``."""
    said = (fought if "aggressor" in line else played)(json.dumps(line))
    if "steps" in said:
        *before, said = said["steps"]
        said = next((one for one in before if "error" in one), said)
        said = {**said, "legal": "error" not in said}
    errors = [*said.get("errors", ()), *([said["error"]] if "error" in said else ())]
    return {**said, "refused": [one.get("rule", one["code"]) for one in errors], "why": [one["why"] for one in errors]}


def is_shown(said: Any, value: Any) -> bool:
    if isinstance(said, list) and isinstance(value, int):
        return sum(int(one["normal"]) + int(one["special"]) for one in said) == value
    if isinstance(value, dict) and "among" in value:
        return isinstance(said, (list, dict)) and all(one in said for one in value["among"])
    if isinstance(value, dict) and value and isinstance(said, dict):
        return all(is_shown(said.get(name), one) for name, one in value.items())
    return bool(said == value)


def holds(said: Line, shown: Mapping[str, Any] | None) -> bool:
    """Return True if an answer holds all that is told; what was refused answers nothing but that."""
    if shown is None or not (said.get("legal") or shown.keys() & {"legal", "refused"}):
        return False
    return all(is_shown(found(said, path), value) for path, value in shown.items())


def verdict(line: Line) -> str:
    """Return what the program answers to a question: yes, no, "" where it is as told, or why it is none of these."""
    said, expect = answered(line), line["expect"]
    acts = line.get("situation", {}).get("events", ())
    if (before := said.get("error", {}).get("event", len(acts))) + 1 < len(acts):
        return f"{NEITHER}: act {before} is refused before the last one: {said['why']}"
    if "shows" in expect:
        word = SHOWN if holds(said, expect["shows"]) else NEITHER
    elif "yes" in expect or "no" in expect:
        fits = [word for word, name in ((YES, "yes"), (NO, "no")) if holds(said, expect.get(name))]
        word = fits[0] if len(fits) == 1 else NEITHER
    else:
        word = YES if said.get("legal") else NO if expect.get("refused") in said["refused"] else NEITHER
    if word != NEITHER:
        return word
    paths = {path for shown in expect.values() if isinstance(shown, dict) for path in shown}
    return (
        f"{NEITHER}: {said['refused']} {said['why']} {json.dumps({path: found(said, path) for path in sorted(paths)})}"
    )


def fault(line: Line, word: str) -> Iterator[str]:
    """Yield what is wrong with a position to which the book answers ``word``."""
    said = verdict(line)
    if said != word:
        yield f"{line['id']}: the book says {word or 'so'}, the program {said}"


def faults() -> Iterator[str]:
    book = asked()
    for line in every():
        if ruling_of(line) in book:
            yield from fault(line, book[ruling_of(line)])
        else:
            yield f"{line['id']}: the book has no such ruling"


# -- how many -----------------------------------------------------------------------------------------


def why_not(ruling: str) -> str:
    """Return why no position expresses a ruling, "" if one can."""
    rule = ruling.split()[0]
    room = next((reason for begins, reason in ROOMS.items() if rule == begins or rule.startswith(f"{begins}.")), "")
    return next((reason for reason, those in NOT_PLAYED.items() if ruling in those), room)


def kinds() -> dict[str, str]:
    """Return for each ruling whether it is played, cannot be or is left."""
    done = {ruling_of(line) for line in every()}
    return {one: "played" if one in done else "cannot" if why_not(one) else "left" for one in asked()}


def unplayed_rules() -> list[str]:
    """Return the rules marked ``code`` that no objection cites, no test is named by, and no case or ruling plays."""
    code = "".join(path.read_text("utf-8") for path in FILES.values())
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    names = (rule for both in NAMED.findall(tests) for rule in RULES.findall(" ".join(both)))
    named = {rule.replace("_", ".") for rule in names} | {*CITES.findall(code)}
    for file in CASES.glob("*.jsonl"):
        named |= {
            rule for line in file.read_text("utf-8").splitlines() for rule in json.loads(line).get("rule_ids", ())
        }
    named |= {rule for line in every() for rule in (line["expect"].get("refused", ""), line["id"].split()[0])}
    return [entry.id for entry in rulebook().values() if "code" in entry.marks and entry.id not in named]


def main(words: list[str]) -> int:
    wrong, book, found_kinds = [*faults()], asked(), kinds()
    print(*wrong, sep="\n")
    for one, kind in found_kinds.items():
        if (kind == "left" and "--left" in words) or (kind == "cannot" and "--why" in words):
            print(one, f"[{why_not(one)}]" if kind == "cannot" else "")
    for kind in ("played", "cannot", "left"):
        those = [one for one in book if found_kinds[one] == kind]
        print(f"{len(those):4} {kind}, {sum(bool(book[one]) for one in those)} of them with yes or no")
    print(f"{len(book):4} rulings; {len(every())} positions, {len(wrong)} of them otherwise than the book")
    bare = unplayed_rules()
    print(f"{len(bare):4} rules marked as code that no objection cites and no test plays:", *bare)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
