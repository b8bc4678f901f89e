"""Chapter 3 in battle: every card of the deck in every slot, and the great explosion."""

from __future__ import annotations

import pytest

from referee.cards.deck import CLASSIC
from tests.kit import codes, fight, lost, rules_of

A, D = "Atreides 5: 2 Duncan Idaho", "Harkonnen 5: 2 Umman Kudu"
WEAPONS = ["3.01.02", "3.01.03", "3.01.05", "3.01.06", "3.01.08", "3.01.14", "3.01.15", "3.01.17", "3.01.19"]
DEFENCES = ["3.01.16", "3.01.18"]
WORTHLESS = ["3.01.01", "3.01.10", "3.01.12", "3.01.13", "3.01.21"]


@pytest.mark.parametrize("card", CLASSIC)
@pytest.mark.parametrize(("slot", "fits"), [("weapon", WEAPONS + WORTHLESS), ("defense", DEFENCES + WORTHLESS)])
def test_3_01_each_card_has_its_slots(card: str, slot: str, fits: list[str]) -> None:
    rule = CLASSIC[card][2]
    said = fight(f"{A} | {card}" if slot == "weapon" else f"{A} | - | {card}", D)
    assert said["legal"] is (rule in fits), card
    assert said["legal"] or ("A", "CARD_WRONG_SLOT") in codes(said)


@pytest.mark.parametrize("card", [name for name, (_, _, rule) in CLASSIC.items() if rule in WEAPONS])
def test_3_01_each_weapon_kills_and_names_its_rule(card: str) -> None:
    said = fight(f"{A} | {card}", D)
    assert said["leaders_killed"] == ["Umman Kudu"] and rules_of(said)[0] == CLASSIC[card][2]


@pytest.mark.parametrize("card", [name for name, (_, _, rule) in CLASSIC.items() if rule in WORTHLESS])
def test_3_01_a_worthless_card_does_nothing(card: str) -> None:
    said = fight(f"{A} | {card}", f"{D} | Stunner | {card}")
    assert said["leaders_killed"] == ["Duncan Idaho"] and said["cards_discarded"]["Atreides"] == [card]


@pytest.mark.parametrize(
    ("weapon", "defence", "rule"), [("Stunner", "Shield", "3.01.16"), ("Chaumas", "Snooper", "3.01.18")]
)
def test_3_01_16_and_18_a_defence_names_its_rule(weapon: str, defence: str, rule: str) -> None:
    assert rules_of(fight(f"{A} | {weapon}", f"{D} | - | {defence}"))[0] == rule


def test_3_01_04_the_cheap_hero_has_no_strength_and_is_gone_after_use() -> None:
    said = fight("Atreides 5: 5 hero | Stunner | Shield", D)
    assert said["aggressor_total"] == 5 and said["cards_discarded"]["Atreides"] == ["Cheap Hero"]
    assert said["cards_kept_optional"] == {"Atreides": ["Stunner", "Shield"]} and "3.01.04" in rules_of(said)
    assert fight("Atreides 5: 5 hero", f"{D} | Stunner")["leaders_killed"] == []


def test_3_01_14_nothing_stops_the_lasgun() -> None:
    said = fight(f"{A} | Lasgun", f"{D} | - | Snooper")
    assert said["leaders_killed"] == ["Umman Kudu"] and said["cards_kept_optional"] == {"Atreides": ["Lasgun"]}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        (f"{A} | Lasgun", f"{D} | - | Shield"),
        (f"{A} | - | Shield", f"{D} | Lasgun"),
        (f"{A} | Lasgun | Shield", D),
        (A, f"{D} | Lasgun | Shield"),
    ],
)
def test_3_01_14_lasgun_and_shield_blow_up_everything(one: str, two: str) -> None:
    others = [
        {"faction": "Bene Gesserit", "forces": {"normal": 2, "special": 0}, "as": "advisors"},
        {"faction": "Emperor", "forces": {"normal": 1, "special": 2}},
    ]
    said = fight(one, two, territory_spice=6, others_in_territory=others)
    assert (said["explosion"], said["winner"], said["aggressor_total"]) == (True, None, None)
    assert said["leaders_killed"] == ["Duncan Idaho", "Umman Kudu"] and said["territory_spice_destroyed"] == 6
    assert lost(said, "Bene Gesserit") == [(2, 0)] and lost(said, "Emperor") == [(1, 2)]
    assert lost(said, "Atreides") == [(5, 0)] and lost(said, "Harkonnen") == [(5, 0)]
    assert said["spice"] == {"payouts": {}, "to_bank": {}, "net": {}} and said["cards_kept_optional"] == {}
    assert "3.01.14" in rules_of(said)


def test_3_01_14_heroes_are_discarded_and_support_is_spent() -> None:
    said = fight("Atreides 5: 1 hero | Lasgun", "Harkonnen 5: 1 hero | - | Shield", "advanced",
                 a={"spice_support": 1}, d={"spice_support": 1})  # fmt: skip
    assert said["leaders_killed"] == [] and said["spice"]["net"] == {"Atreides": -1, "Harkonnen": -1}
    assert said["cards_discarded"] == {"Atreides": ["Lasgun", "Cheap Hero"], "Harkonnen": ["Shield", "Cheap Hero"]}


