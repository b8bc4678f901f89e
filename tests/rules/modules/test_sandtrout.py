"""4.09: Sandtrout ends alliances, calms the next worm, and doubles the spice after it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.agreements.alliances import nexus_now
from referee.board.forces import RESERVES, TANKS, forces_in
from referee.board.forces_counted import KeepCount
from referee.common.lines_on_paper import PublicSheetTaken
from referee.holdings.ledger import lying
from referee.kernel import REFEREE, fold, react
from referee.modules.sandtrout import CARD, TurnSandtrout, out
from referee.paper.sheets import public_sheet
from referee.phases.spice_blow.blow import SpiceBlows, SpiceCardTurned, TurnWorm, WormComes, worm_came
from referee.phases.spice_blow.deck import DrawSpiceCard, SpiceCardDrawn, SpiceDeck, whole_deck
from referee.running.dice import Dice
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import PutRight
from tests.kit import LiveTable

LATE = 17  # turns of cards


def at_table(**more: Any) -> LiveTable:
    usual = {"M10": "on", "turn": 3, "phase": "spice_blow", "allies": "emperor harkonnen,fremen atreides"}
    return LiveTable("emperor", "harkonnen", "fremen", "atreides", **{**usual, **more})


def test_4_09_01_all_alliances_end_and_another_card_is_turned() -> None:
    table = at_table().do(TurnSandtrout())
    assert not table.public.alliances and out(table.public)
    assert table.no(TurnSandtrout()) == "4.09.01"
    assert "SpiceBlows" in table.offered() and ("1.02.01" in [r for _, r in table.said()] or table.said())
    table.undo("public")
    assert len(table.public.alliances) == 2 and not out(table.public)


def test_4_09_01_in_turn_1_it_is_set_aside() -> None:
    table = at_table(turn=1).do(TurnSandtrout())
    assert len(table.public.alliances) == 2 and not out(table.public)


def test_4_09_without_the_module_there_is_no_such_card() -> None:
    table = at_table(M10="off")
    assert table.no(TurnSandtrout()) == "4.09" and "TurnSandtrout" not in table.offered()
    assert CARD not in whole_deck(table.public) and CARD in whole_deck(at_table().public)


def test_4_09_02_the_next_worm_devours_nothing_and_brings_no_nexus() -> None:
    table = at_table(rules="basic").do(KeepCount(), PutRight("emperor", "Red Chasm", 4, other=RESERVES))
    table.do(GoTo("storm", anyway=True), GoTo("spice_blow", anyway=True), SpiceBlows("Red Chasm"))
    table.do(GoTo("mentat_pause", anyway=True), GoTo("storm", anyway=True), GoTo("spice_blow", anyway=True))
    table.do(TurnSandtrout())
    assert table.no(WormComes("Red Chasm")) == "4.09.02"
    made = table.events(TurnWorm())
    assert not [one for one in made if isinstance(one, SpiceCardTurned)] and not worm_came(table.public)
    assert not nexus_now(table.public) and not out(table.public)
    dead = forces_in(table.truth, "emperor", TANKS)
    assert dead is not None and dead.total == 0 and lying(table.public, "Red Chasm") == 8


def test_4_09_02_the_spice_after_that_worm_is_doubled_once() -> None:
    table = at_table().do(TurnSandtrout(), TurnWorm())
    assert ("The next spice is doubled.", "4.09.02") in table.said()
    table.do(SpiceBlows("The Great Flat"), SpiceBlows("Broken Land"))
    assert lying(table.public, "The Great Flat") == 20 and lying(table.public, "Broken Land") == 8


def test_4_09_02_without_a_worm_it_stays_out_into_the_next_turn_and_doubles_nothing() -> None:
    table = at_table(rules="basic").do(TurnSandtrout(), SpiceBlows("The Great Flat"))
    assert lying(table.public, "The Great Flat") == 10 and out(table.public)
    table.do(GoTo("mentat_pause", anyway=True), GoTo("storm", anyway=True), GoTo("spice_blow", anyway=True))
    assert out(table.public)
    table.do(TurnWorm(), SpiceBlows("Broken Land"))
    assert lying(table.public, "Broken Land") == 16


def test_4_09_02_a_further_worm_works_as_usual() -> None:
    table = at_table(rules="basic").do(TurnSandtrout(), TurnWorm(), TurnWorm())
    assert worm_came(table.public)
    table.do(SpiceBlows("Broken Land"))
    assert lying(table.public, "Broken Land") == 16


def test_4_09_02_spice_in_the_storm_is_not_doubled() -> None:
    table = at_table().do(TurnSandtrout(), TurnWorm(), SpiceBlows("Broken Land", under_storm=True))
    assert lying(table.public, "Broken Land") == 0


def test_4_09_a_dealt_deck_holds_it_and_loses_no_card() -> None:
    seen = 0
    for seed in range(8):
        table = at_table(P5="dealt", dice=Dice(seed), rules="basic")
        whole = Counter(whole_deck(table.truth))
        while table.public.turn < LATE:
            drawn = table.events(DrawSpiceCard())
            seen += any(isinstance(one, SpiceCardDrawn) and one.card == CARD for one in drawn)
            deck = table.truth.state(SpiceDeck)
            there = Counter([*deck.cards, *(card for pile in deck.piles.values() for card in pile)])
            assert there + Counter([CARD] if out(table.truth) else []) == whole
            if any(isinstance(one, SpiceCardTurned) and not one.worm for one in drawn):
                table.do(GoTo("mentat_pause", anyway=True), GoTo("storm", anyway=True), GoTo("spice_blow", anyway=True))
    assert seen


def test_4_09_it_goes_onto_paper_and_comes_back() -> None:
    table = at_table().do(TurnSandtrout())
    assert "sandtrout out" in public_sheet(table.public)["more"]
    other = fold([heard.event for heard in at_table().truth.log], REFEREE)
    for event in react(other, PublicSheetTaken(("sandtrout out",)), Dice(1)):
        other.hear(event)
    assert out(other)
