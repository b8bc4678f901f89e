"""A language of nobody: English with accents, a third longer, in brackets; the rest did not come through the door."""

from __future__ import annotations

import re
from functools import cache

from referee.kernel.wording import IN_CONTEXT, VERB, Name, Saying, Several
from referee.languages.catalogue import Catalogue
from referee.languages.language import Language, is_bare, parsed
from referee.rulebook.translated import texts
from tests.languages.collect import collected

ACCENTS = str.maketrans("aeiounycAEIOUNYC", "àéîöüñýçÀÉÎÖÜÑÝÇ")
TAGS = re.compile(r"(</?\w+>)")
SHAPES = re.compile(r"^(capital|small|bare|first|unstarred|unsealed)$")
OPEN, CLOSE = "⟦", "⟧"


@cache
def plain_words() -> frozenset[str]:
    return frozenset(one.words for one in collected()[0] if not one.context)


def longer(words: str) -> str:
    accented = "".join(one if TAGS.fullmatch(one) else one.translate(ACCENTS) for one in TAGS.split(words))
    return f"{accented}{'~' * (len(words) // 3)}"


class Pseudo(Language):
    """Words everything that came through the door, and nothing else."""

    def __init__(self) -> None:
        super().__init__("de", Catalogue({}, lambda n: int(n != 1)))

    def translated(self, words: object) -> str | None:
        if isinstance(words, Saying) and words.pattern != VERB:
            pattern = words.pattern if not words.plural or words.slots.get("n") == 1 else words.plural
            pattern = pattern.rpartition(IN_CONTEXT)[2]
            text = "".join(
                (before.translate(ACCENTS) + self._slot(words.slots[name], spec) if name else before.translate(ACCENTS))
                for before, name, spec in parsed(pattern)
            )
            named = any(isinstance(one, (Name, Several)) for one in words.slots.values())
            return text if is_bare(pattern) and not named else f"{OPEN}{text}{'~' * (len(words) // 3)}{CLOSE}"
        known = isinstance(words, str) and (
            words in plain_words() or words in self.plain or words in texts(self.code).said
        )
        if known or isinstance(words, (Saying, Name, Several)):
            return f"{OPEN}{longer(str(words))}{CLOSE}"
        return None

    def _slot(self, value: object, spec: str) -> str:
        if isinstance(value, (Name, Several)) and not SHAPES.search(spec):
            return format(value, spec).translate(ACCENTS)
        return self.said(value)

    def scripts(self) -> dict[str, str]:
        return {one.words: f"{OPEN}{longer(one.words)}{CLOSE}" for one in collected()[0] if one.context == "script"}
