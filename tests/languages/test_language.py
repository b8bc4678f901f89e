"""How a language words a saying: articles, numbers, verbs and lists from its grammar, English where it has nothing."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

import referee.kernel.discover  # noqa: F401
from referee.common.factions import named
from referee.common.turn import PhaseBegan
from referee.factions.ecaz.tokens import token_name
from referee.holdings.setup import Allied
from referee.kernel import Name, ObjectionWaived, again, apart, bare, capital, listed, say, say_many, sealed, together
from referee.kernel.events import from_json, to_json
from referee.languages.catalogue import Catalogue, entries_of, files, read
from referee.languages.grammar import agreeing, inside, joined
from referee.languages.language import Language, language, wanted
from referee.offers.offer import Offer
from referee.phases.shipment.shipping import SHIPMENT
from referee.powers.karama_windows import WindowOpened
from referee.rulebook.translated import texts
from referee.turn.next_phase import GoTo
from referee.web.app.event_lines import button_of, in_full
from tests.languages.played import Listener

PO = """
msgid ""
msgstr ""
"Plural-Forms: nplurals=2; plural=n != 1;\\n"

#. a comment
msgid "{seat:The pays} {n}."
msgstr "{seat:Der zahlt|zahlen} {n}."

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} Karte"
msgstr[1] "{n} Karten"

msgctxt "verb"
msgid "bids"
msgstr "bietet|bieten"

#, fuzzy
msgid "Pass"
msgstr "Passe"

