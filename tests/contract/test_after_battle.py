"""``referee battle --json`` goes the table's path to the end: what follows a battle, and what may still be chosen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit.battle_cases import fight, lost, rules_of

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
