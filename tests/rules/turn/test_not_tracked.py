"""What the table leaves out is shown as not known: never as nothing, nobody or what was so once."""

from __future__ import annotations

import pytest

from referee.board.forces import RESERVES, Group, forces_in, somewhere
from referee.board.forces_counted import KeepCount
from referee.board.standing import all_known, holdings, stands
from referee.board.storm import Storm
from referee.common.turn import PHASES
from referee.holdings.setup import ChangeOption
from referee.kernel import Command
from referee.offers.offer import TABLE, offers
from referee.offers.what_now import at_a_glance, left_over, what_now
from referee.phases.collection.strongholds import NameHolders
from referee.phases.mentat.victory import CheckVictory
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm
from referee.turn.first_turn import StartTurnOne
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import KeepPositions
from tests.kit import LiveTable


def said(table: LiveTable) -> str:
    now = [one.words for one in what_now(table.public)] + [one.words for one in left_over(table.public)]
    return " ".join((*now, *(line.words for sheet in at_a_glance(table.public) for line in sheet.lines)))


@pytest.mark.parametrize("phase", PHASES)
def test_1_09_04_a_table_that_tells_nothing_is_told_nothing_that_may_be_wrong(phase: str) -> None:
    table = LiveTable(phase=phase, turn=3)
    assert not any(word in said(table) for word in ("nobody", "Nobody has won", "not tracked, nobody"))


def test_1_09_04_without_all_holders_no_victory_is_known_and_nobody_is_said_to_have_lost() -> None:
    table = LiveTable(phase="mentat_pause", turn=3)
    assert "Who holds the strongholds is entered, then victory is checked." in said(table)
    assert "No strongholds entered, so victory is not checked." in said(table)
    table.do(NameHolders(arrakeen="atreides"), CheckVictory())
    assert "Nobody has won. The war continues." in said(table)
    table.do("storm", "mentat_pause")
    assert not all_known(table.public), "who held them in the last turn may have left"
    table.do(CheckVictory())
    assert "No winner is known" in said(table) and "Nobody has won" not in said(table)


def test_1_09_04_a_stronghold_of_which_the_table_says_nothing_is_not_said_to_be_empty() -> None:
    table = LiveTable(phase="mentat_pause", turn=3)
    form = next(one for one in offers(table.public, TABLE) if one.name == "NameHolders")
    silent = {blank.name: blank.value for blank in form.blanks}
    table.do(NameHolders(**silent | {"arrakeen": "atreides"}), CheckVictory())
    assert "No winner is known" in said(table) and holdings(table.public).held["atreides"] == ("Arrakeen",)
    table.do(NameHolders(arrakeen="atreides"))
    form = next(one for one in offers(table.public, TABLE) if one.name == "NameHolders")
    again = {blank.name: blank.value for blank in form.blanks}
    assert again == dict.fromkeys(silent, "") | {"arrakeen": "atreides"}, "what was said last stands there"
    table.do(NameHolders(**again | {"carthag": silent["carthag"]}))
    assert not all_known(table.public)
    ends = [one.why_not for one in offers(table.public, TABLE) if one.fixed == (("last", "1"),)]
    assert ends and "every stronghold counts" in ends[0], "after the last turn the most strongholds win"


@pytest.mark.parametrize(
    ("done", "sector"), [((), 0), ((AnnounceStorm(3), MoveStorm()), 8), ((PlaceStorm(6),), 6)], ids=str
)
def test_1_01_02_a_storm_that_was_left_to_the_table_is_nowhere_the_referee_knows(
    done: tuple[Command, ...], sector: int
) -> None:
    table = LiveTable(phase="storm", turn=3).do(PlaceStorm(5), "mentat_pause")
    assert table.public.state(Storm).sector == 5
    table.do("storm", *done, GoTo("shipment", anyway=True))
    assert table.public.state(Storm).sector == sector
    assert ("The storm is in sector" in said(table)) == bool(sector)


def test_4_94_06_a_map_that_is_kept_no_longer_forgets_who_stood_where_and_may_begin_again() -> None:
    table = LiveTable(turn=1).do(StartTurnOne())
    assert any(stands(table.public)) and "atreides" in holdings(table.public).held
    table.do(ChangeOption("P6", "none"))
    assert not any(stands(table.public)) and not holdings(table.public).held and not all_known(table.public)
    assert forces_in(table.public, "atreides", RESERVES) == Group(10) and "starting forces" not in said(table)
    table.do(KeepPositions())
    assert somewhere(table.public, "atreides") == Group(10)


def test_4_94_06_one_tap_in_front_ends_the_asking_while_the_map_asks() -> None:
    asked = {}
    for table in (
        LiveTable(phase="storm").do(KeepCount()),
        LiveTable("atreides", "harkonnen", phase="storm").do(KeepCount()),
    ):
        stop = next(one for one in offers(table.public, TABLE) if one.name == "ChangeOption")
        asked[len(table.public.seats)] = not stop.aside
    assert asked == {6: True, 2: False}


def test_1_13_01_income_of_strongholds_that_nobody_named_is_not_tracked() -> None:
    table = LiveTable(phase="spice_collection", turn=3)
    assert "Not every stronghold is tracked." in said(table)
    table.do(NameHolders(arrakeen="atreides"))
    assert "Not tracked" not in said(table) and "Arrakeen" in said(table)


def test_4_97_11_spice_that_is_blown_by_hand_is_not_said_to_be_none() -> None:
    table = LiveTable(phase="storm", turn=3, R_spice_blow="hand").do("spice_collection")
    assert "None entered: not tracked." in said(table)
