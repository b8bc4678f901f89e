"""Undo begins where the tables were last put aside, and nobody can tell: it is the same as from the beginning."""

from __future__ import annotations

import os
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from random import Random

import pytest

from referee.common.factions import FACTIONS
from referee.kernel import PUBLIC, Event, Table
from referee.running import snapshots, viewers
from referee.running.sitting import Sitting
from tests.kit import Fighters, LiveTable

SEATS = list(FACTIONS)[2:8]
VIEWERS = (PUBLIC, *SEATS)
ROUNDS = int(os.environ.get("REFEREE_UNDO_ROUNDS", "30"))


def known(sitting: Sitting) -> list[object]:
    """Return all that everybody knows, and what the clock says."""
    views = sitting.views
    tables = [views.referee, *(views.tables[viewer] for viewer in views.tables)]
    shown = [
        (one.viewer, one.turn, one.phase, one.seats, one.states, one.deck, one.discard, one.bank) for one in tables
    ]
    return [
        deepcopy(shown),
        [[(heard.act, heard.event) for heard in one.log] for one in tables],
        replace(views.clock.copy(), heard=0),
        [act.number for act in sitting.acts()],
    ]


def wander(seed: int, every: int, kept: int, patch: pytest.MonkeyPatch) -> list[object]:
    """Play two turns, going back and forth, near and far, now and then; return what was known after each."""
    for name, number in {"EVERY": every, "KEPT": kept, "WORTH_KEEPING": every * kept, "NEAR": (every + 2) // 3}.items():
        patch.setattr(snapshots, name, number)
    patch.setattr(viewers, "WORTH_KEEPING", every * kept)
    players, found, dice = Fighters(seed, SEATS, "advanced"), list[object](), Random(seed)
    sitting = players.sitting
    sitting.now = lambda: 1000 * sitting.last()
    for _ in range(ROUNDS):
        for _ in range(dice.randrange(30)):
            players.something()
        for _ in range(dice.randrange(4)):
            acts = sitting.acts()
            back = acts[-min(len(acts) - 1, dice.choice([1, 2, 3, 40]))].number
            assert sitting.undo("host", to=back if dice.random() < 0.4 else 0)
            found.append(known(sitting) if dice.random() < 0.5 else None)
        for _ in range(dice.randrange(3)):
            sitting.redo("host")
            found.append(known(sitting))
    sitting.journal.close()
    return found


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
def test_undo_from_a_snapshot_is_undo_from_the_beginning(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = wander(seed, 10**6, 1, monkeypatch)
    assert len(plain) > ROUNDS
    for every, kept in ((1, 1), (7, 2), (10, 20)):
        assert wander(seed, every, kept, monkeypatch) == plain, (every, kept)


def test_undo_of_the_last_act_hears_few_acts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table, heard, own = LiveTable(*SEATS), set[tuple[str, int]](), Table.hear

    def go_on(acts: int) -> None:
        for _ in range(acts):
            table.do("revival" if table.public.phase == "bidding" else "bidding")

    go_on(400)

    def hear(one: Table, event: Event) -> Event | None:
        heard.add((one.viewer, one.act))
        return own(one, event)

    monkeypatch.setattr(Table, "hear", hear)
    for _ in range(2 * snapshots.NEAR):
        go_on(2)
        heard.clear()
        assert table.undo("host").done
        assert max(Counter(viewer for viewer, _ in heard).values(), default=0) <= snapshots.NEAR


def test_a_state_that_cannot_be_packed_costs_time_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 1)
    table = LiveTable(*SEATS)

    class Local:
        """Nobody can pack this."""

    table.truth.put(Local())
    for phase in ("bidding", "revival", "shipment"):
        table.do(phase)
    assert table.undo("host").done and table.public.phase == "revival"
