"""Catalogues: one ``.po`` file a language, as translators' tools know it, read when somebody first wants the language.

Each entry is an English pattern with its slots and what this language says; plural entries have one sentence for each
number that the file's own rule (``Plural-Forms``) tells apart. What is empty or marked fuzzy counts as not translated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from gettext import c2py
from pathlib import Path

from referee.rulebook.typesetting import typeset

HERE = Path(__file__).parent
_QUOTED = json.JSONDecoder(strict=False)
_LINE = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d)\])?)?\s*("(?:[^"\\]|\\.)*")$')
_RULE = re.compile(r"plural=([^;\n]+)")


@dataclass
class Translation:
    """One entry of a file: its context or "", English for one and for more, and what is said.

    Contexts are "verb", "script", "place", and what a word of two meanings is ``meant`` for.
    """

    context: str = ""
    words: str = ""
    plural: str = ""
    said: dict[int, str] = field(default_factory=dict)
    fuzzy: bool = False
    line: int = 0


@dataclass(frozen=True)
class Catalogue:
    """What a language says, by context and English pattern, and which of its plural forms a number takes."""

    said: dict[tuple[str, str], tuple[str, ...]]
    form: Callable[[int], int]


def files() -> dict[str, Path]:
    return {path.stem: path for path in sorted(HERE.glob("*.po"))}


def read(code: str) -> Catalogue:
    entries = [*entries_of(files()[code].read_text("utf-8"))]
    head = entries[0].said[0] if entries and not entries[0].words else ""
    rule = _RULE.search(head)
    whole = [entry for entry in entries if entry.words and _is_whole(entry)]
    sayings = {
        (entry.context, entry.words): tuple(typeset(code, words) for words in entry.said.values()) for entry in whole
    }
    return Catalogue(sayings, c2py(rule[1] if rule else "n != 1"))


def _is_whole(entry: Translation) -> bool:
    return not entry.fuzzy and all(entry.said.values())


def entries_of(text: str) -> Iterator[Translation]:
    """Yield the entries of a file, its head first; raises ``ValueError`` for a line that is none of a ``.po`` file."""
    now, into, fuzzy = Translation(), ("", 0), False
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("#") or not line:
            fuzzy = fuzzy or (line.startswith("#,") and "fuzzy" in line)
            continue
        match = _LINE.match(line)
        if not match:
            raise ValueError(f"Line {number} is no line of a catalogue: {line}")
        key, form, words = match[1], int(match[2] or 0), str(_QUOTED.decode(match[3]))
        if key and (key == "msgctxt" or (key == "msgid" and into[0] != "msgctxt")):
            if now.said:
                yield now
            now, fuzzy = Translation(fuzzy=fuzzy, line=number), False
        into = (key.partition("[")[0], form) if key else into
        _add(now, *into, words)
    if now.said:
        yield now


def _add(entry: Translation, key: str, form: int, words: str) -> None:
    if key == "msgstr":
        entry.said[form] = entry.said.get(form, "") + words
    else:
        name = {"msgctxt": "context", "msgid": "words", "msgid_plural": "plural"}[key]
        setattr(entry, name, getattr(entry, name) + words)
