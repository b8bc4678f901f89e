"""Joining a game in the middle: one page, refused beside the field where it does not add up, and nothing typed lost."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from referee.board.forces import RESERVES, TANKS, Group, forces_in
from referee.board.standing import holdings
from referee.board.storm import Storm
from referee.holdings.leaders import leaders_of
from referee.holdings.ledger import lying
from referee.kernel import PUBLIC, known
from referee.offers.offer import secret_offers
from referee.phases.battle.live_battle import companion_of
from tests.kit import SIX, Evening, set_up

GOOD: dict[str, Any] = {
    "turn": "4", "first": "3", "phase": "revival", "sector": "7", "tokens": "200",
    "count": ["2", "", "4", "", "", "7"], "spice": ["3"] * 6,
    "reserves": ["8", "", "", "", "", ""], "tanks": ["5", "", "", "", "", ""], "board": ["7", "", "", "", "", ""],
    "bribes": ["", "2", "", "", "", ""], "dead": ["Thufir Hawat, duncan idaho, Dr. Yueh", "", "", "", "", ""],
    "down": ["Dr. Yueh", "", "", "", "", ""],
    "held-arrakeen": "atreides", "lying": ["Red Chasm", ""], "amount": ["8", ""],
}  # fmt: skip
PAPER: dict[str, Any] = {
    "rules": "basic", "phase": "battle", "situation": {
        "players": ["Fremen", "Harkonnen"], "first_player": "Harkonnen", "turn": 5, "storm": 9,
        "spice": {"Fremen": 4, "Harkonnen": 9}, "hand": {"Fremen": 3, "Harkonnen": ["Karama", "Shield"]},
        "reserves": {"Fremen": {"normal": 4, "special": 1}}, "tanks": {"Harkonnen": 6},
        "alliances": [["Fremen", "Harkonnen"]], "cities": {"Fremen": ["Sietch Tabr"]},
        "leaders": {"Fremen": {"face_up": ["Jamis"], "face_down": ["Chani"], "pool": ["Stilgar"]}},
        "territory_spice": {"Red Chasm": 4},
    },
}  # fmt: skip


@pytest.fixture
def hall(tmp_path: Any) -> Any:
    evening = Evening(tmp_path / "hall")
    evening.steer()
    yield evening
    evening.close()


def test_4_97_15_a_game_is_joined_with_everything_that_was_counted(hall: Evening) -> None:
    hall.set_table({**set_up(), **GOOD})
    public = hall.public
    assert (public.turn, public.first_player, public.get(Storm).sector) == (4, "emperor", 7)  # type: ignore[union-attr]
    assert forces_in(public, "atreides", RESERVES) == Group(8) and forces_in(public, "atreides", TANKS) == Group(5)
    assert leaders_of(public, "atreides").face_up == ["Thufir Hawat", "duncan idaho"]  # type: ignore[union-attr]
    assert leaders_of(hall.sitting.screen("atreides"), "atreides").face_down == ["Dr. Yueh"]  # type: ignore[union-attr]
    assert not leaders_of(hall.sitting.screen("fremen"), "atreides").face_down  # type: ignore[union-attr]
    assert (lying(public, "Red Chasm"), public.seats["bene_gesserit"].bribes) == (8, 2)
    assert holdings(public).held["atreides"] == ("Arrakeen",) and len(public.seats["harkonnen"].hand) == 7
    assert hall.sitting.screen("atreides").seats["atreides"].spice == 3
    assert "Continue from revival" in hall.host.get(f"/t/{hall.table}/").text


def test_2_01_10_a_game_whose_turn_alone_was_typed_is_under_way_and_its_losses_are_not_known(hall: Evening) -> None:
    hall.set_table({**set_up(), "turn": "4"})
    own = hall.sitting.screen("atreides")
    assert not known(companion_of(own, "atreides").lost)
    assert "TellFallen" in {offer.name for offer in secret_offers(own, "atreides")}


@pytest.mark.parametrize(
    ("wrong", "rule", "beside"),
    [
        ({"board": ["8", "", "", "", "", ""]}, "0.09", "make 21"),
        ({"board": ["", "", "", "", "", ""], "tanks": ["13", "", "", "", "", ""]}, "0.09", "make 21"),
        ({"dead": ["Stilgar, Dr. Yueh", "", "", "", "", ""]}, "1.05.03", "Atreides have no leader “Stilgar”"),
        ({"dead": ["Duncan Idaho, duncan  idaho, Dr. Yueh", "", "", "", "", ""]}, "0.09", "is named twice"),
        ({"down": ["Lady Jessica", "", "", "", "", ""]}, "", "Name it there too"),
        ({"tokens": "20"}, "0.04", "That makes 28 spice"),
        ({"first": ["1", "2"]}, "1.01.01", "There is one First Player"),
        ({"ally": ["fremen", "fremen", "", "", "", ""]}, "1.10.01.03", "An alliance has two members"),
        ({"count": ["5", "", "", "", "", ""]}, "1.04.02", "Atreides may hold 4 cards, not 5"),
        ({"count": ["", "", "", "", "", "9"]}, "2.05.07", "Harkonnen may hold 8 cards, not 9"),
        ({"turn": "11"}, "0.02", "a turn from 1 to 10"),
        ({"sector": "19"}, "1.01.02", "a sector from 1 to 18"),
        ({"lying": ["Arrakeen", ""]}, "1.02.04", "Spice cannot be in Arrakeen"),
        ({"held-arrakeen": "ixian"}, "", "do not play here"),
        ({"reserves": ["x", "", "", "", "", ""]}, "", "a whole number from 0 to 99"),
    ],
)
def test_4_97_15_what_does_not_add_up_is_refused_and_stays_typed(
    hall: Evening, wrong: dict[str, Any], rule: str, beside: str
) -> None:
    form = {**set_up(), **GOOD, **wrong}
    answer = hall.host.post("/new", form)
    assert answer.status_code == 400 and not hall.hall.tables()
    errors = " ".join(re.findall(r'<p class="error"[^>]*>.*?</p>|<span class="error">.*?</span>', answer.text))
    assert beside in errors.replace("&#39;", "'") and (rule in errors)
    for kept in ("P1", "Thufir" if "dead" not in wrong else wrong["dead"][0].split(",")[0], 'value="200"'):
        assert kept in answer.text or "tokens" in wrong


def test_4_97_15_a_position_on_paper_fills_the_form(hall: Evening) -> None:
    answer = hall.host.post("/new", {**set_up(), "fill": "1", "paper": json.dumps(PAPER)})
    assert answer.status_code == 200 and not hall.hall.tables()
    typed = re.findall(
        r'name="(reserves|reserves_starred|tanks|count|spice|dead|down)"[^>]*value="([^"]+)"', answer.text
    )
    assert sorted(typed) == sorted(
        [("count", "3"), ("spice", "4"), ("reserves", "5"), ("reserves_starred", "1"), ("dead", "Jamis, Chani"),
         ("down", "Chani"),
         ("count", "2"), ("spice", "9"), ("tanks", "6"), ("tanks", "0")]
    )  # fmt: skip


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"tanks": {"Fremen": 21}}, "make 26. Fremen have 20"),
        ({"first_player": ["Fremen", "Harkonnen"]}, "There is one First Player"),
        ({"leaders": {"Fremen": {"face_up": ["Jamis"], "pool": ["Jamis"]}}}, "Jamis is named twice"),
        ({"alliances": [["Fremen", "Harkonnen", "Emperor"]]}, "An alliance has two members"),
    ],
)
def test_4_97_15_a_paper_that_does_not_add_up_is_refused_with_its_rule(
    hall: Evening, change: dict[str, Any], words: str
) -> None:
    place = {**PAPER["situation"], "players": ["Fremen", "Harkonnen", "Emperor"], **change}
    paper = json.dumps({**PAPER, "situation": place})
    answer = hall.host.post("/new", {**set_up(), "fill": "1", "paper": paper})
    assert answer.status_code == 400 and words in answer.text and "Red Chasm" in answer.text


@pytest.mark.parametrize("paper", ["", "[]", "{", '{"situation": 3}', "[" * 9000, '{"situation": {}}', "null"])
def test_4_97_15_nonsense_on_paper_gets_a_sentence(hall: Evening, paper: str) -> None:
    answer = hall.host.post("/new", {**set_up(), "fill": "1", "paper": paper})
    assert answer.status_code == 400 and 'role="alert"' in answer.text


def test_4_97_15_the_hand_of_a_joined_game_is_its_owners_own(hall: Evening) -> None:
    hall.set_table({**set_up(), **GOOD})
    assert not hall.sitting.screen(PUBLIC).seats["emperor"].hand.faces()
    assert all(hall.sitting.screen(PUBLIC).seats[seat].spice != 3 for seat in SIX)
