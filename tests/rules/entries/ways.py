"""Every way in: by whom, in a position of its own, with which events, and where in the code it is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from tests.rules.entries.positions import Step, act

BG, GUILD = "Bene Gesserit", "Spacing Guild"
HERE, TUEK = "Arrakeen", "Tuek's Sietch"
Steps = Callable[[str, str], tuple[Step, ...]]


@dataclass(frozen=True)
class Way:
    """A way in: ``steps`` are its events for a faction and a goal, the last one the entry itself.

    ``made`` names the command or function that makes the entry; ``board`` what the faction has besides four forces in
    Tuek's Sietch; ``there`` who stands at the goal before it; ``more`` what the position has besides; ``ally`` whom it
    is allied with by that. ``cost`` is what it costs, ``beside`` what a battle before it does; it may go to ``worlds``.
    """

    by: str
    made: tuple[str, ...]
    steps: Steps
    goal: str = HERE
    cost: int = 0
    beside: int = 0
    board: Step = field(default_factory=dict)
    there: Step = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)
    ally: str = ""
    phase: str = "any"
    worlds: bool = False

    def of(self, by: str) -> Way:
        """Return the same way of another faction; Ecaz lend it theirs by an ambassador."""
        more = self.more
        if self.by == "Ecaz":
            more = {**more, "also": [*more["also"], "Ecaz"], "alliances": [["Ecaz", by]]}
        elif "alliances" in more:
            more = {
                **more,
                "alliances": [[by if one == self.by else one for one in pair] for pair in more["alliances"]],
            }
        return replace(self, by=by, more=more)

    @property
    def taken(self) -> set[str]:
        """Return the factions that this way needs itself."""
        also = {self.by, *self.there, *self.more.get("also", ())}
        return {*also, *(one for pair in self.more.get("alliances", ()) for one in pair)}


def _ship(by: str, goal: str, **more: Any) -> Step:
    return act("ship", by, forces=2, to=goal, **more)


def _across(by: str, goal: str) -> tuple[Step, ...]:
    return (act("cross_ship", by, forces=2, from_=TUEK, to=goal),)


def _by(name: str, **words: Any) -> Steps:
    """Return the one event of a command that names its goal."""
    return lambda by, goal: (act(name, by, goal=goal, **words),)


NO_FIELD = {"by": "Richese", "territory": "Rim Wall West", "token": 3}
WORLDS = {"options": {"M4": "on"}}
CALADAN = {**WORLDS, "reserves": {"Atreides": 0}}  # a world without natives
GHOST = {"act": "command", "command": "GreatMakerComes", "territory": "Red Chasm"}
COMES = "Carthag"  # where an ambassador wakes


def _ambassador(*last: Callable[[str, str], Step]) -> Steps:
    return lambda by, goal: (
        _ship("Emperor", COMES), act("UseAmbassador", "Ecaz", to=by), *(one(by, goal) for one in last),
    )  # fmt: skip


def _fight(winner: str, loser: str, goal: str, lead: str, other: str) -> tuple[Step, ...]:
    """Return a battle that the aggressor wins with three forces dialed, until it is settled."""
    quiet = (act("StaySilent", winner, rule="2.01.08"),) if winner == "Atreides" else ()
    return (
        {"act": "battles"}, act("FightNext", winner, territory=goal, against=loser), *quiet,
        act("LockPlan", winner, dial=3, leader=lead, support=3), act("LockPlan", loser, dial=0, leader=other),
        *(act("AnswerTraitor", one, answer="no") for one in (winner, loser)),
    )  # fmt: skip


SETTLE = {"act": "command", "command": "SettleBattle"}
POOLS = {"Atreides": {"pool": ["Duncan Idaho"]}, "Emperor": {"pool": ["Caid"]}, GUILD: {"pool": ["Guild Rep."]}}


def _pools(*seats: str) -> Step:
    return {"leaders": {one: POOLS[one] for one in seats}}


WAYS: dict[str, Way] = {
    "shipment": Way("Emperor", ("Ship.decide",), lambda by, goal: (_ship(by, goal),), cost=2),
    "shipment by Karama": Way(
        "Emperor", ("Ship.decide",), lambda by, goal: (_ship(by, goal, karama="guild_rates"),),
        cost=1, more={"hand": {"Emperor": ["Karama"]}},
    ),
    "shipment across": Way(GUILD, ("Ship.decide",), _across, cost=1, worlds=True),
    "shipment across, of the Guild's ally": Way(
        "Emperor", ("Ship.decide",), _across, cost=2,
        more={"alliances": [["Emperor", GUILD]], "also": [GUILD]}, ally=GUILD, worlds=True,
    ),
    "shipment to a world": Way(
        "Emperor", ("Ship.decide",), lambda by, goal: (_ship(by, goal),), goal="Caladan", cost=2,
        more={**CALADAN, "also": ["Atreides"]}, ally="Harkonnen", worlds=True,
    ),
    "arrival near the Great Flat": Way(
        "Fremen", ("Send.decide",), lambda by, goal: (act("send", by, forces=2, to=goal),), goal="Sietch Tabr"
    ),
    "No-Field": Way("Richese", ("LayField.decide",), _by("LayField", token=3), cost=1),
    "two No-Fields": Way(
        "Richese", ("LayTwoFields.outcome",), _by("LayTwoFields", token=3, shown=5), cost=1,
        more={"nexus_cards": {"Richese": ["Richese"]}},
    ),
    "No-Field that was lent": Way(
        "Emperor", ("ShipByField.decide",),
        lambda by, goal: (act("LendField", "Richese", token=3), act("ShipByField", by, normal=2, goal=goal)),
        cost=1, more={"also": ["Richese"], "alliances": [["Emperor", "Richese"]]}, ally="Richese",
    ),
    "move": Way(
        "Emperor", ("MoveForces.decide",),
        lambda by, goal: (act("move", by, forces=2, from_="Rim Wall West", to=goal),), board={"Rim Wall West": 3},
    ),
    "move of a No-Field": Way("Richese", ("MoveField.decide",), _by("MoveField"), more={"no_field": NO_FIELD}),
    "ride": Way(
        "Fremen", ("Ride.ridden",), lambda by, goal: (act("ride", by, forces=2, from_="Red Chasm", to=goal),),
        board={"Red Chasm": 3}, more={"worm": "Red Chasm", "nexus": "over"},
    ),
    "ride with reserves": Way(
        "Fremen", ("RideWithReserves.outcome",),
        lambda by, goal: (GHOST, act("RideWithReserves", by, normal=2, goal=goal)),
        more={"options": {"M7": "on"}, "nexus": "over"}, phase="spice_blow",
    ),
    "ride from elsewhere": Way(
        "Fremen", ("Ride.ridden",), _by("RideFromElsewhere", normal=2, origin="Red Chasm"), board={"Red Chasm": 3},
        more={"worm": "Sihaya Ridge", "nexus": "over", "nexus_cards": {"Fremen": ["Fremen"]}},
    ),
    "step into a place just found": Way(
        "Emperor", ("StepInside.decide",),
        lambda by, goal: (act("RevealToken", by, place="Meridian"), act("StepInside", by, place=goal, normal=2)),
        goal="Jacurutu Sietch", board={"Meridian": 3},
        more={"discoveries": [{"token": "Jacurutu Sietch", "territory": "Meridian"}]}, phase="spice_collection",
    ),
    "advisor with a shipment": Way(
        BG, ("SendAlong.decide",), lambda by, goal: (_ship("Emperor", goal), act("spiritual_advisor", by, to=goal)),
        more={"also": ["Emperor"]},
    ),
    "fighter to the Polar Sink": Way(
        BG, ("SendAlong.decide",), lambda by, goal: (_ship("Emperor", HERE), act("spiritual_advisor", by, to=goal)),
        goal="Polar Sink", more={"also": ["Emperor"]},
    ),
    "Smuggler's force": Way(
        "Emperor", ("BringOneMore.decide",), lambda by, goal: (_ship(by, goal), act("BringOneMore", by)),
        cost=2, more={"skills": {"Burseg": "Smuggler"}},
    ),
    "Guild ambassador": Way(
        "Ecaz", ("ShipByAmbassador.outcome",),
        _ambassador(lambda by, goal: act("ShipByAmbassador", by, normal=2, goal=goal)),
        more={"ambassadors": {COMES: GUILD}, "also": ["Emperor"]},
    ),
    "Fremen ambassador": Way(
        "Ecaz", ("MoveByAmbassador.outcome",),
        _ambassador(lambda by, goal: act("MoveByAmbassador", by, normal=2, origin=TUEK, goal=goal)),
        more={"ambassadors": {COMES: "Fremen"}, "also": ["Emperor"]},
    ),
    "Sneak Attack": Way(
        "Moritani", ("SneakIn.outcome",),
        lambda by, goal: (_ship("Emperor", goal), act("RevealTerror", by), act("SneakIn", by, normal=2)),
        more={"also": ["Emperor"], "terror": [{"token": "sneak_attack", "territory": HERE}]},
    ),
    "revived forces sent out": Way(
        "Tleilaxu", ("SendRevived.decide",),
        lambda by, goal: (act("revive_forces", by, normal=2), act("SendRevived", by, normal=2, goal=goal)),
        more={**WORLDS, "tanks": {"Tleilaxu": 3}}, worlds=True,
    ),
    "revived Fedaykin": Way(
        "Fremen", ("SendFedaykin.decide",),
        lambda by, goal: (act("revive_forces", by, special=1), act("SendFedaykin", by, goal=goal)),
        goal="Sietch Tabr", there={"Fremen": 2}, more={**WORLDS, "tanks": {"Fremen": {"special": 1}}},
    ),
    "reserve after a victory": Way(
        "Atreides", ("BringReserve.decide",),
        lambda by, goal: (*_fight(by, GUILD, goal, "Duncan Idaho", "Guild Rep."), SETTLE, act("BringReserve", by)),
        there={"Atreides": 5, GUILD: 2}, more={**WORLDS, **_pools("Atreides", GUILD)}, phase="shipment", beside=3,
    ),
    "Face Dancers": Way(
        "Tleilaxu", ("_put_in",),
        lambda by, goal: (
            *_fight("Emperor", GUILD, goal, "Caid", "Guild Rep."), act("ShowFaceDancer", by), SETTLE,
            act("take_field", by, forces=2),
        ),
        there={"Emperor": 8, GUILD: 4}, more=_pools("Emperor", GUILD), phase="shipment",
    ),
    "retreat": Way(
        "Emperor", ("they_go",),
        lambda by, goal: (
            {"act": "battles"}, act("FightNext", by, territory=HERE, against=GUILD), act("PlaceSkill", by),
            act("LockPlan", by, dial=0, leader="Bashar"),
            act("LockPlan", GUILD, dial=2, leader="Guild Rep.", support=2),
            *(act("AnswerTraitor", one, answer="no") for one in (by, GUILD)),
            act("Retreat", by, normal=2, goal=goal), SETTLE,
        ),
        goal="Old Gap", board={HERE: 5}, phase="shipment",
        more={
            "skills": {"Bashar": "Diplomat"}, "leaders": {"Emperor": {"pool": ["Bashar"]}, **_pools(GUILD)["leaders"]},
            "also": [GUILD],
        },
    ),
    "No-Field revealed": Way(
        "Richese", (), lambda by, goal: (act("ShowField", by),),
        more={"no_field": {**NO_FIELD, "territory": HERE}}, phase="shipment",
    ),
}  # fmt: skip
