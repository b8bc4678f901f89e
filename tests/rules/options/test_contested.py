"""4.91.19, 4.91.20 and 4.93.16 to 4.93.18: points that the sources leave open, as the table chooses."""

from __future__ import annotations

from typing import Any

import pytest

from referee.board.forces import RESERVES
from referee.factions.choam import AUDITOR, PlaceInflation, inflation
from referee.factions.choam.auditor import AuditDue
from referee.factions.richese.juice_of_sapho import FIRST, PlayJuice
from referee.holdings.traitors import Traitors
from referee.kernel import PUBLIC
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.bidding.payment import CannotPay
from referee.phases.shipment.marching import MoveForces
from referee.powers.windows import window
from referee.turn.on_the_map import PutRight
from tests.kit import Game, LiveTable, Room
from tests.rules.board.test_positions import told


def closed(game: Game) -> Game:
    """Close every window that is open."""
    while window(game[PUBLIC]):
        game.play("close")
    return game


# -- who opens ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "opener"), [("first", "fremen"), ("again", "emperor")])
def test_4_91_19_who_opened_a_card_that_was_auctioned_again(said: str, opener: str) -> None:
    game = Game("guild 1 | fremen 9 | emperor 9", B19=said, K8="all").play("declare | deal")
    closed(game).play("guild 5", viewer=PUBLIC).play("fremen - | emperor -")
    game.do(CannotPay("spacing_guild"))
    assert closed(game).now.turn == "fremen"
    game.play("fremen 1 | emperor -")
    assert closed(game).now.opener == opener


def test_4_91_19_where_nobody_bid_too_high_both_readings_agree() -> None:
    for said in ("first", "again"):
        game = Game("guild 9 | fremen 9 | emperor 9", B19=said).play("declare | deal | guild 1 | fremen - | emperor -")
        assert game.now.opener == "fremen"


@pytest.mark.parametrize(("said", "turns"), [("phase", ["emperor", "emperor"]), ("card", ["emperor", "guild"])])
def test_4_91_20_first_at_every_card_or_at_one(said: str, turns: list[str]) -> None:
    game = Game("guild 9 | fremen 9 | emperor 9: Juice of Sapho", B20=said).play("declare")
    game.do(PlayJuice("emperor", FIRST))
    found = []
    game.play("deal")
    found.append(game.now.turn)
    game.play("emperor 1 | guild - | fremen -")
    found.append(game.now.turn)
    assert [one.removeprefix("spacing_") for one in found] == turns


# -- CHOAM --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "placed"), [("advanced", ""), ("always", "double")])
def test_4_93_16_inflation_in_the_basic_game(said: str, placed: str) -> None:
    table = LiveTable("choam", "fremen", "emperor", rules="basic", turn=2, phase="mentat_pause", T16=said)
    assert bool(table.why(PlaceInflation("choam", "double"))) == (not placed)
    assert inflation(table.public).side == placed
    assert ("PlaceInflation" in table.offered("choam")) is False


def betrayed(**more: Any) -> Room:
    """Return a table where the Auditor has turned traitor."""
    hands = {"choam": (), "fremen": ("Shield/1", "Snooper/1")}
    room = Room("advanced", seats=("choam", "fremen", "emperor"), hands=hands, allies="", first="choam", **more)
    for known in (room.truth, room.screen("fremen")):
        known.put(Traitors(kept={"fremen": (AUDITOR,)}))
    room.do(BeginBattle("Arrakeen", "choam", "fremen", 8, 0, 5))
    room.do(LockPlan("choam", 2, AUDITOR, support=2), LockPlan("fremen", 0, "Stilgar"))
    room.answers("fremen", seats=("choam", "fremen"))
    return room.do(SettleBattle())


@pytest.mark.parametrize(("said", "due"), [("audit", True), ("none", False)])
def test_4_93_17_an_audit_after_the_auditor_turned_traitor(said: str, due: bool) -> None:
    room = betrayed(T17=said)
    assert room.live.winner == "fremen" and bool(room.screen(PUBLIC).get(AuditDue)) is due


# -- advisors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("said", "rule"), [("shut", "1.06.05.09"), ("open", "")])
def test_4_93_18_advisors_and_a_full_stronghold(said: str, rule: str) -> None:
    table = told("shipment", first="bene_gesserit", T18=said)
    table.do(PutRight("bene_gesserit", "Arsunt", 2, peace=True, other=RESERVES))
    table.do(PutRight("emperor", "Carthag", 2, other=RESERVES))
    assert table.why(MoveForces("bene_gesserit", 2, "Arsunt", "Carthag")) == rule


def test_4_93_18_fighters_stay_out_in_any_case() -> None:
    table = told("shipment", first="bene_gesserit", T18="open")
    table.do(PutRight("bene_gesserit", "Arsunt", 2, other=RESERVES), PutRight("emperor", "Carthag", 2, other=RESERVES))
    assert table.why(MoveForces("bene_gesserit", 2, "Arsunt", "Carthag")) == "1.06.05.09"
