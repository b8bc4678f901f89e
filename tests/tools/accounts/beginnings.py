"""What a random game begins with, so that wanted commands come up: factions, modules, options, and lucky shuffles.

Where a command stands says what it needs: its package names a faction, its module the options that it reads, and the
cards that it speaks of.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from random import Random

from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS
from referee.holdings.setup import OptionChanged, TableSet
from referee.kernel import OPTIONS, Option, commands
from referee.paper.join_midgame import JoinInTheMiddle
from tests.kit import Loaded, set_up
from tests.tools.accounts.battles_as_positions import ACTS
from tests.tools.accounts.positions import position
from tests.tools.accounts.scenes import Scene, scene, with_a_scene

PHYSICAL = {"P1": ("dealt", 0.7), "P2": ("kept", 0.8), "P3": ("phones", 0.8), "P6": ("kept", 0.9)}
BATTLES = 0.1  # so many of the other games begin in a battle as a script tells it
FIXED = {"P1", "P2", "P3", "B6"}  # not changed in play: what the accountant can count depends on them


WITHOUT_A_BUTTON = {"AskCount", "OpenWindow", "PayShares", "RefuseCount", "TakeStart"}  # of scripts
WITHOUT_A_BUTTON |= {"DrawCaptive"}  # the power that *Conclude* announces


def every_command() -> set[str]:
    """Return what a page offers to a player or to the table: not the program's own, nor what scripts alone say."""
    return {name for name, kind in commands().items() if kind.by != "referee"} - WITHOUT_A_BUTTON


@cache
def family(act: str) -> str:
    """Return the package or module in which a command stands, below its part of the program."""
    return ".".join(commands()[act].__module__.split(".")[:4])


@cache
def faction_of(act: str) -> str:
    part = commands()[act].__module__.split(".")
    return part[2] if part[1] == "factions" else ""


@cache
def words_of(act: str) -> frozenset[str]:
    """Return every word that a command's module writes out: the cards it is about are among them."""
    tree = ast.parse(inspect.getsource(sys.modules[commands()[act].__module__]))
    words = (one.value for one in ast.walk(tree) if isinstance(one, ast.Constant))
    return frozenset(one for one in words if isinstance(one, str))


@cache
def options_of(act: str) -> tuple[Option, ...]:
    """Return the options that a command's module or its package reads."""
    module = commands()[act].__module__
    rooms = [sys.modules[name] for name in (module, module.rpartition(".")[0]) if name.count(".") > 1]
    found = {one.key: one for room in rooms for one in vars(room).values() if isinstance(one, Option)}
    return tuple(found[key] for key in sorted(found))


@dataclass
class Beginning:
    """How a game begins: the set-up form or a game under way, its dice, who has a phone, whether forces are counted."""

    form: dict[str, list[str] | str]
    dice: Loaded
    phones: list[str]
    counted: bool
    middle: JoinInTheMiddle | None = None
    scene: Scene | None = None


def beginning(dice: Random, focus: Collection[str]) -> Beginning:
    """Return a random beginning in which these commands may come up: set up, under way, or as a script lays it."""
    played = sorted({*focus} & with_a_scene())
    act = dice.choice(played) if played and dice.random() < 0.7 else ""
    act = act or (dice.choice(ACTS) if dice.random() < BATTLES else "")
    found = scene(dice, act) if act else None
    return as_laid(dice, found) if found else _anew(dice, focus)


def as_laid(dice: Random, found: Scene) -> Beginning:
    """Return a beginning with this scene."""
    events = [event for act in found.acts for event in act]
    seats = next(list(one.seats) for one in events if isinstance(one, TableSet))
    chosen = {one.key: one.value for one in events if isinstance(one, OptionChanged)}
    form: dict[str, list[str] | str] = {"faction": seats, "turn": "2", **chosen}
    phones = [seat for seat in seats if seat not in found.aloud]
    return Beginning(form, Loaded(dice.randrange(10**6), {found.act}), phones, counted=False, scene=found)


def _anew(dice: Random, focus: Collection[str]) -> Beginning:
    seats = _factions(dice, sorted(focus))
    options = _options(dice, sorted(focus))
    first, turn = str(dice.randint(1, len(seats))), str(dice.choice([1, 1, 1, 2, 3, 8]))
    pairs = zip(seats[::2], seats[1::2], strict=False)
    allies = [pair for pair in pairs if dice.random() < 0.4]
    count = {seat: dice.randint(1, 4) for seat in seats} if dice.random() < 0.5 else {}
    spice = {seat: dice.choice([0, 3, 10, 20, 30]) for seat in seats} if dice.random() < 0.6 else {}
    form = set_up(seats, count=count, spice=spice, allies=allies, **options) | {"first": first, "turn": turn}
    words = {word for act in focus for word in words_of(act)} | {faction_of(act) for act in focus}
    middle = position(dice, seats, options, allies, words) if dice.random() < 0.6 else None
    aloud = dice.random() < 0.2
    phones = [seat for seat in seats if not (aloud and dice.random() < 0.4)]
    return Beginning(form, Loaded(dice.randrange(10**6), words), phones, dice.random() < 0.9 and not middle, middle)


def _factions(dice: Random, focus: list[str]) -> list[str]:
    """Return two to twelve factions: those of the wanted commands, mostly, and others."""
    wanted = sorted({faction for act in focus if (faction := faction_of(act)) and dice.random() < 0.8})
    most = 12 if dice.random() < 0.1 else 7
    seats = dice.sample(wanted, min(len(wanted), most))
    others = [seat for seat in sorted(FACTIONS) if seat not in seats]
    seats += dice.sample(others, max(0, dice.randint(2, most) - len(seats)))
    return dice.sample(seats, len(seats))


def _options(dice: Random, focus: list[str]) -> dict[str, str]:
    """Return options at random, those that wanted commands read among them."""
    free = [one for key, one in sorted(OPTIONS.items()) if key not in {*FIXED, *MODULES}]
    often = dice.choice([0, 0, 2, 10])
    chosen = {one.key: dice.choice(one.choices).value for one in dice.sample(free, often)}
    chosen |= {key: made.value for key, made in sorted(MODULES.items()) if dice.random() < 0.4}
    for one in (one for act in focus for one in options_of(act) if one.key not in FIXED and dice.random() < 0.8):
        chosen[one.key] = MODULES[one.key].value if one.key in MODULES else dice.choice(one.choices).value
    for key, (usual, how_often) in PHYSICAL.items():
        chosen[key] = usual if dice.random() < how_often else dice.choice(OPTIONS[key].choices).value
    chosen |= {"K8": dice.choice(["off", "15"])} if dice.random() < 0.7 else {}
    return {**chosen, "rules": dice.choice(["basic", "advanced", "advanced", "advanced"]), "B6": "10"}