# -- the first expansion (3.02) -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "saved_by", "rule"),
    [
        ("Basilia Weapon", {"Snooper", "Shield Snooper", "Chemistry"}, "3.02.03"),
        ("Hunter-Seeker", {"Shield", "Shield Snooper"}, "3.02.06"),
        ("Poison Blade", {"Shield Snooper"}, "3.02.08"),
        ("Chaumas", {"Snooper", "Shield Snooper", "Chemistry"}, "3.01.02"),
        ("Stunner", {"Shield", "Shield Snooper"}, "3.01.19"),
    ],
)
def test_3_02_what_stops_what(weapon: str, saved_by: set[str], rule: str) -> None:
    for defence in ("Shield", "Snooper", "Shield Snooper", "Chemistry", "Kull Wahad"):
        said = fight(f"{A} | {weapon}", f"{D} | - | {defence}")
        assert (said["leaders_killed"] == []) is (defence in saved_by), defence
        assert defence in saved_by or rules_of(said)[0] == rule


def test_3_02_02_artillery_strikes_both_and_only_numbers_count() -> None:
    said = fight("Atreides 5: 2 Lady Jessica | Artillery Strike | Shield", "Harkonnen 5: 3 Umman Kudu")
    assert said["leaders_killed"] == ["Umman Kudu"] and (said["aggressor_total"], said["defender_total"]) == (2, 3)
    assert said["spice"]["payouts"] == {} and said["winner"] == "Harkonnen"
    won = fight("Atreides 5: 4 Lady Jessica | Artillery Strike", D)
    assert won["leaders_killed"] == ["Lady Jessica", "Umman Kudu"] and won["spice"]["payouts"] == {}
    assert won["cards_discarded"] == {"Atreides": ["Artillery Strike"]}


def test_3_02_09_the_tooth_strikes_both_and_only_chemistry_helps() -> None:
    said = fight(f"{A} | Poison Tooth | Snooper", f"{D} | - | Chemistry")
    assert said["leaders_killed"] == ["Duncan Idaho"] and said["winner"] == "Harkonnen"


def test_3_02_10_a_shield_snooper_meets_the_lasgun() -> None:
    assert fight(f"{A} | Lasgun", f"{D} | - | Shield Snooper")["explosion"] is True
    assert fight(f"{A} | Lasgun", f"{D} | Stunner | Weirding Way")["explosion"] is False


@pytest.mark.parametrize(("plan", "legal"), [
    ("Weirding Way", True), ("- | Weirding Way", False), ("Stunner | Weirding Way", True), ("Chemistry", False),
    ("Kulon | Weirding Way", False), ("Chemistry | Baliset", False),
    ("- | Chemistry", True), ("Chemistry | Shield", True), ("Kull Wahad | Kull Wahad", True), ("Thumper", False),
])  # fmt: skip
def test_3_02_04_07_and_12_where_they_fit(plan: str, legal: bool) -> None:
    assert fight(f"{A} | {plan}", D)["legal"] is legal, "3.02.07 3.02.12 3.02.04"


# -- cards of the cache -------------------------------------------------------------------------------


STRONG = "Atreides 5: 1 Lady Jessica"


def test_2_10_17_a_mirror_weapon_does_what_the_other_weapon_does() -> None:
    said = fight(f"{STRONG} | Mirror Weapon", "Harkonnen 5: 1 Feyd-Rautha | Stunner | Snooper")
    assert said["leaders_killed"] == ["Lady Jessica", "Feyd-Rautha"] and "2.10.17" in rules_of(said)
    assert said["cards_discarded"]["Atreides"] == ["Mirror Weapon"]
    poison = fight(f"{STRONG} | Mirror Weapon | Shield", "Harkonnen 5: 1 Feyd-Rautha | Chaumas | Snooper")
    assert poison["leaders_killed"] == ["Lady Jessica"]
    beam = fight(f"{STRONG} | Mirror Weapon", "Harkonnen 5: 1 Feyd-Rautha | Lasgun | Shield")
    assert beam["explosion"] is True


def test_2_10_17_a_mirror_of_nothing_is_nothing() -> None:
    for other in ("-", "Baliset", "Mirror Weapon"):
        said = fight(f"{STRONG} | Mirror Weapon", f"Harkonnen 5: 1 Feyd-Rautha | {other}")
        assert said["leaders_killed"] == []


def test_2_10_17_the_stone_burner_lets_the_forces_decide_that_were_not_dialed() -> None:
    plans = "Atreides 6: 1 Lady Jessica | Stone Burner", "Harkonnen 5: 4 Feyd-Rautha"
    dead = fight(*plans)
    assert (dead["winner"], dead["aggressor_total"], dead["defender_total"]) == ("Atreides", 5, 1)
    assert dead["leaders_killed"] == ["Lady Jessica", "Feyd-Rautha"] and dead["spice"]["payouts"] == {"Atreides": 11}
    assert lost(dead, "Atreides") == [(1, 0)] and dead["cards_discarded"]["Atreides"] == ["Stone Burner"]
    spared = fight(*plans, calls={"stone_burner": "spare"})
    assert spared["winner"] == "Atreides" and spared["leaders_killed"] == [] and "2.10.17" in rules_of(spared)


def test_2_10_17_no_defense_stops_the_stone_burner_and_the_aggressor_wins_the_tie() -> None:
    said = fight(f"{STRONG} | Stone Burner", "Harkonnen 5: 1 Feyd-Rautha | - | Shield")
    assert said["winner"] == "Atreides" and len(said["leaders_killed"]) == 2


def test_2_10_17_a_portable_snooper_stops_a_poison_once() -> None:
    said = fight(f"{STRONG} | - | Portable Snooper", "Harkonnen 5: 0 Umman Kudu | Chaumas")
    assert said["leaders_killed"] == [] and said["cards_discarded"]["Atreides"] == ["Portable Snooper"]
    shot = fight(f"{STRONG} | - | Portable Snooper", "Harkonnen 5: 0 Umman Kudu | Stunner")
    assert shot["leaders_killed"] == ["Lady Jessica"]
