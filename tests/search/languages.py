"""Measure the lookup in other languages: ``python -m tests.search.languages``.

`de.tsv`, `fr.tsv` and `es.tsv` are forty questions of strangers and of the table, asked again in each language by
somebody who had not read the translated texts. Nothing was fitted to them.
"""

from __future__ import annotations

import sys

import referee.kernel.discover  # noqa: F401
from referee.rulebook.lookup import STEMMERS, ask_in
from referee.rulebook.search import Found
from tests.search.__main__ import Question, questions, right


def main(misses: bool) -> None:
    print("questions: first, among three, sure, sure but another")
    for code in STEMMERS:
        asked = [(one, ask_in(code, one.text)) for one in questions(code)]
        sure = [(one, found) for one, found in asked if found.sure]
        first, three = (sum(_among(one, found, depth) for one, found in asked) for depth in (1, 3))
        wrong = sum(not _among(one, found, 1) for one, found in sure)
        print(f"{code} {len(asked)}: {first} {three} {len(sure)} {wrong}")
        if misses:
            for one, found in asked:
                if not _among(one, found, 1):
                    got = ", ".join(f"{hit.entry.id} {hit.score:.2f}" for hit in found.hits[:3])
                    print(f"  {one.text}\n    wants {' '.join(sorted(one.ids))}; got {'sure ' * found.sure}{got}")


def _among(question: Question, found: Found, depth: int) -> bool:
    return any(right(question, hit.entry.id) for hit in found.hits[:depth])


if __name__ == "__main__":
    main("--misses" in sys.argv)
