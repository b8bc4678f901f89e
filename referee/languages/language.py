"""A language: it words a saying again for somebody who reads it, or leaves it in English where it cannot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from threading import Lock

from referee.common.factions import FACTIONS
from referee.kernel import Noun, capital
from referee.kernel.wording import SHAPES, VERB, Name, Saying, Several, number, one_stop
from referee.languages.catalogue import Catalogue, files, read
from referee.languages.grammar import agreeing, is_article, joined, with_article
from referee.rulebook.translated import texts
from referee.rulebook.typesetting import spaced

NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "es": "Español"}
UNFINISHED: tuple[str, ...] = ()  # taken by no browser by itself, and marked where it is offered
LISTS = {"de": {"and": "und", "or": "oder"}, "fr": {"and": "et", "or": "ou"}, "es": {"and": "y", "or": "o"}}
BANK = {"de": Noun("Bank", "f"), "fr": Noun("banque", "f"), "es": Noun("banco", "m")}
USUAL = {"de": "der", "fr": "le", "es": "el"}  # the article of a name that a sentence says nothing about
ONE_OF = re.compile(r"s\b")  # French counts nothing in the singular: "0 troupe"
FORMS: dict[str, Callable[[str], str]] = {
    "single": lambda words: ONE_OF.sub("", words, 1),
    **{shape.__name__: shape for shape in SHAPES.values()},
}
LETTERS = re.compile(r"[A-Za-z]")
VERB_NEXT = re.compile(r" (?!(an|für|à|pour|a|para) )[a-zà-ÿ]")
ENGLISH_SPEC = re.compile(r"\{\w+:(The|capital|small|bare|first|unstarred|unsealed|verb)\}")
KEEPS_CAPITALS = ("de",)


class Language:
    """One catalogue with its grammar; ``said`` words what is shown."""

    def __init__(self, code: str, catalogue: Catalogue) -> None:
        self.code, self.catalogue = code, catalogue
        self.nouns = {one.id: one.spoken[code] for one in FACTIONS.values() if code in one.spoken}
        self.nouns["bank"] = BANK[code]
        self.plain = {words: said[0] for (context, words), said in catalogue.said.items() if not context}
        self.places = {
            words: dict(one.split("=", 1) for one in said[0].split("|"))
            for (context, words), said in catalogue.said.items()
            if context == "place"
        }
        self.plain |= {one.name: self._printed(one.id) for one in FACTIONS.values() if one.id in self.nouns}

    def _printed(self, faction: str) -> str:
        noun = self.nouns[faction]
        return noun.printed or noun.words

    def said(self, words: object) -> str:
        """Return what this language says for a saying, a name, a list or plain words; English where it has nothing."""
        if type(words) is float:
            return str(number(words)).replace(".", ",")
        found = self.translated(words)
        return str(words) if found is None else found

    def translated(self, words: object) -> str | None:
        """Return what this language says, ``None`` if it cannot."""
        if type(words) is str and words in self.plain:
            return self.plain[words]
        if type(words) is Saying:
            return self._saying(words)
        if type(words) is Name:
            return self._named(words, USUAL[self.code])
        if type(words) is Several:
            return self._listed(words, "")
        if not isinstance(words, str):
            return None
        return self.plain.get(words) or texts(self.code).said.get(words)

    def in_english(self, words: object) -> bool:
        """Return True for a rule's text that this language lacks, and for words with one in them."""
        if isinstance(words, Saying):
            return any(self.in_english(one) for one in words.slots.values())
        return isinstance(words, str) and words in texts(self.code).lacking and words not in self.plain

    def scripts(self) -> dict[str, str]:
        """Return what the scripts of a page say."""
        return {words: said[0] for (context, words), said in self.catalogue.said.items() if context == "script"}

    def _saying(self, said: Saying) -> str | None:
        if said.pattern == VERB:
            return self._verb(said)
        pattern = self._pattern(said)
        if pattern is None:
            return None
        if is_bare(pattern) and any(self._is_english(one) for one in said.slots.values()):
            return None  # no sentence is half in English
        return one_stop(self._worded(pattern, said.slots))

    def _worded(self, pattern: str, slots: Mapping[str, object]) -> str:
        made, parts = "", parsed(pattern)
        bare = has_no_words(pattern)
        for n, (text, name, spec) in enumerate(parts):
            made += text
            if name:
                value, filled = slots[name], self._filled(slots, name, spec)
                places = value.items if isinstance(value, Several) else (value,) if type(value) is str else ()
                if self.places.keys().isdisjoint(places):
                    made = made + filled if bare else joined(self.code, made, filled)
                elif made:
                    made = self._there(made, places, filled, value)
                else:
                    verb = VERB_NEXT.match(parts[n + 1][0]) if n + 1 < len(parts) else None
                    made = (verb and self.places.get(str(value), {}).get("")) or filled
        return made

    def _there(self, made: str, places: Sequence[object], filled: str, value: object) -> str:
        """Return words and places of which some have an article in this language: "in die" Stronghold for "nach"."""
        before, _, word = made.rstrip().rpartition(" ")
        again = f"{word.lower()} "
        forms = [self.places.get(str(one), {}).get(word.lower(), "") for one in places]
        if not any(forms) or not made.endswith(" "):
            return joined(self.code, made, filled)
        said = [form or again + self.said(one) for one, form in zip(places, forms, strict=True)]
        if all(one.startswith(again) for one in said):  # none takes another word, as "auf" for "in"
            said[1:] = [one.removeprefix(again) for one in said[1:]]
        said[0] = said[0][:1].upper() + said[0][1:] if word[:1].isupper() else said[0]
        last = LISTS[self.code].get(value.last, value.last) if isinstance(value, Several) else ""
        return f"{before}{' ' * bool(before)}{self._joined(said, last)}"

    def _is_english(self, words: object) -> bool:
        return isinstance(words, Saying) and self._saying(words) is None

    def _pattern(self, said: Saying) -> str | None:
        """Return the sentence of this language with its slots, the same one where there is nothing to translate."""
        found = self.catalogue.said.get(("", said.pattern))
        if found is None:
            return spaced(self.code, said.pattern) if is_bare(said.pattern) else None
        return self._for_number(found, said)

    def _for_number(self, found: tuple[str, ...], said: Saying) -> str:
        if not said.plural:
            return found[0]
        n = said.slots.get("n", 0)
        whole = int(n) if isinstance(n, (int, float)) and n == int(n) else 2
        return found[min(self.catalogue.form(whole), len(found) - 1)]

    def _verb(self, said: Saying) -> str | None:
        does, who = said.slots["does"], said.slots["who"]
        pattern = does.pattern if isinstance(does, Saying) else str(does)
        found = self.catalogue.said.get(("verb", pattern)) or self.catalogue.said.get(("", pattern))
        if found is None:
            return None
        slots = does.slots if isinstance(does, Saying) else {}
        chosen = self._agreeing(self._for_number(found, does) if isinstance(does, Saying) else found[0], who)
        return self._worded(chosen, slots)

    def _agreeing(self, forms: str, who: object) -> str:
        if isinstance(who, Name) and who.many and not who.of:  # "you", whose form is the last
            return forms.split("|")[-1]
        return agreeing(forms, self._gender(who))

    def _gender(self, who: object) -> str:
        if isinstance(who, Several):
            return "mp" if len(who.items) > 1 else self._gender(who.items[0])
        noun = self.nouns.get(who.of) if isinstance(who, Name) else None
        return noun.gender if noun else "mp" if isinstance(who, Name) and who.many else "m"

    def _filled(self, slots: Mapping[str, object], name: str, spec: str) -> str:
        value = slots[name]
        if spec in FORMS:
            words = self.said(value)
            return words if spec == "small" and self.code in KEEPS_CAPITALS else FORMS[spec](words)
        if isinstance(value, (Name, Several)):
            if spec == "The" and isinstance(value, Several):
                return capital(self._listed(value, USUAL[self.code].capitalize()))
            return self._with_forms(value, spec)
        return self.said(value)

    def _with_forms(self, value: Name | Several, spec: str) -> str:
        article, _, forms = spec.partition(" ")
        if article == "The":
            article = USUAL[self.code].capitalize()
        if article == "-":
            return self._agreeing(forms, value)
        if article and not is_article(self.code, article):
            article, forms = "", spec
        named = self._named(value, article) if isinstance(value, Name) else self._listed(value, article)
        return f"{named} {self._agreeing(forms, value)}" if forms else named

    def _named(self, name: Name, article: str) -> str:
        noun = self.nouns.get(name.of)
        if noun is None:
            words = self.plain.get(str(name), str(name))
            return words[:1].upper() + words[1:] if article[:1].isupper() else words
        return with_article(self.code, noun, article or USUAL[self.code])

    def _listed(self, several: Several, article: str) -> str:
        first = article
        made = []
        for item in several.items:
            made.append(self._named(item, first) if isinstance(item, Name) else self.said(item))
            first = article.lower()
        last = LISTS[self.code].get(several.last, several.last)
        return self._joined(made, last)

    def _joined(self, made: list[str], last: str) -> str:
        if len(made) < 2 or last == ",":
            return ", ".join(made)
        if self.code == "es" and last == "y" and made[-1].lower().startswith(("i", "hi")):
            last = "e"
        if self.code == "es" and last == "o" and made[-1].lower().startswith(("o", "ho")):
            last = "u"
        return f"{', '.join(made[:-1])} {last} {made[-1]}"


@cache
def parsed(pattern: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((text, name or "", spec or "") for text, name, spec, _ in Formatter().parse(pattern))


@cache
def has_no_words(pattern: str) -> bool:
    """Return True for a pattern of slots and signs alone."""
    return not any(spec or any(sign.isalpha() for sign in text) for text, _, spec in parsed(pattern))


@cache
def is_bare(pattern: str) -> bool:
    """Return True if nothing in a pattern belongs to English: only slots, numbers and signs."""
    rest = ENGLISH_SPEC.sub("", pattern)
    return all(not LETTERS.search(text + spec) for text, _, spec in parsed(rest))


_spoken, _reading = dict[str, Language](), Lock()


def language(code: str) -> Language:
    """Return a language by its code, read once; raises ``LookupError`` for one that has no catalogue. Thread-safe."""
    if code not in files():
        raise LookupError(code)
    with _reading:
        if code not in _spoken:
            _spoken[code] = Language(code, read(code))
        return _spoken[code]


def wanted(asked: Iterable[str], offered: Iterable[str]) -> str:
    """Return the first asked language that is offered, English if none is."""
    able = {*offered, "en"}
    return next((code for one in asked if (code := one.partition("-")[0].lower()) in able), "en")
