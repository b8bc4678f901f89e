"""Measure the lookup in other languages: ``python -m tests.tools.search.languages``.

`de.tsv`, `fr.tsv` and `es.tsv` are forty questions of strangers and of the table, asked again in each language by
somebody who had not read the translated texts. The weights are fitted to them.

`typed_de.tsv`, `typed_fr.tsv` and `typed_es.tsv` are twenty, twenty and forty more, written before the lookup was
mended for what they found: as they are typed on a phone, without accents and with slips; half are about `rules`, half
about `using` the referee. By its hash each falls into `tuning`, which was looked at, or `unseen`, of which
``--misses`` says nothing.
"""

from __future__ import annotations

import sys

import referee.kernel.discover  # noqa: F401
from referee.rulebook.lookup import STEMMERS, ask_in
from referee.rulebook.search import Found
from tests.tools.search.__main__ import Question, questions, right


def main(misses: bool) -> None:
    print(f"{'questions':22} first three  sure  sure, but another")
    for code in STEMMERS:
        _report(code, code, questions(code), misses)
        for half in ("tuning", "unseen"):
            asked = [one for one in questions(f"typed_{code}") if one.half == half]
            _report(code, f"{code} typed, {half}", asked, misses and half == "tuning")


def _report(code: str, name: str, questions: list[Question], misses: bool) -> None:
    asked = [(one, ask_in(code, one.text)) for one in questions]
    sure = [(one, found) for one, found in asked if found.sure]
    first, three = (sum(_among(one, found, depth) for one, found in asked) for depth in (1, 3))
    wrong = sum(not _among(one, found, 1) for one, found in sure)
    print(f"{name:18} {len(asked):3} {first:5} {three:5} {len(sure):5} {wrong:5}")
    if misses:
        for one, found in asked:
            if not _among(one, found, 1):
                got = ", ".join(f"{hit.entry.id} {hit.score:.2f}" for hit in found.hits[:3])
                print(f"  {one.text}\n    wants {' '.join(sorted(one.ids))}; got {'sure ' * found.sure}{got}")


def _among(question: Question, found: Found, depth: int) -> bool:
    return any(right(question, hit.entry.id) for hit in found.hits[:depth])


if __name__ == "__main__":
    main("--misses" in sys.argv)
