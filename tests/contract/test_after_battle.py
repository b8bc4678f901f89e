"""``referee battle --json`` goes the table's path to the end: what follows a battle, and what may still be chosen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import fight, lost, rules_of

Case = dict[str, Any]
SAND = {"territory": "Old Gap", "territory_spice": 8, "stronghold": False}


def skilled(card: str, dial: int = 4, foe: str = "Umman Kudu", **more: Any) -> Case:
    """Settle a battle in which the Emperor's Caid has a skill card."""
    own = {"spice_support": dial, "skills": {"Caid": card}}
    return fight(f"Emperor 6: {dial} Caid", f"Harkonnen 4: 0 {foe}", "advanced", a=own, **{**SAND, **more})


def news(said: Case, rule: str) -> list[Case]:
    return [one for one in said["after"] if one["rule"] == rule]


def chosen(*choices: Case) -> Case:
    return {"calls": {"after": [*choices]}}


# -- skills -------------------------------------------------------------------------------------------


def test_4_03_20_what_a_smuggler_takes_is_told_and_counted() -> None:
    said = skilled("Smuggler")
    (took,) = news(said, "4.03.20")
    assert said["spice"]["net"]["Emperor"] == took["amount"] - said["spice"]["to_bank"]["Emperor"]
    assert said["territory_spice_after"] == {"Old Gap": SAND["territory_spice"] - took["amount"]}


def test_4_03_22_forces_that_a_suk_graduate_saves_are_told_and_not_lost() -> None:
    plain, said = skilled("Mentat"), skilled("Suk Graduate")
    kept = sum(one["normal"] for one in news(said, "4.03.22"))
    assert kept and lost(said, "Emperor")[0][0] + kept == lost(plain, "Emperor")[0][0]


def test_4_03_12_a_diplomat_may_retreat_and_does_if_the_line_says_so() -> None:
    (may,) = news(skilled("Diplomat", 0, "Feyd-Rautha"), "4.03.12")
    goal, most = may["fields"]["goal"][0], may["fields"]["normal"]["most"]
    goes = {"by": "Emperor", "command": may["command"], "normal": most, "goal": goal}
    said = skilled("Diplomat", 0, "Feyd-Rautha", **chosen(goes))
    (went,) = news(said, "4.03.12")
    assert (went["goal"], went["normal"]) == (goal, most)
    assert lost(said, "Emperor") == [(lost(skilled("Diplomat", 0, "Feyd-Rautha"), "Emperor")[0][0] - most, 0)]


@pytest.mark.parametrize(
    "choice", [{"by": "Emperor", "command": "Retreat", "normal": 1, "goal": "Arrakeen"}, {"by": "Fremen"}, 3]
)
def test_what_nobody_can_choose_is_an_error_with_a_sentence(choice: Any) -> None:
    error = skilled("Diplomat", 0, "Feyd-Rautha", **chosen(choice))["error"]
    assert error["code"] == "BAD_INPUT" and "'after'" in error["why"]


def test_4_07_05_undialed_forces_that_do_not_die_pay_nothing_in_jacurutu() -> None:
    there = "Jacurutu Sietch"
    stays = fight("Emperor 6: 2 Caid", "Harkonnen 4: 0 Umman Kudu", "advanced", territory=there)
    goes = fight("Emperor 6: 2 Caid", "Harkonnen 4: 0 Umman Kudu | Harass and Withdraw", "advanced", territory=there)
    assert news(stays, "4.07.05")[0]["amount"] == lost(stays, "Harkonnen")[0][0]
    assert "4.07.05" in rules_of(stays) and not news(goes, "4.07.05")


# -- everything else that follows ---------------------------------------------------------------------

WORLDS = {"options": {"M4": "on"}}
EMPEROR, HARKONNEN = "Emperor 6: 4 Caid", "Harkonnen 6: 4 Feyd-Rautha"
AUDITOR = {"leader": {"name": "Auditor", "strength": 2}, "leaders_available": ["Auditor"]}
VIDAL = {"leader": "Duke Vidal", "leaders_available": ["Duke Vidal"]}
TABR, TUEK = "Sietch Tabr", "Tuek's Sietch"
JAMIS, TWO = "Fremen 4: 0 Jamis", ["Heighliners", "Axlotl Tanks"]
BANKER = {"skills": {"Chani": "Spice Banker"}, "in_front": ["Chani"]}
TOKEN = {"ambassadors": {"Arrakeen": "CHOAM"}, "players": ["Ecaz"]}
CAPTIVE = {"leader": "Chani", "captured_from": {"Chani": "Fremen"}}
CAPTURE = {"capture": {"leader": "Bashar", "choice": "keep"}}
DANCE = {"players": ["Tleilaxu"], "calls": {"face_dance": {"by": "Tleilaxu", "against": "Caid"}}}