msgid "Two "
"lines"
msgstr ""
"Zwei "
"Zeilen"
"""
RULE = {"de": "{seat:Der zahlt|zahlen} {n}.", "fr": "{seat:Le paie|paient} {n}.", "es": "{seat:El paga|pagan} {n}."}
PAYS = {
    "de": ("Der Imperator zahlt 5.", "Die Gilde zahlt 5.", "Die Fremen zahlen 5.", "Die Bank zahlt 5."),
    "fr": ("L’Empereur paie 5.", "La Guilde paie 5.", "Les Fremen paient 5.", "La banque paie 5."),
    "es": ("El Emperador paga 5.", "La Cofradía paga 5.", "Los Fremen pagan 5.", "El banco paga 5."),
}
TO = {
    "de": ("{seat:des}", ("des Imperators", "der Gilde", "der Fremen", "der Bank")),
    "fr": ("{seat:du}", ("de l’Empereur", "de la Guilde", "des Fremen", "de la banque")),
    "es": ("{seat:al}", ("al Emperador", "a la Cofradía", "a los Fremen", "al banco")),
}
EMPEROR = {"name": "the Emperor", "many": False, "of": "emperor"}
FREMEN = {"name": "Fremen", "many": True, "of": "fremen"}
SHORT = "Guild Rep."
WHO = ("emperor", "spacing_guild", "fremen", "bank")


def spoken(code: str = "de", **said: str) -> Language:
    return Language(code, Catalogue({("", words): (found,) for words, found in said.items()}, lambda n: int(n != 1)))


def of(entries: dict[tuple[str, str], tuple[str, ...]], code: str = "de") -> Language:
    return Language(code, Catalogue(entries, lambda n: int(n != 1)))


def test_a_catalogue_is_read_as_translators_write_it() -> None:
    head, *entries = entries_of(PO)
    assert "Plural-Forms" in head.said[0]
    assert [(one.context, one.words, one.plural, one.said, one.fuzzy) for one in entries] == [
        ("", "{seat:The pays} {n}.", "", {0: "{seat:Der zahlt|zahlen} {n}."}, False),
        ("", "{n} card", "{n} cards", {0: "{n} Karte", 1: "{n} Karten"}, False),
        ("verb", "bids", "", {0: "bietet|bieten"}, False),
        ("", "Pass", "", {0: "Passe"}, True),
        ("", "Two lines", "", {0: "Zwei Zeilen"}, False),
    ]
    with pytest.raises(ValueError, match="Line 1"):
        [*entries_of("nothing of the kind")]


@pytest.mark.parametrize("code", RULE)
def test_names_take_their_article_and_their_verb(code: str) -> None:
    made = of({("", "{seat:The pays} {n}."): (RULE[code],)}, code)
    said = tuple(made.said(say("{seat:The pays} {n}.", seat=named(seat), n=5)) for seat in WHO)
    assert said == PAYS[code]


@pytest.mark.parametrize("code", TO)
def test_names_take_other_cases_and_contract_with_a_preposition(code: str) -> None:
    pattern, words = TO[code]
    made = of({("", "of {seat}"): (pattern,)}, code)
    assert tuple(made.said(say("of {seat}", seat=named(seat))) for seat in WHO) == words


def test_a_place_with_an_article_takes_it_after_a_word_and_contracts() -> None:
    made = of({("", "{n} in {place}."): ("{n} à {place}.",), ("", "Wall"): ("Bouclier rocheux",)}, "fr")
    assert made.said(say("{n} in {place}.", n=2, place="Wall")) == "2 au Bouclier rocheux."
    assert made.said(say("{n} in {place}.", n=2, place="Arrakeen")) == "2 à Arrakeen."
    assert made.said(say("{seat} {place}", seat="Atreides", place="Wall")) == "Atréides Bouclier rocheux"
    made = of({("", "{n} hold {place}."): ("{n} tienen {place}.",), ("", "Wall"): ("Muralla Escudo",)}, "es")
    assert made.said(say("{n} hold {place}.", n=2, place="Wall")) == "2 tienen la Muralla Escudo."
    assert made.said(say("{n} hold {place}.", n=2, place="Arrakeen")) == "2 tienen Arrakeen."
    held = of(
        {("", "{seat:The holds} {place}."): ("{seat:Le tient|tiennent} {place}.",), ("", "Wall"): ("Citerne",)}, "fr"
    )
    said = say("{seat:The holds} {place}.", seat=named("fremen"), place="Wall")
    assert held.said(said) == "Les Fremen tiennent la Citerne."
    told = (("Du sable sur *", "sur *la Citerne*"), ("Vu\xa0: ", ": Citerne*"), ("La carte ", "carte Citerne*"))
    assert all(joined("fr", before, "Citerne*").endswith(whole) for before, whole in told)
    assert joined("fr", "Loin de ", "Citerne, secteur 8") == "Loin de la Citerne, secteur 8"
    assert joined("fr", "la force de ", "Auditeur") == "la force de l’Auditeur"
    assert joined("fr", "Les Fremen gardent ", "Dr Yueh") == "Les Fremen gardent le Dr Yueh"
    assert joined("fr", "la mort de ", "Alia") == "la mort d’Alia" and joined("fr", "de ", "Chani") == "de Chani"
    assert joined("fr", "moins que *", "Alia*") == "moins qu’*Alia*"
    assert joined("fr", "celle de ", "Harkonnen") == "celle de Harkonnen" and joined("de", "de ", "Alia") == "de Alia"
    assert joined("de", "In ", "Citerne") == "In Citerne"


def test_numbers_choose_their_form_and_show_their_own_decimal_sign() -> None:
    made = of({("", "{n} card"): ("{n} Karte", "{n} Karten"), ("", "Half: {n}"): ("Halb: {n}",)})
    assert [made.said(say_many(n, "{n} card", "{n} cards")) for n in (1, 2, 0)] == ["1 Karte", "2 Karten", "0 Karten"]
    assert made.said(say("Half: {n}", n=1.5)) == "Halb: 1,5"


def test_verbs_by_themselves_agree_with_who_does_it() -> None:
    made = of({("verb", "bids"): ("bietet|bieten",), ("verb", "bids {n}"): ("bietet {n}|bieten {n}",)})
    assert [made.said(named(seat).verb("bids")) for seat in WHO[:3]] == ["bietet", "bietet", "bieten"]
    assert made.said(named("fremen").verb(say("bids {n}", n=2))) == "bieten 2"
    assert made.said(say("{who:The} {does}", who=named("emperor"), does=named("emperor").verb("bids"))) == (
        "Der Imperator bietet"
    )
    assert made.said(Name("you", many=True).verb("bids")) == "bieten"


def test_in_the_middle_of_a_sentence_words_that_begin_with_an_article_begin_small() -> None:
    made = of({("", "{a} pay: {b}."): ("{a} : {b:inside}.",), ("", "Half"): ("Die Hälfte",), ("", "Move"): ("Zug",)})
    assert made.said(say("{a} pay: {b}.", a="Die", b="Half")) == "Die : die Hälfte."
    assert made.said(say("{a} pay: {b}.", a="Die", b="Move")) == "Die : Zug."
    assert [inside("fr", words) for words in ("L’Empereur bouge", "Karama", "À Carthag")] == [
        "l’Empereur bouge", "Karama", "à Carthag",
    ]  # fmt: skip
    assert [inside("es", words) for words in ("Los Fremen", "Ella", "En Arrakeen")] == [
        "los Fremen", "Ella", "en Arrakeen",
    ]  # fmt: skip


def test_lists_have_the_word_of_the_language_between_the_last_two() -> None:
    seats = listed([named("emperor"), named("fremen"), named("spacing_guild")])
    assert spoken().said(capital(seats)) == "Der Imperator, die Fremen und die Gilde"
    ask = of({("", "Ask {who}."): ("Fragt {who:den}.",)})
    assert ask.said(say("Ask {who}.", who=seats)) == "Fragt den Imperator, die Fremen und die Gilde."
    assert spoken("es").said(listed(["sal", "ixianos"])) == "sal e ixianos"
    assert spoken("es").said(listed(["siete", "ocho"], "or")) == "siete u ocho"
    assert spoken("fr").said(listed(["un", "deux"], ",")) == "un, deux"


def test_french_marks_take_a_no_break_space_where_they_are_read() -> None:
    """Wide before : and inside « », narrow before ? ! ; whether a translator or nobody but the program wrote them."""
    made = of({}, "fr")
    assert made.said(say("{a}: {b}; {c}!", a=1, b=2, c=3)) == "1\xa0: 2\u202f; 3\u202f!"
    plain, wanting = re.compile(r" [?!;:»]|« "), re.compile(r"[^\s:][?!;:](\s|$)|«\S|\S»")
    french = (*texts("fr").said.values(), *(one for said in read("fr").said.values() for one in said))
    assert not [
        words
        for words in french
        if plain.search(words) or wanting.search(re.sub(r"\{[^}]*\}|<code>.*?</code>", "", words))
    ]


def test_what_stands_together_is_worded_part_by_part() -> None:
    made = spoken(**{"Pass.": "Passe.", "Wait.": "Warte."})
    assert made.said(together(["Pass.", "Wait."])) == "Passe. Warte."
    assert made.said(apart(["Pass.", "Wait."])) == "Passe. · Warte."
    assert made.said(bare("Wait.")) == "Warte"
    assert made.said(say("*{words}*", words="Wait.")) == "*Warte.*"


def test_no_sentence_is_half_in_english() -> None:
    made = spoken()
    whole = say("{first} {second}", first=say("{n} to pay", n=3), second=named("emperor"))
    assert made.said(whole) == str(whole) == "3 to pay the Emperor"
    assert made.said("Nothing of that.") == "Nothing of that."


@pytest.mark.parametrize(
    ("forms", "said"),
    [
        ("geht", ["geht"] * 4),
        ("a|b", ["a", "a", "b", "b"]),
        ("prêt|prête|prêts|prêtes", ["prêt", "prête", "prêts", "prêtes"]),
    ],
)
def test_what_follows_a_name_agrees_in_number_and_gender(forms: str, said: list[str]) -> None:
    assert [agreeing(forms, gender) for gender in ("m", "f", "mp", "fp")] == said


def test_every_language_has_a_file_and_what_nobody_offers_is_english() -> None:
    assert {*files()} == {"de", "fr", "es"}
    assert language("de") is language("de") and read("fr").form(0) == 0 and read("de").form(0) == 1
    with pytest.raises(LookupError):
        language("xx")
    assert wanted(["de-AT", "fr"], ("fr",)) == "fr" and wanted(["de"], ()) == "en"


def test_what_the_table_allowed_is_worded_for_its_reader_after_a_restart_too() -> None:
    event = ObjectionWaived("1.04.06.01")
    for heard in (event, from_json(json.loads(json.dumps(to_json(event))))):
        said = heard.sentence(named)
        assert said == "Allowed anyway, against “Opening bid, raises and passes”."
        assert language("de").said(said) == "Trotzdem erlaubt, entgegen „Erstes Gebot, höhere Gebote und Passen“."


def test_what_a_table_allowed_in_an_old_journal_reads_as_it_did() -> None:
    old = {"fact": "ObjectionWaived", "rule": "1.06.01", "words": "Fremen ship and move now. Wait until they are done."}
    pattern = "{seat:The ships and moves} now. Wait until they are done."
    for record in (
        old,
        {**old, "said": {"pattern": pattern, "plural": "", "slots": {"seat": FREMEN}, "words": old["words"]}},
    ):
        assert from_json(record).sentence(named) == "Allowed anyway: Fremen ship and move now."
        assert to_json(from_json(record)) == record
    said = from_json(record).sentence(named)
    assert language("de").said(said) == "Trotzdem erlaubt: Jetzt verschiffen und ziehen die Fremen."


def test_what_was_announced_is_worded_for_its_reader_after_a_restart_too() -> None:
    made = SHIPMENT(seat="fremen", normal=5, special=0, goal="Carthag")
    event = WindowOpened("fremen", (), made, 5, "Ship", sealed({}, "fremen"), ("4.90.03",))
    pattern = {"pattern": "{n} force", "plural": "{n} forces", "slots": {"n": 5}, "words": "5 forces"}
    slots = {"forces": pattern, "goal": "Carthag"}
    words = "Shipment: 5 forces to Carthag."
    old = {"pattern": "Shipment: {forces} to {goal}.", "plural": "", "slots": slots, "words": words}
    for heard in (event, from_json(json.loads(json.dumps(to_json(event)))), replace(event, said=words, retold=old)):
        said = heard.sentence(named)
        assert said == "Announced: Shipment: 5 forces to Carthag."
        assert language("de").said(said) == "Angekündigt: Transport: 5 Truppen nach Carthag."


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("plain", "plain"),
        (
            {"pattern": "{n} card", "plural": "{n} cards", "slots": {"n": 2}, "words": "2 cards"},
            say_many(2, "{n} card", "{n} cards"),
        ),
        ({"items": [EMPEROR, FREMEN], "last": "and"}, listed([named("emperor"), named("fremen")])),
    ],
)
def test_words_that_a_few_journals_hold_with_their_patterns_are_the_same_again(value: object, words: str) -> None:
    made = again(value)
    assert (made, type(made), language("de").said(made)) == (words, type(words), language("de").said(words))


def test_what_pages_put_together_is_worded_whole() -> None:
    """A button's reason with its rule, a new phase, and two who are allies now."""
    waits = say("taken by {seat} without paying spice", seat=named("atreides"))
    shown = (
        button_of(Offer(GoTo, "Next", "", why_not=waits)).why_not,
        PhaseBegan("spice_blow").sentence(named),
        Allied(("harkonnen", "emperor")).sentence(named),
    )
    assert shown == (
        "taken by Atreides without paying spice",
        "Spice blow begins.",
        "Harkonnen and the Emperor are allies.",
    )
    assert [*map(language("de").said, shown)] == [
        "ging ohne Spice an die Atreides",
        "Die Phase Spice-Explosion beginnt.",
        "Die Harkonnen und der Imperator sind Verbündete.",
    ]


