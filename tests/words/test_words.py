"""The collected words keep to the list: no programmers' words, one spelling, agreement, short buttons (words.md)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import referee.kernel.discover  # noqa: F401
from referee.common.factions import FACTIONS, named
from referee.holdings.hands import DeckCards
from referee.kernel import Table, ask, capital, count, listed
from referee.kernel.wording import Name, plural_verb
from referee.rulebook.book import rulebook
from referee.web.phone.shield import card_view
from tests.kit import ROOT
from tests.words.collect import Seen, collect

BANNED = (
    "starred forces", "plain forces", "the own", "so much", "lay a bribe", "do without", "go on", "at this moment",
    "it is written down", "put the storm right", "in the mean", "goes on with",
)  # fmt: skip
BRITISH = (
    r"\b(colour|neighbour\w*|honour\w*|favour(?!ed_)\w*|armour|centre|cancelled|cancelling|licence|grey|dialled)\b"
)
KEYS = {"defence, poison", "defence, projectile", "poison defence", "projectile defence"}  # in journals and contracts
SYNONYMS = "referee/rulebook/query_words.py"  # what people type, in every spelling
ASKED = r"such as|for example|referee rules|hand limit, "  # a number that somebody may type
LONGEST_BUTTON = 60
DIALECT = r"(?i)\bwhoever\b(?! sneezes)|\bthe own\b|\"\"\"(Say so|Note it|Write it down)\b"
NAMES = r"(Fremen|Atreides|Harkonnen|Bene Gesserit|Ixians|Tleilaxu)"
SINGULAR = r"(pays|ships|takes|gives|loses|wins|holds|draws|plays|moves|bids|passes|claims|revives|has|does|chooses)"


@cache
def seen() -> tuple[Seen, ...]:
    return tuple(collect())


@pytest.mark.parametrize("part", ["cards/hajr", "cards/hajr.md:12", "templates/", "offers/offer.py", "nowhere"])
def test_what_is_wanted_of_some_places_is_what_stands_there(part: str) -> None:
    assert [*collect([part])] == [one for one in seen() if part in one.place]


def said() -> list[Seen]:
    """Return what every place but the rule book says: events, refusals, buttons, pages, scripts and the terminal."""
    return [
        one for one in seen() if one.kind != "rule" and one.words not in KEYS and not one.place.startswith(SYNONYMS)
    ]


def wrong(words: str, where: list[Seen]) -> list[str]:
    return [f"{one.place}: {one.words}" for one in where if re.search(words, one.words)]


def test_every_kind_of_place_is_read() -> None:
    kinds = {one.kind for one in seen()}
    assert kinds == {"button", "text", "rule", "help", "template", "script"} and len(seen()) > 4000


@pytest.mark.parametrize("words", BANNED)
def test_nobody_would_say_that_across_a_table(words: str) -> None:
    assert not wrong(rf"(?i)\b{re.escape(words)}\b", said())


def test_american_spelling_as_on_the_cards() -> None:
    assert not wrong(BRITISH, said()) and not wrong(r"(?i)\b(defence|behaviour|organis)", said())


def test_factions_agree_with_their_verbs() -> None:
    assert not wrong(rf"\b{NAMES} {SINGULAR}\b", said())
    assert not wrong(r"\b(?<!the )(?<!The )(Emperor|Guild) (is|was|has|pays|ships|takes|gives|loses|wins)\b", said())


def test_no_sentence_glues_a_bare_name_to_a_verb() -> None:
    glued = re.compile(r"\{faction_name\([^{}]*\)\}\*? (?!in\b|for\b|here\b)[a-z]+")
    files = sorted((ROOT / "referee").rglob("*.py"))
    assert files and not [f"{file.name}: {said}" for file in files for said in glued.findall(file.read_text())]


def test_a_card_is_spelled_on_the_screens_as_it_is_printed() -> None:
    cards = ask(Table(), DeckCards()).value
    kinds = {card_view(Table(), card).kind for card in cards}
    assert "Defense, poison" in kinds and not [kind for kind in kinds if "efence" in kind]


def test_a_sentence_names_no_rule_where_a_chip_stands() -> None:
    assert not wrong(
        r"(?<![\w.])(?<!· )\d\.\d\d(\.\d\d)*(?![\w.])", [one for one in said() if not re.search(ASKED, one.words)]
    )


def rules() -> list[Seen]:
    """Return what the rule texts say, without the titles and the lines that only the search reads."""
    return [one for one in seen() if one.kind == "rule" and not one.words.startswith("#")]


def test_rule_texts_keep_to_the_list_too() -> None:
    for words in set(BANNED) - {"go on", "goes on with"}:  # a turn goes on; a button does not say so
        assert not wrong(rf"(?i)\b{re.escape(words)}\b", rules())
    assert not wrong(BRITISH, rules()) and not wrong(r"(?i)\b(defence|behaviour|organis)", rules())
    assert not wrong(rf"(?<!of the )\b{NAMES} {SINGULAR}\b", rules())
    assert not wrong(r"(?<!the )(?<!The )(?<!Spacing )\b(Emperor|Guild) (?!forces)(is|has|[a-z]+s)\b", rules())
    assert not wrong(
        r"(?<!oes the )(?<!Can the )(?<!May the )(?<!kes the )(?<!and the )(?<!oes )"
        r"\b(Emperor|Guild|CHOAM) (are|have|pay|take|win)\b",
        rules(),
    )


@pytest.mark.parametrize("folder", ["referee", "templates", "static", "tests"])
def test_the_code_speaks_plainly_too(folder: str) -> None:
    files = [path for path in (ROOT / folder).rglob("*.*") if path.suffix in {".py", ".md", ".html", ".js", ".css"}]
    lines = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        if "vendor" not in path.parts and path != Path(__file__)
        for line in path.read_text("utf-8").splitlines()
        if re.search(DIALECT, line)
    ]
    assert files and not lines


@pytest.mark.parametrize("opening", ["This chapter", "The chapter", "The rules below", "The next rules", "There are"])
def test_a_rule_begins_with_its_answer(opening: str) -> None:
    assert not [id for id, entry in rulebook().items() if entry.body.startswith(opening)]


def test_the_first_word_of_a_rule_is_what_it_is_about() -> None:
    conditions = r"(When|If|Where|After|Before|Once|While|On the|In the \w+ (phase|game))\b"
    assert not [id for id, entry in rulebook().items() if re.match(conditions, entry.body)]


def test_a_question_of_yes_or_no_is_answered_so() -> None:
    asked = r"(May|Can|Do|Does|Is|Are|Must|Has|Have|Will) "
    rulings = [one for entry in rulebook().values() for one in entry.rulings if re.match(asked, one.question)]
    assert len(rulings) > 150 and not [one.told for one in rulings if not re.match(r"(Yes|No)\b", one.answer)]


def test_what_a_rule_says_of_a_case_agrees_with_who_it_is() -> None:
    lines = [line for entry in rulebook().values() for line in entry.because]
    wild = [line for line in lines if re.search(r"\{who:[^}]*\} [^,.:|]*\band (?!forces)[a-z]+s\b", line)]
    assert len(lines) > 100 and not wild


def test_no_two_rules_say_the_same() -> None:
    said = [entry.body for entry in rulebook().values()]
    assert len(said) == len(set(said))


def test_buttons_fit_a_phone_and_begin_with_a_capital() -> None:
    buttons = [one for one in seen() if one.kind == "button" and one.place.startswith("referee/")]
    assert len(buttons) > 90
    assert not [one for one in buttons if len(one.words) > LONGEST_BUTTON or not re.match(r"[A-Z…0-9(]", one.words)]


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ("emperor", "The Emperor pays 5, asks the Guild and has the Emperor's reserves."),
        ("fremen", "Fremen pay 5, ask the Guild and have Fremen's reserves."),
        ("atreides", "Atreides pay 5, ask the Guild and have Atreides' reserves."),
        ("ixian", "Ixians pay 5, ask the Guild and have Ixians' reserves."),
        ("choam", "CHOAM pays 5, asks the Guild and has CHOAM's reserves."),
    ],
)
def test_a_name_agrees(seat: str, said: str) -> None:
    name, guild = named(seat), named("spacing_guild")
    asks = name.verb("asks")
    assert f"{name:The pays} 5, {asks} {guild} and {name.verb('has')} {name:'s} reserves." == said


def test_every_faction_says_how_it_is_called() -> None:
    assert {seat for seat in FACTIONS if not named(seat).many} == {"emperor", "spacing_guild", "choam"}
    assert named("bank") == "the bank" and f"{named('bank'):The pays}" == "The bank pays"


@pytest.mark.parametrize(
    ("one", "many"),
    [("pays", "pay"), ("passes", "pass"), ("chooses", "choose"), ("carries", "carry"), ("dies", "die"), ("is", "are"),
     ("goes", "go"), ("loses", "lose"), ("may", "may"), ("must", "must"), ("pass", "pass")],
)  # fmt: skip
def test_verbs_in_the_plural(one: str, many: str) -> None:
    assert plural_verb(one) == many and Name("Fremen", many=True).verb(f"{one} and has it") == f"{many} and have it"


def test_numbers_with_their_nouns() -> None:
    assert [count(n, "force") for n in (0, 1, 2)] == ["0 forces", "1 force", "2 forces"]
    assert count(2, "Fedaykin", "Fedaykin") == "2 Fedaykin"
    assert (listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"])) == ("A", "A and B", "A, B and C")
    assert capital("the Guild") == "The Guild"
