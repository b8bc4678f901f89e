"""Every decision that somebody is asked for says what it is, and goes one way when nobody decides."""

from __future__ import annotations

import dataclasses
from typing import Any, get_type_hints

import pytest

from referee.kernel import Table, ask, kinds_below
from referee.modules.stronghold_cards.mobile import CopyCard
from referee.offers.choices import Choice
from referee.offers.offer import Duties, Halts
from referee.rulebook.book import rulebook

CHOICES = sorted(kinds_below(Choice), key=lambda kind: kind.__name__)
FAMILIES = sorted({kind.family for kind in CHOICES}, key=lambda kind: kind.__name__)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda kind: kind.__name__)
def test_a_family_says_what_is_due_and_to_whom(family: type[Choice[Any]]) -> None:
    members = [kind for kind in CHOICES if kind.family is family]
    assert any(kind.does for kind in members) != family.free, (
        "what is due says what it is; nobody waits for what is free"
    )
    assert not family.free or family.phase, "what halts the game is due"
    one_phase = {kind.phase for kind in members} == {family.phase}
    assert one_phase or family.free, "a decision is due in one phase, or holds up all"
    told = "passed" in vars(family) or family.otherwise is not None
    assert all(told or not kind.loses for kind in members), "what is lost needs a line"
    assert family.rule in rulebook()


@pytest.mark.parametrize("kind", CHOICES, ids=lambda kind: kind.__name__)
def test_a_command_of_a_choice_cites_a_rule_and_refuses_where_nothing_waits(kind: type[Choice[Any]]) -> None:
    assert kind.rule in rulebook() and kind.nothing.endswith(".")
    assert kind.does or not kind.you
    needed = [one.name for one in dataclasses.fields(kind) if one.default is dataclasses.MISSING]
    fields = {name: get_type_hints(kind)[name]() for name in needed}
    command = kind(**{**fields, "seat": "nobody"})
    refused = [*command.objections(Table())]
    assert refused and all(one.rule in rulebook() for one in refused)
    if not kind.free:
        assert any(one.firm for one in refused) and set(command.not_asked(Table())) <= set(refused)


def test_nothing_is_due_at_a_table_where_nobody_decides() -> None:
    assert not ask(Table(), Halts()).value and not ask(Table(), Duties("battle")).value


def test_what_is_said_of_a_decision_is_known_to_other_languages() -> None:
    """A phrase whose slots its class has filled keeps its pattern."""
    duty = CopyCard.due(Table(), "atreides", (CopyCard,))
    assert duty is not None and getattr(duty.you, "pattern", "") == "choose which card your {place} copies"
    assert getattr(duty.then, "pattern", duty.then) == "Then both make a plan."
