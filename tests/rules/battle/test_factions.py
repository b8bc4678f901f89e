"""Chapter 2 in battle: what each faction changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import call, codes, fight, leaders, lost, rules_of

A, D = "Atreides 5: 2 Duncan Idaho", "Harkonnen 5: 2 Umman Kudu"
AWAKE = {"kwisatz_haderach": True, "kh_state": {"forces_lost": 7, "alive": True, "used_this_turn_in": None}}
FED = {"spice_support": 2}


def kh(**state: Any) -> dict[str, Any]:
    return {"kwisatz_haderach": True, "kh_state": {**AWAKE["kh_state"], **state}}  # type: ignore[dict-item]


# -- Atreides -----------------------------------------------------------------------------------------


def test_2_01_11_two_more_for_a_leader_or_a_cheap_hero() -> None:
    said = fight("Atreides 5: 0 Duncan Idaho", "Harkonnen 5: 0 Umman Kudu", "advanced", a=AWAKE)
    assert said["aggressor_total"] == 4 and said["kh_counts_as_used"] is True and said["kh_killed"] is False
    told = "The Kwisatz Haderach joins Atreides' leader: +2."
    assert told in [line["sentence"] for line in said["because"]]
    assert fight("Atreides 5: 0 hero", "Harkonnen 5: 0 Umman Kudu", "advanced", a=AWAKE)["aggressor_total"] == 2


def test_2_01_11_nothing_for_the_dead() -> None:
    said = fight("Atreides 5: 0 hero", "Harkonnen 5: 0 Umman Kudu | Stunner", "advanced", a=AWAKE)
    assert said["aggressor_total"] == 0 and said["leaders_killed"] == [] and said["kh_counts_as_used"] is True


@pytest.mark.parametrize(
    ("plan", "rules", "more", "code"),
    [
        (A, "basic", AWAKE, "KH_NOT_ACTIVE"),
        (A, "advanced", kh(forces_lost=6), "KH_NOT_ACTIVE"),
        (A, "advanced", {"kwisatz_haderach": True}, "KH_NOT_ACTIVE"),
        (A, "advanced", kh(alive=False), "KH_DEAD"),
        (A, "advanced", kh(used_this_turn_in="Carthag"), "KH_ALREADY_USED"),
        ("Atreides 5: 1 nobody", "advanced", {**AWAKE, "leaders_available": []}, "KH_WITHOUT_LEADER"),
        ("Fremen 5: 1 Jamis", "advanced", AWAKE, "KH_NOT_ATREIDES"),
    ],
)
def test_2_01_11_it_fights_only_awake_alive_and_beside_a_leader(
    plan: str, rules: str, more: dict[str, Any], code: str
) -> None:
    fed = FED if rules == "advanced" else {}
    assert codes(fight(plan, "Harkonnen 5: 0 Umman Kudu", rules, a={**fed, **more})) == [("A", code)]


def test_2_01_00_the_basic_game_has_no_kwisatz_haderach() -> None:
    said = fight(A, "Harkonnen 5: 0 Umman Kudu", a=AWAKE)
    assert codes(said) == [("A", "KH_NOT_ACTIVE")] and said["errors"][0]["rule"] == "2.01.00"


def test_2_01_11_twice_in_the_same_territory() -> None:
    assert fight(A, "Emperor 5: 0 Caid", "advanced", a={**FED, **kh(used_this_turn_in="Arrakeen")})["legal"]


def test_2_01_10_seven_forces_lost_in_battle_wake_it() -> None:
    state = {"kh_state": {"forces_lost": 3, "alive": True, "used_this_turn_in": None}}
    said = fight("Atreides 4: 0 Duncan Idaho", "Harkonnen 5: 2 Umman Kudu", "advanced", a=state, d=FED)
    assert (said["kh_counter_after"], said["kh_active_after"]) == (7, True) and "2.01.10" in rules_of(said)
    won = fight("Atreides 4: 1 Gurney Halleck", "Harkonnen 5: 0 Umman Kudu", "advanced", a=state)
    assert (won["kh_counter_after"], won["kh_active_after"]) == (5, False)


def test_2_01_12_no_traitor_beside_it() -> None:
    said = fight(A, D, "advanced", a={**AWAKE, **FED}, d={**FED, "traitors": ["Duncan Idaho"]},
                 calls=call("Harkonnen", "Duncan Idaho"))  # fmt: skip
    assert said["traitor_refused"] == [{"by": "Harkonnen", "against": "Duncan Idaho", "why": "KH_PROTECTS"}]
    assert said["aggressor_total"] == 6 and "2.01.12" in rules_of(said)


def test_2_01_13_only_the_explosion_kills_it() -> None:
    said = fight("Atreides 5: 0 hero | Lasgun", "Harkonnen 5: 0 Umman Kudu | - | Shield", "advanced", a=AWAKE)
    assert said["kh_killed"] is True and said["kh_active_after"] is False and said["kh_counter_after"] == 12
    lost_battle = fight("Atreides 5: 0 hero", "Harkonnen 5: 2 Umman Kudu | Stunner", "advanced", a=AWAKE, d=FED)
    assert lost_battle["kh_killed"] is False and "2.01.13" not in rules_of(lost_battle)


# -- Emperor and Fremen -------------------------------------------------------------------------------


def test_2_03_08_sardaukar_count_two_fed_and_one_unfed() -> None:
    assert fight("Emperor 0+3: 6 Caid", A, "advanced", a={"spice_support": 3}, d=FED)["aggressor_total"] == 9
    assert fight("Emperor 0+3: 3 Caid", A, "advanced", d=FED)["aggressor_total"] == 6
    assert codes(fight("Emperor 0+3: 3.5 Caid", A, "advanced", d=FED))[0] == ("A", "DIAL_STEP")


def test_2_03_08_the_owner_chooses_any_mix() -> None:
    said = fight("Emperor 5+3: 4 Caid", "Atreides 2: 1 Dr. Yueh", "advanced", a=FED, d={"spice_support": 1})
    assert lost(said, "Emperor") == [(0, 2), (1, 2), (2, 2), (3, 1), (4, 1)]
    basic = fight("Emperor 2+2: 2 Caid", "Atreides 2: 1 Dr. Yueh")
    assert lost(basic, "Emperor") == [(0, 2), (1, 1), (2, 0)]


def test_2_03_08_karama_makes_them_plain() -> None:
    calls = {"karama": [{"by": "Atreides", "cancels": "SARDAUKAR"}]}
    said = fight("Emperor 0+3: 3 Caid", A, "advanced", a={"spice_support": 3}, d=FED, calls=calls)
    assert lost(said, "Emperor") == [(0, 3)] and rules_of(said)[0] == "2.03.08"
    refused = fight("Emperor 0+3: 6 Caid", A, "advanced", a={"spice_support": 3}, d=FED, calls=calls)
    assert codes(refused) == [("A", "DIAL_TOO_HIGH")]


def test_2_03_09_against_fremen_a_sardaukar_is_one() -> None:
    three = {"spice_support": 3}
    assert fight("Emperor 0+3: 3 Caid", "Fremen 5: 0 Jamis", "advanced", a=three)["winner"] == "Emperor"
    assert codes(fight("Emperor 0+3: 4 Caid", "Fremen 5: 0 Jamis", "advanced", a=three)) == [("A", "DIAL_TOO_HIGH")]
    assert fight("Emperor 0+3: 1.5 Caid", "Fremen 5: 0 Jamis", "advanced")["aggressor_total"] == 4.5


def test_2_04_18_fedaykin_count_two_even_unfed() -> None:
    said = fight("Fremen 3+1: 5 Jamis", "Harkonnen 5: 0 Umman Kudu", "advanced")
    assert said["aggressor_total"] == 7 and said["spice"]["to_bank"] == {} and lost(said, "Fremen") == [(3, 1)]
    three = fight("Fremen 3+2: 3 Jamis", "Harkonnen 5: 0 Umman Kudu", "advanced")
    assert lost(three, "Fremen") == [(1, 1), (3, 0)]


def test_2_04_18_karama_makes_them_plain() -> None:
    calls = {"karama": [{"by": "Harkonnen", "cancels": "FEDAYKIN"}]}
    assert codes(fight("Fremen 3+1: 5 Jamis", "Harkonnen 5: 0 Umman Kudu", "advanced", calls=calls)) == [
        ("A", "DIAL_TOO_HIGH")
    ]


def test_2_04_18_a_number_that_no_mix_makes_exactly_costs_just_enough() -> None:
    assert lost(fight("Fremen 0+3: 3 Jamis", "Emperor 1: 0 Bashar", "advanced"), "Fremen") == [(0, 2)]


def test_2_04_21_fremen_fight_in_full_without_spice() -> None:
    assert fight("Fremen 6: 6 Jamis", "Harkonnen 5: 0 Umman Kudu", "advanced")["spice"]["to_bank"] == {}
    calls = {"karama": [{"by": "Harkonnen", "cancels": "BATTLE_HARDENED"}]}
    said = fight("Fremen 6: 6 Jamis", "Harkonnen 5: 0 Umman Kudu", "advanced", calls=calls)
    assert codes(said) == [("A", "DIAL_TOO_HIGH")]
    paid = fight("Fremen 2+2: 6 Jamis", "Harkonnen 5: 0 Umman Kudu", "advanced", a={"spice_support": 4}, calls=calls)
    assert paid["spice"]["to_bank"] == {"Fremen": 4} and "2.04.21" in rules_of(paid)


# -- Harkonnen ----------------------------------------------------------------------------------------

ALLY = {"ally": "Harkonnen", "ally_traitors": {"Harkonnen": ["Stilgar"]}}


@pytest.mark.parametrize("by", ["Emperor", "Harkonnen"])
def test_2_05_09_harkonnen_call_for_an_ally(by: str) -> None:
    calls = call(by, "Stilgar", card_held_by="Harkonnen")
    said = fight("Emperor 5: 1 Caid", "Fremen 5: 5 Stilgar", "advanced", a={**ALLY, **FED}, calls=calls)
    assert said["winner"] == "Emperor" and said["spice"]["payouts"] == {"Emperor": 7}
    assert said["capture"] is None and rules_of(said)[0] == "2.05.09"
    assert (", for the Emperor." in said["because"][0]["sentence"]) is (by == "Harkonnen")


def test_2_05_09_but_not_for_anybody_else() -> None:
    said = fight("Emperor 5: 1 Caid", "Fremen 5: 5 Stilgar", "advanced", a=FED, calls=call("Harkonnen", "Stilgar"))
    assert said["traitor_refused"][0]["why"] == "NOT_IN_BATTLE"


def captured(plan: str, other: str, hark: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    return fight(plan, other, "advanced", a=hark, **more)


def test_2_05_10_00_the_draw_holds_every_living_leader_not_used_elsewhere() -> None:
    gone = {"leaders_used_elsewhere": {"Chani": "Carthag"}, "leaders_dead": ["Otheym"]}
    said = captured("Harkonnen 9: 1 Feyd-Rautha", "Fremen 1: 0 Jamis", d=gone)
    assert said["capture"] == {"by": "Harkonnen", "pool": ["Stilgar", "Shadout Mapes", "Jamis"]}
    killed = captured("Harkonnen 9: 1 Feyd-Rautha | Stunner", "Fremen 1: 0 Jamis", d=gone)
    assert killed["capture"]["pool"] == ["Stilgar", "Shadout Mapes"]


def test_2_05_10_00_only_after_a_victory_in_the_advanced_game() -> None:
    assert captured("Harkonnen 9: 0 Umman Kudu", "Fremen 5: 5 Jamis")["capture"] is None
    assert fight("Harkonnen 9: 1 Feyd-Rautha", "Fremen 1: 0 Jamis")["capture"] is None


def test_2_05_10_01_a_prisoner_killed_pays_two() -> None:
    calls = {"capture": {"leader": "stilgar", "choice": "kill"}}
    said = captured("Harkonnen 9: 1 Feyd-Rautha", "Fremen 1: 0 Jamis", calls=calls)
    assert said["capture"]["spice"] == 2 and said["spice"]["net"] == {"Harkonnen": 2}
    assert said["capture"]["leader_goes_to"] == "Tleilaxu Tanks, face down" and "2.05.10.01" in rules_of(said)


def test_2_05_10_02_a_prisoner_kept_joins_harkonnen() -> None:
    calls = {"capture": {"leader": "Jamis", "choice": "keep"}}
    said = captured("Harkonnen 9: 1 Feyd-Rautha", "Fremen 1: 0 Jamis", calls=calls)
    assert said["leader_goes_to"]["Jamis"] == "Harkonnen leader pool" and said["spice"]["net"] == {}
    nobody = captured("Harkonnen 9: 1 Feyd-Rautha", "Fremen 1: 0 Jamis",
                      calls={"capture": {"leader": "Caid", "choice": "keep"}})  # fmt: skip
    assert "leader" not in nobody["capture"]


CHANI = {"captured_leaders": ["Chani"]}


def test_2_05_10_02_a_captured_leader_goes_home_after_one_battle() -> None:
    for plan in ("Harkonnen 9: 1 Chani", "Harkonnen 9: 0 Chani"):
        said = captured(plan, "Emperor 9: 2 Count Hasimir Fenring".replace("Count ", ""), CHANI, d=FED)
        assert said["leader_goes_to"]["Chani"] == "Fremen leader pool"
        assert said["leader_available_again"] == {"Fremen": ["Chani"]}


def test_2_05_10_02_only_captured_leaders_serve_harkonnen() -> None:
    assert codes(captured("Harkonnen 9: 1 Chani", "Emperor 9: 1 Caid", d=FED)) == [("A", "LEADER_NOT_OWNED")]


def test_2_05_11_with_the_last_own_leader_dead_all_go_home() -> None:
    more = {**CHANI, "leaders_available": ["Umman Kudu"], "leaders_dead": leaders("Harkonnen")[:4]}
    said = captured("Harkonnen 9: 0 Umman Kudu", "Emperor 9: 0 Caid | Stunner", more)
    assert said["leader_goes_to"]["Chani"] == "Fremen leader pool" and "2.05.11" in rules_of(said)
    one_left = {**more, "leaders_used_elsewhere": {"Feyd-Rautha": "Carthag"}, "leaders_dead": []}
    assert (
        "Chani" not in captured("Harkonnen 9: 0 Umman Kudu", "Emperor 9: 0 Caid | Stunner", one_left)["leader_goes_to"]
    )


def test_2_05_11_where_all_own_leaders_are_dead_the_other_captive_goes_home() -> None:
    held = {"captured_leaders": ["Chani", "Stilgar"], "leaders_available": [], "leaders_dead": leaders("Harkonnen")}
    said = captured("Harkonnen 9: 0 Chani", "Emperor 9: 2 Caid | Stunner", held, d=FED)
    assert said["leader_goes_to"] == {
        "Chani": "Tleilaxu Tanks, face up", "Caid": "stays in Arrakeen", "Stilgar": "Fremen leader pool",
    }  # fmt: skip


def test_2_05_12_a_dead_prisoner_lies_in_the_tanks_and_pays() -> None:
    said = captured("Harkonnen 9: 0 Chani", "Emperor 9: 2 Caid | Stunner", CHANI, d=FED)
    assert said["leader_goes_to"]["Chani"] == "Tleilaxu Tanks, face up" and "2.05.12" in rules_of(said)
    assert said["spice"]["payouts"] == {"Emperor": 6}


def test_2_05_13_a_prisoner_can_be_called_with_the_card() -> None:
    calls = call("Fremen", "Chani")
    said = captured("Harkonnen 9: 4 Chani", "Fremen 5: 0 Jamis", CHANI, d={"traitors": ["Chani"]}, calls=calls)
    assert said["winner"] == "Fremen" and said["leaders_killed"] == ["Chani"] and rules_of(said)[0] == "2.05.13"
    without = captured("Harkonnen 9: 4 Chani", "Fremen 5: 0 Jamis", CHANI, calls=calls)
    assert without["traitor_refused"][0]["why"] == "NO_MATCH"


# -- Ixians and Tleilaxu ------------------------------------------------------------------------------


def test_2_07_07_cyborgs_count_two_in_every_game() -> None:
    assert fight("Ixian 2+2: 5 Cammar Pilru", "Emperor 9: 1 Caid")["aggressor_total"] == 6
    assert fight("Ixian 0+2: 2 Cammar Pilru", "Emperor 9: 0 Caid", "advanced")["aggressor_total"] == 3
    calls = {"karama": [{"by": "Emperor", "cancels": "CYBORG"}]}
    refused = fight("Ixian 0+2: 2 Cammar Pilru", "Emperor 9: 0 Caid", "advanced", calls=calls)
    assert codes(refused) == [("A", "DIAL_TOO_HIGH")]


def test_2_07_08_suboids_count_half_in_every_game() -> None:
    said = fight("Ixian 4: 1.5 C'Tair Pilru", "Emperor 9: 0 Caid")
    assert said["aggressor_total"] == 6.5 and lost(said, "Ixian") == [(3, 0)]


def test_2_07_17_spice_makes_no_suboid_stronger() -> None:
    fed = {"spice_support": 5}
    said = fight("Ixian 4+1: 4.5 Cammar Pilru", "Emperor 9: 0 Caid", "advanced", a=fed)
    assert codes(said) == [("A", "DIAL_TOO_HIGH")]
    assert fight("Ixian 4+1: 4 C'Tair Pilru", "Emperor 9: 0 Caid", "advanced", a={"spice_support": 1})["legal"]


def test_2_07_18_a_suboid_may_die_for_a_cyborg() -> None:
    said = fight("Ixian 3+2: 2 C'Tair Pilru", "Emperor 9: 0 Caid", "advanced")
    assert lost(said, "Ixian") == [(0, 2), (1, 1), (2, 0), (2, 1), (3, 0)]
    assert lost(fight("Ixian 3+2: 4 C'Tair Pilru", "Emperor 9: 0 Caid"), "Ixian") == [(0, 2)]


def test_2_08_03_the_tleilaxu_call_no_traitors() -> None:
    said = fight("Tleilaxu 5: 1 Wykk", D, a={"traitors": ["Umman Kudu"]}, calls=call("Tleilaxu", "Umman Kudu"))
    assert said["traitor_refused"][0]["why"] == "TLEILAXU_DO_NOT_CALL" and "2.08.03" in rules_of(said)


@pytest.mark.parametrize(("other", "total", "paid"), [("Stilgar", 8, 7), ("hero", 1, 0)])
def test_2_08_13_zoal_is_as_strong_as_the_other(other: str, total: int, paid: int) -> None:
    assert fight("Tleilaxu 5: 1 Zoal", f"Fremen 5: 1 {other}")["aggressor_total"] == total
    killed = fight("Tleilaxu 5: 1 Zoal", f"Fremen 5: 2 {other} | Stunner")
    assert killed["leaders_killed"] == ["Zoal"] and killed["spice"]["payouts"] == ({"Fremen": paid} if paid else {})


def dance(against: str, one: str = "Emperor 5: 3 Caid", two: str = A, **more: Any) -> dict[str, Any]:
    return fight(one, two, calls={"face_dance": {"by": "Tleilaxu", "against": against}}, **more)


def test_2_08_04_a_face_dancer_takes_the_victory() -> None:
    said = dance("Caid")
    assert said["face_dance"] == {
        "by": "Tleilaxu", "leader": "Caid", "leader_killed_by_face_dance": True, "spice_for_leader": 0,
        "to_reserves": {"Emperor": 2}, "tleilaxu_may_place_up_to": 2,
    }  # fmt: skip
    assert said["winner"] == "Emperor" and said["spice"]["net"] == {} and lost(said, "Emperor") == [(3, 0)]
    assert said["leader_goes_to"]["Caid"] == "Tleilaxu Tanks, face up" and "2.08.04" in rules_of(said)
    assert not [line for line in said["because"] if "Caid lives" in line["sentence"]], "not in two places"


def test_2_08_04_a_leader_already_dead_is_paid_as_usual() -> None:
    said = dance("Caid", two="Atreides 5: 0 Dr. Yueh | Stunner")
    assert said["face_dance"]["leader_killed_by_face_dance"] is False and said["spice"]["net"] == {"Emperor": 3}


@pytest.mark.parametrize(
    ("against", "more", "why"),
    [
        ("Duncan Idaho", {}, "NOT_THE_WINNER"),
        ("Bashar", {}, "NO_MATCH"),
        ("Caid", {"a": {"face_dancers": ["Stilgar"]}}, "NO_MATCH"),
        ("Caid", {"one": "Emperor 5: 1 Caid | Lasgun", "two": f"{A} | - | Shield"}, "NO_WINNER"),
        ("Wykk", {"one": "Tleilaxu 5: 5 Wykk"}, "NOT_THE_WINNER"),
    ],
)
def test_2_08_04_only_the_leader_of_another_winner(against: str, more: dict[str, Any], why: str) -> None:
    said = dance(against, **more)
    assert said["face_dance_refused"] == why and said["face_dance"] is None


def test_2_08_04_a_loser_may_still_unmask_the_winner() -> None:
    said = dance("Caid", two="Tleilaxu 5: 1 Wykk", d={"face_dancers": ["CAID"]})
    assert said["face_dance"]["tleilaxu_may_place_up_to"] == 2


@pytest.mark.parametrize(
    ("plan", "more", "rule"),
    [
        ("Emperor 0+3: 6 Caid", {"spice_support": 3}, "2.03.08"),
        ("Fremen 0+3: 6 Jamis", {}, "2.04.18"),
        ("Atreides 5: 2 Duncan Idaho", {**FED, **AWAKE}, "2.01.11"),
        ("Atreides 5: 2 Duncan Idaho", FED, "1.13.04.01"),
    ],
)
def test_1_07_06_the_verdict_says_what_forces_and_company_count(plan: str, more: dict[str, Any], rule: str) -> None:
    said = fight(plan, "Harkonnen 5: 0 Umman Kudu", "advanced", a=more)
    told = [line["sentence"] for line in said["because"] if line["rule"] == rule]
    assert any("count" in sentence or "joins" in sentence for sentence in told)


# -- CHOAM --------------------------------------------------------------------------------------------


SUPPORTED = {"spice_support": 5, "commit": {"normal_full": 5}}


@pytest.mark.parametrize(
    "more",
    [
        {"players": ["CHOAM"]},
        {"others_in_territory": [{"faction": "CHOAM", "forces": {"normal": 1}}]},
        {"d": {"ally": "CHOAM"}},
    ],
)
def test_2_09_11_the_verdict_knows_the_share_of_choam(more: dict[str, Any]) -> None:
    said = fight("Emperor 5: 5 Bashar", "Atreides 5: 0 Dr. Yueh", "advanced", a=SUPPORTED, **more)["spice"]
    assert (said["to_bank"], said["to_factions"]) == ({"Emperor": 3}, {"CHOAM": 2})
    assert said["net"] == {"Emperor": -5, "CHOAM": 2}
    assert sum(said["net"].values()) == sum(said["payouts"].values()) - sum(said["to_bank"].values())


def test_2_09_11_where_choam_do_not_play_the_bank_gets_it_all() -> None:
    said = fight("Emperor 5: 5 Bashar", "Atreides 5: 0 Dr. Yueh", "advanced", a=SUPPORTED)["spice"]
    assert (said["to_bank"], said["net"]) == ({"Emperor": 5}, {"Emperor": -5}) and "to_factions" not in said


def test_2_09_11_choam_in_the_battle_are_paid_and_pay_the_bank() -> None:
    fed = {"spice_support": 4, "commit": {"normal_full": 4}}
    said = fight("CHOAM 5: 4 Lady Jalma", "Emperor 5: 4 Bashar", "advanced", a=fed, d=fed)
    assert said["spice"]["net"] == {"CHOAM": -4 + 2, "Emperor": -4} and said["spice"]["to_bank"]["CHOAM"] == 4
    assert "2.09.11" in rules_of(said)


def test_2_09_11_nothing_where_a_traitor_decides() -> None:
    said = fight("Emperor 5: 5 Bashar", "CHOAM 5: 0 Lady Jalma", "advanced", a=SUPPORTED,
                 d={"traitors": ["Bashar"]}, calls=call("CHOAM", "Bashar"))  # fmt: skip
    assert said["winner"] == "CHOAM" and said["spice"]["to_bank"] == {"Emperor": 5}
    assert said["spice"]["net"] == {"Emperor": -5, "CHOAM": 2}


# -- Karama in a battle -------------------------------------------------------------------------------


def test_3_01_11_01_nobody_stops_a_power_of_their_own() -> None:
    calls = {"karama": [{"by": "Emperor", "cancels": "SARDAUKAR"}]}
    said = fight("Emperor 0+3: 6 Bashar", D, "advanced", a={"spice_support": 3}, d=FED, calls=calls)
    assert said["legal"] and said["aggressor_total"] == 8 and "3.01.11.01" in rules_of(said)
    assert said["karama_refused"] == [{"by": "Emperor", "cancels": "SARDAUKAR", "why": "OWN_POWER"}]


def test_2_01_11_karama_keeps_it_out_of_the_battle() -> None:
    calls = {"karama": [{"by": "Harkonnen", "cancels": "KWISATZ_HADERACH"}], **call("Harkonnen", "Duncan Idaho")}
    plans = "Atreides 5: 0 Duncan Idaho", "Harkonnen 5: 0 Umman Kudu"
    said = fight(*plans, "advanced", a=AWAKE, d={"traitors": ["Duncan Idaho"]}, calls=calls)
    assert said["winner"] == "Harkonnen" and said["traitor_refused"] == [] and "kh_counts_as_used" not in said
    blown = fight("Atreides 5: 0 hero | Lasgun", "Harkonnen 5: 0 Umman Kudu | - | Shield", "advanced", a=AWAKE,
                  calls={"karama": calls["karama"]})  # fmt: skip
    assert blown["kh_killed"] is False and {"2.01.11", "3.01.11.02"} <= set(rules_of(said))