def test_a_line_with_its_names_written_out_is_a_sentence_still() -> None:
    """A chronicle says whole names: the line it prints is worded in its reader's language as the log's is."""
    shown = say("{seat:The shows} {leader}.", seat=named("fremen"), leader=SHORT)
    assert in_full(shown) == "Fremen show Guild Representative."
    assert language("fr").said(in_full(shown)) == "Les Fremen montrent le Représentant de la Guilde."


@pytest.mark.parametrize(
    ("words", "full"),
    [
        (SHORT, "Guild Representative"),
        (listed(["Stilgar", SHORT]), "Stilgar and Guild Representative"),
        (capital(say("{leader} is dead.", leader=SHORT)), "Guild Representative is dead."),
        (bare(say("See {leader}.", leader=SHORT)), "See Guild Representative"),
        (together([say("{leader}.", leader=SHORT), "Paid."]), "Guild Representative. Paid."),
        (say_many(2, "{n} card of {whose}", "{n} cards of {whose}", whose=SHORT), "2 cards of Guild Representative"),
        (named("fremen").verb(say("draws and kills {leader}", leader=SHORT)), "draw and kill Guild Representative"),
    ],
)
def test_a_name_is_written_out_wherever_it_stands(words: str, full: str) -> None:
    assert (in_full(words), type(in_full(words))) == (full, type(words))


