"""Things of modules and factions that scripts lay down and are told of: owned in the open, with leaders, or on the map.

A room registers its things in ``THINGS`` under the field of a position. ``form`` is how the JSON of that field says
them: OWNERS {faction: [things]}, LIST [{token, territory or by, revealed}], PLACES {territory: thing}, LEADERS {leader:
thing}.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

from referee.kernel import Event, Option, Table

Form: TypeAlias = Literal["owners", "list", "places", "leaders"]
OWNERS: Final = "owners"
LIST: Final = "list"
PLACES: Final = "places"
LEADERS: Final = "leaders"


class Thing(NamedTuple):
    """One of them: whose it is, where or with whom it lies, "" if that says nothing, and whether it is face up."""

    name: str
    seat: str = ""
    place: str = ""
    shown: bool = True


class Things(NamedTuple):
    """All of a kind: what they are called, the events that lay them, and what lies there as a table knows it.

    A ``module`` is put in play by them, a ``seat`` must play where they are named, and of ``single`` ones there is one
    each. What cannot be said of what ``lying`` gives is not told.
    """

    form: Form
    names: Collection[str]
    lay: Callable[[Table, Sequence[Thing]], Iterable[Event]]
    lying: Callable[[Table], Iterable[Thing]] | None = None
    module: Option | None = None
    seat: str = ""
    single: bool = False


THINGS: dict[str, Things] = {}
SUPPLIES: dict[str, Callable[[Table], Iterable[str] | None]] = {}  # tokens off the map; ``None`` if nobody knows


def owned_in_the_open(
    module: Option,
    names: Collection[str],
    lay: Callable[[dict[str, str]], Event],
    owners: Callable[[Table], dict[str, str]],
) -> Things:
    """Return things of which each has one owner at most: laid as {thing: seat}."""
    return Things(
        OWNERS,
        names,
        lambda table, things: [lay({one.name: one.seat for one in things})],
        lambda table: (Thing(name, seat) for name, seat in owners(table).items()),
        module,
    )
