"""What is wrong with translated rule texts, and which are of an English text that has changed since."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from referee.rulebook.book import FOLDER, Rulebook, RuleEntry, entries_in, rulebook
from referee.rulebook.translated import digest, is_whole

HEADING = re.compile(r"^## (\S+)")


def wrong(code: str, book: Rulebook) -> Iterator[str]:
    """Yield what differs between a language and the English book."""
    for own in entries_in(FOLDER, code):
        english = book.get(own.id)
        if english is None or own.room != english.room:
            yield f"{code} {own.room} {own.id}: no rule there"
        else:
            yield from (f"{code} {own.id}: {words}" for words in differing(own, english))


def differing(own: RuleEntry, english: RuleEntry) -> Iterator[str]:
    if (own.marks, own.star, own.see, own.names, own.option) != (("table",), "", (), (), ""):
        yield "marks, see, star, names and option stand in the English file"
    if bool(own.asked_as) != bool(english.asked_as):
        yield "ways of asking, where the other has none"
    if own.of != digest(english):
        return  # told in English until it is translated again
    if not is_whole(own, english):
        yield "another number of paragraphs, rulings, examples or notes"
    for words, other in zip(_parts(own), _parts(english), strict=False):
        if numbers(words) != numbers(other):
            yield f"other numbers in “{words[:60]}”"


def numbers(words: str) -> Counter[str]:
    decimal = re.sub(r"(?<=\d),(?=\d)", ".", words)
    return Counter(found.strip(".") for found in re.findall(r"\d+(?:\.\d+)*", decimal))


def _parts(entry: RuleEntry) -> Iterator[str]:
    yield "\n".join(entry.text)
    yield from (*(ruling.told for ruling in entry.rulings), *entry.examples, *entry.notes)


def present(code: str) -> int:
    """Return how many rules a language has of their present English text."""
    book = rulebook()
    return sum(one.id in book and is_whole(one, book[one.id]) for one in entries_in(FOLDER, code))


def stale(code: str) -> list[str]:
    """Return the rules whose English text has changed since they were translated."""
    book = rulebook()
    return [one.id for one in entries_in(FOLDER, code) if one.id in book and one.of != digest(book[one.id])]


def note_what_is_new(code: str) -> None:
    """Write under each heading without ``of`` which English text it translates."""
    for file in sorted(FOLDER.rglob(f"*.{code}.md")):
        _note(file)


def _note(file: Path) -> None:
    book, made, lines = rulebook(), list[str](), file.read_text("utf-8").splitlines()
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        made.append(line)
        found = HEADING.match(line)
        if found and found[1] in book and not after.startswith("of: "):
            made.append(f"of: {digest(book[found[1]])}")
    file.write_text("\n".join(made) + "\n", "utf-8")
