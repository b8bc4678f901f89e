"""The card of one turn in Shipment and Movement on a phone; it says nothing that the table screen could not say."""

from __future__ import annotations

from typing import NamedTuple

from referee.kernel import Hashed, Value
from referee.web.view_models.parts import Act, Chip


class Goal(NamedTuple):
    """A place to ship or move to: ``ways`` and ``origins`` are words between spaces from which it is open.

    Without any it is closed, for the reason given. ``rate`` names the list of prices that counts here.
    """

    id: str
    name: str
    ways: str
    origins: str = ""
    rate: str = ""
    sectors: tuple[int, ...] = ()
    coin: str = ""  # spice that lies there
    note: str = ""
    chip: Chip | None = None


class Groups(Hashed[tuple[str, tuple[Goal, ...]]]):
    """Places under their headings."""


class Origin(Value):
    """Where a group may come from, and how many stand there; below zero if not counted.

    ``leaves`` is the sector that it leaves where only those of one sector go, 0 where all that are together may.
    """

    id: str
    name: str
    normal: int
    special: int
    leaves: int = 0


class Way(Value):
    """A way to ship: its command, its prices by the number of forces and the kind of place."""

    id: str
    label: str
    act: str
    prices: tuple[tuple[str, str], ...] = ()  # rate -> "1,2,3"
    from_board: bool = False
    to_board: bool = True


class Half(Value):
    """One half of the card: shipping or moving. ``normal`` and ``special`` are the most there are to take."""

    id: str
    verb: str
    ways: tuple[Way, ...]
    normal: int
    special: int
    elite: str  # what its special forces are called, where it has any to take
    origins: tuple[Origin, ...]
    goals: Groups
    ticks: tuple[tuple[str, str, bool], ...] = ()


class TurnCard(Value):
    """What a faction does in its turn: it ships, moves, and says that it is done."""

    halves: tuple[Half, ...]
    told: tuple[str, ...]
    done: Act
    open: str = ""
    chart: str = ""  # address of the map
    held_up: bool = False  # it stands there as it was, and nothing in it can be tapped
    other: Act | None = None  # what else may be done with this turn: to put it off
