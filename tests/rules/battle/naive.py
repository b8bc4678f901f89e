"""A second calculation of a battle, written apart from the rooms and as plainly as a player would do it on paper.

It knows winner, losses and spice of an allowed plan whose forces are named, with weapons, an explosion and traitors.
It shares no line with the referee.
"""

from __future__ import annotations

from typing import Any

PROJECTILES = ["Crysknife", "Maula Pistol", "Slip Tip", "Stunner"]
POISONS = ["Chaumas", "Chaumurky", "Ellaca Drug", "Gom Jabbar"]
ELITE = ["Emperor", "Fremen", "Ixian"]


def worth_of(faction: str, foe: str, rules: str) -> dict[str, float]:
    """Return what each kind of force counts."""
    full, half = 1.0, (0.5 if rules == "advanced" else 1.0)
    worth = {"normal_full": full, "normal_half": half, "special_full": full, "special_half": half}
    if faction == "Ixian":
        worth["normal_full"] = worth["normal_half"] = 0.5
        worth["special_full"], worth["special_half"] = 2.0, (1.0 if rules == "advanced" else 2.0)
    elif rules == "advanced" and faction == "Fremen":
        worth = {"normal_full": 1.0, "normal_half": 1.0, "special_full": 2.0, "special_half": 2.0}
    elif rules == "advanced" and faction == "Emperor" and foe != "Fremen":
        worth["special_full"], worth["special_half"] = 2.0, 1.0
    return worth


def must_feed(faction: str, rules: str, commit: dict[str, int]) -> int:
    """Return the spice that the forces named cost."""
    if rules == "basic" or faction == "Fremen":
        return 0
    return commit["special_full"] + (0 if faction == "Ixian" else commit["normal_full"])


def dial_of(faction: str, foe: str, rules: str, commit: dict[str, int]) -> float:
    """Return the number that the forces named make."""
    worth = worth_of(faction, foe, rules)
    return sum(worth[kind] * count for kind, count in commit.items())


def strength(me: dict[str, Any], foe: dict[str, Any]) -> int:
    leader = me["leader"]
    if not isinstance(leader, dict):
        return 0
    if leader["strength"] == "X":
        return foe["leader"]["strength"] if isinstance(foe["leader"], dict) else 0
    return int(leader["strength"])


def killed(me: dict[str, Any], foe: dict[str, Any]) -> bool:
    if me["leader"] is None:
        return False
    weapon, defense = foe["weapon"], me["defense"]
    if weapon in PROJECTILES:
        return bool(defense != "Shield")
    if weapon in POISONS:
        return bool(defense != "Snooper")
    return bool(weapon == "Lasgun")


def everything(side: dict[str, Any]) -> dict[str, int]:
    return dict(side["forces"])


def naive(case: dict[str, Any]) -> dict[str, Any]:
    """Return winner, dead, losses and the net of spice, all by faction name."""
    one, two = case["aggressor"], case["defender"]
    names = one["faction"], two["faction"]
    paid = {side["faction"]: side["spice_support"] for side in (one, two)}
    lost = {side["faction"]: everything(side) for side in (one, two)}
    callers = [c["by"] for c in case["calls"].get("traitor", [])]
    gain = dict.fromkeys(names, 0)
    if len(callers) == 2:
        return _result(None, [_name(one), _name(two)], lost, gain, paid)
    if callers:
        caller, victim = (one, two) if callers[0] == one["faction"] else (two, one)
        paid[caller["faction"]] = 0
        gain[caller["faction"]] = strength(victim, caller)
        lost[caller["faction"]] = {"normal": 0, "special": 0}
        return _result(caller["faction"], [_name(victim)], lost, gain, paid)
    if "Lasgun" in (one["weapon"], two["weapon"]) and "Shield" in (one["defense"], two["defense"]):
        return _result(None, [_name(one), _name(two)], lost, gain, paid)
    dead = [(me, foe) for me, foe in ((one, two), (two, one)) if killed(me, foe)]
    totals = [me["dial"] + (0 if killed(me, foe) else strength(me, foe)) for me, foe in ((one, two), (two, one))]
    winner = one if totals[0] >= totals[1] else two
    commit = winner["commit"]
    lost[winner["faction"]] = {
        "normal": commit["normal_full"] + commit["normal_half"],
        "special": commit["special_full"] + commit["special_half"],
    }
    gain[winner["faction"]] = sum(strength(me, foe) for me, foe in dead)
    return _result(winner["faction"], [_name(me) for me, _ in dead], lost, gain, paid)


def _name(side: dict[str, Any]) -> str | None:
    return side["leader"]["name"] if isinstance(side["leader"], dict) else None


def _result(
    winner: str | None, dead: list[str | None], lost: dict[str, Any], gain: dict[str, int], paid: dict[str, int]
) -> dict[str, Any]:
    net = {name: gain[name] - paid[name] for name in gain if gain[name] != paid[name]}
    return {"winner": winner, "dead": [name for name in dead if name], "lost": lost, "net": net}