def test_words_without_such_a_name_stay_themselves() -> None:
    words = say("{seat:The shows} {leader}.", seat=named("fremen"), leader="Stilgar")
    assert in_full(words) is words


def test_a_listener_counts_what_was_not_said_and_no_part_of_what_was() -> None:
    heard = Listener("de")
    whole = heard.said(say("{seats:The} are allies.", seats=listed([named("fremen"), named("emperor")])))
    assert heard.said(whole.partition(" und ")[2]) in whole and heard.said("Stilgar") == "Stilgar"
    assert heard.said("Nobody ever wrote this.") == "Nobody ever wrote this."
    assert [*heard.missing] == ["Nobody ever wrote this."]


def test_a_place_with_an_article_takes_the_preposition_of_its_language() -> None:
    forms = ("in=auf dem Schildwall|nach=auf den Schildwall|=Der Schildwall",)
    said: dict[tuple[str, str], tuple[str, ...]] = {
        ("place", "Shield Wall"): forms,
        ("", "Shield Wall"): ("Schildwall",),
        ("verb", "go to {to}"): ("geht nach {to}",),
        ("", "{at} falls."): ("{at} fällt.",),
    }
    said |= {
        ("", f"{word} {{at}}."): (f"{there} {{at}}.",) for word, there in (("In", "In"), ("To", "Nach"), ("Of", "Um"))
    }
    spoken = of(said)
    assert spoken.said(say("To {at}.", at="Shield Wall")) == "Auf den Schildwall."
    assert spoken.said(say("To {at}.", at="Carthag")) == "Nach Carthag."
    assert spoken.said(say("Of {at}.", at="Shield Wall")) == "Um Schildwall."
    assert spoken.said(say("In {at}.", at=listed(["Carthag", "Shield Wall"]))) == "In Carthag und auf dem Schildwall."
    assert spoken.said(named("fremen").verb(say("go to {to}", to="Shield Wall"))) == "geht auf den Schildwall"
    assert spoken.said(say("{at} falls.", at="Shield Wall")) == "Der Schildwall fällt."
    assert spoken.said(say("{at}: {n}", at="Shield Wall", n=2)) == "Schildwall: 2"


def test_a_name_may_change_in_the_dative() -> None:
    made = spoken(**{"{seat:The pays} {to}.": "{seat:Der zahlt|zahlen} {to:dem}."})
    paid = [made.said(say("{seat:The pays} {to}.", seat=named("emperor"), to=named(to))) for to in ("ixian", "fremen")]
    assert paid == ["Der Imperator zahlt den Ixianern.", "Der Imperator zahlt den Fremen."]


def test_a_noun_after_a_number_agrees_with_it_in_french() -> None:
    said = [language("fr").said(say("{n} spice in {place}.", n=n, place="Carthag")) for n in (0, 1, 3, "3")]
    assert [words.partition(" : ")[0].partition("\u00a0")[0] for words in said] == [
        "0 épice",
        "1 épice",
        "3 épices",
        "3 épices",
    ]


@pytest.mark.parametrize(
    ("code", "words"),
    [("de", "Botschafter des Imperators"), ("fr", "Ambassadeur de la Guilde"), ("es", "Embajador de los Ixianos")],
)
def test_an_ambassador_is_that_of_its_faction(code: str, words: str) -> None:
    of = {"de": "emperor", "fr": "spacing_guild", "es": "ixian"}[code]
    assert language(code).said(token_name(of)) == words
