"""Articles and cases of names: what a translator writes before a verb is the article as for one man.

German ``{seat:Der zahlt|zahlen}``, ``{seat:den}``, ``{seat:dem}``, ``{seat:des}``, ``{seat:vom}``, ``{seat:zum}``;
French ``{seat:Le paie|paient}``, ``{seat:du}``, ``{seat:au}``; Spanish ``{seat:El paga|pagan}``, ``{seat:del}``,
``{seat:al}``. A name of another gender or number takes its own. After the article stand the forms of what follows: one,
two (one | many) or four (he | she | they, of men | of women). ``-`` instead of an article leaves out the name.
``{words:inside}`` are words in the middle of a sentence: an article that begins them is small.
"""

from __future__ import annotations

import re

from referee.kernel import Noun

Articles = dict[str, tuple[str, str, str, str]]  # for m, f, n and plural

ARTICLES: dict[str, Articles] = {
    "de": {
        "der": ("der ", "die ", "das ", "die "),
        "den": ("den ", "die ", "das ", "die "),
        "dem": ("dem ", "der ", "dem ", "den "),
        "des": ("des ", "der ", "des ", "der "),
        "vom": ("vom ", "von der ", "vom ", "von den "),
        "zum": ("zum ", "zur ", "zum ", "zu den "),
    },
    "fr": {
        "le": ("le ", "la ", "le ", "les "),
        "du": ("du ", "de la ", "du ", "des "),
        "au": ("au ", "à la ", "au ", "aux "),
    },
    "es": {
        "el": ("el ", "la ", "el ", "los "),
        "del": ("del ", "de la ", "del ", "de los "),
        "al": ("al ", "a la ", "al ", "a los "),
    },
}
WOMEN = {"es": {"los ": "las ", "de los ": "de las ", "a los ": "a las "}}
ELIDED = {"le ": "l’", "la ": "l’", "du ": "de l’", "de la ": "de l’", "au ": "à l’", "à la ": "à l’"}
VOWELS = tuple("aeiouhâàéèêîôûAEIOUHÂÀÉÈÊÎÔÛ")
GENITIVE, DATIVE = "des", ("dem", "vom", "zum")
ARTICLED = {  # names that take an article after a word, "à la Cuvette polaire", where others are bare, "à Arrakeen"
    "fr": {
        "Auditeur": "m",
        "Capitaine Aramsham": "m",
        "Capitaine Iakin Nefud": "m",
        "Dr Yueh": "m",
        "Duc Verdun": "m",
        "Premier ministre Ein Calimar": "m",
        "Princesse Irulan": "f",
        "Représentant de la Guilde": "m",
        "Vicomte Tull": "m",
        "Bouclier rocheux": "m",
        "Citerne": "f",
        "Cuvette polaire": "f",
        "Forteresse mobile cachée": "f",
        "Hémisphère sud": "m",
        "Sanctuaire": "m",
        "Station d’essais écologiques": "f",
        "Usine de traitement d’Orgiz": "f",
    },
    "es": {
        "Cisterna": "f",
        "Depresión Polar": "f",
        "Estación de pruebas ecológicas": "f",
        "Fortaleza Móvil Oculta": "f",
        "Hemisferio Sur": "m",
        "Muralla Escudo": "f",
        "Planta de procesado Orgiz": "f",
        "Santuario": "m",
        "reservas": "fp",
    },
}
MIDDLE = "inside"  # {words:inside}: words that begin with an article, in the middle of a sentence
BEGINS = {
    "de": re.compile(r"(D(er|ie|as|en|em|es)|Eine?[mnrs]?|Für|Durch) "),
    "fr": re.compile(r"(L(es|e|a) |L’|Une? |Des? |Aux? |À |Tou(te)?s )"),
    "es": re.compile(r"(El|L[ao]s?|Una?|Del?|En|Tod[ao]s) "),
}
BETWEEN_FORMS = re.compile(r"\|(?![^{}]*\})")
VOICED = tuple("aeiouâàéèêîôûAEIOUÂÀÉÈÊÎÔÛ")
ELIDES = re.compile(r"(?<![^\s(*’])([Dd]|[Qq]u|[Jj]usqu)e (\*?)$")
AFTER_A_WORD = {
    "fr": re.compile(r"(?:(?:^|(?<=[ (*’]))([Àà]|[Dd]e)|(?<=[^\W\d])(?<!\b[Cc]arte)(?<!appelle)) (\*?)$"),
    "es": re.compile(r"(?:(?:^|(?<=[ (*«]))([Aa]|[Dd]e)|(?<=[^\W\d])(?<!\b[Mm]undo)) (\*?)$"),
}
CONTRACTED = {"fr": {"": "le", "à": "au", "de": "du"}, "es": {"": "el", "a": "al", "de": "del"}}
NAME = {code: re.compile(rf"({'|'.join(names)})(?=$|[ ,(*])") for code, names in ARTICLED.items()}


def with_article(code: str, noun: Noun, article: str) -> str:
    """Return a name with its article in the case that this article of a man stands for; a capital one begins."""
    key = article.lower()
    plain = ARTICLES[code][key][3 if noun.gender.endswith("p") else "mfn".index(noun.gender)]
    if noun.gender == "fp":
        plain = WOMEN.get(code, {}).get(plain, plain)
    if code == "fr" and noun.words.startswith(VOWELS):
        plain = ELIDED.get(plain, plain)
    changed = noun.genitive if key == GENITIVE else noun.dative if key in DATIVE else ""
    whole = plain + (changed or noun.words)
    return whole[:1].upper() + whole[1:] if article != key else whole


def joined(code: str, before: str, words: str) -> str:
    """Return a sentence so far and what fills its next slot: French elides, and some names take an article."""
    match = NAME[code].match(words) if code in NAME else None
    after = AFTER_A_WORD[code].search(before) if match else None
    if not match or not after:
        return (ELIDES.sub("\\1’\\2", before) if code == "fr" and words.startswith(VOICED) else before) + words
    noun = Noun(match[1], ARTICLED[code][match[1]])
    key = CONTRACTED[code][(after[1] or "").lower()]
    key = key.capitalize() if (after[1] or "").isupper() else key
    start = before[: after.start()] + ("" if after[1] else " ")
    return start + after[2] + with_article(code, noun, key) + words[match.end() :]


def inside(code: str, words: str) -> str:
    """Return words with their first letter small if they begin with an article: a name keeps its own."""
    return words[:1].lower() + words[1:] if BEGINS[code].match(words) else words


def each_form(forms: str) -> list[str]:
    """Return the forms of what follows a name; a | inside braces is of a noun after a number there."""
    return BETWEEN_FORMS.split(forms)


def agreeing(forms: str, gender: str) -> str:
    """Return the form of what follows a name for its gender and number."""
    kinds = each_form(forms)
    many = gender.endswith("p")
    if len(kinds) == 4:
        return kinds[2 * many + gender.startswith("f")]
    return kinds[many] if len(kinds) > 1 else kinds[0]


def is_article(code: str, word: str) -> bool:
    return word.lower() in ARTICLES[code]
