"""A viewer's table is folded when somebody first needs it, and nobody can tell: late is the same as from the start."""

from __future__ import annotations

import pytest

from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, Event, Table, as_seen_by, hears
from tests.kit import Players

SEATS = list(FACTIONS)[:6]


def known(table: Table) -> object:
    """Return all that a viewer knows, the moments aside."""
    return table.seats, table.states, table.deck, table.discard, [heard.event for heard in table.log]


def played(look: bool) -> Players:
    """Play a turn by the same dice; either everybody looks behind their shield all the time, or nobody does."""
    players = Players(11, SEATS, "advanced")
    for _ in range(60):
        players.something()
        for seat in SEATS if look else ():
            players.sitting.screen(seat)
    players.play(1, 6)
    return players


@pytest.fixture(scope="module")
def evenings() -> tuple[Players, Players]:
    """The same turn twice, folded late and folded all along."""
    return played(look=False), played(look=True)


def test_who_looks_late_knows_the_same(evenings: tuple[Players, Players]) -> None:
    late, along = (game.sitting.views.tables for game in evenings)
    for viewer in along:
        assert known(late[viewer]) == known(along[viewer]), viewer


def test_who_is_rung_is_who_hears_something(evenings: tuple[Players, Players]) -> None:
    events = [event for act in evenings[0].sitting.acts() for event in act.events]
    for viewer in (PUBLIC, *SEATS):
        assert [hears(event, viewer) for event in events] == [as_seen_by(event, viewer) is not None for event in events]


def test_undo_folds_nobody_who_does_not_look(
    evenings: tuple[Players, Players], monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, own = list[str](), Table.hear

    def hear(table: Table, event: Event) -> None:
        heard.append(table.viewer)
        own(table, event)

    monkeypatch.setattr(Table, "hear", hear)
    assert evenings[1].sitting.undo("host").done
    assert {*heard} <= {"referee", PUBLIC}, "these may lie put aside as they were"


def test_nobody_else_is_a_viewer(evenings: tuple[Players, Players]) -> None:
    with pytest.raises(KeyError):
        evenings[0].sitting.screen("nobody")
