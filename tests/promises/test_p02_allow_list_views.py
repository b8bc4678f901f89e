r"""P2: a field of an event reaches a viewer only where it is declared public, or sealed to that viewer.

Mutants (``python -m tests.promises.mutants 2`` tries them):
referee/kernel/events.py: `    return value if viewer == REFEREE else FACE_DOWN` -> `    return value`
referee/kernel/events.py: `if "public" in getattr(hint, "__metadata__", ()))`
    -> `)`
referee/phases/bidding/cards_of_the_row.py: `    card: Sealed[str]` -> `    card: str`
"""

from __future__ import annotations

import dataclasses
from typing import Any

import referee.kernel.discover
import referee.running.sitting  # noqa: F401
from referee.kernel import FACE_DOWN, PUBLIC, REFEREE, Event, Whisper, as_seen_by, sealed
from referee.kernel.events import kinds

SAMPLES = [
    ("frozenset", frozenset({"atreides"})), ("tuple", ("x",)), ("dict", {"x": 1}), ("bool", True), ("int", 1),
    ("str", "x"),
]  # fmt: skip


KINDS = [kind for kind in kinds().values() if kind not in {Event, Whisper}]


def _sample(hint: str) -> Any:
    inner = hint.removeprefix("Public[").removeprefix("Sealed[")
    value = next((value for word, value in SAMPLES if inner.startswith(word)), "x")
    return sealed(value, "atreides") if hint.startswith("Sealed") else value


def _made(kind: type[Event]) -> Event:
    return kind(**{field.name: _sample(str(field.type)) for field in dataclasses.fields(kind)})


def test_p2_what_is_neither_public_nor_sealed_is_face_down() -> None:
    for kind in KINDS:
        is_face_down(kind)


def is_face_down(kind: type[Event]) -> None:
    """Assert of one kind of event that each viewer sees its public fields, and what is sealed to them."""
    event = _made(kind)
    assert as_seen_by(event, REFEREE) is not None
    for viewer in (PUBLIC, "atreides", "fremen"):
        seen = as_seen_by(event, viewer)
        if isinstance(event, Whisper) and viewer != "atreides":
            assert seen is None
            continue
        for field in dataclasses.fields(kind):
            hidden = not str(field.type).startswith("Public[")  # as it is written, not as it is read
            opened = viewer == "atreides" and str(field.type).startswith("Sealed")
            assert (getattr(seen, field.name) is FACE_DOWN) == (hidden and not opened), f"{kind.__name__}.{field.name}"


UNSEEN = {"order", "away"}  # of a pile, and Nexus cards that were laid away: they are in no envelope


def test_p2_a_field_is_declared_one_way_or_the_other() -> None:
    for kind in KINDS:
        for field in dataclasses.fields(kind):
            declared = str(field.type).startswith(("Public[", "Sealed["))
            assert declared or field.name in UNSEEN, f"{kind.__name__}.{field.name} is known to the referee alone"
