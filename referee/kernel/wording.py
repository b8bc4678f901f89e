"""Grammar by data, and the door for sentences: English at once, with what another language needs to word them.

A ``Saying`` is a string in English, so that journals, scripts, comparisons and caches never depend on who reads. It
remembers its pattern and slots, and ``languages`` words it again for a reader, where it is drawn and nowhere else. A
sentence puts what a name does behind a colon, in the third person singular, and the name makes it agree::

    say("{seat:The pays} {n}.", seat=name(seat), n=5)            The Emperor pays 5.       Fremen pay 5.
    say("Ask {seat}.", seat=name(seat))                          Ask the Emperor.          Ask Fremen.
    say("It is {seat:'s} turn.", seat=name(seat))                It is the Emperor's turn. It is Atreides' turn.
    say_many(count, "{n} card is left.", "{n} cards are left.")  1 card is left.           2 cards are left.

A slot holds a ``Name``, a saying, a number or plain words. A string without slots needs no door: it is looked up whole.
Where one English word stands for two things it says for which: ``meant("None", "card")``.
How other languages call a faction is a ``Noun`` for each of them; ``languages`` makes its articles and cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

VERB = "{does:verb}"  # the pattern of what a name does, by itself
CAPITAL, SMALL, BARE, UNSTARRED = "{words:capital}", "{words:small}", "{words:bare}", "{words:unstarred}"
FIRST, UNSEALED = "{words:first}", "{words:unsealed}"
IN_CONTEXT = "\x04"  # between context and words, as in compiled catalogues
SEAL = re.compile(r" ?:(?: [0-9a-f]{4})+$")  # in a few words nobody wants its digits
OWN = "'s"
ODD = {"is": "are", "was": "were", "has": "have", "does": "do", "dies": "die", "lies": "lie", "its": "their"}
BEGINS = re.compile(r"(The|All) ")
AFTER_AND = re.compile(r"(?<=\band )\w+")
HISSING = ("sses", "shes", "ches", "xes", "oes", "zzes")


def plural_verb(verb: str) -> str:
    """Return the plural of a verb: "pay" for "pays". Other words are unchanged."""
    if verb in ODD:
        return ODD[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(HISSING) else verb.removesuffix("s") if not verb.endswith("ss") else verb


class Saying(str):
    """A sentence in English with its pattern; ``plural`` is the pattern for other numbers than 1, by slot ``n``."""

    __slots__ = ("pattern", "plural", "slots")
    pattern: str
    plural: str
    slots: Mapping[str, object]


class Several(str):
    """A list in English, "A, B and C", with its items; ``last`` is "and", "or" or ","."""

    __slots__ = ("items", "last")
    items: tuple[str, ...]
    last: str

    def __format__(self, spec: str) -> str:
        """Return the list with what those on it do; a leading "The" begins a sentence."""
        many = len(self.items) > 1 or any(isinstance(item, Name) and item.many for item in self.items)
        return format(Name(str(self), many=many), spec) if spec else str(self)


def said_as(words: str, pattern: str, slots: Mapping[str, object], plural: str = "") -> Saying:
    """Return English words with the pattern and the slots that they were made of."""
    saying = Saying(words)
    saying.pattern, saying.slots, saying.plural = pattern, slots, plural
    return saying


def say(pattern: str, /, **slots: object) -> str:
    """Return a pattern with its slots filled; a name that ends it may bring its own full stop."""
    return said_as(one_stop(pattern.format_map(slots)), pattern, slots)


def meant(words: str, context: str) -> str:
    """Return words that mean something else elsewhere, or agree with another noun: catalogues have them by context."""
    return said_as(words, f"{context}{IN_CONTEXT}{words}", {})


def one_stop(words: str) -> str:
    return words[:-1] if words.endswith(("..", "!.", "?.")) else words


def say_many(n: float, one: str, more: str, /, **slots: object) -> str:
    """Return the first pattern for the number 1, the second for others; both may show the number as ``{n}``."""
    slots["n"] = n
    return said_as(one_stop((one if n == 1 else more).format_map(slots)), one, slots, more)


def again(value: object) -> Any:
    """Return the words that a few old journals hold with their patterns and slots."""
    if not isinstance(value, Mapping):
        return value
    if "pattern" in value:
        slots = {name: again(slot) for name, slot in value["slots"].items()}
        return said_as(value["words"], value["pattern"], slots, value["plural"])
    if "items" in value:
        return listed([again(item) for item in value["items"]], value["last"])
    return Name(value["name"], many=value["many"], of=value["of"])


def together(sentences: Sequence[str], between: str = " ") -> str:
    """Return sentences one after the other, in a reader's language too."""
    kept = [sentence for sentence in sentences if sentence]
    slots = {f"s{number}": sentence for number, sentence in enumerate(kept)}
    return say(between.join(f"{{{name}}}" for name in slots), **slots) if len(kept) > 1 else kept[0] if kept else ""


@dataclass(frozen=True)
class Noun:
    """A name in another language, without its article: gender m, f, n, mp or fp, "p" for a plural.

    ``genitive`` and ``dative`` are its forms there if they change, ``printed`` what stands on the sheet if that is
    longer.
    """

    words: str
    gender: str
    genitive: str = ""
    printed: str = ""
    dative: str = ""


