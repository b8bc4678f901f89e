"""One line for a position, one line for what happens: the notation of tests of positions.

A position: factions by their letter with their spice, more of it as words. ``P("A 10 | G 5", "A ships 5 city")``
    A atreides · H harkonnen · E emperor · F fremen · B bene gesserit · G guild · I ixian · T tleilaxu
    C choam · R richese
What happens: steps, one after another. A step begins with the letter of who takes it:
    A starts · A claims · A bribes H 2 · A gives H 2 · A takes (bribes) · A revives 2 (or 2+1 starred) · F grants G
    E revives 3 for H · A leader Duncan Idaho 2 · A ghola 5 · A ghola Caid · A ships 5 city · F sends 7
    B goes Polar Sink · G crosses 4 city · G leaves 4 · A collects 3 · H kills Stilgar · storm · worm · blow 8
    A stops CHARITY · A stops · A prevents CHARITY · E great 3 · E great Caid · G great A · F great worm
Words after a step: half · karama · pays A3,H2 · offers H3 · advisors · hidden
"""

from __future__ import annotations

import json
from typing import Any

from referee.cli.play import answer_line
from tests.kit.scripts import BY_LETTER

SAND, CITY, NEAR = "Red Chasm", "Arrakeen", "The Great Flat"
LEADERS = ["Thufir Hawat", "Lady Jessica", "Gurney Halleck", "Duncan Idaho", "Dr. Yueh"]
FLAGS: dict[str, dict[str, Any]] = {
    "half": {"half_price": True},
    "karama": {"karama": "guild_rates"},
    "advisors": {"as": "advisors"},
    "hidden": {"icon_in_storm": True},
    "apart": {"separated_by_storm": True},
    "elsewhere": {"same_sector_as_spice": False},
}


def _forces(word: str) -> dict[str, int]:
    normal, _, special = word.partition("+")
    return {"normal": int(normal), "special": int(special or 0)}


def _where(words: list[str]) -> dict[str, Any]:
    place = words[0] if words else "sand"
    return {"to": CITY if place == "city" else SAND, "stronghold": place == "city"}


def _revive(words: list[str]) -> dict[str, Any]:
    return _forces(words[0]) if words[0][0].isdigit() else {"leader": " ".join(words)}


def _sums(word: str) -> dict[str, int]:
    return {BY_LETTER[share[0]]: int(share[1:]) for share in word.split(",")}


def _said(verb: str, words: list[str]) -> dict[str, Any]:
    first = words[0] if words else ""
    made: dict[str, Any] = {
        "starts": lambda: {"act": "starting_spice"},
        "claims": lambda: {"act": "claim_charity"},
        "takes": lambda: {"act": "collect_bribes"},
        "bribes": lambda: {"act": "bribe", "to": BY_LETTER[first], "amount": int(words[1])},
        "gives": lambda: {"act": "gift", "to": BY_LETTER[first], "amount": int(words[1])},
        "grants": lambda: {"act": "grant_free_revival", "to": BY_LETTER[first]},
        "leader": lambda: {"act": "revive_leader", "leader": " ".join(words[:-1]), "strength": _strength(words[-1])},
        "ghola": lambda: {"act": "play_card", "card": "Tleilaxu Ghola", "revive": _revive(words)},
        "ships": lambda: {"act": "ship", "forces": int(first), **_where(words[1:])},
        "sends": lambda: {"act": "send", "forces": int(first), "to": NEAR},
        "goes": lambda: {"act": "spiritual_advisor", "to": " ".join(words)},
        "crosses": lambda: {"act": "cross_ship", "forces": int(first), "from": "Tuek's Sietch", **_where(words[1:])},
        "leaves": lambda: {"act": "ship_off_planet", "forces": int(first), "from": "Tuek's Sietch"},
        "collects": lambda: {"act": "collect", "forces": _forces(first), "territory": " ".join(words[1:]) or SAND},
        "kills": lambda: {"act": "kill_captured_leader", "leader": " ".join(words), "strength": 5},
        "stops": lambda: {"act": "karama", "use": "cancel", **({"ability": first} if first else {})},
        "prevents": lambda: {"act": "karama", "use": "prevent", "ability": first},
        "great": lambda: {"act": "karama", "use": "special", **_great(words)},
    }
    if verb == "revives" and "for" in words:
        return {"act": "revive_ally_forces", "for": BY_LETTER[words[2]], **_forces(first)}
    return {"act": "revive_forces", **_forces(first)} if verb == "revives" else made[verb]()