def held(place: str, faction: str) -> Case:
    return {"territory": place, "stronghold_cards": {faction: [place]}}


FOLLOWS: list[tuple[str, str, str, str, Case]] = [
    ("4.04.22", "spice", EMPEROR, "Ecaz 4: 0 Ilesa Ecaz | Chaumas", {"reserves": {"Ecaz": 9}, **WORLDS}),
    ("4.04.11", "bring_reserve", "Atreides 6: 4 Duncan Idaho", JAMIS, {"reserves": {"Atreides": 9}, **WORLDS}),
    ("4.08.03", "token_moved", EMPEROR, JAMIS, {"tech_tokens": {"Fremen": ["Heighliners"]}}),
    ("4.08.03", "take_token", EMPEROR, JAMIS, {"tech_tokens": {"Fremen": TWO}}),
    ("4.06.05", "spice", EMPEROR, "Fremen 4: 1 Jamis", held(TABR, "Emperor")),
    ("4.06.06", "spice", EMPEROR, "Fremen 4: 0 Jamis | Baliset", held(TUEK, "Fremen")),
    ("4.03.21", "spice", EMPEROR, JAMIS, {"d": BANKER}),
    ("4.03.18", "traitors_deciphered", EMPEROR, JAMIS, {"a": {"skills": {"Caid": "Rihani Decipherer"}}}),
    ("4.03.05", "skill_lost", EMPEROR, "Fremen 4: 0 Jamis | Crysknife", {"a": {"skills": {"Caid": "Mentat"}}}),
    ("3.04.02", "forces_to_tanks", f"{EMPEROR} | Reinforcements", JAMIS, {"reserves": {"Emperor": 5}}),
    ("3.04.03", "left_the_field", EMPEROR, "Fremen 4: 0 Jamis | Harass and Withdraw", {}),
    ("2.09.12", "pay_auditor", "CHOAM 6: 4 nobody", EMPEROR, {"a": AUDITOR}),
    ("2.12.16", "assassinate", EMPEROR, "Moritani 4: 0 Lupino Ord", {"d": {"traitors": ["Bashar"]}}),
    ("2.12.15", "save_card", EMPEROR, "Fremen 4: 0 Jamis | Crysknife", {"d": {"ally": "Moritani"}}),
    ("2.11.20", "ambassador_left", f"{EMPEROR} | Lasgun | Shield", JAMIS, TOKEN),
    ("2.13.04", "disc_set_aside", "Ecaz 6: 4 nobody", EMPEROR, {"a": VIDAL}),
    ("2.05.10.02", "leader_went_home", "Harkonnen 6: 4 nobody", EMPEROR, {"a": CAPTIVE}),
    ("2.05.10.00", "captive_drawn", HARKONNEN, EMPEROR, {"calls": CAPTURE}),
    ("2.08.04", "left_the_field", EMPEROR, JAMIS, DANCE),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "what", "one", "two", "more"), FOLLOWS, ids=lambda value: str(value)[:24])
def test_what_follows_is_told_with_its_rule_and_without_its_cause_it_is_not(
    rule: str, what: str, one: str, two: str, more: Case
) -> None:
    fed = {"spice_support": 4}
    said = fight(one, two, "advanced", **{**more, "a": {**fed, **more.get("a", {})}, "d": more.get("d", fed)})
    assert what in {entry["what"] for entry in news(said, rule)} and rule in rules_of(said)
    assert all(entry["sentence"].endswith(".") for entry in said["after"])
    plain = fight(EMPEROR, JAMIS, "advanced", a=fed)
    assert not news(plain, rule)


@pytest.mark.parametrize(
    ("calls", "field"),
    [
        ({"karama": [{"by": "Harkonnen", "cancels": "FEDAYKIN"}]}, "karama_refused"),
        ({"card_kept": "Snooper"}, "card_kept_refused"),
        ({"diplomat": "Harkonnen"}, "error"),
        ({"stone_burner": "kill"}, "error"),
        ({"retreat": {"by": "Harkonnen"}}, "error"),
    ],
    ids=str,
)
def test_a_call_that_nobody_heeds_is_answered_with_a_sentence(calls: Case, field: str) -> None:
    foe = "Harkonnen 4: 0 Umman Kudu | Crysknife | Snooper"
    said, plain = (fight(EMPEROR, foe, "advanced", a={"spice_support": 4}, calls=one) for one in (calls, {}))
    assert field in said and field not in plain
    assert field == "error" or [line for line in said["because"] if line not in plain["because"]]
