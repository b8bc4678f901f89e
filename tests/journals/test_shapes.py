"""Every event that was ever written has the types that its class says, and one that has not is noticed."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Literal

import pytest

import referee.running.sitting
import referee.web.factory  # noqa: F401
from referee.kernel import Sealed, sealed
from referee.kernel.events import from_json, types_of
from referee.kernel.shape import fits, misfit
from tests.kit import ROOT

KINDS = [json.loads(line) for line in (ROOT / "tests/journals/kinds.jsonl").read_text("utf-8").splitlines()]


def test_what_was_written_fits_and_a_foreign_value_does_not() -> None:
    for event in map(from_json, KINDS):
        assert misfit(event) == "", event
        for name in types_of(type(event)):
            assert misfit(replace(event, **{name: object()})) == name, event


@pytest.mark.parametrize(
    ("value", "hint", "well"),
    [
        *((1, int, True), (True, int, False), (True, bool, True), (1, bool, False), ("1", int, False)),
        *((None, int | None, True), (("a",), tuple[str, ...], True), ((1,), tuple[str, ...], False)),
        *((("a", 1), tuple[str, int], True), (("a",), tuple[str, int], False)),
        *((sealed(1), Sealed[int], True), (sealed("1"), Sealed[int], False), ({"a": 1}, dict[str, int], True)),
        *(("a", Literal["a", "b"], True), ("c", Literal["a", "b"], False), ([], Literal["a"], False)),
        *(({"a": "b"}, dict[str, int], False), (frozenset({1}), frozenset[str], False)),
    ],
)
def test_what_fits(value: object, hint: Any, well: bool) -> None:
    assert fits(value, hint) is well
