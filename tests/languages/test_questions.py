"""Questions about the table in German, French and Spanish: asked again in English, and answered in the language."""

from __future__ import annotations

import re

import pytest

import referee.kernel.discover  # noqa: F401
from referee.common.factions import FACTIONS
from referee.languages.questions import in_english
from referee.offers.answers import answerers, understood
from referee.rulebook.lookup import ask_in, lookup
from referee.rulebook.table_words import meanings
from referee.rulebook.translated import entries_of, texts
from referee.rulebook.ways import has_meanings, in_order
from tests.kit import Evening
from tests.tools.search.__main__ import questions, right

ASKED = sorted({line.answer for line in texts("de").at_table})
SHARED = [(way, one.name) for one in answerers() for way in one.ways if has_meanings(way)]
NAMES = {
    "origin": "Carthag",
    "card": "Hajr",
    "number": 3,
    "place": "Arrakeen",
    "leader": "Stilgar",
    "faction": "Fremen",
    "elite": "Sardaukar",
    "when": "last turn",
}
SAID = {
    "whose turn is it": ("Wer ist dran?", "À qui est-ce de jouer ?", "¿A quién le toca?"),
    "may i bid 5": ("Darf ich 5 Spice bieten?", "Est-ce que je peux miser 5 ?", "¿Puedo pujar cinco?"),
    "what may i do now": ("Was darf ich jetzt tun?", "Que puis-je faire maintenant ?", "¿Qué puedo hacer ahora?"),
    "how much does it cost to ship 5 to Arrakeen": (
        "Was kostet es, 5 Truppen nach Arakeen zu verschiffen?",
        "Combien ça coûte d'expédier 5 troupes à Arrakeen ?",
        "¿Cuánto cuesta enviar 5 tropas a Arrakeen?",
    ),
    "how many cards do i have": ("Wie viele Karten habe ich?", "J’ai combien de cartes ?", "¿Cuántas cartas tengo?"),
    "who is my ally": ("Wer ist mein Verbündeter?", "Qui est mon allié ?", "¿Quién es mi aliado?"),
    "may Spacing Guild go first": (
        "Darf die Gilde zuerst ziehen?",
        "La Guilde peut-elle jouer en premier ?",
        "¿Puede la Cofradía ir primero?",
    ),
    "which number may we dial for the storm": (
        "Welche Zahlen dürfen wir für den Sturm wählen?",
        "Quels nombres pouvons-nous choisir pour la tempête ?",
        "¿Qué números podemos elegir para la tormenta?",
    ),
    "who is first player": ("Wer fängt an?", "Qui est le premier joueur ?", "¿Quién es el primer jugador?"),
    "how many cards does Spacing Guild have": (
        "Wie viele Karten hat die Raumgilde?",
        "Combien de cartes a la Guilde ?",
        "¿Cuántas cartas tiene la Cofradía?",
    ),
}


def meant(english: str) -> tuple[str, dict[str, str]]:
    found = understood(english)
    return (found[0].name, found[1]) if found else ("", {})


@pytest.mark.parametrize("asked", ASKED)
def test_the_table_answers_each_of_them_in_english(asked: str) -> None:
    assert understood(asked.format_map(NAMES)) is not None


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_each_stands_with_the_rule_of_its_answer_in_every_language(code: str) -> None:
    rules = {line.answer: entry.id for entry in entries_of(code) for line in entry.at_table}
    found = {asked: understood(asked.format_map(NAMES)) for asked in rules}
    assert rules == {asked: one[0].rule for asked, one in found.items() if one}


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_what_is_asked_by_its_meanings_is_asked_in_every_language(code: str) -> None:
    """Each way with the first word of each of its meanings is the same question as in English."""
    wrong = []
    for way, name in SHARED:
        parts = [part for part in way[1:].split() if not part.startswith("[")]
        asked = " ".join(meanings(code).get(part.split("/")[0], part).split()[0] for part in parts).format_map(NAMES)
        if meant(in_english(code, asked)) != meant(in_order(way).format_map(NAMES)):
            wrong.append((name, asked, in_english(code, asked)))
    assert not wrong


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_each_way_of_asking_is_understood(code: str) -> None:
    """Each way with the first of its alternatives, and with nothing that may be left out."""
    wrong = []
    for line in texts(code).at_table:
        asked = line.answer
        for way in line.ways:
            said = re.sub(r"\[[^\]]*\]", "", way).format_map(NAMES)
            plain = " ".join(word.split("/")[0] for word in said.split())
            if in_english(code, plain) != asked.format_map(NAMES):
                wrong.append((asked, plain, in_english(code, plain)))
    assert not wrong


