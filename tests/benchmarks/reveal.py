"""The reveal of a battle: how far apart in time all screens of a table show it; and how fast a verdict is reached."""

from __future__ import annotations

import asyncio
import random
import re
import time
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from referee.common.factions import FACTIONS
from referee.common.leaders import printed_strength
from referee.common.setup import Place, SetTable
from referee.running.hall import Hall
from tests.benchmarks.room import take_controls
from tests.benchmarks.wire import Line, Screen
from tests.kit.battle_cases import case, planned, settle
from tests.kit.program import Program
from tests.rules.battle.naive import dial_of, must_feed, naive

SEATS = ("emperor", "fremen", "harkonnen", "spacing_guild")
QUIET = (("B6", "off"), ("B7", "off"), ("K8", "off"))
PLACES = ("Arrakeen", "Carthag", "Sietch Tabr", "Habbanya Sietch", "Tuek's Sietch")
OVER = re.compile(rb"(Emperor|Harkonnen)\W*(<[^>]*>\s*)*wins")


class Watching(Screen):
    """A screen that waits for the end of a battle."""

    async def note(self, body: bytes) -> None:
        """Note when a winner stands on it."""
        async with self.news:
            self.shown = 1 if OVER.search(body) else 0
            self.at = time.perf_counter()
            self.news.notify_all()


async def reveals(program: Program, name: str) -> list[tuple[float, float]]:
    """Fight a battle in each territory; return the time from the last tap to the first and to the last screen (s)."""
    here, cookies = f"/t/{name}/", await take_controls(program)
    host, hands = await Line(program.port, dict(cookies)).open(), dict[str, Line]()
    _, _, page = await host.ask("GET", here)
    for seat in SEATS:
        found = re.search(rf'id="seat-{seat}".*?<kbd class="big">(\w+)</kbd>', page.decode(), re.DOTALL)
        assert found, "The table screen shows a code for every seat"
        hands[seat] = await Line(program.port).open()
        await hands[seat].ask("POST", "/J/", {"code": found[1], "key": "1"})
    screens: list[Screen] = [Watching(here, f"{here}stream?board", host)]
    for hand in hands.values():
        own = await Line(program.port, dict(hand.cookies)).open()
        screens.append(Watching(f"{here}me?tab=bid", f"{here}me/stream?tab=bid", own))
    wires = [asyncio.create_task(screen.live()) for screen in screens]
    keys = iter(range(10_000))

    async def tap(who: str, act: str, **fields: Any) -> None:
        line, path = (host, here) if who == "host" else (hands[who], f"{here}me?tab=bid")
        status, _, body = await line.ask("POST", path, {"act": act, "key": f"k{next(keys)}", **fields})
        assert status in {200, 303}, (act, status, body[:300])

    for phase in ("storm", "battle"):
        await tap("host", "GoTo", phase=phase)
    times = []
    leaders = (list(FACTIONS[seat].leaders) for seat in ("emperor", "harkonnen"))
    for place, one, two in zip(PLACES, *leaders, strict=True):
        forces = {"one": "emperor", "two": "harkonnen", "one_normal": 5, "two_normal": 5}
        await tap("host", "BeginBattle", territory=place, **forces)
        await tap("emperor", "LockPlan", dial=1, leader=one)
        await tap("harkonnen", "LockPlan", dial=1, leader=two)
        for seat in ("emperor", "fremen", "spacing_guild"):
            with suppress(AssertionError):
                await tap(seat, "AnswerTraitor", answer="no")
        began = time.perf_counter()
        await tap("harkonnen", "AnswerTraitor", answer="no")
        seen = await asyncio.wait_for(asyncio.gather(*(screen.until(1) for screen in screens)), 20)
        times.append((min(seen) - began, max(seen) - began))
        await tap("host", "SettleBattle")
        await asyncio.sleep(0.1)
    for wire in wires:
        wire.cancel()
        with suppress(asyncio.CancelledError):
            await wire
    return times


def reveal() -> list[tuple[str, str, str]]:
    """Return how far apart the screens of a table show a reveal."""
    with TemporaryDirectory() as folder:
        hall = Hall(Path(folder))
        name, sitting = hall.create("bench")
        made = SetTable("bench", tuple(Place(seat, spice=50) for seat in SEATS), SEATS[0], options=QUIET)
        assert sitting.act(made, "host").done
        hall.close()
        program = Program(Path(folder), 24).start()
        times = asyncio.run(reveals(program, name))
        program.stop()
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


def verdicts(count: int) -> list[tuple[str, str, str]]:
    """Settle so many random allowed battles twice, and count where the second calculation disagrees."""
    dice, seats, other = random.Random(5), list(FACTIONS)[:], 0
    seats = [seat for seat in seats if seat in {"atreides", "emperor", "fremen", "harkonnen", "ixian", "spacing_guild"}]
    times = []
    for _ in range(count):
        one, two = dice.sample(seats, 2)
        rules = dice.choice(["basic", "advanced"])
        battle = case(
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
