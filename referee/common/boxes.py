"""The boxes of the game that a group may own, and the modules that come in each.

A module is a table option of its own. A room declares it with ``module``, or says of an option it has with
``comes_with`` that a box brings it. At set-up a box is one tap, and its modules are then in play unless left out.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from referee.kernel import OPTIONS, Option, Table, module_room, option, setting

OFF, ON = "off", "on"
RULE = "4.97.31"


FIRST, SECOND, THIRD = "first", "second", "third"
BOXES: dict[str, str] = {}  # printed names, which options/boxes gives


class Module(NamedTuple):
    """A module: the key of its option, the choice that puts it in play, and its box."""

    key: str
    value: str
    box: str

    @property
    def option(self) -> Option:
        return OPTIONS[self.key]

    @property
    def line(self) -> str:
        """Return what it brings."""
        return next(choice.line for choice in self.option.choices if choice.value == self.value)


MODULES: dict[str, Module] = {}


def comes_with(switch: Option, value: str, box: str) -> Option:
    """Say that a box brings what this choice of an option puts in play."""
    MODULES[switch.key] = Module(switch.key, value, box)
    return switch


def module(key: str, rule: str, title: str, brings: str, box: str, *, room: str) -> Option:
    """Declare a module as an option, left out by default; ``brings`` is one line on what comes with it.

    ``room`` is its package, whose rules are silent at tables that leave it out; "" where they must speak there too.
    """
    switch = option(key, rule, title, (OFF, "Left out", "It stays in the box."), (ON, "In play", brings))
    if room:
        serves(switch, room)
    return comes_with(switch, ON, box)


def serves(switch: Option, room: str) -> None:
    """Declare a package, or a file of a faction, that is about a module: silent at tables that leave it out."""
    module_room(room, partial(in_play, switch=switch))


def in_play(table: Table, switch: Option) -> bool:
    """Return True if this table plays with a module."""
    return setting(table, switch) == MODULES[switch.key].value
