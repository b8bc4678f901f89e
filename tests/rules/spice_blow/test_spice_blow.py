"""The spice blow: piles, worms, what the storm hides, what Fremen decide, and the nexus."""

from __future__ import annotations

from typing import Any

import pytest

from referee.agreements.alliances import OfferAlliance
from referee.board.forces import TANKS, forces_in
from referee.board.forces_counted import KeepCount
from referee.cards.karama.stopping import StopPower
from referee.factions.fremen.worms import PlaceWorm
from referee.holdings.ledger import lying
from referee.offers.waiting import on_turn
from referee.offers.what_now import at_a_glance
from referee.phases.spice_blow.blow import SpiceBlows, TurnWorm, WormComes, blow, pile_now
from referee.phases.spice_blow.devoured import WormEats
from referee.phases.storm.storm_moves import PlaceStorm
from referee.powers.powers import stoppable
from referee.web.phase.moments import highlight
from tests.kit import LiveTable


def table(*seats: str, turn: int = 2, **more: Any) -> LiveTable:
    return LiveTable(*seats, turn=turn, phase="spice_blow", **more)


def test_1_02_01_the_basic_game_turns_one_territory_card() -> None:
    sitting = table(rules="basic").do(SpiceBlows("Red Chasm"))
    assert pile_now(sitting.public) == ""
    assert sitting.no(SpiceBlows("Old Gap")) == "1.02.01"
    assert sitting.no(TurnWorm()) == "1.02.01"


def test_1_13_02_and_1_13_02_00_the_advanced_game_plays_pile_a_and_then_pile_b() -> None:
    sitting = table().do(SpiceBlows("Red Chasm"))
    assert sitting.said() == [("One of you turns over pile B's card and taps it.", "1.13.02.02")]
    sitting.do(SpiceBlows("The Great Flat"))
    assert blow(sitting.public).tops == {"A": "Red Chasm", "B": "The Great Flat"}
    assert sitting.no(SpiceBlows("Old Gap")) == "1.13.02"


def test_1_02_01_a_card_that_is_entered_twice_is_asked_about_and_may_be_allowed() -> None:
    sitting = table().do(SpiceBlows("Red Chasm"))
    found = sitting.act(SpiceBlows("Red Chasm"), "host").objections
    assert [one.code for one in found] == ["TWICE"] and not found[0].firm
    assert lying(sitting.public, "Red Chasm") == 8
    assert sitting.act(SpiceBlows("Red Chasm"), "host", waive=True).done


def test_1_13_02_01_and_1_13_02_02_a_worm_strikes_the_top_of_its_own_pile() -> None:
    sitting = table("emperor", "atreides").do(SpiceBlows("Red Chasm"), SpiceBlows("The Great Flat"))
    sitting.do("mentat_pause", "storm", "spice_blow", TurnWorm())
    public = sitting.public
    assert (lying(public, "Red Chasm"), lying(public, "The Great Flat")) == (0, 10)
    sitting.do(SpiceBlows("Old Gap"), TurnWorm(), TurnWorm())
    assert blow(sitting.public).worms == ["Red Chasm", "The Great Flat", "The Great Flat"]
    assert lying(sitting.public, "Old Gap") == 6


def test_1_02_05_a_worm_with_no_card_beneath_eats_nothing_and_the_table_may_say_where() -> None:
    sitting = table(rules="basic").do(TurnWorm())
    assert blow(sitting.public).worms == [""]
    assert table(rules="basic").labels().count("Shai-Hulud appears") == 1
    sitting.do(SpiceBlows("Red Chasm"), "mentat_pause", "storm", "spice_blow")
    assert "Shai-Hulud appears" not in sitting.labels()
    assert sitting.said()[-1] == ("If a worm comes, it appears in Red Chasm.", "1.02.05")


@pytest.mark.parametrize(("sector", "placed"), [(6, 0), (7, 8)])
def test_1_02_04_an_icon_in_the_storm_gets_no_spice(sector: int, placed: int) -> None:
    sitting = table().do(PlaceStorm(sector), SpiceBlows("Red Chasm", by_marker=True))
    assert lying(sitting.public, "Red Chasm") == placed
    sitting.do(SpiceBlows("Old Gap", under_storm=True))
    assert lying(sitting.public, "Old Gap") == 0


# -- the first turn -----------------------------------------------------------------------------------