@pytest.mark.parametrize(("place", "code"), [*enumerate(["de", "fr", "es"])])
def test_people_ask_in_other_words(place: int, code: str) -> None:
    asked = {english: in_english(code, said[place]) for english, said in SAID.items()}
    assert [english for english, other in asked.items() if meant(english) != meant(other)] == []


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_the_name_of_every_leader_is_read_in_every_language(code: str) -> None:
    revive = {"de": "kann ich {} wiederbeleben", "fr": "je peux ressusciter {}", "es": "puedo revivir a {}"}[code]
    for leader in (leader for faction in FACTIONS.values() for leader in faction.leaders):
        assert meant(in_english(code, revive.format(leader))) == ("one_leader", {"leader": leader})


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_the_name_of_every_faction_is_read_in_every_language(code: str) -> None:
    have = {"de": "wie viele Karten hat {}", "fr": "combien de cartes a {}", "es": "cuántas cartas tiene {}"}[code]
    for id, faction in FACTIONS.items():
        assert meant(in_english(code, have.format(faction.name))) == ("cards", {"faction": id}), faction.name


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("de", "Wie viele Karten darf ich halten?"),
        ("fr", "Combien de cartes puis-je tenir ?"),
        ("es", "¿Cuántas cartas puedo tener?"),
    ],
)
def test_the_limit_of_a_hand_is_told_with_its_cards(code: str, asked: str) -> None:
    assert meant(in_english(code, asked)) == meant("how many cards do i have")


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_no_question_about_the_rules_is_taken(code: str) -> None:
    assert not [one.text for one in questions(code) if in_english(code, one.text)]
    assert in_english("en", "whose turn is it") == in_english(code, "") == in_english(code, "xyzzy") == ""


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_a_sure_answer_is_seldom_another(code: str) -> None:
    asked = [one for file in (code, f"typed_{code}") for one in questions(file) if one.half != "unseen"]
    sure = [right(one, found.hits[0].entry.id) for one in asked if (found := ask_in(code, one.text)).sure]
    assert len(sure) >= 8 and sure.count(False) <= len(sure) / 8


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("de", "Was passiert, wenn Lasgun und Schild aufeinandertreffen?"),
        ("fr", "Que se passe-t-il quand un laser touche un bouclier ?"),
        ("es", "¿Qué pasa si un láser golpea un escudo?"),
    ],
)
def test_what_a_lasgun_does_to_a_shield_is_known_for_sure(code: str, asked: str) -> None:
    found = ask_in(code, asked)
    assert found.sure and found.hits[0].entry.id == "4.99.21"


def test_spanish_verbs_are_found_in_all_their_forms() -> None:
    stem = lookup("es").stem
    for forms in ("perder pierdo pierde", "mover mueve muevo", "resurreccion resurrecciones", "envio enviar envios"):
        assert len({stem(form) for form in forms.split()}) == 1, forms


def test_the_table_answers_in_the_readers_language(evening: Evening) -> None:
    phone, table = evening.phones["emperor"], evening.table
    said = phone.get(f"/t/{table}/me/rules?language=de&q=Wie viel Spice habe ich?").text
    english = evening.phones["fremen"].get(f"/t/{table}/me/rules?q=how much spice do i have").text
    assert "<mark>Du hast 20 Spice" in said and "<mark>You have 20 spice" in english
