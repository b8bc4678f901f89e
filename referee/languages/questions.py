"""Questions about the table in other languages: each is asked again in English, which the rooms answer.

A catalogue has ways of asking under the context "asked", with ``;`` between them, written as English ones are
(``rulebook/ways``): ``kann/darf ich {number} [spice] bieten ; ...`` for ``may i bid {number}``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from threading import Lock

from referee.common.factions import FACTIONS
from referee.languages.language import Language, language
from referee.offers.answers import known_names
from referee.rulebook.lookup import lookup, split
from referee.rulebook.ways import Folding, Ways

ASKED = (
    *("whose turn is it", "is it my turn", "who is next", "what are we waiting for", "what may i do now"),
    *("which phase is it", "which turn is it", "who is first player", "what is the storm order", "where is the storm"),
    *("may i bid {number}", "may i bid", "how much may i bid", "what is the highest bid", "why may i not bid"),
    *("how much spice do i have", "how many cards do i have", "how many cards does {faction} have"),
    *("how many reserves do i have", "which leaders are dead", "who holds {place}", "who is in {place}"),
    *("which strongholds do i have", "how many strongholds do i need to win", "where is the spice"),
    *("what can karama stop", "what does my ally do", "who is allied", "may i ally with {faction}"),
    *("who is the aggressor", "who wins a tie", "which battles are left", "how much charity do i get"),
    *("how many forces may i revive", "how much does it cost to revive {number} forces", "may i revive {leader}"),
    *("which leader may i revive", "how much does it cost to ship {number} to {place}", "may i ship to {place}"),
    *("may i ship {number} to {place}", "who is paid for shipping", "how far may i move", "do i ship at half price"),
    *("may {faction} go first", "which number may we dial for the storm", "may i use the voice"),
    *("what happens if i enter {place}", "do we play basic or advanced", "which options have we changed"),
    *("who is my ally", "which factions are playing", "who is paid for the card", "how many traitors do i have"),
    *("may i use prescience", "do i have the voice", "may i change my plan", "how many ambassadors do i have"),
    *("how many terror tokens do i have", "how many no-fields do i have"),
)
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
            _made[code] = Ways(_ways(language(code)), _names(language(code)), lookup(code).knows, _folding(code))
        found = _made[code].read(text)
    return found[0].format_map(found[1]) if found else ""


def _ways(spoken: Language) -> Iterator[tuple[str, str]]:
    for asked in ASKED:
        for said in spoken.catalogue.said.get(("asked", asked), ()):
            yield from ((_without_accents(way.strip()), asked) for way in said.split(";"))


def _names(spoken: Language) -> dict[str, dict[str, str]]:
    """Return every name in English and in the language, by kind, and how English calls what it stands for."""
    found = {
        kind: {**names, **{spoken.said(one): one for one in names.values()}} for kind, names in known_names().items()
    }
    seats = found["faction"].items()
    found["faction"] = {said: FACTIONS[id].name for said, id in seats if id in FACTIONS}
    for id, noun in spoken.nouns.items():
        if id in FACTIONS:
            found["faction"] |= dict.fromkeys((noun.words, noun.printed or noun.words), FACTIONS[id].name)
    return found


def _folding(code: str) -> Folding:
    numbers = {word: str(number) for number, word in enumerate(_NUMBERS[code].split())}
    empty = frozenset(_without_accents(_NOTHING[code]).split())
    return Folding(
        _PHRASES.get(code, {}), {}, empty - {*numbers}, numbers, lambda text: " ".join(split(text)), lookup(code).stem
    )


def _without_accents(words: str) -> str:
    plain = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", words).casefold())
    return re.sub(r"['’]", " ", re.sub(r"(?<=\w)['’-](?=\w)", "+", plain))
