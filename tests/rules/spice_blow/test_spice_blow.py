"""The spice blow: piles, worms, what the storm hides, what Fremen decide, and the nexus."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.cards.karama.stopping import StopInPhase
from referee.common.forces import TANKS, forces_in
from referee.common.ledger import lying
from referee.common.offers import TABLE, offers
from referee.common.powers import stoppable
from referee.common.setup import Place, SetTable
from referee.common.status import at_a_glance, on_turn, what_now
from referee.factions.fremen.worms import PlaceWorm
from referee.kernel.events import PUBLIC
from referee.phases.spice_blow.blow import SpiceBlows, TurnWorm, WormComes, WormEats, blow, pile_now
from referee.phases.storm.storm import PlaceStorm
from referee.phases.turn.counting import KeepCount
from referee.phases.turn.next_phase import GoTo
from referee.running.journal import Journal
from referee.running.sitting import Dice, Sitting
from tests.kit.sitting import do, no

SIX = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")


def table(
    *seats: str, turn: int = 2, rules: str = "advanced", faces: dict[str, tuple[str, ...]] | None = None, **more: Any
) -> Sitting:
    made = Sitting(Journal(Path(":memory:")), Dice(3))
    held = faces or {}
    places = tuple(Place(seat, "", len(held.get(seat, ())), 20, held.get(seat, ())) for seat in seats or SIX)
    assert made.act(
        SetTable("x", places, places[0].faction, rules, turn, options=(("K8", "off"),), deck=("c1", "c2"), **more),
        PUBLIC,
    ).done
    return do(made, GoTo("spice_blow"))


def said(sitting: Sitting) -> list[tuple[str, str]]:
    return [(one.words, one.rule) for one in what_now(sitting.screen(PUBLIC))]


def shown(sitting: Sitting, seat: str = TABLE) -> list[str]:
    return [one.label for one in offers(sitting.screen(PUBLIC), seat) if not one.aside]


def test_1_02_01_the_basic_game_turns_one_territory_card() -> None:
    sitting = do(table(rules="basic"), SpiceBlows("Red Chasm"))
    assert pile_now(sitting.screen(PUBLIC)) == ""
    assert no(sitting, SpiceBlows("Old Gap")) == "1.02.01"
    assert no(sitting, TurnWorm()) == "1.02.01"


def test_1_13_02_and_1_13_02_00_the_advanced_game_plays_pile_a_and_then_pile_b() -> None:
    sitting = do(table(), SpiceBlows("Red Chasm"))
    assert said(sitting) == [("Turn a spice card for pile B.", "1.13.02.02")]
    do(sitting, SpiceBlows("The Great Flat"))
    assert blow(sitting.screen(PUBLIC)).tops == {"A": "Red Chasm", "B": "The Great Flat"}
    assert no(sitting, SpiceBlows("Old Gap")) == "1.13.02"


def test_1_13_02_01_and_1_13_02_02_a_worm_strikes_the_top_of_its_own_pile() -> None:
    sitting = do(table("emperor", "atreides"), SpiceBlows("Red Chasm"), SpiceBlows("The Great Flat"))
    do(sitting, GoTo("mentat_pause"), GoTo("storm"), GoTo("spice_blow"), TurnWorm())
    public = sitting.screen(PUBLIC)
    assert (lying(public, "Red Chasm"), lying(public, "The Great Flat")) == (0, 10)
    do(sitting, SpiceBlows("Old Gap"), TurnWorm(), TurnWorm())
    assert blow(sitting.screen(PUBLIC)).worms == ["Red Chasm", "The Great Flat", "The Great Flat"]
    assert lying(sitting.screen(PUBLIC), "Old Gap") == 6


def test_1_02_05_a_worm_with_no_card_beneath_eats_nothing_and_the_table_may_say_where() -> None:
    sitting = do(table(rules="basic"), TurnWorm())
    assert blow(sitting.screen(PUBLIC)).worms == [""]
    assert shown(table(rules="basic")).count("A worm comes") == 1
    do(sitting, SpiceBlows("Red Chasm"), GoTo("mentat_pause"), GoTo("storm"), GoTo("spice_blow"))
    assert "A worm comes" not in shown(sitting)
    assert said(sitting)[-1] == ("A worm would strike Red Chasm.", "1.02.05")


@pytest.mark.parametrize(("sector", "placed"), [(6, 0), (7, 8)])
def test_1_02_04_an_icon_in_the_storm_gets_no_spice(sector: int, placed: int) -> None:
    sitting = do(table(), PlaceStorm(sector), SpiceBlows("Red Chasm", by_marker=True))
    assert lying(sitting.screen(PUBLIC), "Red Chasm") == placed
    do(sitting, SpiceBlows("Old Gap", under_storm=True))
    assert lying(sitting.screen(PUBLIC), "Old Gap") == 0


# -- the first turn -----------------------------------------------------------------------------------


def test_1_02_02_and_1_02_03_worms_of_the_first_turn_are_laid_aside_and_bring_no_nexus() -> None:
    sitting = do(table(turn=1, rules="basic"), TurnWorm(), TurnWorm())
    assert no(sitting, WormComes("Red Chasm")) == "1.02.02"
    do(sitting, SpiceBlows("Red Chasm"))
    assert blow(sitting.screen(PUBLIC)).worms == [] and "Nexus: form an alliance" not in shown(sitting)
    assert said(sitting) == [
        ("2 worm cards laid aside: shuffle back into the spice deck.", "1.02.02"),
        ("The blow is over. The first turn has no nexus.", "1.02.03"),
    ]


def test_1_02_06_one_nexus_however_many_worms_came() -> None:
    sitting = do(table("emperor", "atreides"), TurnWorm(), TurnWorm(), SpiceBlows("Red Chasm"))
    assert "Nexus: form an alliance" in shown(sitting)
    do(sitting, SpiceBlows("Old Gap"))
    assert said(sitting) == [("Nexus: alliances are made and broken now.", "1.02.06")]


# -- forces -------------------------------------------------------------------------------------------


def test_1_02_05_and_2_04_07_the_worm_devours_all_forces_but_fremen() -> None:
    faces = {"emperor": ("Karama/1",)}
    sitting = do(table(faces=faces, turn=1), KeepCount())
    do(sitting, GoTo("mentat_pause"), GoTo("storm"), GoTo("spice_blow"), WormComes("Red Chasm"))
    do(sitting, WormEats("atreides", 3))
    tanks = forces_in(sitting.screen(PUBLIC), "atreides", TANKS)
    assert tanks is not None and tanks.total == 3
    assert no(sitting, WormEats("fremen", 3)) == "2.04.07" and no(sitting, WormEats("atreides", 0)) == "1.02.05"
    do(sitting, StopInPhase("emperor", "2.04.07"), WormEats("fremen", 3))


def test_2_04_15_further_worms_wait_for_the_fremen() -> None:
    sitting = do(table(), TurnWorm(), TurnWorm())
    assert on_turn(sitting.screen(PUBLIC)) == ("fremen",)
    assert no(sitting, SpiceBlows("Old Gap")) == "2.04.15"
    assert "Choose where the worm comes up" in shown(sitting, "fremen")
    assert no(sitting, PlaceWorm("fremen", "Arrakeen"), "fremen") == "2.04.15"
    assert no(sitting, PlaceWorm("emperor", "Red Chasm"), "emperor") == "2.04.15"
    assert sitting.act(PlaceWorm("fremen", "Red Chasm"), "fremen").done
    assert blow(sitting.screen(PUBLIC)).worms == ["", "Red Chasm"]
    do(sitting, TurnWorm())
    assert on_turn(sitting.screen(PUBLIC)) == ("fremen",)


def test_2_04_15_without_it_the_cards_say_where() -> None:
    faces = {"emperor": ("Karama/1",)}
    sitting = do(table(faces=faces), TurnWorm(), StopInPhase("emperor", "2.04.15"), TurnWorm())
    assert blow(sitting.screen(PUBLIC)).worms == ["", ""]
    assert blow(do(table(rules="basic"), TurnWorm(), TurnWorm()).screen(PUBLIC)).worms == ["", ""]


@pytest.mark.parametrize("allied", [(), (("fremen", "emperor"),)])
def test_2_04_10_whoever_has_no_ally_saves_none(allied: tuple[tuple[str, str], ...]) -> None:
    powers = stoppable(table(alliances=allied).screen(PUBLIC), "spice_blow")
    assert ("2.04.10" in [power.rule for power in powers]) is bool(allied)


def test_2_04_08_and_2_04_10_the_table_is_reminded_of_the_ride_and_of_the_ally() -> None:
    sitting = do(table(), WormComes("Red Chasm"))
    assert [rule for _, rule in said(sitting)][-2:] == ["2.04.07", "2.04.08"]
    sheet = at_a_glance(sitting.screen(PUBLIC))[0]
    assert sheet.lines[-1].words == "A worm came to Red Chasm."
