"""A second judge of the board, written apart from the rooms from the texts alone: marches, storms, worms and battles.

It knows territories, their sectors and ground from the file of the map, and borders from ``known_borders.tsv``; it
shares no line with the referee. Where the texts leave to a player which forces go, it takes them as the referee says
that it does: sector by sector by number, in a storm in its direction, plain ones first.
"""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from tests.kit import ROOT

Step = dict[str, Any]
Force = dict[str, int]
BOARD = tomllib.loads((ROOT / "referee/board/arrakis.toml").read_text("utf-8"))["territories"]
SECTORS = {name: told["sectors"] or [0] for name, told in BOARD.items()}
GROUND = {name: told["ground"] for name, told in BOARD.items()}
CITIES, BEHIND_THE_WALL, POLE = {"Arrakeen", "Carthag"}, {"Imperial Basin", "Arrakeen", "Carthag"}, "Polar Sink"
KINDS = ("normal", "special")


def _borders() -> dict[tuple[str, int], set[tuple[str, int]]]:
    found: dict[tuple[str, int], set[tuple[str, int]]] = {}
    pairs = [((n, a), (n, b)) for n, own in SECTORS.items() for a, b in pairwise(own)]
    for row in (ROOT / "tests/rules/board/known_borders.tsv").read_text("utf-8").splitlines():
        one, other, meet = row.split("\t")
        pairs += [((one, int(a)), (other, int(b))) for a, b in (pair.split("-") for pair in meet.split())]
    for here, there in pairs:
        found.setdefault(here, set()).add(there)
        found.setdefault(there, set()).add(here)
    return found


BESIDE = _borders()


class Refused(Exception):
    """An act is refused."""


def refuse(wrong: bool) -> None:
    if wrong:
        raise Refused


def total(force: Force) -> int:
    return force["normal"] + force["special"]


def both(one: Force, other: Force) -> Force:
    return {kind: min(one[kind], other[kind]) for kind in KINDS}