def test_1_02_02_and_1_02_03_worms_of_the_first_turn_are_laid_aside_and_bring_no_nexus() -> None:
    sitting = table(turn=1, rules="basic").do(TurnWorm(), TurnWorm())
    assert sitting.no(WormComes("Red Chasm")) == "1.02.02"
    sitting.do(SpiceBlows("Red Chasm"))
    assert blow(sitting.public).worms == [] and "Nexus: form an alliance" not in sitting.labels()
    assert sitting.said() == [
        ("The 2 worm cards set aside are shuffled back into the spice deck.", "1.02.02"),
        ("The spice blow is over. There is no Nexus in turn 1.", "1.02.03"),
    ]


def test_1_02_02_each_worm_of_the_first_turn_is_seen_to_be_set_aside() -> None:
    sitting = table(turn=1, rules="basic").do(TurnWorm())
    assert sitting.said()[0] == ("The worm is set aside, for this is turn 1.", "1.02.02")
    assert sitting.do(TurnWorm()).said()[0] == ("Worm number 2: set aside too.", "1.02.02")


def test_1_02_06_one_nexus_however_many_worms_came() -> None:
    sitting = table("emperor", "atreides").do(TurnWorm(), TurnWorm(), SpiceBlows("Red Chasm"))
    assert sitting.no(OfferAlliance("emperor", "atreides")) == "1.02.06" and "JoinForces" not in sitting.offered()
    sitting.do(SpiceBlows("Old Gap"))
    assert "Nexus: form an alliance" in sitting.labels()
    assert sitting.said() == [("Nexus: make or break alliances now.", "1.02.06")]


# -- forces -------------------------------------------------------------------------------------------


def test_1_02_05_and_2_04_07_the_worm_devours_all_forces_but_fremen() -> None:
    faces = {"emperor": ("Karama/1",)}
    sitting = table(hands=faces, turn=1, P6="none").do(KeepCount())
    sitting.do("mentat_pause", "storm", "spice_blow", WormComes("Red Chasm"), WormEats("atreides", 3))
    tanks = forces_in(sitting.public, "atreides", TANKS)
    assert tanks is not None and tanks.total == 3
    assert sitting.no(WormEats("fremen", 3)) == "2.04.07" and sitting.no(WormEats("atreides", 0)) == "1.02.05"
    sitting.do(StopPower("emperor", "2.04.07"), WormEats("fremen", 3))


def test_2_04_15_further_worms_wait_for_the_fremen() -> None:
    sitting = table().do(TurnWorm(), TurnWorm())
    assert on_turn(sitting.public) == ("fremen",)
    assert sitting.no(SpiceBlows("Old Gap")) == "2.04.15"
    assert "Choose where the worm appears" in sitting.labels("fremen")
    shown = highlight(sitting.public, sitting.moment())
    assert shown and shown.meaning == "Another Shai-Hulud: Fremen choose where it appears.", "the newest worm is told"
    assert sitting.no(PlaceWorm("fremen", "Arrakeen")) == "2.04.15"
    assert sitting.no(PlaceWorm("emperor", "Red Chasm")) == "2.04.15"
    assert sitting.act(PlaceWorm("fremen", "Red Chasm"), "fremen").done
    assert blow(sitting.public).worms == ["", "Red Chasm"]
    sitting.do(TurnWorm())
    assert on_turn(sitting.public) == ("fremen",)


def test_2_04_15_without_it_the_cards_say_where() -> None:
    faces = {"emperor": ("Karama/1",)}
    sitting = table(hands=faces).do(TurnWorm(), StopPower("emperor", "2.04.15"), TurnWorm())
    assert blow(sitting.public).worms == ["", ""]
    assert blow(table(rules="basic").do(TurnWorm(), TurnWorm()).public).worms == ["", ""]


@pytest.mark.parametrize("allies", ["", "fremen emperor"])
def test_2_04_10_whoever_has_no_ally_saves_none(allies: str) -> None:
    powers = stoppable(table(allies=allies).public, "spice_blow")
    assert ("2.04.10" in [power.rule for power in powers]) is bool(allies)


def test_2_04_08_and_2_04_10_the_table_is_reminded_of_the_ride_and_of_the_ally() -> None:
    sitting = table().do(WormComes("Red Chasm"))
    assert [rule for _, rule in sitting.said()][-2:] == ["2.04.07", "2.04.08"]
    assert at_a_glance(sitting.public)[0].lines[-1].words == "A worm came to Red Chasm."
