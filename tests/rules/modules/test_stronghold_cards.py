"""4.06: stronghold cards, which go to the holders as a turn ends and work in battles there."""

from __future__ import annotations

from typing import Any

import pytest

from referee.common.lines_on_paper import PublicSheetTaken
from referee.kernel import REFEREE, fold, react
from referee.modules.stronghold_cards import (
    ARRAKEEN,
    CARTHAG,
    HABBANYA,
    MOBILE,
    TABR,
    TUEK,
    NameCardOwner,
    card_owners,
)
from referee.modules.stronghold_cards.mobile import CopyCard, chooser
from referee.offers.answers import reply
from referee.offers.offer import behind_shield
from referee.offers.waiting import duties_of
from referee.offers.what_now import left_over
from referee.paper.sheets import public_sheet
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.collection.strongholds import NameHolders
from referee.running.dice import Dice
from referee.turn.next_phase import GoTo
from referee.web.battle.phone import composer
from referee.web.phase.things import before_shields
from tests.kit import LiveTable, Room, left_with


def at_table(*seats: str, **more: Any) -> LiveTable:
    usual = ("harkonnen", "ixian", "emperor", "fremen")
    return LiveTable(*(seats or usual), **{"M2": "on", "turn": 2, "phase": "mentat_pause", **more})


def room(place: str, owner: str = "harkonnen", **plans: LockPlan) -> Room:
    """Return a battle of Atreides and Harkonnen in a place whose card somebody owns, about to be settled."""
    made = Room("advanced", M2="on", turn=2, hands={"atreides": ("Baliset/1",), "harkonnen": ("Kulon/1",)}, allies="")
    made.do(NameCardOwner(place, owner), BeginBattle(place, "atreides", "harkonnen", 6, 0, 6))
    made.do(
        plans.get("atreides") or LockPlan("atreides", 2, "Lady Jessica", support=2),
        plans.get("harkonnen") or LockPlan("harkonnen", 3, "Feyd-Rautha", "Kulon", support=3),
    )
    made.answers()
    return made


# -- who owns them ------------------------------------------------------------------------------------


def test_4_06_01_each_goes_to_its_holder_as_the_turn_ends_and_stays_though_they_leave() -> None:
    table = at_table().do(NameHolders(arrakeen="emperor", carthag="harkonnen"))
    assert card_owners(table.public) == {}
    table.do(GoTo("storm", anyway=True))
    assert card_owners(table.public) == {ARRAKEEN: "emperor", CARTHAG: "harkonnen"}
    table.do(GoTo("mentat_pause", anyway=True), NameHolders(carthag="fremen"))
    assert card_owners(table.public)[CARTHAG] == "harkonnen"
    table.do(GoTo("storm", anyway=True))
    assert card_owners(table.public) == {CARTHAG: "fremen"}


def test_4_06_01_a_card_whose_stronghold_was_not_entered_stays() -> None:
    table = at_table().do(NameHolders(arrakeen="emperor", carthag="harkonnen"), GoTo("storm", anyway=True))
    table.do(GoTo("mentat_pause", anyway=True))
    assert ("4.06.01", False) in [(one.rule, one.holds_up) for one in left_over(table.public)]
    table.do(NameHolders(arrakeen="fremen", carthag="?"))
    table.do(GoTo("storm", anyway=True))
    assert card_owners(table.public) == {ARRAKEEN: "fremen", CARTHAG: "harkonnen"}


@pytest.mark.parametrize("more", [{"rules": "basic"}, {"M2": "off"}])
def test_4_06_neither_in_the_basic_game_nor_without_the_module(more: dict[str, str]) -> None:
    table = at_table(**more).do(NameHolders(arrakeen="emperor"))
    table.do(GoTo("storm", anyway=True))
    assert card_owners(table.public) == {} and table.no(NameCardOwner(ARRAKEEN, "emperor")) == "4.06"


def test_4_06_the_table_corrects_an_owner_and_shows_all() -> None:
    table = at_table().do(NameCardOwner(ARRAKEEN, "emperor"), NameCardOwner(TABR, "fremen"))
    shown = before_shields(table.public)
    assert {seat: [one.name for one in there] for seat, there in shown.items()} == {
        "emperor": [ARRAKEEN], "fremen": [TABR],
    }  # fmt: skip
    table.do(NameCardOwner(ARRAKEEN, ""))
    assert card_owners(table.public) == {TABR: "fremen"}
    assert table.no(NameCardOwner("Polar Sink", "emperor")) == "4.06" and table.no(NameCardOwner(TABR, "x")) == "4.06"
    said = reply(table.public, "who owns the card of Sietch Tabr")
    assert said is not None and said.words == "Fremen have the card of Sietch Tabr."


def test_4_06_they_go_onto_paper_and_come_back() -> None:
    table = at_table().do(NameCardOwner(ARRAKEEN, "emperor"))
    line = f"strongholds {ARRAKEEN}=emperor"
    assert line in public_sheet(table.public)["more"]
    other = fold([heard.event for heard in at_table().truth.log], REFEREE)
    for event in react(other, PublicSheetTaken((line,)), Dice(1)):
        other.hear(event)
    assert card_owners(other) == {ARRAKEEN: "emperor"}


# -- in battles ---------------------------------------------------------------------------------------


