"""A table allows what a rule objects to, never what names nobody or nothing: that is refused in words, by no error."""

from __future__ import annotations

import dataclasses
import logging
import typing
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, BadCommand, Command, commands, read_command
from referee.powers.windows import window
from referee.running.acts import JournalAct
from referee.running.sitting import Sitting
from tests.kit import LiveTable, MemoryJournal
from tests.tools.accounts.beginnings import every_command
from tests.tools.accounts.scenes import BEGINNINGS, Scene, scenes

QUICK = ("LayBribe", "SendAlong")
TABLES = [one for one in sorted(every_command() - BEGINNINGS) if commands()[one].by in {"table", "both"}]


def laid(scene: Scene) -> Sitting:
    journal = MemoryJournal()
    for number, act in enumerate(scene.acts, 1):
        journal.append(JournalAct(number, 0, PUBLIC, "", act))
    return Sitting(journal, now=lambda: 1_000_000)


def with_one_word_wrong(scene: Scene, seats: set[str]) -> Iterator[Command]:
    """Yield what a script says at this table, with somebody who does not play or no such thing in each of its words."""
    kind = commands()[scene.act]
    hints = typing.get_type_hints(kind)
    away = [next(iter(FACTIONS.keys() - seats))] if len(seats) < len(FACTIONS) else []
    for field in dataclasses.fields(kind):
        for word in (*away, "nobody", "Shield/4", "") if hints[field.name] is str else ():
            with suppress(BadCommand):
                yield read_command(scene.act, {**scene.said, field.name: word})


@pytest.mark.parametrize("act", [one if one in QUICK else pytest.param(one, marks=pytest.mark.long) for one in TABLES])
def test_4_97_03_what_names_nobody_or_nothing_is_no_error_where_the_table_allows_it(
    act: str, caplog: pytest.LogCaptureFixture
) -> None:
    scene = next(scenes(Random(1), act, cases=False), None)
    if scene is None:
        pytest.skip("no table is laid for it")
    table = laid(scene)
    for command in with_one_word_wrong(scene, {*table.screen(PUBLIC).seats}):
        before = table.last()
        with suppress(BadCommand):
            table.act(command, PUBLIC, waive=True)
        if table.last() != before:
            table.undo(PUBLIC)
        assert not [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR], command


def test_1_04_08_bidding_that_never_began_is_not_ended_by_allowing_it(caplog: pytest.LogCaptureFixture) -> None:
    table = LiveTable("atreides", "fremen", phase="shipment")
    with pytest.raises(BadCommand, match="Bidding has not begun"):
        table.act(read_command("EndBidding", {}), PUBLIC, waive=True)
    assert not caplog.records


def test_4_90_04_who_has_answered_is_not_marked_as_ready_again_by_allowing_it() -> None:
    scene = next(scenes(Random(1), "Ready", cases=False))
    table, again = laid(scene), read_command("Ready", {**scene.said})
    assert table.act(again, scene.seat).done
    assert window(table.screen(PUBLIC)) is not None
    (refused,) = table.act(again, PUBLIC).objections
    assert refused.firm and refused.sentence == "You have answered. Wait for the others."
