"""Random marches: what comes into a territory is a kind of ``ForcesEntered``, and says who came, where and how many."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from referee.agreements.alliances import EndNexus
from referee.board.entries import ALONG, MOVEMENT, RIDE, SHIPMENT, ForcesEntered
from referee.board.forces import RESERVES
from referee.board.forces_counted import ForcesToTanks, KeepCount
from referee.board.standing import stands
from referee.board.territories import on_board
from referee.factions.fremen.worms import RideWorm
from referee.factions.richese.no_field import FieldLaid, LayField
from referee.factions.richese.no_field_on_the_map import FieldMoved, MoveField
from referee.kernel import PUBLIC, Command, Table
from referee.phases.shipment.marching import MoveForces
from referee.phases.shipment.prices_and_permissions import ACROSS, HOME
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.on_the_map import PutRight
from referee.turn.who_is_done import SayDone
from tests.kit import LiveTable, seeds

SEATS = ("fremen", "bene_gesserit", "spacing_guild", "richese", "atreides")
TOKENS = (FieldLaid, FieldMoved)


def on_the_map(table: Table) -> Counter[tuple[str, str]]:
    found = Counter[tuple[str, str]]()
    for one in stands(table):
        found[one.seat, one.place] += one.group.total
    return found


def a_turn(dice: random.Random) -> Iterator[Command | str]:
    """Yield what may be tried in a turn, in order; most of it is refused."""
    places = [one.name for one in on_board(Table())]

    def any_place() -> str:
        return dice.choice(["Arrakeen", "Carthag", "Sietch Tabr", "Polar Sink", *places])

    yield from (PutRight("fremen", "Red Chasm", 4, other=RESERVES), PlaceStorm(dice.randint(1, 18)))
    yield from ("spice_blow", WormComes("Red Chasm"), SpiceBlows("Habbanya Erg"), SpiceBlows("Broken Land"), EndNexus())
    yield from (RideWorm("fremen", 2, "Red Chasm", any_place()) for _ in range(6))
    yield "shipment"
    for _ in range(4):
        for seat in SEATS:
            many = dice.randint(1, 3)
            yield Send(seat, many, any_place())
            yield LayField(seat, dice.choice([0, 3, 5]), any_place())
            yield from (Ship(seat, many, any_place()), Ship(seat, 1, any_place(), kind=ACROSS, origin=any_place()))
            yield Ship(seat, 1, RESERVES, kind=HOME, origin=any_place())
            yield from (SendAlong("bene_gesserit", goal) for goal in ("Polar Sink", any_place()))
            yield MoveField(seat, any_place())
            yield from (MoveForces(seat, many, any_place(), any_place()) for _ in range(40))
            yield SayDone(seat)


@pytest.mark.parametrize("seed", seeds(range(3), daily=1))
def test_forces_come_into_a_territory_by_an_entry_alone(seed: int) -> None:
    dice, causes = random.Random(seed), Counter[str]()
    table = LiveTable(*SEATS, turn=2, count=1, spice=90, R_spice_blow="hand").do(KeepCount())
    before = on_the_map(table.views.referee)
    for command in a_turn(dice):
        if isinstance(command, str):
            table.do(command)
            continue
        events = table.act(command, PUBLIC).events
        now = on_the_map(table.views.referee)
        came = now - before if not isinstance(command, PutRight) else Counter[tuple[str, str]]()
        arrivals = [arrival for one in events if isinstance(one, ForcesEntered) and (arrival := one.arrival())]
        tokens = [one for one in events if isinstance(one, TOKENS)]
        told = Counter[tuple[str, str]]()
        for arrival in arrivals:
            told[arrival.seat, arrival.place] += arrival.group.total - bool(tokens)
            causes[arrival.cause] += 1
        for lost in (one for one in events if isinstance(one, ForcesToTanks)):  # in the storm, as they came
            told[lost.seat, lost.origin] -= lost.normal + lost.special
        assert +told == came, (command, events)
        before = now
    assert causes.keys() == {SHIPMENT, MOVEMENT, RIDE, ALONG}, causes
