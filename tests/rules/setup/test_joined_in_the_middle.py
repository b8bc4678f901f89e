"""A game joined in the middle: what each player tells of before decides later, and what nobody told is not known."""

from __future__ import annotations

import json

import pytest

from referee.common.factions import FACTIONS
from referee.factions.atreides.kwisatz_haderach import TellFallen
from referee.holdings.leaders import LeadersNoted, leaders_of
from referee.holdings.set_aside import set_aside
from referee.holdings.setup import ChangeOption, SeatEntry, SetTable
from referee.holdings.traitors import Traitors
from referee.kernel import PUBLIC, Command, card_name, known, sealed
from referee.offers.offer import behind_shield, secret_offers
from referee.paper.join_midgame import JoinInTheMiddle
from referee.paper.recall import TellCaptive, TellTraitors
from referee.phases.battle.begin_battle import BeginBattle
from referee.phases.battle.live_battle import companion_of
from referee.phases.battle.lock_plan import LockPlan
from referee.running.dice import Dice
from referee.running.outcome import Outcome
from referee.running.sitting import Sitting
from referee.turn.next_phase import GoTo
from referee.web.start.join_midgame import Middle, read_paper
from tests.kit import LiveTable, MemoryJournal, asker

LA = "La, La, La"
SEATS = ("atreides", "harkonnen", "fremen")


def setup() -> SetTable:
    places = tuple(SeatEntry(seat, "", 0, 10) for seat in SEATS)
    return SetTable("x", places, "fremen", "advanced", 4, options=(("K8", "off"),))


def joined() -> Sitting:
    sitting = Sitting(MemoryJournal(), Dice(3))
    assert sitting.act(JoinInTheMiddle(setup(), (), "battle"), PUBLIC).done
    return sitting


def tell(sitting: Sitting, *commands: Command) -> Outcome:
    """Carry out all of them, and return what came of the last."""
    return [sitting.act(one, asker(one)) for one in commands][-1]


def offered(sitting: Sitting, seat: str) -> list[str]:
    return [one.name for one in secret_offers(sitting.screen(seat), seat)]


FIGHT = (GoTo("battle"), BeginBattle("Arrakeen", "atreides", "fremen", 5, 0, 5, 0))


@pytest.mark.parametrize(("lost", "joins"), [(None, True), (3, False), (7, True)])
def test_2_01_10_forces_lost_before_decide_whether_the_kwisatz_haderach_fights(lost: int | None, joins: bool) -> None:
    sitting = joined()
    heard = {viewer: sitting.version(viewer) for viewer in (PUBLIC, "harkonnen", "fremen")}
    said = [line for kept in behind_shield(sitting.screen("atreides"), "atreides") for line in kept.lines]
    assert "Forces lost in battle: not tracked. It wakes at 7." in said
    if lost is not None:
        assert tell(sitting, TellFallen("atreides", lost)).done
        assert {viewer: sitting.version(viewer) for viewer in heard} == heard, "nobody else hears of it"
        assert "TellFallen" not in offered(sitting, "atreides")
    tell(sitting, *FIGHT)
    plan = LockPlan("atreides", dial=1, leader="Duncan Idaho", companion=True)
    refused = [one.rule for one in tell(sitting, plan).objections]
    assert ("2.01.10" not in refused) == joins


def test_2_01_10_what_falls_in_battles_by_hand_is_not_counted_and_seven_stay_seven() -> None:
    for lost, still in ((3, False), (8, True)):
        sitting = joined()
        tell(sitting, TellFallen("atreides", lost), ChangeOption("R-battle", "hand"), GoTo("battle"))
        assert known(companion_of(sitting.screen("atreides"), "atreides").lost) == still
    assert known(companion_of(LiveTable(phase="battle").screen("atreides"), "atreides").lost)


