"""What modules lay on the map, as scripts say and are told it: a thing, where it lies, whether everybody knows it.

A room registers its things here with ``LAID``; a position then has a field for them, and so has its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from referee.kernel.events import Event
from referee.kernel.rulings import Option
from referee.kernel.table import Table


class Laid(NamedTuple):
    """A thing of a module: where it lies or whose it is ("" if not), and whether it is face up."""

    name: str
    place: str
    seat: str = ""
    shown: bool = False


class LaidThings(NamedTuple):
    """Things of a module: their names, the event that lays one, and what lies where as a table knows it."""

    module: Option
    names: tuple[str, ...]
    lie: Callable[[Table, Laid], Event]
    lying: Callable[[Table], Iterable[Laid]]


LAID: dict[str, LaidThings] = {}  # by the field of a position
