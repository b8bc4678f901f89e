"""Random allowed plans, settled twice: by the referee and by a calculation that shares no line with it.

A thousand plans by default; REFEREE_BATTLES=1000000 plays a million.
"""

from __future__ import annotations

import os
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.kit import battle_case, leaders, planned, settle
from tests.rules.battle.naive import ELITE, POISONS, PROJECTILES, dial_of, must_feed, naive

FACTIONS = ["Atreides", "Bene Gesserit", "Emperor", "Fremen", "Harkonnen", "Ixian", "Spacing Guild", "Tleilaxu"]
WEAPONS = [None, "Lasgun", "Kulon", *PROJECTILES, *POISONS]
DEFENSES = [None, "Shield", "Shield", "Snooper", "Baliset"]
PLANS = int(os.environ.get("REFEREE_BATTLES", "1000"))


@st.composite
def sides(draw: st.DrawFn, faction: str, foe: str, rules: str) -> dict[str, Any]:
    """Draw one side with an allowed plan whose forces are named."""
    normal = draw(st.integers(0, 12))
    special = draw(st.integers(0, 7)) if faction in ELITE else 0
    fed_n = draw(st.integers(0, normal)) if faction != "Ixian" else 0
    fed_s = draw(st.integers(0, special))
    commit = {
        "normal_full": fed_n,
        "normal_half": draw(st.integers(0, normal - fed_n)),
        "special_full": fed_s,
        "special_half": draw(st.integers(0, special - fed_s)),
    }
    names = leaders(faction)
    name = draw(st.sampled_from([*names, "hero", "nobody"]))
    leader: Any = {"hero": "cheap hero", "nobody": None}.get(name) if name in {"hero", "nobody"} else None
    if name in names:
        leader = {"name": name, "strength": "X" if name == "Zoal" else draw(st.integers(1, 7))}
    weapon = draw(st.sampled_from(WEAPONS)) if leader else None
    defense = draw(st.sampled_from(DEFENSES)) if leader else None
    support = must_feed(faction, rules, commit)
    return {
        **planned(faction, leader, weapon, defense),
        "forces": {"normal": normal, "special": special},
        "spice": support + draw(st.integers(0, 3)),
        "leaders_available": names if leader else [],
        "dial": dial_of(faction, foe, rules, commit),
        "spice_support": support,
        "commit": commit,
    }


@st.composite
def battles(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a whole battle, sometimes with traitors."""
    one, two = draw(st.lists(st.sampled_from(FACTIONS), min_size=2, max_size=2, unique=True))
    rules = draw(st.sampled_from(["basic", "advanced"]))
    a, d = draw(sides(one, two, rules)), draw(sides(two, one, rules))
    calls = []
    for me, foe in ((a, d), (d, a)):
        called = isinstance(foe["leader"], dict) and me["faction"] != "Tleilaxu" and draw(st.integers(0, 5)) == 0
        if called:
            me["traitors"] = [foe["leader"]["name"]]
            calls.append({"by": me["faction"], "against": foe["leader"]["name"]})
    options = {"T7": "automatic"} if draw(st.booleans()) else {}
    return battle_case(a, d, rules, {"traitor": calls}, options=options)


@settings(max_examples=PLANS, deadline=None, suppress_health_check=list(HealthCheck))
@given(battles())
def test_a_second_calculation_agrees(battle: dict[str, Any]) -> None:
    said, expected = settle(battle), naive(battle)
    assert said.get("legal") is True, said
    assert (said["winner"], sorted(said["leaders_killed"])) == (expected["winner"], sorted(expected["dead"]))
    assert said["spice"]["net"] == expected["net"]
    for faction, group in expected["lost"].items():
        open_to = said.get("forces_lost_any_of", {}).get(faction) or [said["forces_lost"][faction]]
        fewest = min(open_to, key=lambda one: one["normal"]) if "T7" not in battle["options"] else None
        assert fewest in (None, group)
        assert all(one["normal"] + one["special"] == group["normal"] + group["special"] for one in open_to)


@settings(max_examples=PLANS // 4 + 1, deadline=None, suppress_health_check=list(HealthCheck))
@given(battles())
def test_an_open_split_always_holds_the_one_that_was_meant(battle: dict[str, Any]) -> None:
    named = settle(battle)
    for side in ("aggressor", "defender"):
        battle[side]["commit"] = None
    said = settle(battle)
    assert said["winner"] == named["winner"] and said["spice"] == named["spice"]
    for faction, group in named["forces_lost"].items():
        assert group in (said.get("forces_lost_any_of", {}).get(faction) or [said["forces_lost"][faction]])
