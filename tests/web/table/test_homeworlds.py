"""4.04 on the screens: worlds beside the map, a battle on one, and what its owner and its occupier read."""

from __future__ import annotations

from pathlib import Path

from referee.board.worlds import occupier
from tests.kit import SIX, Evening, set_up


def invaded(folder: Path) -> Evening:
    """Return an evening in which Harkonnen have shipped to Kaitain."""
    evening = Evening(folder).begin(set_up(spice=dict.fromkeys(SIX, 20), turn="2", M4="on", K8="off"))
    evening.must("host", "KeepCount")
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    evening.must("host", "Ship", seat="harkonnen", normal="4", goal="Kaitain", kind="out")
    return evening


def test_4_04_worlds_stand_beside_the_map_with_their_side_and_who_is_there(tmp_path: Path) -> None:
    evening = invaded(tmp_path)
    page = evening.host.get(f"/t/{evening.table}/").text
    assert page.count('class="world is-high') == 6 and 'id="world-giedi_prime" class="world is-low"' in page
    assert "Kaitain, the Emperor's world, high. Emperor: 15 forces. Harkonnen: 4 forces" in page.replace("&#39;", "'")
    phone = evening.who("fremen").get(f"/t/{evening.table}/me").text
    assert "To another world" in phone and "Homeworlds" in phone


def test_4_04_a_battle_on_a_world_is_chosen_planned_and_judged_on_the_pages(tmp_path: Path) -> None:
    evening = invaded(tmp_path)
    evening.must("host", "PlaceStorm", sector="5")
    evening.must("host", "GoTo", phase="battle", anyway="1")
    assert "Kaitain" in evening.host.get(f"/t/{evening.table}/").text
    one = evening.must("host", "FightNext", seat="emperor", territory="Kaitain", against="harkonnen")
    assert one.status_code in {200, 204, 303}
    evening.must("emperor", "LockPlan", dial="0", leader="Bashar")
    evening.must("harkonnen", "LockPlan", dial="3", leader="Feyd-Rautha", support="3")
    evening.must("host", "Reveal")
    page = evening.host.get(f"/t/{evening.table}/").text
    assert "as the natives of Kaitain" in page
    evening.must("host", "SettleBattle")
    assert occupier(evening.public, "Kaitain") == "harkonnen"
    for seat in SIX:
        assert evening.who(seat).get(f"/t/{evening.table}/me").status_code == 200
