"""What players own in the open besides spice and cards, as scripts say and are told it: tokens, cards of modules.

A room registers its things here with ``OWNED``; a position then has a field for them, and so has its answer.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from referee.kernel.events import Event
from referee.kernel.rulings import Option
from referee.kernel.table import Table


class OwnedThings(NamedTuple):
    """Things of a module: their names, the event that lays them {thing: seat}, and who owns what now."""

    module: Option
    names: Collection[str]
    lie: Callable[[dict[str, str]], Event]
    owned: Callable[[Table], dict[str, str]]


OWNED: dict[str, OwnedThings] = {}  # by the field of a position
