"""A verb that agrees with a name agrees with "you" in each language, wherever it does in one of them."""

from __future__ import annotations

import re

import pytest

from referee.common.factions import named
from referee.kernel.wording import YOU, said_as
from referee.languages.catalogue import Translation, entries_of, files
from referee.languages.grammar import each_form, is_article
from referee.languages.language import language, parsed

FOR_YOU, BY_GENDER = 3, 4  # forms: for one, for several, for you; or by gender and number


def forms(entry: Translation) -> dict[str, int]:
    """Return how many forms each slot with a verb has, or "" for the whole of a verb phrase."""
    if entry.context == "verb":
        most = max(re.sub(r"\{[^}]*\}", "", said).count("|") for said in entry.said.values())
        return {"": most + 1} if most else {}
    return {
        name: len(spec.split("|"))
        for said in entry.said.values()
        for _, name, spec in parsed(said)
        if name and "|" in spec
    }


def test_who_reads_of_themselves_reads_a_verb_of_their_own_in_each_language() -> None:
    every = [
        {(one.context, one.words): forms(one) for one in entries_of(files()[code].read_text())} for code in files()
    ]
    wrong = []
    for key in {key for entries in every for key in entries if key[1]}:
        said = [entries.get(key, {}) for entries in every]
        for name in {name for one in said for name in one}:
            counts = [one[name] for one in said if name in one]
            if FOR_YOU in counts and BY_GENDER not in counts and min(counts) < FOR_YOU:
                wrong.append((key, name, counts))
    assert not wrong, wrong


@pytest.mark.parametrize(
    ("context", "said", "many"),
    [("verb", "zieht {n}|ziehen {n}|zieh {n}", {"": 3}), ("", "{seat:Der hat|haben} {n}.", {"seat": 2})],
)
def test_forms_are_counted(context: str, said: str, many: dict[str, int]) -> None:
    assert forms(Translation(context, "x", said={0: said})) == many


def filled(code: str, words: str, said: str, n: int) -> dict[str, object]:
    """Return values for the slots of a sentence: a name where it takes an article, a number where a noun agrees."""
    slots: dict[str, object] = {name: "Stilgar" for _, name, _ in parsed(words) if name}
    for _, name, spec in parsed(said):
        if name:
            slots[name] = (
                named("emperor") if is_article(code, spec.partition("|")[0].partition(" ")[0]) else slots[name]
            )
            slots[name] = n if name == "n" or ("|" in spec and slots[name] == "Stilgar") else slots[name]
    return slots


@pytest.mark.parametrize("code", files())
def test_every_verb_is_worded_for_one_for_many_and_for_you_with_any_number(code: str) -> None:
    every = [
        one
        for one in entries_of(files()[code].read_text("utf-8"))
        if one.context == "verb" or (one.words and not one.context and each_form(one.said[0])[1:])
    ]
    for one in every:
        for who in (named("emperor"), named("fremen"), YOU):
            for n in (1, 2):
                slots = filled(code, one.words, each_form(one.said[0])[0], n)
                told = language(code).said(who.verb(said_as(one.words, one.words, slots)))
                assert "|" not in told and "{" not in told, (one.words, told)
    assert len(every) > 80
