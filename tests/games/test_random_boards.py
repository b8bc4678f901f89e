"""Random games on the map that reach battles: forces add up by faction and group after every act.

Six games by default; ``REFEREE_GAMES=100`` plays a hundred, with more than three hundred battles.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from referee.board.forces import ALL_FORCES, RESERVES, TANKS, Forces, Group, forces_in, parts_of, somewhere
from referee.board.forces_counted import KeepCount
from referee.board.how_many import Starred
from referee.board.standing import stands
from referee.board.territories import TERRITORIES, is_stronghold
from referee.kernel import Command, Table, ask
from referee.offers.waiting import on_turn
from referee.phases.battle.battle_as_known import free_leaders
from referee.phases.battle.before_the_plans import StaySilent, steps
from referee.phases.battle.call_traitor import AnswerTraitor
from referee.phases.battle.conclude import SettleBattle
from referee.phases.battle.live_battle import OPEN, REVEALED, LiveBattle, battle_now
from referee.phases.battle.lock_plan import LockPlan
from referee.phases.battle.reveal import Reveal
from referee.phases.battle.who_fights_where import FightNext, open_battles
from referee.phases.collection.collection import CollectAll
from referee.phases.revival.forces import ReviveForces
from referee.phases.shipment.marching import MoveForces, places_of
from referee.phases.shipment.shipping import Send, Ship
from referee.phases.spice_blow.blow import SpiceBlows, WormComes
from referee.phases.storm.storm_moves import AnnounceStorm, MoveStorm, PlaceStorm
from referee.turn.next_phase import GoTo
from referee.turn.on_the_map import SetDown
from referee.turn.who_is_done import SayDone
from tests.kit import LiveTable, asker

GAMES, TURNS = int(os.environ.get("REFEREE_GAMES", "6")), 4
SEATS = ("atreides", "harkonnen", "emperor", "fremen", "spacing_guild", "bene_gesserit")
CROWDED = ("Arrakeen", "Carthag", "Tuek's Sietch", "The Minor Erg", "Imperial Basin", "Meridian", "Cielago North")
SPICE = [name for name, one in TERRITORIES.items() if one.spice]


class Game:
    """A table whose players do what is legal of what dice say, and the numbers of what happened."""

    def __init__(self, number: int, turns: int = TURNS) -> None:
        self.dice, self.seen, self.acts = Random(f"game {number}"), Counter[str](), list[Command]()
        self.turns = turns
        rules = self.dice.choice(["basic", "advanced"])
        pair = " ".join(self.dice.sample(SEATS, 2)) if self.dice.random() < 0.5 else ""
        self.table = LiveTable(*SEATS, turn=2, rules=rules, spice=30, allies=pair, first=self.dice.choice(SEATS))
        self.table.do(KeepCount(), PlaceStorm(self.dice.randint(1, 18)))
        for seat in SEATS:
            left = somewhere(self.table.public, seat)
            while left.total:
                self.table.do(SetDown(seat, left.normal, self.dice.choice(CROWDED), special=left.special))
                left = somewhere(self.table.public, seat)

    def tries(self, command: Command) -> bool:
        """Send a command that may be refused; whatever came of it, all forces are somewhere."""
        done = self.table.act(command, asker(command)).done
        self.seen[type(command).__name__] += done
        self.acts += [command] if done else []
        adds_up(self.table.truth)
        return done

    def play(self) -> Counter[str]:
        for _ in range(self.turns):
            for phase in ("storm", "spice_blow", "revival", "shipment", "battle", "spice_collection", "mentat_pause"):
                assert self.tries(GoTo(phase, anyway=True))
                getattr(self, f"_{phase}", lambda: None)()
        return self.seen

    def _storm(self) -> None:
        self.tries(AnnounceStorm(self.dice.randint(2, 6)))
        self.tries(MoveStorm())

    def _spice_blow(self) -> None:
        if self.dice.random() < 0.4:
            self.tries(WormComes(self.dice.choice(SPICE)))
        for place in self.dice.sample(SPICE, 2):
            self.tries(SpiceBlows(place, by_marker=True))

    def _revival(self) -> None:
        for seat in SEATS:
            self.tries(ReviveForces(seat, self.dice.randint(1, 2), self.dice.randint(0, 1)))

    def _shipment(self) -> None:
        while now := on_turn(self.table.public):
            for command in (self._shipped(now[0]), *(self._marched(now[0]) for _ in range(3))):
                self.tries(command)
            assert self.tries(SayDone(now[0]))
        full = {place: {one.seat for one in stands(self.table.public, place) if not one.calm} for place in CROWDED}
        assert all(len(seats) <= 2 for place, seats in full.items() if is_stronghold(place)), full
        pairs = [set(pair) for pair in self.table.public.alliances]
        assert not [place for place, seats in full.items() if any(pair <= seats for pair in pairs)], "1.06.07"

    def _shipped(self, seat: str) -> Command:
        many, goal = self.dice.randint(1, 5), self.dice.choice(CROWDED)
        if seat == "fremen":
            return Send(seat, many, self.dice.choice(["The Great Flat", "Plastic Basin", "Habbanya Erg"]))
        return Ship(seat, many, goal, special=self.dice.randint(0, 1) * (seat == "emperor"), sector=self._sector(goal))

    def _sector(self, place: str) -> int:
        return self.dice.choice([0, *TERRITORIES[place].sectors])

    def _marched(self, seat: str) -> Command:
        origin = self.dice.choice(places_of(self.table.public, seat) or CROWDED)
        held = forces_in(self.table.public, seat, origin) or Group(1)
        numbers = (self.dice.randint(0, held.normal), self.dice.randint(0, held.special))
        goal = self.dice.choice([*CROWDED, *TERRITORIES])
        leaves, enters = self.dice.choice([0, self._sector(origin)]), self._sector(goal)
        return MoveForces(seat, numbers[0], origin, goal, special=numbers[1], leaves=leaves, sector=enters)

    def _battle(self) -> None:
        while battles := open_battles(self.table.public):
            first = battles[0]
            mine = [one for one in battles if one.aggressor == first.aggressor]
            one = self.dice.choice(mine)
            assert self.tries(FightNext(one.aggressor, one.territory, one.defender, one.way)), one
            self._fight()

    def _fight(self) -> None:
        while step := next((one for one in steps(self.table.public) if not one.done), None):
            assert self.tries(StaySilent(step.say.seat, step.say.rule))
        live = self.live()
        before = {seat: forces_in(self.table.truth, seat, live.territory) for seat in live.seats}
        for seat in live.seats:
            own = self.table.screen(seat)
            leader = self.dice.choice(free_leaders(own, live, seat) or [""])
            top = live.forces[seat].total
            while not self.tries(LockPlan(seat, self.dice.randint(0, top), leader)):
                top = max(0, top - 1)
                leader = self.dice.choice(free_leaders(own, live, seat) or [""])
        self.tries(Reveal())
        for seat in SEATS if self.live().step == OPEN else ():
            self.tries(AnswerTraitor(seat, "no"))
        if self.live().step == REVEALED:
            assert self.tries(SettleBattle())
        assert battle_now(self.table.public) is None
        self._lost_no_more(live, before)

    def live(self) -> LiveBattle:
        live = self.table.public.get(LiveBattle)
        assert live is not None
        return live

    def _lost_no_more(self, live: LiveBattle, before: dict[str, Group | None]) -> None:
        """The forces behind the storm are as they were, and the loser has none left on this side of it."""
        truth, verdict = self.table.truth, self.live()
        for seat, had in before.items():
            left = forces_in(truth, seat, live.territory)
            if had is not None and left is not None and not verdict.verdict.blown_up:
                beyond = had.plus(live.forces[seat], -1)
                assert left.least(beyond) == beyond, (seat, live)
                self.seen["parted"] += beyond.total > 0
                assert seat == verdict.winner or left == beyond, (seat, live)

    def _spice_collection(self) -> None:
        self.tries(CollectAll())


def adds_up(table: Table) -> None:
    """Twenty forces of each faction are somewhere, and every group is the sum of its sectors."""
    forces = table.state(Forces)
    for seat in table.seats:
        held = {place: group for (whose, place), group in forces.held.items() if whose == seat}
        stars = ask(table, Starred(seat)).value
        assert sum(held.values(), Group()) == Group(ALL_FORCES - stars, stars), (seat, held)
        for place, group in held.items():
            assert min(group.normal, group.special) >= 0, (seat, place, group)
            if place not in {RESERVES, TANKS}:
                parts = parts_of(table, seat, place)
                assert sum(parts.values(), Group()) == group, (seat, place, parts)
                assert all(min(one.normal, one.special) >= 0 for one in parts.values()), (seat, place, parts)


@pytest.mark.parametrize("part", range(2))
def test_random_games_reach_battles_and_all_forces_add_up(part: int) -> None:
    games = range(part, GAMES, 2)
    seen = sum((Game(number).play() for number in games), Counter[str]())
    print(dict(seen))
    assert min(seen["SettleBattle"] // 3, seen["MoveForces"], seen["Ship"]) >= len(games)