class Board:
    """Who stands where: by faction, territory and sector."""

    def __init__(self, case: Step) -> None:
        place = case["situation"]
        self.players, self.advanced = place["players"], case["rules"] == "advanced"
        self.first, self.storm, self.wall = place["first_player"], place["storm"], place.get("wall", True)
        self.ally = {a: b for pair in place["alliances"] for a, b in (pair, pair[::-1])}
        self.calm = {(who, where) for who, places in place["calm"].items() for where in places}
        self.at: dict[tuple[str, str], dict[int, Force]] = {}
        self.lived: set[tuple[str, str, int]] = set()
        for who, places in place["map"].items():
            for where, groups in places.items():
                for one in groups:
                    self.at.setdefault((who, where), {})[one["sector"]] = {kind: one[kind] for kind in KINDS}
                    self.lived |= {(who, where, one["sector"])} if one.get("weathered") else set()
        self.tanks: dict[str, Force] = {who: {"normal": 0, "special": 0} for who in self.players}
        self.moved: set[str] = set()
        self.done: set[str] = set()
        self.worms: list[str] = []
        self.asked: list[tuple[str, str]] = []
        self.fights: list[Any] | None = None

    def take(self, step: Step) -> None:
        """Carry out one act; raises ``Refused``."""
        getattr(self, f"_{step['act']}")(step, step.get("by", ""))

    # -- forces -------------------------------------------------------------------------------------------

    def leave(self, who: str, where: str, wanted: Force, sectors: Iterable[int]) -> Force:
        """Take forces away, sector after sector, and return them."""
        left, here = dict(wanted), self.at.get((who, where), {})
        for one in [sector for sector in sectors if sector in here]:
            gone = both(left, here[one])
            for kind in KINDS:
                left[kind] -= gone[kind]
                here[one][kind] -= gone[kind]
            if not total(here[one]):
                del here[one]
                self.lived.discard((who, where, one))
        if not here:
            self.at.pop((who, where), None)
        return wanted

    def arrive(self, who: str, where: str, sector: int, force: Force) -> None:
        here = self.at.setdefault((who, where), {}).setdefault(sector, {"normal": 0, "special": 0})
        for kind in KINDS:
            here[kind] += force[kind]

    def die(self, who: str, force: Force) -> None:
        for kind in KINDS:
            self.tanks[who][kind] += force[kind]

    def sum_of(self, who: str, where: str, sectors: Iterable[int]) -> Force:
        here = self.at.get((who, where), {})
        return {kind: sum(here[one][kind] for one in sectors if one in here) for kind in KINDS}

    def fighters(self, where: str) -> set[str]:
        return {who for who, place in self.at if place == where and (who, where) not in self.calm}

    # -- the storm's sector -------------------------------------------------------------------------------

    def sides(self, where: str) -> list[list[int]]:
        """Return the sectors of a territory by the side of the storm: before it, under it, behind it (1.01.04)."""
        own = SECTORS[where]
        if self.storm not in own:
            return [own]
        at = own.index(self.storm)
        return [part for part in (own[:at], [self.storm], own[at + 1 :]) if part]

    def full(self, who: str) -> set[str]:
        """Return the strongholds that two others fill (1.06.03.05)."""
        return {one for one in BOARD if GROUND[one] == "stronghold" and len(self.fighters(one) - {who}) >= 2}

    # -- marching -----------------------------------------------------------------------------------------

    def reach(self, who: str, start: tuple[str, int]) -> set[tuple[str, int]]:
        flies = any(who in self.fighters(city) for city in CITIES)
        steps = 3 if flies else 2 if who == "Fremen" else 1
        if start[1] == self.storm and start[0] != POLE:
            return set()
        found, ahead, full = {start: 0}, deque([start]), self.full(who)
        while ahead:
            here = ahead.popleft()
            for there in BESIDE[here]:
                far = found[here] + (there[0] != here[0])
                shut = (there[1] == self.storm and there[0] != POLE) or (there[0] != here[0] and there[0] in full)
                if not shut and far <= steps and far < found.get(there, 99):
                    found[there] = far
                    ahead.append(there)
        return {*found} - {start}

    def _move(self, step: Step, by: str) -> None:
        origin, goal, wanted = step["from"], (step["to"], step["sector"]), step["forces"]
        here = self.at.get((by, origin))
        refuse(not here or by in self.moved)
        assert here is not None
        by_number = sorted(self.sides(origin), key=lambda side: min((one for one in side if one in here), default=99))
        named = [[step["from_sector"]]] if step["from_sector"] else by_number
        for side in named:
            sectors = sorted(one for one in side if one in here and (step["from_sector"] or (origin, one) != goal))
            fits = sectors and both(self.sum_of(by, origin, sectors), wanted) == wanted
            if fits and goal in self.reach(by, (origin, sectors[0])):
                self.face(by, origin, goal[0])
                self.arrive(by, goal[0], goal[1], self.leave(by, origin, wanted, sectors))
                self.moved.add(by)
                return
        raise Refused

    def face(self, who: str, origin: str, goal: str) -> None:
        """Advisors stay advisors where others stand, and are fighters where nobody is (2.02.14, 2.02.16)."""
        others = {one for one, place in self.at if place == goal} - {who}
        if (who, origin) in self.calm and others and (who, goal) not in self.at:
            self.calm.add((who, goal))

    def _done(self, step: Step, by: str) -> None:
        """A faction that has finished beside its ally loses what stands there (1.06.07)."""
        refuse(by in self.done)
        self.done.add(by)
        for where in {place for who, place in self.at if who == by}:
            beside = {by, self.ally.get(by, "")} <= self.fighters(where)
            if beside and where != POLE:
                self.die(by, self.leave(by, where, self.sum_of(by, where, SECTORS[where]), SECTORS[where]))

    # -- the storm ----------------------------------------------------------------------------------------

    def open_sand(self, where: str) -> bool:
        if where in BEHIND_THE_WALL:
            return not self.wall
        return bool(GROUND[where] == "sand")

    def _storm_moves(self, step: Step, by: str) -> None:
        far = step["distance"]
        way = [(self.storm + n - 1) % 18 + 1 for n in range(far + 1)] if far else []
        start, self.storm = self.storm, (self.storm + far - 1) % 18 + 1
        lived: set[tuple[str, str, int]] = set() if way else self.lived
        for (who, where), here in [*self.at.items()]:
            met = [one for one in way if one in here] if self.open_sand(where) else []
            spared = [one for one in met if one == start and (who, where, one) in self.lived and self.halved(who)]
            caught = self.sum_of(who, where, [one for one in met if one not in spared])
            lost = dict(caught)
            if self.halved(who):
                half = -(-total(caught) // 2)
                plain = min(half, caught["normal"])
                lost = {"normal": plain, "special": half - plain}
            self.die(who, self.leave(who, where, lost, [one for one in met if one not in spared]))
            lived |= {(who, where, one) for one in met if one == self.storm and one in here}
        self.lived = lived

    def halved(self, who: str) -> bool:
        return who == "Fremen" and self.advanced

    def _next_turn(self, step: Step, by: str) -> None:
        self.worms, self.asked = [], []

    # -- the worm -----------------------------------------------------------------------------------------

    def _worm(self, step: Step, by: str) -> None:
        where = step["territory"]
        self.worms.append(where)
        for who in [one for one, place in self.at if place == where and one != "Fremen"]:
            if "Fremen" in self.players and self.ally.get("Fremen") == who:
                self.asked.append((who, where))
            else:
                self.devour(who, where)

    def devour(self, who: str, where: str) -> None:
        self.die(who, self.leave(who, where, self.sum_of(who, where, SECTORS[where]), SECTORS[where]))

    def _spare_ally(self, step: Step, by: str) -> None:
        pair = (self.ally.get("Fremen", ""), step["territory"])
        refuse(by != "Fremen" or pair not in self.asked)
        self.asked.remove(pair)
        if not step["spare"]:
            self.devour(*pair)

    def _ride(self, step: Step, by: str) -> None:
        origin, goal, wanted = step["from"], step["to"], step["forces"]
        refuse(by != "Fremen" or origin not in self.worms or origin == goal)
        here = self.at.get((by, origin), {})
        named = [step["from_sector"]] if step["from_sector"] else sorted(here)
        sectors = [one for one in named if one != self.storm]
        refuse(both(self.sum_of(by, origin, sectors), wanted) != wanted)
        refuse(step["sector"] == self.storm and goal != POLE)
        refuse(goal in self.full(by))
        refuse(self.ally.get(by) in self.fighters(goal) and goal != POLE)
        self.worms.remove(origin)
        self.arrive(by, goal, step["sector"], self.leave(by, origin, wanted, sectors))

    # -- who fights ---------------------------------------------------------------------------------------

    def _battles(self, step: Step, by: str) -> None:
        """Return every pair that meets on one side of the storm (1.07.01)."""
        turn = self.players.index(self.first)
        order = [*self.players[turn:], *self.players[:turn]]
        self.fights = []
        for where in {place for _, place in self.at} - {POLE}:
            here = [who for who in order if who in self.fighters(where)]
            for n, one in enumerate(here):
                for other in here[n + 1 :]:
                    for side in self.sides(where) if self.ally.get(one) != other else []:
                        forces = {who: self.sum_of(who, where, side) for who in (one, other)}
                        if all(total(force) for force in forces.values()):
                            self.fights.append([where, one, other, forces])