def test_4_97_15_traitors_told_once_are_kept_and_nobody_else_hears_of_them() -> None:
    sitting = joined()
    heard = {viewer: sitting.version(viewer) for viewer in (PUBLIC, "atreides", "fremen")}
    assert not tell(sitting, TellTraitors("atreides", "Stilgar", "Chani")).done, "one only"
    assert tell(sitting, TellTraitors("harkonnen", "Stilgar", "Chani")).done
    assert {viewer: sitting.version(viewer) for viewer in heard} == heard
    assert sitting.screen("harkonnen").state(Traitors).kept["harkonnen"] == ("Stilgar", "Chani")
    assert "TellTraitors" not in offered(sitting, "harkonnen") and "TellTraitors" in offered(sitting, "fremen")
    tell(sitting, GoTo("battle"))
    assert not tell(sitting, TellTraitors("fremen", "Duncan Idaho")).done, "the game has gone on"


def test_4_97_15_a_captured_leader_leads_for_whoever_holds_it() -> None:
    sitting = joined()
    assert "TellCaptive" not in offered(sitting, "fremen")
    assert tell(sitting, TellCaptive("harkonnen", "Stilgar")).done
    mine, theirs = (leaders_of(sitting.screen(seat), seat) for seat in ("harkonnen", "fremen"))
    assert mine and "Stilgar" in mine.pool and theirs and "Stilgar" not in theirs.pool
    tell(sitting, GoTo("battle"), BeginBattle("Carthag", "harkonnen", "atreides", 5, 0, 5, 0))
    refused = tell(sitting, LockPlan("harkonnen", dial=1, leader="Stilgar")).objections
    assert {one.rule for one in refused} <= {"2.01.08"}, "Prescience comes first, and nothing else"


def test_4_97_15_whoever_is_dead_or_captured_already_is_not_among_the_captives_to_enter() -> None:
    sitting = Sitting(MemoryJournal(), Dice(3))
    alive = tuple(name for name in FACTIONS["fremen"].leaders if name != "Stilgar")
    noted = (LeadersNoted("fremen", alive, ("Stilgar",), sealed((), *SEATS), ("Stilgar",)),)
    assert sitting.act(JoinInTheMiddle(setup(), noted, "battle"), PUBLIC).done
    assert "Chani" in captives(sitting) and "Stilgar" not in captives(sitting)
    assert not tell(sitting, TellCaptive("harkonnen", "Stilgar")).done
    assert tell(sitting, TellCaptive("harkonnen", "Chani")).done
    assert captives(sitting) and not {"Chani", "Stilgar", *FACTIONS["harkonnen"].leaders} & set(captives(sitting))
    for leader in captives(sitting):
        before = sitting.version("harkonnen")
        assert tell(sitting, TellCaptive("harkonnen", leader)).done and sitting.version("harkonnen") != before


def captives(sitting: Sitting) -> list[str]:
    """Return which leaders Harkonnen may say they hold."""
    offer = next(one for one in secret_offers(sitting.screen("harkonnen"), "harkonnen") if one.name == "TellCaptive")
    return [value for value, _ in offer.blanks[0].choices if value]


def test_4_97_15_cards_set_aside_are_never_dealt_again() -> None:
    made, events = Middle(aside="family atomics, Karama").set_aside(setup())
    sitting = Sitting(MemoryJournal(), Dice(3))
    assert sitting.act(JoinInTheMiddle(made, events, "bidding"), PUBLIC).done
    truth = sitting.views.referee
    assert tuple(set_aside(truth).faces()) == made.discard and not set(made.discard) & set(truth.deck.faces())
    assert not truth.discard and len(truth.deck) == 31
    assert all(seat in FACTIONS for seat in truth.seats)


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("La, La, La", [LA]),
        (" karama , la, la, la,", ["Karama", LA]),
        (f"{LA}, Karama, Karama", [LA, "Karama", "Karama"]),
    ],
)
def test_4_97_15_a_card_with_commas_in_its_name_is_one_card(typed: str, cards: list[str]) -> None:
    assert [*map(card_name, Middle(aside=typed).set_aside(setup())[0].discard)] == cards


def test_4_97_16_a_public_sheet_fills_in_the_cards_set_aside() -> None:
    sheet = {"table": "Old", "rules": "basic", "more": ["aside La, La, La|Karama|No Such Card"]}
    read = read_paper(json.dumps({**sheet, "situation": {"players": ["Atreides", "Fremen"]}}))
    assert read.middle.aside == "La, La, La, Karama"
    assert [*map(card_name, read.middle.set_aside(setup())[0].discard)] == [LA, "Karama"]
