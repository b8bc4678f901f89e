"""Things of modules and factions, said once for the JSON of a position and for sheets of paper.

A room says how each kind of its things is laid and what lies there: ``Things``, registered under the field of a
position. ``form`` is how the JSON of that field says them: OWNERS {faction: [things]}, LIST [{token, territory or by,
revealed}], PLACES {territory: thing}, LEADERS {leader: thing}.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from referee.common.lines_on_paper import PaperLine, Parse, a_seat, as_it_is, several
from referee.kernel import Event, Option, Table, Value

Form: TypeAlias = Literal["owners", "list", "places", "leaders"]
OWNERS: Final = "owners"
LIST: Final = "list"
PLACES: Final = "places"
LEADERS: Final = "leaders"
SIDES: Final = {True: "front", False: "behind"}  # of a shield


class Thing(NamedTuple):
    """One of them: whose it is, where or with whom it lies, "" if that says nothing, and whether it is face up."""

    name: str
    seat: str = ""
    place: str = ""
    shown: bool = True


class Things(Value):
    """All of a kind: what they are called, the events that lay them, and what lies there as a table knows it.

    A ``module`` is put in play by them, a ``seat`` must play where they are named, and of ``single`` ones there is one
    each. What cannot be said of what ``lying`` gives is not told.
    """

    field: str
    form: Form
    names: Collection[str]
    lay: Callable[[Table, Sequence[Thing]], Iterable[Event]]
    lying: Callable[[Table], Iterable[Thing]]
    module: Option | None = None
    seat: str = ""
    single: bool = False

    def __post_init__(self) -> None:
        THINGS[self.field] = self

    def on_paper(
        self, word: str, rule: str, *parts: str, between: str = "=", empty: bool = False
    ) -> Callable[[Callable[[Table, list[Thing]], str]], None]:
        """Put them on the public sheet in the words that the decorated function returns, "" for no line.

        It is asked where some lie, and if ``empty`` where none does. ``parts`` are what the line says of each thing.
        """

        parsed: dict[str, Parse] = {
            "name": lambda table, text: text if text in self.names else None,
            "seat": a_seat,
            "place": as_it_is,
            "shown": lambda table, text: text == SIDES[True],
        }

        def lay(table: Table, _: str, *lines: tuple[Any, ...]) -> Iterable[Event]:
            return self.lay(table, [Thing(**{"name": "", **dict(zip(parts, line, strict=True))}) for line in lines])

        def write(one: Thing) -> str:
            return between.join(SIDES.get(value, str(value)) for value in (getattr(one, part) for part in parts))

        def put(words: Callable[[Table, list[Thing]], str]) -> None:
            each = several(between, *(parsed[part] for part in parts))

            @PaperLine(word, rule, lay, each=each, public=True, seat=self.seat, empty=empty)
            def written(table: Table, _: str) -> tuple[str, Iterable[object]] | None:
                lying = [*self.lying(table)]
                said = words(table, lying) if lying or empty else ""
                return (said, map(write, lying)) if said else None

        return put


THINGS: dict[str, Things] = {}
SUPPLIES: dict[str, Callable[[Table], Iterable[str] | None]] = {}  # tokens off the map; ``None`` if nobody knows


class Does(NamedTuple):
    """The rule that says what a thing does, in these paragraphs of its text."""

    rule: str
    paragraphs: tuple[int, ...] = (0,)


class Holds(NamedTuple):
    """What of a thing holds at this moment, in a sentence, and the rule that says so."""

    words: str
    rule: str


def _nothing_now(table: Table, thing: Thing) -> Iterable[Holds]:
    return ()


class Explained(NamedTuple):
    """How things of a kind are called together, and where the book says what each of them does, by its name.

    Those with an ``icon`` lie before the shield of their owner; ``unknown`` is one that lies there face down. ``now``
    returns what of one holds at this moment, as a table knows it.
    """

    title: str
    things: Callable[[], Mapping[str, Does]]
    icon: str = ""
    unknown: str = ""
    now: Callable[[Table, Thing], Iterable[Holds]] = _nothing_now


EXPLAINED: dict[str, Explained] = {}  # under the field of ``THINGS``


def owned_in_the_open(
    field: str,
    module: Option,
    names: Collection[str],
    lay: Callable[[tuple[tuple[str, str], ...]], Event],
    owners: Callable[[Table], dict[str, str]],
) -> Things:
    """Return things of which each has one owner at most: laid as pairs of a thing and a seat."""
    return Things(
        field,
        OWNERS,
        names,
        lambda table, things: [lay(tuple((thing.name, thing.seat) for thing in things))],
        lambda table: (Thing(name, seat) for name, seat in owners(table).items()),
        module,
    )
