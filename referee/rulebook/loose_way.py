"""A way of asking whose words come in any order, and what a question says in its blanks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

ORIGIN = "origin"  # a blank for a second place


@dataclass(frozen=True)
class Loose:
    """A way whose words come in any order: one of each set is ``needed``, and ``blanks`` that say so.

    Its ``own`` words are ``allowed`` because they mean something here, the others because they may stand anywhere.
    """

    needed: tuple[frozenset[str], ...]
    own: frozenset[str]
    allowed: frozenset[str]
    blanks: Mapping[str, bool]

    @cached_property
    def _meant(self) -> frozenset[str]:
        return frozenset().union(*self.needed)

    @property
    def needs(self) -> int:
        return len(self.needed) + sum(self.blanks.values())

    def meant(self, words: Iterable[str]) -> int:
        """Return how many of these words mean something in this way: of two that need as much the one of more."""
        return len(self.own & {*words})

    def fill(self, words: Iterable[str], beside: frozenset[str] = frozenset()) -> dict[str, str] | None:
        """Return what stands in the blanks of a question, by its folded words; ``None`` if it is not this way.

        Of what may stand ``beside`` any matter, such as the turn, one word is passed over.
        """
        said: set[str] = set()
        filled: dict[str, str] = {}
        for word in words:
            kind = "number" if word.isdigit() else word.partition("@")[0] if "@" in word else ""
            if not kind:
                said.add(word)
            elif kind == "place" and kind in filled and ORIGIN in self.blanks:
                filled |= {ORIGIN: filled[kind], kind: f"@{word.partition('@')[2]}"}
            elif kind not in self.blanks or kind in filled:
                return None
            else:
                filled[kind] = word if kind == "number" else f"@{word.partition('@')[2]}"
        there = all(kind in filled for kind, must in self.blanks.items() if must)
        met = all(said & some for some in self.needed) and len(said & self._meant) >= len(self.needed)
        more = said - self.allowed
        return (
            filled if there and met and (not more or (len(more) == 1 and more <= beside and self.needs > 2)) else None
        )