def test_4_06_02_two_more_forces_than_the_purse_allows_are_supported_and_the_bank_pays_them() -> None:
    made = Room("advanced", M2="on", turn=2, hands={}, allies="")
    made.do(*left_with("atreides", 1), NameCardOwner(ARRAKEEN, "atreides"))
    made.do(BeginBattle(ARRAKEEN, "atreides", "harkonnen", 6, 0, 6))
    form = composer(made.screen("atreides"), "atreides")
    assert form is not None and form.support == 3
    assert made.refused(LockPlan("atreides", 4, "Lady Jessica", support=4)) == ("1.13.04", "SPICE_EXCEEDS_HELD")
    made.do(LockPlan("atreides", 3, "Lady Jessica", support=3), LockPlan("harkonnen", 0, "Feyd-Rautha"))
    made.answers()
    before = made.spice()
    made.do(SettleBattle())
    assert made.purse("atreides") == [0] and made.spice() == before


def test_4_06_05_the_winner_is_paid_by_the_bank_and_told_why() -> None:
    made = room(TABR, owner="harkonnen")
    before = made.spice()
    made.do(SettleBattle())
    assert made.purse("harkonnen") == [10 - 3 + 2] and made.spice() == before
    assert "4.06.05" in [line.rule for line in made.live.verdict.lines]


def test_4_06_06_the_loser_is_paid_for_a_worthless_card() -> None:
    made = room(TUEK, harkonnen=LockPlan("harkonnen", 0, "Umman Kudu", "Kulon")).do(SettleBattle())
    assert made.live.winner == "atreides" and made.purse("harkonnen") == [12]


def test_4_06_04_the_verdict_says_who_wins_the_tie() -> None:
    made = room(
        HABBANYA,
        atreides=LockPlan("atreides", 1, "Duncan Idaho", support=1),
        harkonnen=LockPlan("harkonnen", 1, "Captain Iakin Nefud", support=1),
    )
    assert made.live.aggressor == "harkonnen" and made.live.winner == "harkonnen"
    made = room(
        HABBANYA,
        owner="atreides",
        atreides=LockPlan("atreides", 1, "Duncan Idaho", support=1),
        harkonnen=LockPlan("harkonnen", 1, "Captain Iakin Nefud", support=1),
    )
    assert made.live.totals == {"harkonnen": 3, "atreides": 3} and made.live.winner == "atreides"
    assert "“Card of Habbanya Sietch” decides the tie: Atreides win." in [
        line.sentence for line in made.live.verdict.lines
    ]


def test_4_06_03_the_owner_reads_on_the_phone_what_the_card_does() -> None:
    made = Room("advanced", M2="on", turn=2, allies="")
    made.do(NameCardOwner(CARTHAG, "harkonnen"), BeginBattle(CARTHAG, "atreides", "harkonnen", 6, 0, 6))

    def lines(seat: str) -> list[str]:
        form = composer(made.screen(seat), seat)
        return [line.text for line in form.warned if "Card of" in line.text] if form else []

    assert lines("atreides") == []
    assert lines("harkonnen") == ["Card of Carthag: your defense stops poison too, if you play no poison weapon."]
    kept = [one for one in behind_shield(made.screen("harkonnen"), "harkonnen") if one.rule == "4.06"]
    assert kept and kept[0].now


# -- the Mobile Stronghold ----------------------------------------------------------------------------


def mobile(option: str = "controls") -> Room:
    seats = ("ixian", "harkonnen", "emperor", "fremen")
    made = Room("advanced", seats=seats, M2="on", E10=option, turn=2, hands={}, allies="", first="harkonnen")
    made.do(GoTo("mentat_pause", anyway=True), NameHolders(habbanya_sietch="ixian", carthag="emperor"))
    made.do(NameCardOwner(MOBILE, "ixian"), NameCardOwner(CARTHAG, "ixian"), GoTo("battle", anyway=True))
    return made.do(BeginBattle(MOBILE, "harkonnen", "ixian", 4, 0, 4))


@pytest.mark.parametrize(("option", "place", "other"), [("controls", HABBANYA, CARTHAG), ("holds", CARTHAG, HABBANYA)])
def test_4_96_10_what_it_copies(option: str, place: str, other: str) -> None:
    made = mobile(option)
    assert made.no(CopyCard("ixian", other)) == "4.06.07"
    made.do(CopyCard("ixian", place))


def test_4_06_07_the_owner_declares_before_the_plans() -> None:
    made = mobile()
    assert chooser(made.public) == "ixian" and "CopyCard" in made.offered("ixian")
    (due,) = duties_of(made.screen("ixian"), "ixian")  # the plan comes later
    assert "choose which card" in due.words and not duties_of(made.screen("harkonnen"), "harkonnen")
    plans = LockPlan("harkonnen", 0, "Umman Kudu"), LockPlan("ixian", 0, "Cammar Pilru")
    assert [made.no(plan) for plan in plans] == ["4.06.07", "4.06.07"]
    assert made.no(CopyCard("harkonnen", HABBANYA)) == "4.06.07"
    made.do(CopyCard("ixian", HABBANYA), *plans)
    made.answers(seats=("harkonnen", "ixian"))
    assert chooser(made.public) == ""
    assert made.live.winner == "ixian"  # 1 and 1, though Harkonnen are the aggressor
    made.do(SettleBattle())
    made.do(NameCardOwner(MOBILE, "harkonnen"))


def test_4_06_07_what_was_copied_ends_with_the_battle() -> None:
    made = mobile()
    made.do(CopyCard("ixian", "none"))
    assert chooser(made.public) == ""
    plans = LockPlan("harkonnen", 0, "Umman Kudu"), LockPlan("ixian", 0, "Cammar Pilru")
    made.do(*plans)
    made.answers(seats=("harkonnen", "ixian"))
    assert made.live.winner == "harkonnen"
    made.do(SettleBattle(), BeginBattle(MOBILE, "emperor", "ixian", 2, 0, 2))
    assert chooser(made.public) == "ixian"
