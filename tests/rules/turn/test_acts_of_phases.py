"""Each act has its part of the turn: on a table that bids, nobody claims, revives, ships or collects."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.agreements.bribes import TakeBribes
from referee.cards.ghola import PlayGhola
from referee.cards.karama.stopping import StopPower
from referee.common.turn import PHASES, PhaseBegan
from referee.factions.emperor import ReviveFree
from referee.factions.fremen.worms import CallWorm
from referee.factions.harkonnen.capture import KillCaptive
from referee.factions.spacing_guild import StopShipment
from referee.holdings.setup import TakeStart
from referee.kernel import BadCommand, Command, objections, read_command
from referee.phases.charity import ClaimCharity
from referee.phases.collection.collection import Collect, TakeIncome
from referee.phases.revival.forces import GrantRevival, ReviveForAnother, ReviveForces
from referee.phases.revival.leaders import ReviveLeader
from referee.phases.shipment.send_along import SendAlong
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import StormCrosses
from tests.kit import Game

LINE = "guild 1 | emperor 1 | fremen 1 | harkonnen 1"
WHEN: list[tuple[str, Callable[[str], Command]]] = [
    ("setup", lambda seat: TakeStart(seat)),
    ("storm", lambda seat: StormCrosses("Red Chasm")),
    ("spice_blow", lambda seat: SpiceBlows("Red Chasm", 8)),
    ("spice_blow", lambda seat: WormComes("Red Chasm")),
    ("spice_blow", lambda seat: CallWorm("fremen", "Red Chasm")),
    ("choam_charity", lambda seat: ClaimCharity(seat)),
    ("revival", lambda seat: ReviveForces(seat, 1)),
    ("revival", lambda seat: ReviveForAnother("emperor", "fremen", 1)),
    ("revival", lambda seat: GrantRevival("fremen", seat)),
    ("revival", lambda seat: ReviveLeader(seat, "Bashar")),
    ("revival", lambda seat: ReviveFree("emperor", 1)),
    ("shipment", lambda seat: Ship(seat, 1, "Arrakeen", stronghold=True)),
    ("shipment", lambda seat: Send("fremen", 1, "Red Chasm")),
    ("shipment", lambda seat: SendAlong(seat, "Polar Sink")),
    ("shipment", lambda seat: StopShipment("spacing_guild", "emperor")),
    ("battle", lambda seat: KillCaptive("harkonnen", "Bashar")),
    ("spice_collection", lambda seat: Collect(seat, "Red Chasm", 1)),
    ("spice_collection", lambda seat: TakeIncome(seat)),
    ("mentat_pause", lambda seat: TakeBribes(seat)),
]


def codes(command: Command, phase: str) -> set[str]:
    table = Game(LINE, allies="emperor fremen")["referee"]
    table.hear(PhaseBegan(phase))
    return {objection.code for objection in objections(command, table, table)}


@pytest.mark.parametrize(("phase", "made"), WHEN, ids=lambda value: value if isinstance(value, str) else "")
def test_1_00_00_every_act_waits_for_its_phase(phase: str, made: Callable[[str], Command]) -> None:
    for other in ("setup", *PHASES):
        assert ("NOT_NOW" in codes(made("emperor"), other)) == (other != phase), other


def test_1_14_a_karama_stops_nothing_that_does_not_come_now() -> None:
    assert "NOT_NOW" in codes(StopPower("emperor", "2.06.06"), "bidding")
    assert "NOT_ELIGIBLE" in codes(StopPower("emperor", "2.06.06"), "revival")
    assert "NOT_ELIGIBLE" not in codes(StopPower("emperor", "2.06.06"), "shipment")
    assert "NOT_ELIGIBLE" in codes(StopPower("emperor", "2.06.04"), "shipment"), "nobody has paid the Guild"


@pytest.mark.parametrize("command", [
    ReviveForces("emperor", -1), ReviveForces("emperor", 2, -1), Ship("emperor", -3, "x"), Ship("emperor", 0, "x"),
    Collect("emperor", "x", -2), PlayGhola("emperor", -5),
])  # fmt: skip
def test_1_05_01_forces_are_never_fewer_than_none(command: Command) -> None:
    assert "BAD_INPUT" in codes(command, "any")


def test_1_05_03_01_nobody_names_the_price_of_a_leader_on_a_phone() -> None:
    with pytest.raises(BadCommand):
        read_command("ReviveLeader", {"seat": "emperor", "leader": "Bashar", "strength": "0"})
    assert ReviveLeader("emperor", "Hasimir Fenring").worth == 6


def test_1_05_03_a_name_that_no_disc_bears_is_refused() -> None:
    assert "NOT_IN_TANKS" in codes(PlayGhola("emperor", leader="Nobody"), "any")
