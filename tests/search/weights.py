"""Fit the weights of the lookup to the questions that may be looked at; `referee/rulebook/VECTORS.md` says how.

The score of a rule is a sum, and its share of trust among the rules found for a question is that of the score's
exponential. The weights are those that give right rules most of it, with a small price on large weights. They are
printed for `referee/rulebook/search.py`: `WEIGHTS` scaled so that a perfect match has 1, and `SHARP` to undo that.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from referee.rulebook import search
from referee.rulebook.query_words import matter, plain
from tests.search.__main__ import FILES, Question, questions, right

PRICE, STEPS = 1e-3, 400
FOR = 6  # the first weights are for a rule, the others may be against it

Case = tuple[Any, Any]  # evidence of each rule found, and which of them are right


def cases(asked: list[Question]) -> Iterator[Case]:
    """Yield what the lookup finds for each question, if that holds a right rule and another."""
    found = search.index()
    for question in asked:
        evidence = found.evidence(found.lexicon.read(matter(plain(question.text[: search.LONGEST]))))
        answers = np.array([right(question, found.page(row).id) for row in evidence])
        if answers.any() and not answers.all():
            yield np.array(list(evidence.values()), dtype=float), answers


def fitted(told: list[Case]) -> Any:
    """The weights, by accelerated descent from zero."""
    scale = np.vstack([rows for rows, _ in told]).std(axis=0) + 1e-9
    at = ahead = np.zeros(len(scale))
    step = 0.5
    for turn in range(1, STEPS + 1):
        uphill = sum(_slope(rows / scale, answers, ahead) for rows, answers in told) / len(told) - 2 * PRICE * ahead
        after = ahead + step * uphill
        ahead = after + (turn - 1) / (turn + 2) * (after - at)
        at = after
    return at / scale


def _slope(rows: Any, answers: Any, weights: Any) -> Any:
    trust = np.exp(rows @ weights - (rows @ weights).max())
    trust /= trust.sum()
    among = np.where(answers, trust, 0) / trust[answers].sum()
    return rows.T @ (among - trust)


def main() -> None:
    asked = [one for file in FILES for one in questions(file) if one.half != "unseen" and one.ids]
    weights = fitted(list(cases(asked)))
    whole = weights[:FOR].sum()
    print(f"WEIGHTS = ({', '.join(f'{weight / whole:.3f}' for weight in weights)})\nSHARP = {whole:.1f}")


if __name__ == "__main__":
    main()
