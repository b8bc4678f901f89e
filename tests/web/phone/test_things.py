"""Every thing of every room has its card: its name, what it does, and the rule that says so, in each language."""

from __future__ import annotations

from typing import Any

import pytest

from referee.common.things import EXPLAINED, THINGS
from referee.holdings.hands import CardKind, DeckCards, KnownCards
from referee.kernel import ask, card_name
from referee.knowledge.card_uses import CardRule
from referee.modules.homeworlds.occupation import OCCUPIED
from referee.rulebook.book import rulebook
from referee.rulebook.translated import texts
from referee.web.app.event_lines import CARD_ICONS, icon_of
from tests.kit import LiveTable

OTHERS = ("de", "fr", "es")


@pytest.mark.parametrize("kind", EXPLAINED)
def test_every_thing_says_what_it_does_in_each_language(kind: str) -> None:
    does = EXPLAINED[kind].things()
    assert set(THINGS[kind].names) <= does.keys(), "one has no card"
    for name, (rule, paragraphs) in does.items():
        said = [rulebook()[rule].text[n] for n in paragraphs]
        assert all(said), name
        assert {code: name for code in OTHERS if rule not in texts(code).rules} == {}
        for code in OTHERS:
            assert all(texts(code).rules[rule].text[n] != rulebook()[rule].text[n] for n in paragraphs), (code, name)


def test_kinds_of_things_that_lie_in_the_open_are_all_explained() -> None:
    assert OCCUPIED.field in EXPLAINED and {kind for kind in EXPLAINED if kind not in THINGS} == set()


def test_every_treachery_card_says_what_it_does_in_each_language_and_is_of_a_kind_that_is_drawn() -> None:
    modules: dict[str, Any] = {f"M{n}": "on" for n in range(1, 11)}
    table = LiveTable(**modules).public
    names = {card_name(card) for card in ask(table, DeckCards()).value} | set(ask(table, KnownCards()).value)
    assert len(names) >= 26
    icons = {icon for _, icon in CARD_ICONS} | {"special"}
    for name in names:
        rule = ask(table, CardRule(name)).value
        assert rulebook()[rule].text and {code for code in OTHERS if rule not in texts(code).rules} == set(), name
        assert icon_of(table, name) in icons
        assert ask(table, CardKind(name)).value, name
