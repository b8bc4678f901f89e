"""Chapter 1.07: who wins a battle, what is lost, who is paid, and which plans are refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import call, codes, fight, leaders, lost, rules_of

A, D = "Atreides 5: 2 Duncan Idaho", "Harkonnen 5: 2 Umman Kudu"
NO_LEADERS: dict[str, Any] = {"leaders_available": []}


def test_1_07_06_the_higher_total_wins() -> None:
    said = fight("Atreides 5: 1 Dr. Yueh", D)
    assert (said["winner"], said["aggressor_total"], said["defender_total"]) == ("Harkonnen", 2, 3)
    assert "1.07.06" in rules_of(said)


def test_1_07_06_00_the_aggressor_wins_a_tie() -> None:
    assert fight("Harkonnen 5: 2 Captain Iakin Nefud", A)["winner"] == "Harkonnen"
    said = fight(A, "Harkonnen 5: 2 Captain Iakin Nefud")
    assert said["winner"] == "Atreides" and "1.07.06.00" in rules_of(said)
    assert fight("Atreides 1: 0 nobody", "Fremen 9: 0 nobody", a=NO_LEADERS, d=NO_LEADERS)["winner"] == "Atreides"


WEAPONS = {
    "Crysknife": "Shield", "Maula Pistol": "Shield", "Slip Tip": "Shield", "Stunner": "Shield",
    "Chaumas": "Snooper", "Chaumurky": "Snooper", "Gom Jabbar": "Snooper", "Ellaca Drug": "Snooper",
}  # fmt: skip
DEFENCES = ("Shield", "Snooper", "Kulon", "-")


@pytest.mark.parametrize("weapon", WEAPONS)
@pytest.mark.parametrize("defence", DEFENCES)
def test_1_07_06_01_only_the_right_defence_saves(weapon: str, defence: str) -> None:
    said = fight(f"{A} | {weapon}", f"{D} | - | {defence}")
    saved = WEAPONS[weapon] == defence
    assert said["leaders_killed"] == ([] if saved else ["Umman Kudu"])
    assert said["defender_total"] == (3 if saved else 2)


def test_1_07_06_02_the_winner_is_paid_for_both_leaders() -> None:
    said = fight(f"{A} | Stunner", f"{D} | Chaumas")
    assert said["leaders_killed"] == ["Duncan Idaho", "Umman Kudu"]
    assert said["spice"] == {"payouts": {"Atreides": 3}, "to_bank": {}, "net": {"Atreides": 3}}
    assert said["leader_goes_to"]["Umman Kudu"] == "Tleilaxu Tanks, face up"


def test_1_07_06_02_a_winner_is_paid_for_the_own_dead_leader_alone() -> None:
    said = fight("Atreides 5: 5 Lady Jessica", f"{D} | Chaumas")
    assert said["spice"]["payouts"] == {"Atreides": 5} and said["winner"] == "Atreides"


def test_1_05_04_a_second_death_is_face_down() -> None:
    said = fight(f"{A} | Stunner", D, d={"leaders_revived": ["Umman Kudu"]})
    assert said["leader_goes_to"]["Umman Kudu"] == "Tleilaxu Tanks, face down"
    assert "1.05.04" in rules_of(said)


def test_1_07_06_03_whoever_lives_stays_there() -> None:
    said = fight(A, D)
    assert said["leader_goes_to"] == {"Duncan Idaho": "stays in Arrakeen", "Umman Kudu": "stays in Arrakeen"}
    assert said["leader_available_again"] == {} and "1.07.06.03" in rules_of(said)


def test_1_07_06_04_the_loser_loses_everything_but_the_leader() -> None:
    said = fight(A, f"{D} | Kulon | Snooper")
    assert lost(said, "Harkonnen") == [(5, 0)]
    assert said["cards_discarded"] == {"Harkonnen": ["Kulon", "Snooper"]} and said["leaders_killed"] == []


def test_1_07_06_05_the_winner_loses_the_dial_and_keeps_what_is_liked() -> None:
    said = fight(f"{A} | Baliset | Shield", D)
    assert lost(said, "Atreides") == [(2, 0)]
    assert said["cards_kept_optional"] == {"Atreides": ["Baliset", "Shield"]} and said["cards_discarded"] == {}


# -- traitors -----------------------------------------------------------------------------------------


def test_1_07_06_06_00_the_caller_wins_loses_nothing_and_is_paid() -> None:
    calls = call("Atreides", "umman kudu")
    said = fight("Atreides 5: 4 hero | Chaumas", "Harkonnen 5: 5 Umman Kudu | Lasgun | Shield",
                 a={"traitors": ["Umman Kudu"]}, calls=calls)  # fmt: skip
    assert (said["winner"], said["aggressor_total"], said["explosion"]) == ("Atreides", None, False)
    assert lost(said, "Atreides") == [(0, 0)] and lost(said, "Harkonnen") == [(5, 0)]
    assert said["spice"]["payouts"] == {"Atreides": 1} and said["leaders_killed"] == ["Umman Kudu"]
    assert said["cards_kept_optional"] == {"Atreides": ["Chaumas", "Cheap Hero"]}
    assert said["cards_discarded"] == {"Harkonnen": ["Lasgun", "Shield"]}
    assert "1.07.06.06.00" in rules_of(said) and "1.07.06.06.01" in rules_of(said)


def test_1_07_06_06_00_the_callers_leader_may_fight_again() -> None:
    said = fight(A, f"{D} | Stunner", a={"traitors": ["Umman Kudu"]}, calls=call("Atreides", "Umman Kudu"))
    assert said["leader_available_again"] == {"Atreides": ["Duncan Idaho"]}
    assert said["leader_goes_to"]["Duncan Idaho"] == "Atreides leader pool"
    assert said["leaders_killed"] == ["Umman Kudu"]


def test_1_07_06_06_00_the_caller_keeps_a_card_that_is_discarded_after_use() -> None:
    said = fight("Atreides 5: 2 hero", D, a={"traitors": ["Umman Kudu"]}, calls=call("Atreides", "Umman Kudu"))
    assert said["cards_discarded"] == {} and said["cards_kept_optional"] == {"Atreides": ["Cheap Hero"]}


def test_1_07_06_06_02_two_traitors_leave_nobody() -> None:
    both = {"traitor": [{"by": "Atreides", "against": "Umman Kudu"}, {"by": "Harkonnen", "against": "Duncan Idaho"}]}
    said = fight(f"{A} | Chaumas", f"{D} | - | Shield", a={"traitors": ["Umman Kudu"]},
                 d={"traitors": ["Duncan Idaho"]}, calls=both)  # fmt: skip
    assert said["winner"] is None and said["spice"] == {"payouts": {}, "to_bank": {}, "net": {}}
    assert lost(said, "Atreides") == [(5, 0)] and lost(said, "Harkonnen") == [(5, 0)]
    assert said["leaders_killed"] == ["Duncan Idaho", "Umman Kudu"] and "1.07.06.06.02" in rules_of(said)
    assert said["cards_discarded"] == {"Atreides": ["Chaumas"], "Harkonnen": ["Shield"]}


@pytest.mark.parametrize(
    ("by", "more", "why"),
    [
        ("Atreides", {}, "NO_MATCH"),
        ("Fremen", {}, "NOT_IN_BATTLE"),
        ("Spacing Guild", {}, "NOT_IN_BATTLE"),
        ("Atreides", {"card_held_by": "Spacing Guild"}, "NOT_IN_BATTLE"),
        ("Tleilaxu", {}, "TLEILAXU_DO_NOT_CALL"),
    ],
)
def test_1_07_06_06_a_call_that_fails_changes_nothing(by: str, more: dict[str, str], why: str) -> None:
    ally = {"ally": "Spacing Guild", "ally_traitors": {"Spacing Guild": ["Umman Kudu"]}}
    said = fight(A, D, a=ally, calls=call(by, "Umman Kudu", **more))
    assert said["traitor_refused"] == [{"by": by, "against": "Umman Kudu", "why": why}]
    assert said["winner"] == "Atreides" and said["aggressor_total"] == 4


def test_1_07_06_06_the_card_must_match_the_leader_who_is_played() -> None:
    said = fight(A, D, a={"traitors": ["Feyd-Rautha"]}, calls=call("Atreides", "Feyd-Rautha"))
    assert said["traitor_refused"][0]["why"] == "NO_MATCH" and "1.07.06.06" in rules_of(said)
    hero = fight(A, "Harkonnen 5: 2 hero", a={"traitors": ["Umman Kudu"]}, calls=call("Atreides", "Umman Kudu"))
    assert hero["traitor_refused"][0]["why"] == "NO_MATCH"


def test_1_07_06_06_names_match_without_titles_case_and_accents() -> None:
    held = {"traitors": ["HASIMIR FENRING"]}
    said = fight(A, "Emperor 5: 2 Count Hasimir Fénring", a=held, calls=call("Atreides", "Hasimir Fenring"),
                 d={"leaders_available": ["Hasimir Fenring"]})  # fmt: skip
    assert said["winner"] == "Atreides" and said["traitor_refused"] == []


# -- plans --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "rules", "more", "code"),
    [
        ("Atreides 5: 6 Duncan Idaho", "basic", {}, "DIAL_TOO_HIGH"),
        ("Atreides 6: 3.5 Duncan Idaho", "advanced", {}, "DIAL_TOO_HIGH"),
        ("Emperor 0+3: 4 Caid", "basic", {}, "DIAL_TOO_HIGH"),
        ("Ixian 4: 2.5 Cammar Pilru", "basic", {}, "DIAL_TOO_HIGH"),
        ("Atreides 5: -1 Duncan Idaho", "basic", {}, "DIAL_NEGATIVE"),
        ("Atreides 5: 2.5 Duncan Idaho", "basic", {}, "DIAL_STEP"),
        ("Atreides 5: 2.25 Duncan Idaho", "advanced", {}, "DIAL_STEP"),
        ("Fremen 5: 2.5 Jamis", "advanced", {}, "DIAL_STEP"),
        ("Atreides 5: 4 Duncan Idaho", "advanced", {"spice": 2, "spice_support": 3}, "SPICE_EXCEEDS_HELD"),
        ("Atreides 5: 1 nobody", "basic", {}, "LEADER_REQUIRED"),
        ("Atreides 5: 1 nobody", "basic", {"announced_no_leader": True}, "LEADER_REQUIRED"),
        ("Atreides 5: 1 nobody", "basic", {"leaders_available": [], "hand": ["Cheap Hero"]}, "CHEAP_HERO_REQUIRED"),
        ("Atreides 5: 1 Dr. Yueh", "basic", {"cheap_hero_also": True, "hand": ["Cheap Hero"]}, "LEADER_AND_HERO"),
        ("Atreides 5: 1 Dr. Yueh", "basic", {"leaders_dead": ["Yueh"]}, "LEADER_UNAVAILABLE"),
        ("Atreides 5: 1 Dr. Yueh", "basic", {"leaders_used_elsewhere": {"Dr. Yueh": "Carthag"}}, "LEADER_UNAVAILABLE"),
        ("Atreides 5: 1 Dr. Yueh", "basic", {"leaders_available": ["Lady Jessica"]}, "LEADER_UNAVAILABLE"),
        ("Atreides 5: 1 Stilgar", "basic", {}, "LEADER_NOT_OWNED"),
        ("Atreides 5: 1 hero", "basic", {"hand": []}, "CHEAP_HERO_NOT_HELD"),
        ("Atreides 5: 1 nobody | Stunner", "basic", NO_LEADERS, "CARDS_WITHOUT_LEADER"),
        ("Atreides 5: 1 Dr. Yueh | Stunner", "basic", {"hand": ["Chaumas"]}, "CARD_NOT_HELD"),
        ("Atreides 5: 1 Dr. Yueh | Shield", "basic", {}, "CARD_WRONG_SLOT"),
        ("Atreides 5: 1 Dr. Yueh | - | Stunner", "basic", {}, "CARD_WRONG_SLOT"),
        ("Atreides 5: 1 Dr. Yueh | Karama", "basic", {}, "CARD_WRONG_SLOT"),
        ("Atreides 5: 1 Dr. Yueh | - | Truthtrance", "basic", {}, "CARD_WRONG_SLOT"),
    ],
)
def test_1_07_04_a_plan_that_is_not_allowed_is_refused(one: str, rules: str, more: dict[str, Any], code: str) -> None:
    assert codes(fight(one, D, rules, a=more)) == [("A", code)]


@pytest.mark.parametrize(
    ("more", "rule", "why"),
    [
        ({"leaders_dead": ["Dr. Yueh"]}, "1.07.06.02", "Dr. Yueh is dead. Choose another leader."),
        ({"leaders_used_elsewhere": {"Dr. Yueh": "Carthag"}}, "1.07.04.03",
         "Dr. Yueh has fought in another territory this turn. Choose another leader."),
        ({"leaders_available": []}, "1.07.04.02", "Dr. Yueh is not in the leader pool. Choose another leader."),
    ],
)  # fmt: skip
def test_1_07_04_02_it_is_said_why_a_leader_cannot_fight(more: dict[str, Any], rule: str, why: str) -> None:
    (error,) = fight("Atreides 5: 1 Dr. Yueh", D, a=more)["errors"]
    assert (error["rule"], error["why"]) == (rule, why)


def test_1_07_04_01_the_basic_game_knows_no_halves() -> None:
    assert fight("Atreides 5: 2.5 Duncan Idaho", D)["errors"][0]["rule"] == "1.07.04.01"


def test_1_07_04_00_everything_wrong_is_told_for_both_sides() -> None:
    said = fight("Atreides 5: 9 nobody | Stunner", "Harkonnen 2: 3 Stilgar | - | Chaumas", d={"hand": []})
    assert codes(said) == [
        ("A", "DIAL_TOO_HIGH"), ("A", "LEADER_REQUIRED"), ("A", "CARDS_WITHOUT_LEADER"),
        ("D", "DIAL_TOO_HIGH"), ("D", "LEADER_NOT_OWNED"), ("D", "CARD_NOT_HELD"), ("D", "CARD_WRONG_SLOT"),
    ]  # fmt: skip


def test_1_07_04_01_the_forces_named_must_be_there_and_make_the_number() -> None:
    too_many = {"normal_full": 6, "normal_half": 0, "special_full": 0, "special_half": 0}
    assert codes(fight(A, D, a={"commit": too_many})) == [("A", "DIAL_TOO_HIGH")]
    too_few = {"normal_full": 1, "normal_half": 0, "special_full": 0, "special_half": 0}
    assert codes(fight(A, D, a={"commit": too_few})) == [("A", "DIAL_TOO_HIGH")]


def test_1_07_04_02_a_cheap_hero_may_lead_where_leaders_live() -> None:
    said = fight("Atreides 5: 3 hero | Stunner", D)
    assert said["winner"] == "Atreides" and said["cards_discarded"]["Atreides"] == ["Cheap Hero"]


def test_1_07_04_03_a_leader_may_fight_again_in_the_same_territory() -> None:
    here = {"leaders_used_elsewhere": {"Duncan Idaho": "Arrakeen"}}
    assert fight(A, D, a=here)["legal"]
    assert fight(A, D, a={"leaders_available": [], "leaders_used_here": ["Duncan Idaho"]})["legal"]


def test_1_07_04_04_without_anybody_to_lead_a_player_still_fights() -> None:
    gone = {"leaders_used_elsewhere": dict.fromkeys(leaders("Atreides"), "Carthag"), "announced_no_leader": True}
    said = fight("Atreides 5: 5 nobody", D, a=gone)
    assert said["winner"] == "Atreides" and said["aggressor_total"] == 5


def test_1_07_04_05_no_leader_no_cards() -> None:
    said = fight("Atreides 5: 5 nobody | Stunner | Shield", D, a=NO_LEADERS)
    assert codes(said) == [("A", "CARDS_WITHOUT_LEADER")] and said["errors"][0]["rule"] == "1.07.04.05"


def test_1_07_04_06_one_worthless_card_may_stand_for_both() -> None:
    said = fight(f"{A} | Kulon | Kulon", D, a={"hand": ["Kulon"]})
    assert said["cards_kept_optional"] == {"Atreides": ["Kulon"]}
    assert codes(fight(f"{A} | Kulon | Baliset", D, a={"hand": ["Kulon"]})) == [("A", "CARD_NOT_HELD")]


# -- the advanced game --------------------------------------------------------------------------------


def test_1_13_04_a_force_counts_in_full_for_one_spice() -> None:
    said = fight("Atreides 5: 4 Duncan Idaho", D.replace(": 2", ": 1"), "advanced", a={"spice_support": 3})
    assert said["spice"]["to_bank"] == {"Atreides": 3} and lost(said, "Atreides") == [(5, 0)]


def test_1_13_04_01_unsupported_forces_count_half() -> None:
    said = fight("Atreides 5: 2.5 Duncan Idaho", "Harkonnen 5: 0 Umman Kudu", "advanced")
    assert said["aggressor_total"] == 4.5 and lost(said, "Atreides") == [(5, 0)]


def test_1_13_04_02_halves_may_be_dialed() -> None:
    said = fight("Atreides 5: 3.5 Duncan Idaho", "Harkonnen 5: 0 Umman Kudu", "advanced", a={"spice_support": 3})
    assert said["legal"] and lost(said, "Atreides") == [(4, 0)]


def test_1_13_04_04_winner_and_loser_pay_the_bank() -> None:
    paid = {"spice_support": 1}
    said = fight("Atreides 5: 1 Duncan Idaho", "Harkonnen 5: 1 Umman Kudu", "advanced", a=paid, d=paid)
    assert said["spice"]["net"] == {"Atreides": -1, "Harkonnen": -1} and "1.13.04.04" in rules_of(said)


def test_1_13_05_a_winner_by_a_traitor_keeps_the_spice() -> None:
    paid = {"spice_support": 1}
    said = fight("Atreides 5: 1 Duncan Idaho", "Harkonnen 5: 1 Umman Kudu", "advanced", d=paid,
                 a={**paid, "traitors": ["Umman Kudu"]}, calls=call("Atreides", "Umman Kudu"))  # fmt: skip
    assert said["spice"] == {
        "payouts": {"Atreides": 1}, "to_bank": {"Harkonnen": 1}, "net": {"Atreides": 1, "Harkonnen": -1},
    }  # fmt: skip
    assert "1.13.05" in rules_of(said)


def test_1_07_06_02_a_shortened_name_is_the_leader_and_ends_the_sentence_with_one_stop() -> None:
    said = fight("Spacing Guild 5: 1 Guild Representative", "Harkonnen 5: 3 Umman Kudu | Stunner")
    sentences = [line["sentence"] for line in said["because"]]
    assert said["leaders_killed"] and any(words.endswith("of Guild Representative.") for words in sentences)
    short = fight("Spacing Guild 5: 1 Guild Rep.", "Harkonnen 5: 3 Umman Kudu | Stunner")
    assert short["spice"] == said["spice"]
    assert not [line["sentence"] for line in short["because"] if ".." in line["sentence"]]


def test_1_07_06_what_a_leader_adds_is_said_also_where_it_is_nothing() -> None:
    said = fight("Atreides 5: 1 Duncan Idaho", "Harkonnen 5: 3 Umman Kudu | Stunner")
    assert "Atreides: 1 dialed + 0 for Duncan Idaho (killed) = 1." in [one["sentence"] for one in said["because"]]
