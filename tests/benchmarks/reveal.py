"""The reveal of a battle: how far apart in time all screens of a table show it; and how fast a verdict is reached."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Sequence
from contextlib import suppress
from statistics import median, quantiles
from typing import Any

from referee.common.factions import FACTIONS
from referee.holdings.leaders import printed_strength
from tests.benchmarks.contestants import Referee
from tests.benchmarks.room import BusyTable, set_table
from tests.benchmarks.script import HOST, NO_CLOCKS
from tests.kit import battle_case, planned, settle
from tests.rules.battle.naive import dial_of, must_feed, naive

SEATS = ("emperor", "fremen", "harkonnen", "spacing_guild")
PLACES = ("Arrakeen", "Carthag", "Sietch Tabr", "Habbanya Sietch", "Tuek's Sietch")


async def _reveals() -> list[tuple[float, float]]:
    """Fight a battle in each territory; return the time from the last tap to the first and to the last screen (s)."""
    made, times = Referee(), []
    await made.start()
    table = await BusyTable(await set_table(made.host, SEATS, NO_CLOCKS), made.host, SEATS).sit()
    await asyncio.sleep(0.5)
    for phase in ("storm", "battle"):
        await table.tap(HOST, act="GoTo", phase=phase)
    leaders = (list(FACTIONS[seat].leaders) for seat in ("emperor", "harkonnen"))
    for place, one, two in zip(PLACES, *leaders, strict=True):
        forces = {"one": "emperor", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
        await table.tap(HOST, act="BeginBattle", territory=place, **forces)
        await table.tap("emperor", act="LockPlan", dial=1, leader=one)
        await table.tap("harkonnen", act="LockPlan", dial=1, leader=two)
        for seat in ("emperor", "fremen", "spacing_guild"):
            with suppress(AssertionError):
                await table.press(seat, act="AnswerTraitor", answer="no")
        await asyncio.sleep(0.1)
        began = time.perf_counter()
        last = await table.tap("harkonnen", act="AnswerTraitor", answer="no")
        times.append((min(screen.at for screen in table.screens) - began, last))
        await table.tap(HOST, act="SettleBattle")
        await asyncio.sleep(0.1)
    await table.leave()
    await made.stop()
    return times


def battles(revisions: Sequence[str]) -> list[tuple[str, str, str]]:
    """Return how far apart screens show a reveal, and the time of a verdict; of this program only."""
    return [*_reveal(), *_verdicts(int(os.environ.get("REFEREE_BATTLES", "5000")))]


def _reveal() -> list[tuple[str, str, str]]:
    times = asyncio.run(_reveals())
    apart = [last - first for first, last in times]
    latest = max(last for _, last in times)
    words = f"middle {1000 * median(apart):.1f}  widest {1000 * max(apart):.1f} ms, last after {1000 * latest:.1f} ms"
    return [(f"reveal on {len(SEATS) + 1} screens: first to last", words, "< 100 ms")]


# -- verdicts -----------------------------------------------------------------------------------------


def _plan(dice: random.Random, seat: str, foe: str, rules: str) -> dict[str, Any]:
    made = FACTIONS[seat]
    plain, starred = dice.randrange(10), dice.randrange(5) if seat in {"emperor", "fremen", "ixian"} else 0
    fed, fed_s = (dice.randint(0, plain) if seat != "ixian" else 0), dice.randint(0, starred)
    commit = {
        "normal_full": fed,
        "normal_half": dice.randint(0, plain - fed),
        "special_full": fed_s,
        "special_half": dice.randint(0, starred - fed_s),
    }
    name = dice.choice([leader for leader, strength in made.leaders.items() if strength])
    weapon = dice.choice([None, "Lasgun", "Crysknife", "Chaumas", "Stunner", "Gom Jabbar"])
    defence = dice.choice([None, "Shield", "Snooper"])
    support = must_feed(made.name, rules, commit)
    return {
        **planned(made.name, {"name": name, "strength": printed_strength(name)}, weapon, defence),
        "forces": {"normal": plain, "special": starred},
        "spice": support,
        "leaders_available": list(made.leaders),
        "dial": dial_of(made.name, FACTIONS[foe].name, rules, commit),
        "spice_support": support,
        "commit": commit,
    }


def _verdicts(count: int) -> list[tuple[str, str, str]]:
    """Settle so many random battles twice, and count where the two calculations disagree."""
    dice, seats, other = random.Random(5), list(FACTIONS)[:], 0
    seats = [seat for seat in seats if seat in {"atreides", "emperor", "fremen", "harkonnen", "ixian", "spacing_guild"}]
    times = []
    for _ in range(count):
        one, two = dice.sample(seats, 2)
        rules = dice.choice(["basic", "advanced"])
        battle = battle_case(
            _plan(dice, one, two, rules), _plan(dice, two, one, rules), rules, {}, options={"T7": "automatic"}
        )
        began = time.perf_counter()
        said = settle(battle)
        times.append(time.perf_counter() - began)
        expected = naive(battle)
        agree = said["winner"] == expected["winner"] and said["spice"]["net"] == expected["net"]
        other += not (agree and sorted(said["leaders_killed"]) == sorted(expected["dead"]))
    slow = quantiles(times, n=100)[98]
    words = f"middle {1000 * median(times):.2f}  slowest hundredth {1000 * slow:.2f} ms"
    return [("a battle verdict", words, ""), (f"{count} random plans settled twice", f"{other} disagreements", "0")]
