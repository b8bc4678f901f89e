"""Chapter 4.93: what a table may decide differently about battles."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel import Table, ask
from referee.knowledge.notes import MayKeepNotes
from tests.kit import codes, fight, lost, rules_of

A, D = "Atreides 5: 2 Duncan Idaho", "Harkonnen 5: 2 Umman Kudu"


def call(by: str, against: str) -> dict[str, Any]:
    return {"traitor": [{"by": by, "against": against}]}


@pytest.mark.parametrize(
    ("said", "saves"), [("as printed", "Shield"), ("poison, stopped by Snooper (a slip)", "Snooper")]
)
def test_4_93_01_what_stops_the_ellaca_drug(said: str, saves: str) -> None:
    for defence in ("Shield", "Snooper"):
        done = fight(f"{A} | Ellaca Drug", f"{D} | - | {defence}", options={"T1": said})
        assert done["leaders_killed"] == ([] if defence == saves else ["Umman Kudu"])
    printed = fight(f"{A} | Ellaca Drug", f"{D} | - | Shield", options={"T1": "as printed"})
    assert rules_of(printed)[0] == "4.93.01"


@pytest.mark.parametrize(("said", "paid"), [("paid", {"Atreides": 1}), ("not paid", {})])
def test_4_93_03_spice_for_a_traitor(said: str, paid: dict[str, int]) -> None:
    done = fight(A, D, a={"traitors": ["Umman Kudu"]}, calls=call("Atreides", "Umman Kudu"), options={"T3": said})
    assert done["spice"]["payouts"] == paid and done["winner"] == "Atreides"


@pytest.mark.parametrize(("said", "used"), [("not used", False), ("used", True)])
def test_4_93_04_what_serves_once_after_a_traitor(said: str, used: bool) -> None:
    kh = {"kwisatz_haderach": True, "kh_state": {"forces_lost": 7, "alive": True}, "traitors": ["Umman Kudu"]}
    done = fight("Atreides 5: 1 Dr. Yueh", "Harkonnen 5: 1 Umman Kudu", "advanced", a=kh,
                 calls=call("Atreides", "Umman Kudu"), options={"T4": said})  # fmt: skip
    assert done["kh_counts_as_used"] is used
    own = {"captured_leaders": ["Chani"], "traitors": ["Caid"]}
    prisoner = fight("Harkonnen 5: 1 Chani", "Emperor 5: 1 Caid", "advanced", a=own, calls=call("Harkonnen", "Caid"),
                     options={"T4": said})  # fmt: skip
    home = "Fremen" if used else "Harkonnen"
    assert prisoner["leader_goes_to"]["Chani"] == f"{home} leader pool"
    assert prisoner["leader_available_again"] == {home: ["Chani"]}


@pytest.mark.parametrize(("said", "winner"), [("yes", "Fremen"), ("no (2.05.13 needs the card)", "Harkonnen")])
def test_4_93_05_a_captured_leader_against_the_own_faction(said: str, winner: str) -> None:
    done = fight("Harkonnen 9: 4 Chani", "Fremen 5: 0 Jamis", "advanced", a={"captured_leaders": ["Chani"]},
                 calls=call("Fremen", "Chani"), options={"T5": said})  # fmt: skip
    assert done["winner"] == winner


def test_4_93_06_zoal_has_one_setting() -> None:
    assert fight("Tleilaxu 5: 1 Zoal", A, options={"T6": "opponent's leader"})["aggressor_total"] == 3


def test_4_93_07_the_exchange_may_be_automatic() -> None:
    done = fight("Ixian 3+4: 4 Cammar Pilru", "Emperor 9: 0 Bashar", "advanced", options={"T7": "automatic"},
                 a={"commit": {"normal_full": 0, "normal_half": 0, "special_full": 0, "special_half": 4}})  # fmt: skip
    assert lost(done, "Ixian") == [(3, 1)]


HELP = {"ally": "Emperor", "spice": 1, "spice_support": 3, "support_from_ally": {"Emperor": 2}}


def test_4_93_08_an_ally_may_help_to_pay() -> None:
    plan = "Atreides 3: 3 Duncan Idaho", "Harkonnen 5: 0 Umman Kudu", "advanced"
    assert codes(fight(*plan, a=HELP)) == [("A", "SPICE_EXCEEDS_HELD")]
    done = fight(*plan, a=HELP, options={"T8": "ally may help"})
    assert done["spice"]["to_bank"] == {"Atreides": 1, "Emperor": 2}
    own_share = fight(*plan, a={**HELP, "spice_support": 1}, options={"T8": "ally may help"})
    assert own_share["spice"]["to_bank"] == {"Atreides": 1, "Emperor": 2}


def test_2_03_06_a_gift_received_before_is_the_players_own() -> None:
    gift = {"ally": "Emperor", "spice": 1, "spice_support": 3, "gift_received": 2}
    done = fight("Atreides 3: 3 Duncan Idaho", "Harkonnen 5: 0 Umman Kudu", "advanced", a=gift)
    assert done["spice"]["net"] == {"Atreides": -3}


def test_4_93_09_a_leader_may_stay_at_home() -> None:
    assert fight("Atreides 5: 5 nobody", D, options={"T9": "yes"})["winner"] == "Atreides"
    assert codes(fight("Atreides 5: 5 nobody | Stunner", D, options={"T9": "yes"})) == [("A", "CARDS_WITHOUT_LEADER")]


def test_4_93_10_the_referee_may_choose_the_cheapest_losses() -> None:
    done = fight("Emperor 5+3: 3 Caid", A, options={"T10": "cheapest automatically"})
    assert lost(done, "Emperor") == [(3, 0)] and "4.93.10" in rules_of(done)


@pytest.mark.parametrize(("value", "who"), [("one", [True, False]), ("nobody", [False] * 2), ("everybody", [True] * 2)])
def test_4_93_12_who_may_write_is_for_the_table_to_say(value: str, who: list[bool]) -> None:
    table = Table(options={"T12": value})
    assert [ask(table, MayKeepNotes(seat)).value for seat in ("atreides", "fremen")] == who
