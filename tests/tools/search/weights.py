"""Fit the weights of the lookup; `referee/rulebook/VECTORS.md` says how.

The score of a rule is a sum, and its share of trust among the rules found for a question is that of the score's
exponential. The weights are those that give right rules most of it, with a small price on large weights; in the same
way those of an answer among the answers of its rule. Both are judged by the questions that may be looked at, answers
also by a tenth of those that were written to teach; the vectors of this run saw neither. They are printed for
`referee/rulebook/search.py`: `WEIGHTS` scaled so that a perfect match has 1, and `SHARP` to undo that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

try:
    import numpy as np
except ImportError:
    print("Needs numpy and torch; referee/rulebook/VECTORS.md says which.", file=sys.stderr)
    sys.exit(2)

from referee.rulebook import meaning
from referee.rulebook.book import rulebook
from referee.rulebook.query_words import matter, plain
from referee.rulebook.search import LONGEST, Index
from tests.tools.search.vectors import Taught, apart, looked_at, taught, trained, without_some, write

PRICE, STEPS = 1e-3, 400
FOR = 5  # the first weights are for a rule, the others may be against it

Case = tuple[Any, Any]  # evidence of each rule or answer, and which of them are right


def of_rules(found: Index, asked: list[Taught]) -> Iterator[Case]:
    """Yield what the lookup finds for each question, if that holds a right rule and another."""
    for question in asked:
        words = found.lexicon.read(matter(plain(question.text[:LONGEST])))
        evidence = found.evidence(words, found.lexicon.vector_of(words))
        answers = np.array([found.page(row).id in question.answers for row in evidence])
        if answers.any() and not answers.all():
            yield np.array(list(evidence.values()), dtype=float), answers


def of_answers(found: Index, asked: list[Taught]) -> Iterator[Case]:
    """Yield what speaks for each answer of a rule that a question is known to be about."""
    rows = {id: row for row, id in enumerate(found.book)}
    for question in asked:
        words = found.lexicon.read(matter(plain(question.text)))
        for id, right in question.answers.items():
            answers = np.array([place in right for place in range(len(found.book[id].answers))])
            if answers.any() and not answers.all():
                page = found.page(rows[id])
                yield np.array(found.evidence_of_answers(page, words, found.lexicon.vector_of(words))), answers


def fitted(told: list[Case]) -> Any:
    """The weights, by accelerated descent from zero."""
    rows, right = np.vstack([rows for rows, _ in told]), np.concatenate([answers for _, answers in told])
    sizes = np.array([len(answers) for _, answers in told])
    scale = rows.std(axis=0) + 1e-9
    rows = rows / scale
    at = ahead = np.zeros(len(scale))
    step = 0.5
    for turn in range(1, STEPS + 1):
        scores = rows @ ahead
        wrong = _share(scores, sizes, right) - _share(scores, sizes)
        after = ahead + step * (rows.T @ wrong / len(told) - 2 * PRICE * ahead)
        ahead = after + (turn - 1) / (turn + 2) * (after - at)
        at = after
    return at / scale


def _share(scores: Any, sizes: Any, some: Any = True) -> Any:
    """Each one's share of the trust in its case, or among some of them."""
    begins = np.cumsum(sizes) - sizes
    likely = np.where(some, np.exp(scores - np.repeat(np.maximum.reduceat(scores, begins), sizes)), 0)
    return likely / np.repeat(np.add.reduceat(likely, begins), sizes)


def _right(told: list[Case], weights: Any) -> float:
    return float(np.mean([answers[np.argmax(rows @ weights)] for rows, answers in told]))


def main(source: str) -> None:
    book = rulebook()
    some = without_some(book)
    exact, whole = taught(some), looked_at(some)
    known = [one for one in exact if not apart(one.text)]
    with TemporaryDirectory() as folder:
        meaning.VECTORS = Path(folder) / "vectors.bin"
        write(*trained(Path(source), some, known), meaning.VECTORS)
        found = Index(some)
    judged = [one for one in exact if apart(one.text)]
    rules, answers = list(of_rules(found, whole)), list(of_answers(found, [*judged, *whole]))
    weights = fitted(rules)
    total = weights[:FOR].sum()
    print(f"WEIGHTS = ({', '.join(f'{weight / total:.3f}' for weight in weights)})\nSHARP = {total:.1f}")
    print(f"the right rule is first in {_right(rules, weights):.3f} of {len(rules)}")
    weights = fitted(answers)
    print(f"ANSWERS = ({', '.join(f'{weight:.2f}' for weight in weights)})")
    print(f"the right answer of a rule is first in {_right(answers, weights):.3f} of {len(answers)}")


if __name__ == "__main__":
    main(sys.argv[1])
