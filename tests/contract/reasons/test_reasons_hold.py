"""Each reason of a battle's answer is compared with the facts beside it: numbers, factions, leaders and cards."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import referee.web.factory  # noqa: F401  (puts every room in force)
from referee.cli.battle import answer_line
from referee.common.factions import FACTIONS, named
from referee.kernel import Table, ask
from referee.phases.battle.cards_in_battle import BattleCards
from tests.contract.reasons.random_battles import random_battle

Line = dict[str, Any]
SHORT = {made.name: str(named(seat)).removeprefix("the ") for seat, made in FACTIONS.items()}
LEADERS = {leader: made.name for made in FACTIONS.values() for leader in made.leaders}
N = r"([\d½]+)"
SUM = re.compile(
    rf"(.+): {N} dialed(?: \+ {N} added)? \+ {N} (?:for (.+?)( \(killed\))?|without a leader)(?: − {N})? = {N}\."
)


def number(said: str | None) -> float:
    """Return a number as it is worded, such as 2½."""
    return float((said or "0").replace("½", ".5") if said != "½" else 0.5)


def faults(case: Line, said: Line) -> Iterator[str]:
    """Yield what the reasons say that is not so, or say twice."""
    told = Counter(line["sentence"] for line in said["because"])
    yield from (f"told {n} times: {words}" for words, n in told.items() if n > 1 and " of it." not in words)
    for line in said["because"]:
        words = line["sentence"]
        if words.startswith("Without “"):
            continue
        yield from (f"{fault}: {words}" for fault in (*strangers(case, said, words), *sums(case, said, words)))
        yield from (
            f"{fault}: {words}" for fault in (*lost(case, said, words), *paid(case, said, words), *kept(said, words))
        )


def strangers(case: Line, said: Line, words: str) -> Iterator[str]:
    """Yield the factions, leaders and cards that are not in the battle."""
    told = json.dumps([case, said.get("leader_goes_to"), said.get("capture")], ensure_ascii=False)
    for name, short in SHORT.items():
        if (
            re.search(rf"\b{short}\b", words)
            and name not in told
            and name not in {LEADERS.get(one) for one in LEADERS if one in words}
        ):
            yield f"{name} took no part"
    yield from (
        f"{leader} is not here" for leader in LEADERS if re.search(rf"\b{leader}\b", words) and leader not in told
    )
    for card in ask(Table(), BattleCards()).value:
        if (
            re.search(rf"\b{re.escape(card)}\b", words)
            and card not in told
            and card not in ("Karama", "Shield", "Snooper")
        ):
            yield f"{card} was not played"


def sums(case: Line, said: Line, words: str) -> Iterator[str]:
    found = SUM.fullmatch(words)
    if not found:
        return
    who, dial, added, led, leader, killed, less, total = found.groups()
    at = next(at for at in ("aggressor", "defender") if SHORT[case[at]["faction"]] == who.removeprefix("The "))
    side = case[at]
    name = side["leader"] if isinstance(side["leader"], str) else side["leader"]["name"]
    made = max(0, number(dial) + number(added) + number(led) - number(less))
    undialed = any("not dialed decide" in line["sentence"] for line in said["because"])
    if made != number(total) or number(dial) != side["dial"] or (leader or name) != name:
        yield "wrong sum"
    if not undialed and number(total) != said[f"{at}_total"]:
        yield f"the total is {said[f'{at}_total']}"
    dead = leader in said["leaders_killed"]
    if name != "Cheap Hero" and bool(killed) != dead and not danced(said, leader):
        yield f"{leader} is {'dead' if dead else 'alive'}"


def danced(said: Line, leader: str | None) -> bool:
    return bool(said.get("face_dance")) and said["face_dance"]["leader"] == leader


def forces_in(words: str) -> int:
    return sum(int(n) for n in re.findall(r"\b(\d+) ", words))


def lost(case: Line, said: Line, words: str) -> Iterator[str]:
    found = re.fullmatch(r"(?:The )?(\S.*?) loses? (.+?)(?:,? for a dial of .+|, all they had in .+|)\.", words)
    if not found or " or " in words or "reserves" in words or "beside" in words or "only" in words:
        return
    name = next((name for name, short in SHORT.items() if short == found[1]), "")
    if name not in said["forces_lost"]:
        return
    real, saved = said["forces_lost"][name], said.get("forces_saved", {}).get(name, {"stay": 0, "to_reserves": 0})
    if forces_in(found[2].split(", all")[0] + " ") != sum(real.values()) + saved["stay"] + saved["to_reserves"]:
        yield f"{real} are lost"


def paid(case: Line, said: Line, words: str) -> Iterator[str]:
    spice = said["spice"]
    if found := re.fullmatch(r"(?:The )?(.+?) takes? (\d+) spice from the bank for the death of (.+)\.", words):
        name = next(name for name, short in SHORT.items() if short == found[1])
        if not {found[3], f"{found[3]}."} & {*said["leaders_killed"]} or spice["payouts"].get(name, 0) < int(found[2]):
            yield f"payouts are {spice['payouts']}"
    if found := re.fullmatch(r"(?:The )?(.+?) pays? (\d+) spice for battle support\.", words):
        name = next(name for name, short in SHORT.items() if short == found[1])
        if spice["to_bank"].get(name, 0) + sum(spice.get("to_factions", {}).values()) < int(found[2]):
            yield f"to_bank is {spice['to_bank']}"


def kept(said: Line, words: str) -> Iterator[str]:
    every = sorted(ask(Table(), BattleCards()).value, key=len, reverse=True)
    cards = re.findall("|".join(map(re.escape, every)), words)
    gone = Counter(card for some in said["cards_discarded"].values() for card in some)
    open_to = Counter(card for some in said["cards_kept_optional"].values() for card in some)
    if re.search(r"\bdiscards? (?!.*keep)", words) and "may" not in words:
        yield from (f"{card} is not discarded" for card in cards if not gone[card])
    if "may keep or discard" in words:
        yield from (f"{card} is not left to choose" for card in cards if not open_to[card])


MADE = 240


def test_each_reason_of_a_battle_is_so() -> None:
    found = []
    for n in range(MADE):
        case = random_battle(n)
        said = answer_line(json.dumps(case))
        found += [f"{n}: {fault}" for fault in faults(case, said)] if said.get("legal") else []
    assert not found, "\n".join(found[:20])
