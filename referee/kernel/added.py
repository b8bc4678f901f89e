"""House rules from a folder: put in force whole or not at all, and switched off where they fail.

A house rule is written by the group. A mistake in it must cost that rule and nothing else, so what it adds is
taken out again where its module cannot be read, and an error while it speaks is told and counts as having nothing to
say.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.kernel import rulings

Trouble = Callable[[Exception], None]


def put_in_force(work: Callable[[], object], allowed: Callable[[set[str]], None], trouble: Trouble) -> None:
    """Let ``work`` declare rules; ``allowed`` raises where the numbers are not its own; ``trouble`` hears errors."""
    books = (rulings._answers, rulings._effects)
    before = [{kind: list(entries) for kind, entries in book.items()} for book in books]
    options = dict(rulings.OPTIONS)
    try:
        work()
        numbers = {one.rule for key, one in rulings.OPTIONS.items() if options.get(key) is not one}
        for book, old in zip(books, before, strict=True):
            numbers |= _guard(book, old, silent=None if book is rulings._answers else (), trouble=trouble)
        rulings.choose_anew()
        for rule, instead in replaced_nowhere():
            raise ValueError(f"Rule {rule} answers in the place of {instead}, which does not speak there.")
        allowed(numbers)
    except Exception as error:
        for book, old in zip(books, before, strict=True):
            book.clear()
            book.update(old)
        rulings.OPTIONS.clear()
        rulings.OPTIONS.update(options)
        trouble(error)


def replaced_nowhere() -> list[tuple[str, str]]:
    """Return which rule answers in the place of another that is silent on that question: a wrong number."""
    pages = [
        (page, {"", *(rule for place, rule, _ in page if not place.instead)}) for page in rulings._answers.values()
    ]
    return [(rule, place.instead) for page, speak in pages for place, rule, _ in page if place.instead not in speak]


def _guard(book: rulings.Book, old: rulings.Book, silent: object, trouble: Trouble) -> set[str]:
    """Switch off what is new in a book where it fails; returns its numbers."""
    numbers = set()
    for kind, entries in book.items():
        known = {id(speaker) for _, _, speaker in old.get(kind, ())}
        for place, (order, rule, speaker) in enumerate(entries):
            if id(speaker) not in known:
                entries[place] = (order, rule, _guarded(speaker, silent, trouble))
                numbers.add(rule)
    return numbers


def _guarded(speaker: Callable[..., Any], silent: object, trouble: Trouble) -> Callable[..., Any]:
    def speak(*given: Any) -> Any:
        try:
            said = speaker(*given)
            return said if silent is None else tuple(said)
        except Exception as error:
            trouble(error)
            return silent

    return speak
