"""Questions about the table in other languages: each is asked again in English, which the rooms answer.

The ways of asking stand in the translated rule texts, written as English ones are (``rulebook/ways``), with the English
question instead of an answer's name: ``asked as may i bid {number}: kann/darf ich {number} [spice] bieten | ...``.
"""

from __future__ import annotations

import re
import unicodedata
from threading import Lock

from referee.common.factions import FACTIONS
from referee.languages.language import Language, language
from referee.offers.answers import known_names
from referee.rulebook.lookup import lookup, split
from referee.rulebook.translated import texts
from referee.rulebook.ways import Folding, Ways

_NOTHING = {  # words that ask nothing, in ways and questions
    "de": """der die das den dem des ein eine einen einem einer bitte jetzt gerade eigentlich denn mal noch hier im in
        nach auf von zu zur zum mit an am es da dort nun heute so aber und ja also gleich ueberhaupt""",
    "fr": """le la les l un une des du de d a au aux en dans sur vers avec pour svp stp maintenant donc et encore ici
        alors s t ne n""",
    "es": "el la los las un una unos unas de del a al en con para ahora aqui favor pues se ya todavia alli",
}
_PHRASES = {  # what is said in several words
    "de": {"wie viele?|wieviele": "wieviel"},
    "fr": {"est ce qu(?:e|il)?": "", "(puis|dois|ai|suis) je": r"je \1", "j ai": "je ai", "peux": "puis"},
}
_NUMBERS = {
    "de": "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "fr": "zero un deux trois quatre cinq six sept huit neuf dix onze douze",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
}
_made, _making = dict[str, Ways[str]](), Lock()


def in_english(code: str, text: str) -> str:
    """Return the question in English that somebody asked in a language, "" if it is none of its ways."""
    if code not in _NOTHING:
        return ""
    with _making:
        if code not in _made:
            ways = ((_without_accents(way), line.answer) for line in texts(code).at_table for way in line.ways)
            _made[code] = Ways(ways, _names(language(code)), lookup(code).knows, _folding(code))
        meant = _made[code].read(text)
    return meant[0].format_map(meant[1]) if meant else ""


def _names(spoken: Language) -> dict[str, dict[str, str]]:
    """Return every name in English and in the language, by kind, and how English calls what it stands for."""
    names = {
        kind: {**known, **{spoken.said(name): name for name in known.values()}} for kind, known in known_names().items()
    }
    names["faction"] = {name: FACTIONS[id].name for name, id in names["faction"].items() if id in FACTIONS}
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
