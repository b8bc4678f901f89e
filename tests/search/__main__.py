"""Measure the rules search: `python -m tests.search` prints recall at 1 and 3 by topic and style.

The questions stand in `questions.tsv`, half of them to tune with and half held out. A question whose ids are
`-` has no answer and counts as right when the search finds nothing. `--misses` lists the tuning half's
misses only: whoever reads the held-out misses has no held-out half any more.

`examiner.tsv` is a second set, written without sight of the first, of the search or of the ways of asking in the
texts. Its halves A and C may be read and tuned with, its half B gives totals only. `third.tsv` is a third set,
written in the same way from how people ask in public discussions: tired, misspelt, by number, by option and by
seat, and with questions that no rule answers. Two thirds, X, may be tuned with; Y gives totals only.
"""

import sys
from collections import defaultdict
from functools import cache
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from referee.rulebook.book import rulebook
from referee.rulebook.search import index, search


class Question(NamedTuple):
    """One question, the rules that answer it, and its half, style and topic."""

    half: str
    style: str
    topic: str
    ids: frozenset[str]
    text: str


def questions(name: str = "questions") -> list[Question]:
    lines = (Path(__file__).parent / f"{name}.tsv").read_text("utf-8").splitlines()[1:]
    rows = [line.split("\t") for line in lines]
    return [Question(half, style, topic, _ids(ids), text) for half, style, topic, ids, text in rows]


def _ids(value: str) -> frozenset[str]:
    return frozenset() if value == "-" else frozenset(value.split(","))


@cache
def _answers(text: str) -> list[str]:
    return [hit.entry.id for hit in search(text)]


def found_at(question: Question, depth: int) -> bool:
    """Whether one of the right rules, or rightly none, is among the first answers."""
    answers = _answers(question.text)
    return bool(question.ids & set(answers[:depth])) if question.ids else not answers


def recall(asked: list[Question], depth: int) -> float:
    """The share of questions answered within the first so many answers."""
    return sum(found_at(question, depth) for question in asked) / len(asked) if asked else 0.0


def main(arguments: list[str]) -> None:
    begun = perf_counter()
    index()
    print(f"{len(rulebook())} rules, index built in {perf_counter() - begun:.2f} s")
    asked = questions() + questions("examiner") + questions("third")
    for half in ("tune", "held"):
        _table(half, [question for question in asked if question.half == half])
    for half in ("A", "B", "C"):
        _table(f"examiner {half}", [question for question in asked if question.half == half])
    for half in ("X", "Y"):
        _table(f"third {half}", [question for question in asked if question.half == half])
    _speed(asked)
    if "--misses" in arguments:
        _misses([question for question in asked if question.half in ("tune", "A", "C", "X")])


def _table(half: str, asked: list[Question]) -> None:
    groups: dict[str, list[Question]] = defaultdict(list)
    for question in asked:
        groups[f"style {question.style}"].append(question)
        groups[f"topic {question.topic}"].append(question)
    print(f"\n{half + ', ' + str(len(asked)) + ' questions':32} at 1  at 3")
    for name, group in [("all", asked), *sorted(groups.items())]:
        print(f"{name:26} {len(group):4} {recall(group, 1):6.2f} {recall(group, 3):5.2f}")


def _speed(asked: list[Question]) -> None:
    times = []
    for question in asked:
        begun = perf_counter()
        search(question.text)
        times.append(1000 * (perf_counter() - begun))
    slow = sorted(times)[int(len(times) * 0.99)]
    print(f"\na question takes {median(times):.2f} ms, the slowest hundredth {slow:.2f} ms")


def _misses(asked: list[Question]) -> None:
    for question in asked:
        if not found_at(question, 1):
            answers = [f"{hit.entry.id} {hit.score:.2f}" for hit in search(question.text)]
            print(f"{'FAR ' if not found_at(question, 3) else 'near'} {question.text}")
            print(f"       wants {' '.join(sorted(question.ids)) or 'nothing'}; got {', '.join(answers)}")


if __name__ == "__main__":
    main(sys.argv[1:])
