"""4.97.20: shields stay closed while the game runs, and may be opened once somebody has won."""

from __future__ import annotations

import pytest

from referee.kernel import PUBLIC, BadCommand
from referee.offers.offer import TABLE, offers
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.open_shields import OpenShields, opened
from referee.phases.mentat.victory import CheckVictory
from referee.turn.next_phase import GoTo
from tests.kit import LiveTable


def begin() -> LiveTable:
    return LiveTable("atreides", "fremen", "harkonnen")


def win(sitting: LiveTable) -> None:
    three = NameHolders(arrakeen="fremen", carthag="fremen", sietch_tabr="fremen")
    for command in (GoTo("mentat_pause"), three, CheckVictory()):
        assert sitting.act(command, PUBLIC).done, command


def test_4_97_20_closed_while_the_game_runs_even_if_overruled() -> None:
    sitting = begin()
    assert sitting.act(OpenShields(), PUBLIC).objections[0].rule == "4.97.20"
    with pytest.raises(BadCommand, match="not over"):
        sitting.act(OpenShields(), PUBLIC, waive=True)
    assert not opened(sitting.public)


def test_4_97_20_offered_and_open_once_somebody_has_won() -> None:
    sitting = begin()
    win(sitting)
    assert "OpenShields" in [offer.name for offer in offers(sitting.public, TABLE)]
    assert sitting.act(OpenShields(), PUBLIC).done
    assert opened(sitting.screen("harkonnen"))
    assert "OpenShields" not in [offer.name for offer in offers(sitting.public, TABLE)]


def test_4_97_20_undoing_the_victory_closes_them() -> None:
    sitting = begin()
    win(sitting)
    sitting.act(OpenShields(), PUBLIC)
    sitting.undo("host")
    assert not opened(sitting.public)