class Name(str):
    """A name with its article, as a sentence says it; ``many`` if it takes a plural verb, ``of`` what it names."""

    __slots__ = ("many", "of")
    many: bool
    of: str

    def __new__(cls, words: str, *, many: bool = False, of: str = "") -> Name:
        name = super().__new__(cls, words)
        name.many, name.of = many, of
        return name

    def verb(self, words: str) -> str:
        """Return a verb phrase in this name's number: the first word agrees, and each word after an "and"."""
        return said_as(self._agree(words), VERB, {"does": words, "who": self})

    def _agree(self, words: str) -> str:
        if not self.many:
            return words
        first, space, rest = words.partition(" ")
        return plural_verb(first) + space + AFTER_AND.sub(lambda match: plural_verb(match[0]), rest)

    def __format__(self, spec: str) -> str:
        """Return the name with what follows it; a leading "The" begins a sentence."""
        first, _, rest = spec.partition(" ")
        text = str(self)
        if first == "The":
            text, spec = capital(text), rest
        if spec == OWN:
            return text + ("'" if text.endswith("s") else OWN)
        return f"{text} {self._agree(spec)}" if spec else text


def to_do(does: str, who: Name) -> str:
    """Return what somebody has to do, "to bid", for a screen that has their name beside it."""
    return said_as(f"to {YOU._agree(does)}", VERB, {"does": does, "who": who})


YOU, THEY = Name("you", many=True), Name("they", many=True, of="they")
Called = Callable[[str], Name]  # how a sentence names a faction id


def capital(words: str) -> str:
    """Return words with a capital first letter."""
    text = words[:1].upper() + words[1:]
    return text if type(words) is str else said_as(text, CAPITAL, {"words": words})


def small(words: str) -> str:
    """Return words with a small first letter, as the end of a sentence; German keeps what its catalogue writes."""
    return said_as(words[:1].lower() + words[1:], SMALL, {"words": words})


def inside(words: str) -> str:
    """Return a sentence as English says it in the middle of another: what begins it is small unless it is a name."""
    if not BEGINS.match(words):
        return words
    saying = words if isinstance(words, Saying) else said_as(words, words, {})
    return said_as(words[:1].lower() + words[1:], saying.pattern, saying.slots, saying.plural)


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return "A", "A and B" or "A, B and C"; ``last`` may be "or", and "," for "A, B, C"."""
    last_two = ", " if last == "," else f" {last} "
    several = Several(last_two.join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words))
    several.items, several.last = tuple(words), last
    return several


def bare(words: str) -> str:
    """Return a sentence without its full stop, as a headline."""
    return said_as(words.rstrip("."), BARE, {"words": words})


def first(words: str) -> str:
    """Return the first of several sentences without its full stop."""
    return said_as(words.partition(". ")[0].rstrip("."), FIRST, {"words": words})


def unstarred(words: str) -> str:
    """Return a sentence without the stars round what is bold, to be read aloud."""
    return said_as(words.replace("*", ""), UNSTARRED, {"words": words})


def unsealed(words: str) -> str:
    """Return a sentence without the digits of a seal that end it."""
    short = SEAL.sub("", words)
    return words if short == words else said_as(short, UNSEALED, {"words": words})


def apart(words: Sequence[str]) -> str:
    """Return what stands beside each other in one line: "A · B"."""
    return together(words, " · ")


SHAPES = {CAPITAL: capital, SMALL: small, BARE: bare, FIRST: first, UNSTARRED: unstarred, UNSEALED: unsealed}


def respelled(words: Any, names: Mapping[str, str]) -> Any:
    """Return words with these names in their slots spelled otherwise."""
    if isinstance(words, Several):
        return listed([respelled(word, names) for word in words.items], words.last)
    if not isinstance(words, Saying):
        return names.get(words, words) if type(words) is str else words
    slots = {slot: respelled(value, names) for slot, value in words.slots.items()}
    if slots == words.slots:
        return words
    if words.pattern in SHAPES:
        return SHAPES[words.pattern](slots["words"])
    if words.pattern == VERB:
        return slots["who"].verb(slots["does"])
    return say_many(slots["n"], words.pattern, words.plural, **slots) if words.plural else say(words.pattern, **slots)


def american(words: str) -> str:
    """Return words in the spelling of the cards; journals and scripts have the British one."""
    return words.replace("defence", "defense")


def count(number: int | float, noun: str, nouns: str = "") -> str:
    """Return a number with its noun: "1 force", "2 forces"; ``nouns`` for an irregular plural."""
    return say_many(number, f"{{n}} {noun}", f"{{n}} {nouns or f'{noun}s'}")


def half(amount: int | float) -> str:
    """Return a number of halves as a wheel shows it."""
    plain = number(amount)
    return str(plain) if isinstance(plain, int) else f"{int(amount) or ''}½"


def number(amount: int | float) -> int | float:
    """Return 2.0 as 2, and 1.5 as it is."""
    return int(amount) if amount == int(amount) else amount
