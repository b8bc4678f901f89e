"""A language: it words a saying again for somebody who reads it, or leaves it in English where it cannot."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from threading import Lock

from referee.common.factions import FACTIONS
from referee.kernel import Name, Noun, Saying, Several, capital, number
from referee.kernel.wording import IN_CONTEXT, SHAPES, VERB, one_stop
from referee.languages.catalogue import Catalogue, files, read
from referee.languages.grammar import MIDDLE, agreeing, each_form, inside, is_article, joined, with_article
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
        self.nouns = {faction.id: faction.spoken[code] for faction in FACTIONS.values() if code in faction.spoken}
        self.nouns["bank"] = BANK[code]
        self.plain = {words: sayings[0] for (context, words), sayings in catalogue.said.items() if not context}
        self.places = {
            words: dict(form.split("=", 1) for form in sayings[0].split("|"))
            for (context, words), sayings in catalogue.said.items()
            if context == "place"
        }
        self.plain |= {
            faction.name: self._printed(faction.id) for faction in FACTIONS.values() if faction.id in self.nouns
        }

    def _printed(self, faction: str) -> str:
        noun = self.nouns[faction]
        return noun.printed or noun.words

    def said(self, words: object) -> str:
        """Return what this language says for a saying, a name, a list or plain words; English where it has nothing."""
        if type(words) is float:
            return str(number(words)).replace(".", ",")
        translation = self.translated(words)
        return str(words) if translation is None else translation

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
            return any(self.in_english(value) for value in words.slots.values())
        return isinstance(words, str) and words in texts(self.code).lacking and words not in self.plain

    def scripts(self) -> dict[str, str]:
        """Return what the scripts of a page say."""
        return {words: sayings[0] for (context, words), sayings in self.catalogue.said.items() if context == "script"}

    def _saying(self, saying: Saying) -> str | None:
        if saying.pattern == VERB:
            return self._verb(saying)
        pattern = self._whole(saying)
        return None if pattern is None else one_stop(self._worded(pattern, saying.slots))

    def _whole(self, saying: Saying) -> str | None:
        """Return the sentence of this language with its slots, ``None`` where it would be half in English."""
        pattern = self._pattern(saying)
        if pattern is not None and is_bare(pattern) and any(map(self._is_english, saying.slots.values())):
            return None
        return pattern

    def _worded(self, pattern: str, slots: Mapping[str, object]) -> str:
        sentence, parts = "", parsed(pattern)
        bare = has_no_words(pattern)
        for n, (text, name, spec) in enumerate(parts):
            sentence += text
            if name:
                value, filled = slots[name], self._filled(slots, name, spec)
                places = value.items if isinstance(value, Several) else (value,) if type(value) is str else ()
                if not places or self.places.keys().isdisjoint(places):
                    sentence = sentence + filled if bare else joined(self.code, sentence, filled)
                elif sentence:
                    sentence = self._there(sentence, places, filled, value)
                else:
                    verb = VERB_NEXT.match(parts[n + 1][0]) if n + 1 < len(parts) else None
                    sentence = (verb and self.places.get(str(value), {}).get("")) or filled
        return sentence

    def _there(self, before_it: str, places: Sequence[object], filled: str, value: object) -> str:
        """Return words and places of which some have an article in this language: "in die" Stronghold for "nach"."""
        before, _, word = before_it.rstrip().rpartition(" ")
        again = f"{word.lower()} "
        forms = [self.places.get(str(place), {}).get(word.lower(), "") for place in places]
        if not any(forms) or not before_it.endswith(" "):
            return joined(self.code, before_it, filled)
        names = [form or again + self.said(place) for place, form in zip(places, forms, strict=True)]
        if all(name.startswith(again) for name in names):  # none takes another word, as "auf" for "in"
            names[1:] = [name.removeprefix(again) for name in names[1:]]
        names[0] = names[0][:1].upper() + names[0][1:] if word[:1].isupper() else names[0]
        last = LISTS[self.code].get(value.last, value.last) if isinstance(value, Several) else ""
        return f"{before}{' ' * bool(before)}{self._joined(names, last)}"

    def _is_english(self, words: object) -> bool:
        if not isinstance(words, Saying):
            return False
        return (self._verb(words) if words.pattern == VERB else self._whole(words)) is None

    def _pattern(self, saying: Saying) -> str | None:
        """Return the sentence of this language with its slots, the same one where there is nothing to translate."""
        context, _, words = saying.pattern.rpartition(IN_CONTEXT)
        forms = self.catalogue.said.get((context, words))
        if context and forms is None:
            forms = self.catalogue.said.get(("", words))
        if forms is None:
            return spaced(self.code, saying.pattern) if is_bare(saying.pattern) else None
        return self._for_number(forms, saying)

    def _for_number(self, forms: tuple[str, ...], saying: Saying) -> str:
        if not saying.plural:
            return forms[0]
        n = saying.slots.get("n", 0)
        whole = int(n) if isinstance(n, (int, float)) and n == int(n) else 2
        return forms[min(self.catalogue.form(whole), len(forms) - 1)]

    def _verb(self, saying: Saying) -> str | None:
        does, who = saying.slots["does"], saying.slots["who"]
        pattern = does.pattern if isinstance(does, Saying) else str(does)
        forms = self.catalogue.said.get(("verb", pattern)) or self.catalogue.said.get(("", pattern))
        if forms is None:
            return None
        slots = does.slots if isinstance(does, Saying) else {}
        chosen = self._agreeing(self._for_number(forms, does) if isinstance(does, Saying) else forms[0], who)
        return self._worded(chosen, slots)

    def _agreeing(self, forms: str, who: object) -> str:
        if isinstance(who, Name) and who.many and not who.of:  # "you", whose form is the last
            return each_form(forms)[-1]
        return agreeing(forms, self._gender(who))

    def _gender(self, who: object) -> str:
        if isinstance(who, Several):
            return "mp" if len(who.items) > 1 else self._gender(who.items[0])
        noun = self.nouns.get(who.of) if isinstance(who, Name) else None
        return noun.gender if noun else "mp" if isinstance(who, Name) and who.many else "m"

    def _filled(self, slots: Mapping[str, object], name: str, spec: str) -> str:
        value = slots[name]
        if spec == MIDDLE:
            return inside(self.code, self.said(value))
        if spec in FORMS:
            words = self.said(value)
            return words if spec == "small" and self.code in KEEPS_CAPITALS else FORMS[spec](words)
        if "|" in spec and not isinstance(value, (Name, Several)):
            return self._counted(value, spec)
        if isinstance(value, (Name, Several)):
            if spec == "The" and isinstance(value, Several):
                return capital(self._listed(value, USUAL[self.code].capitalize()))
            return self._with_forms(value, spec)
        return self.said(value)

    def _counted(self, value: object, forms: str) -> str:
        """Return the form of a noun for a number: "3 épices" of "{n} {n:épice|épices}"; what is no number is many."""
        number_of = value if isinstance(value, (int, float)) else int(str(value)) if str(value).isdecimal() else 2
        kinds = forms.split("|")
        return kinds[min(self.catalogue.form(int(number_of)), len(kinds) - 1)]

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
        items = []
        for item in several.items:
            items.append(self._named(item, first) if isinstance(item, Name) else self.said(item))
            first = article.lower()
        last = LISTS[self.code].get(several.last, several.last)
        return self._joined(items, last)

    def _joined(self, items: list[str], last: str) -> str:
        if len(items) < 2 or last == ",":
            return ", ".join(items)
        if self.code == "es" and last == "y" and items[-1].lower().startswith(("i", "hi")):
            last = "e"
        if self.code == "es" and last == "o" and items[-1].lower().startswith(("o", "ho")):
            last = "u"
        return f"{', '.join(items[:-1])} {last} {items[-1]}"


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
    return next((code for tag in asked if (code := tag.partition("-")[0].lower()) in able), "en")
