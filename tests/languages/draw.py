"""Sentences of a language drawn at random, English beside, for somebody at home in it to mark.

``python -m tests.languages --draw 600 --seed 1 [--into FOLDER]`` prints them, or writes a file for each language. Each
sentence of a screen and each sentence of a rule text is as likely as any other; the same seed draws the same ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

from referee.languages.catalogue import entries_of, files
from referee.languages.language import NAMES
from referee.rulebook.book import RuleEntry, rulebook, sentences_of
from referee.rulebook.translated import texts

TOLD = """\
{many} of {all} sentences in {name}, drawn with seed {seed}: from screens (a line of the catalogue) and rule texts.
Mark a line W where a reader would take it for something else or see a fault of grammar, S where it is only stiff.
{{words}} in braces are slots: {{n}} a number, {{who:dem}} a name that takes its article by itself; *words* are buttons.
Forms for different numbers stand side by side, with | between them.
"""


class Drawn(NamedTuple):
    """A sentence, where it stands, and what a language has for it."""

    place: str
    english: str
    said: str


@cache
def sentences(code: str) -> tuple[Drawn, ...]:
    """Return all that a language says on screens and in whole rule texts, in the order of its files."""
    screens = (
        Drawn(
            f"{code}.po {one.line}{one.context and f' ({one.context})'}",
            " | ".join(filter(None, (one.words, one.plural))),
            " | ".join(one.said.values()),
        )
        for one in entries_of(files()[code].read_text("utf-8"))
        if one.words and all(one.said.values())
    )
    return *screens, *_of_rules(code)


def _of_rules(code: str) -> Iterator[Drawn]:
    book = rulebook()
    for id, own in texts(code).rules.items():
        for words, other in zip(_parts(book[id]), _parts(own), strict=True):
            one, another = sentences_of(words), sentences_of(other)
            alike = len(one) == len(another)
            yield from (
                Drawn(id, *pair) for pair in zip(*((one, another) if alike else ([words], [other])), strict=True)
            )


def _parts(entry: RuleEntry) -> tuple[str, ...]:
    rulings = (ruling.told for ruling in entry.rulings)
    return entry.title, *entry.text, *rulings, *entry.examples, *entry.notes


def drawn(code: str, many: int, seed: int) -> list[Drawn]:
    """Return so many sentences at random in the order of the files, all of them where there are no more."""
    all = sentences(code)
    chosen = Random(f"{seed} {code}").sample(range(len(all)), min(many, len(all)))
    return [all[number] for number in sorted(chosen)]


def sheet(code: str, many: int, seed: int) -> str:
    """Return them as lines to mark, numbered from 1."""
    lines = drawn(code, many, seed)
    head = TOLD.format(many=len(lines), all=len(sentences(code)), name=NAMES[code], seed=seed)
    numbered = (
        f"{number} [{one.place}]\n  en: {one.english}\n  {code}: {one.said}\n" for number, one in enumerate(lines, 1)
    )
    return "\n".join((head, *numbered))


def draw(words: list[str]) -> int:
    """Print or write the sheets that a command line asks for; return 2 where it cannot be read."""
    told = dict(zip(words[::2], words[1::2], strict=False))
    numbers = [told.get("--draw", ""), told.get("--seed", "1")]
    if len(words) % 2 or set(told) - {"--draw", "--seed", "--into"} or not all(map(str.isdecimal, numbers)):
        print("Usage: python -m tests.languages --draw NUMBER [--seed NUMBER] [--into FOLDER]")
        return 2
    many, seed = map(int, numbers)
    for code in files():
        if "--into" in told:
            Path(told["--into"]).mkdir(parents=True, exist_ok=True)
            Path(told["--into"], f"sample-{code}.txt").write_text(sheet(code, many, seed), "utf-8")
        else:
            print(sheet(code, many, seed))
    return 0