def _strength(word: str) -> int | str:
    return word if word == "X" else int(word)


def _great(words: list[str]) -> dict[str, Any]:
    if words[0] in BY_LETTER:
        return {"of": BY_LETTER[words[0]]}
    return {"territory": SAND} if words[0] == "worm" else {"revive": _revive(words)}


def position_event(step: str) -> dict[str, Any]:
    words = step.split()
    if words[0] in {"storm", "worm", "blow"}:
        act = {"storm": "storm_passes", "worm": "shai_hulud", "blow": "spice_blow"}[words[0]]
        amount = {"amount": int(words[1])} if words[0] == "blow" else {}
        return {"act": act, "territory": SAND, **amount, **(FLAGS["hidden"] if "hidden" in words else {})}
    more: dict[str, Any] = {}
    for word in [word for word in words if word in FLAGS]:
        more.update(FLAGS[word])
        words.remove(word)
    for key, name in (("pays", "paid"), ("offers", "promised")):
        if key in words:
            place = words.index(key)
            more[name] = _sums(words[place + 1])
            del words[place : place + 2]
    return {"by": BY_LETTER[words[0]], **_said(words[1], words[2:]), **more}


class P:
    """A position played to its end: what the referee answers, by the letters of the factions."""

    def __init__(
        self, line: str, steps: str = "", *, rules: str = "advanced", phase: str = "any", allies: str = "",
        tanks: str = "", lying: int | None = None, front: str = "", cities: dict[str, list[str]] | None = None,
        leaders: dict[str, Any] | None = None, hand: dict[str, list[str]] | None = None, **options: str,
    ) -> None:  # fmt: skip
        self.had = {words.split()[0]: int(words.split()[1]) for words in line.split(" | ")}
        place: dict[str, Any] = {
            "players": [BY_LETTER[who] for who in self.had],
            "spice": {BY_LETTER[who]: n for who, n in self.had.items()},
            "alliances": [[BY_LETTER[who] for who in pair] for pair in allies.split()],
            "front_of_shield": _sums(front) if front else {},
            "events": [position_event(step) for step in steps.split(" | ") if step],
        }
        if tanks:
            place["tanks"] = {BY_LETTER[word[0]]: _forces(word[1:]) for word in tanks.split()}
        if lying is not None:
            place["territory_spice"] = {SAND: lying}
        for name, value in (("cities", cities), ("leaders", leaders), ("hand", hand)):
            if value is not None:
                place[name] = {BY_LETTER[who]: entry for who, entry in value.items()}
        case = {"id": "x", "rules": rules, "phase": phase, "situation": place, "options": options}
        self.answer: dict[str, Any] = answer_line(json.dumps(case))
        assert "BAD_INPUT" not in str(self.answer.get("error")), self.answer

    @property
    def spice(self) -> str:
        """Return the change of each purse: ``A-2 G+2``."""
        now = {who: self.answer["spice"][BY_LETTER[who]] - had for who, had in self.had.items()}
        return " ".join(f"{who}{change:+}" for who, change in now.items() if change)

    @property
    def bank(self) -> int:
        """Return the change of the bank."""
        return int(self.answer["bank_delta"])

    @property
    def refused(self) -> tuple[str, str]:
        """Return code and rule of the refusal."""
        assert self.answer["legal"] is False
        return self.answer["error"]["code"], self.answer["error"]["rule"]

    @property
    def back(self) -> str:
        """Return the change of the reserves: ``A+3`` or, with special forces, ``E+1+1``."""
        letters = {name: who for who, name in BY_LETTER.items()}
        delta = self.answer["reserves_delta"].items()
        starred = {name: f"{own['special']:+}" if own["special"] else "" for name, own in delta}
        return " ".join(f"{letters[name]}{own['normal']:+}{starred[name]}" for name, own in delta)

    @property
    def rules(self) -> set[str]:
        """Return every rule cited."""
        return {line["rule"] for line in self.answer["because"]}
