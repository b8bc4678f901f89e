"""Questions about the table in other languages: each is asked again in English, which the rooms answer.

The ways that consist of meanings (``rulebook/ways``) are those of the English texts. Others stand in the translated
rule texts, with the English question instead of an answer's name: ``asked as whose turn is it: wer muss ran | ...``.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from threading import Lock

from referee.common.factions import FACTIONS
from referee.languages.language import Language, language
from referee.offers.answers import ASKS_MORE, answerers, known_names, understood
from referee.rulebook.lookup import lookup, split
from referee.rulebook.table_words import meanings
from referee.rulebook.translated import texts
from referee.rulebook.ways import Folding, Ways, has_meanings, in_order

_NOTHING = {  # words that ask nothing, in ways and questions
    "de": """der die das den dem des ein eine einen einem einer bitte jetzt gerade eigentlich denn mal noch hier im in
        nach auf von zu zur grade grad zum mit an am es da dort nun heute so aber und ja also gleich ueberhaupt""",
    "fr": """le la les l un une des du de d a au aux en dans sur vers avec pour svp stp maintenant donc et encore ici
        alors s t ne n""",
    "es": "el la los las un una unos unas de del a al en con para ahora aqui favor pues se ya todavia alli",
}
_PHRASES = {  # what is said in several words
    "de": {"wie viele?|wieviele": "wieviel", "(?:in )?(?:dieser?|diesem) (?:runde|zug)": ""},
    "fr": {
        "qu est ce qu(?:e|i|il)?": "que",
        "est ce qu(?:e|il)?": "",
        "(puis|dois|ai|suis) je": r"je \1",
        "j ai": "je ai",
        "peux": "puis",
        "a qui (?:c est|le tour)": "qui tour",
        "les deux": "tous",
        "(?:pendant )?ce tour(?: ci)?": "",
    },
    "es": {"(?:en )?este turno|(?:en )?esta ronda": "", "por que": "porque", "(?:tengo|tenemos|hay|tiene) que": "debo"},
}
_NUMBERS = {
    "de": "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "fr": "zero 1 deux trois quatre cinq six sept huit neuf dix onze douze",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
}
ASKING = ("WHO", "WHAT", "MUCH", "HOW", "WHY", "WHEN", "WHERE")
_made, _making = dict[str, Ways[str]](), Lock()


def in_english(code: str, text: str) -> str:
    """Return the question in English that somebody asked in a language, "" if it is none of its ways."""
    if code not in _NOTHING:
        return ""
    with _making:
        if code not in _made:
            own = ((_without_accents(way), line.answer) for line in texts(code).at_table for way in line.ways)
            shared = ((way, in_order(way)) for one in answerers() for way in one.ways if has_meanings(way))
            _made[code] = Ways((*own, *shared), _names(language(code)), lookup(code).knows, _folding(code), code)
        meant = _made[code].read(text)
    if not meant:
        return ""
    english, blanks = meant
    also = (blank for kind, blank in blanks.items() if f"{{{kind}}}" not in english)
    again = " ".join([english.format_map(blanks), *also])
    if split(text)[0] in _asking(code) and not again.startswith(ASKS_MORE):
        return wanted if understood(wanted := f"what {again}") == understood(again) else again
    return again


@cache
def _asking(code: str) -> frozenset[str]:
    """Return the words that a question begins with which is answered by more than yes or no."""
    return frozenset(word for name in ASKING for word in meanings(code)[name].split())


def _names(spoken: Language) -> dict[str, dict[str, str]]:
    """Return every name in English and in the language, by kind, and how English calls what it stands for."""
    names = {
        kind: {**known, **{spoken.said(name): name for name in known.values()}} for kind, known in known_names().items()
    }
    known = names.pop("faction")  # read last: Ecaz is a faction, no world
    names["faction"] = {name: FACTIONS[id].name for name, id in known.items() if id in FACTIONS}
    for id, noun in spoken.nouns.items():
        if id in FACTIONS:
            names["faction"] |= dict.fromkeys((noun.words, noun.printed or noun.words), FACTIONS[id].name)
    return names


def _folding(code: str) -> Folding:
    numbers = {word: str(number) for number, word in enumerate(_NUMBERS[code].split())}
    empty = frozenset(_without_accents(_NOTHING[code]).split())
    return Folding(
        _PHRASES.get(code, {}), {}, empty - {*numbers}, numbers, lambda text: " ".join(split(text)), lookup(code).stem
    )


def _without_accents(words: str) -> str:
    plain = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", words).casefold())
    return re.sub(r"['’]", " ", re.sub(r"(?<=\w)['’-](?=\w)", "+", plain))
