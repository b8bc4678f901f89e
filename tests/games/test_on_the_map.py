"""The full game once more, played on the map: what was told by hand follows by itself, and is the same.

By hand the table says who fights with how many, what storm and worm take, who collects how much and who holds what.
Here the same players do the same, positions are kept, and none of that is said.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.forces_counted import LoseForces
from referee.board.standing import known_whole
from referee.board.territories import strongholds
from referee.cards.storm_cards import BlowUpWall
from referee.holdings.ledger import SpiceOnBoard
from referee.kernel import PUBLIC, Command, Table, read_command
from referee.phases.battle.begin_battle import BeginBattle, fought_by
from referee.phases.battle.who_fights_where import FightNext, NoteForces, open_battles
from referee.phases.collection.collection import Collect, CollectAll, TakeIncome
from referee.phases.collection.strongholds import NameHolders, holder
from referee.phases.mentat.victory import winner
from referee.phases.spice_blow.devoured import WormEats
from referee.phases.storm.storm_moves import StormCatches
from referee.running.sitting import Sitting
from referee.turn.on_the_map import SetDown
from tests.games.chronicle import SEATS, begin, step
from tests.games.test_chronicles import DEALT, HANDS, HERE, SIX

BY_ITSELF = (NoteForces, WormEats, StormCatches, LoseForces, NameHolders, TakeIncome)
SPREAD = (("fremen", 3, "Sietch Tabr"), ("fremen", 7, "False Wall South"), ("bene_gesserit", 1, "Polar Sink"))


def as_a_command(line: str) -> Command:
    who, _, rest = line.removeprefix("* ").partition(": ")
    name, *fields = rest.split(", ")
    words = {key: SEATS.get(value.lower(), value) for key, _, value in (field.partition(" ") for field in fields)}
    return read_command(name, {**({"seat": SEATS[who.lower()]} if who != "table" else {}), **words})


def on_the_map(sitting: Sitting, line: str) -> None:
    """Do a step of the game that is told by hand, as far as it has to be done where positions are kept."""
    command, table = as_a_command(line), sitting.screen(PUBLIC)
    if isinstance(command, BeginBattle):
        battle = next(one for one in open_battles(table) if {one.aggressor, one.defender} == {command.one, command.two})
        assert battle.territory == command.territory
        fight = FightNext(battle.aggressor, battle.territory, battle.defender)
        assert fought_by(table, fight) == fought_by(table, command)
        assert sitting.act(fight, battle.aggressor).done
    elif isinstance(command, BlowUpWall):  # whose cardboard was at the wall, for all that was said
        assert sitting.act(command, PUBLIC, waive=True).done
    elif isinstance(command, Collect):
        sitting.act(CollectAll(), PUBLIC)
    elif not isinstance(command, BY_ITSELF):
        step(sitting, line)


def purses(table: Table) -> dict[str, object]:
    return {seat: own.spice for seat, own in table.seats.items()}


def off_the_board(table: Table) -> dict[tuple[str, str], Group | None]:
    """Return what is counted by hand as well: reserves and tanks."""
    return {(seat, place): forces_in(table, seat, place) for seat in SIX for place in (RESERVES, TANKS)}


def lying(table: Table) -> dict[str, int]:
    return {place: amount for place, amount in table.state(SpiceOnBoard).lying.items() if amount}


def held(table: Table) -> dict[str, str]:
    return {place: holder(table, place) for place in strongholds(table)}


EQUAL: dict[str, tuple[Callable[[Table], object], ...]] = {  # from which step on what must be the same
    "GoTo": (off_the_board, lying),
    "GoTo, phase mentat_pause": (purses, held),
    "SettleBattle": (purses,),
}


def test_the_full_game_on_the_map_comes_to_all_that_was_told_by_hand() -> None:
    by_hand = begin(SIX, DEALT, "atreides", "advanced", HANDS)
    by_map = begin(SIX, DEALT, "atreides", "advanced", HANDS, "kept")
    compared = 0
    for line in (HERE / "a_full_game.txt").read_text("utf-8").splitlines():
        if not line.startswith("* "):
            continue
        step(by_hand, line)
        on_the_map(by_map, line)
        for seat, many, place in SPREAD if line == "* table: KeepCount" else ():
            assert by_map.act(SetDown(seat, many, place), seat).done
        for known in (one for begins, all_of_them in EQUAL.items() if begins in line for one in all_of_them):
            assert known(by_map.views.referee) == known(by_hand.views.referee), (line, known.__name__)
            compared += 1
    assert compared > 50 and all(known_whole(by_map.views.referee, seat) for seat in SIX)
    assert winner(by_map.screen(PUBLIC)) == winner(by_hand.screen(PUBLIC)) is not None
