"""Grammar by data: a name that knows its article and its number, and numbers with their nouns.

A sentence puts what the name does behind a colon, in the third person singular, and the name makes it agree::

    f"{name(seat):The pays} {n}."        The Emperor pays 5.       Fremen pay 5.
    f"Ask {name(seat)}."                 Ask the Emperor.          Ask Fremen.
    f"It is {name(seat):'s} turn."       It is the Emperor's turn. It is Atreides' turn.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

OWN = "'s"
ODD = {"is": "are", "was": "were", "has": "have", "does": "do", "dies": "die", "lies": "lie", "its": "their"}
AFTER_AND = re.compile(r"(?<=\band )\w+")
HISSING = ("sses", "shes", "ches", "xes", "oes", "zzes")


def plural_verb(verb: str) -> str:
    """Return the plural of a verb: "pay" for "pays". Other words are unchanged."""
    if verb in ODD:
        return ODD[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(HISSING) else verb.removesuffix("s") if not verb.endswith("ss") else verb


class Name(str):
    """A name with its article, as a sentence says it; ``many`` if it takes a plural verb."""

    __slots__ = ("many",)
    many: bool

    def __new__(cls, words: str, *, many: bool = False) -> Name:
        made = super().__new__(cls, words)
        made.many = many
        return made

    def verb(self, words: str) -> str:
        """Return a verb phrase in this name's number: the first word agrees, and each word after an "and"."""
        if not self.many:
            return words
        first, space, rest = words.partition(" ")
        return plural_verb(first) + space + AFTER_AND.sub(lambda found: plural_verb(found[0]), rest)

    def __format__(self, spec: str) -> str:
        """Return the name with what follows it; a leading "The" begins a sentence."""
        first, _, rest = spec.partition(" ")
        said = str(self)
        if first == "The":
            said, spec = capital(said), rest
        if spec == OWN:
            return said + ("'" if said.endswith("s") else OWN)
        return f"{said} {self.verb(spec)}" if spec else said


Called = Callable[[str], Name]  # how a sentence names a faction id


def capital(words: str) -> str:
    """Return words with a capital first letter."""
    return words[:1].upper() + words[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return "A", "A and B" or "A, B and C"; ``last`` may be "or"."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def american(words: str) -> str:
    """Return words in the spelling of the cards; journals and scripts have the British one."""
    return words.replace("defence", "defense")


def count(number: int | float, noun: str, nouns: str = "") -> str:
    """Return a number with its noun: "1 force", "2 forces"; ``nouns`` for an irregular plural."""
    return f"{number} {noun if number == 1 else nouns or f'{noun}s'}"


def half(amount: int | float) -> str:
    """Return a number of halves as a wheel shows it."""
    plain = number(amount)
    return str(plain) if isinstance(plain, int) else f"{int(amount) or ''}½"


def number(amount: int | float) -> int | float:
    """Return 2.0 as 2, and 1.5 as it is."""
    return int(amount) if amount == int(amount) else amount
