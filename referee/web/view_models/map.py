"""What the template of the map shows: the places one can choose, and what lies and stands on them.

Coordinates are units of the picture, see ``web/map/projection``. Every part that comes and goes has an ``id`` of its
own, so that an update replaces it alone. ``words`` are what a screen reader says and the list shows.
"""

from __future__ import annotations

from referee.kernel import Value
from referee.web.view_models.parts import Frame


class MapPiece(Value):
    """Forces of a faction in one sector of a territory: how many there are in all, and how many of them are elite.

    A number that nobody knows is "?". A ``kind`` other than "" is shown by its shape: "calm" for those who stand there
    in peace, "hidden" for what a token hides.
    """

    id: str
    f: str
    count: str
    elite: str
    words: str
    x: int
    y: int
    width: int
    kind: str = ""


class MapSpice(Value):
    """A spice icon: what its card brings, and what lies there now ("" for nothing)."""

    id: str
    printed: int
    amount: str
    x: int
    y: int


class MapPlace(Value):
    """A territory as a control: where a tap leads, its state ("legal", "news", "gone" or ""), its words."""

    id: str
    name: str
    kind: str
    words: str
    href: str
    stronghold: bool
    state: str = ""
    price: str = ""
    pieces: tuple[MapPiece, ...] = ()
    spice: str = ""
    stormy: bool = False


class MapStorm(Value):
    """The storm: its sector, the paths of outline, streaks and rim, and where its word stands on the rim, turned."""

    sector: int
    outline: str
    streaks: str
    rim: str
    x: int
    y: int
    turned: int


class MapMarker(Value):
    """A player's circle at the edge."""

    id: str
    f: str
    words: str
    x: int
    y: int
    first: bool = False


class MapBeside(Value):
    """A place beside the map: where it lies, and the line to the cell at which it opens."""

    id: str
    name: str
    words: str
    href: str
    stronghold: bool
    x: int
    y: int
    points: str = ""


class MapMark(Value):
    """A token that is no force: what it shows, whose it is, and where it lies."""

    id: str
    f: str
    label: str
    words: str
    x: int
    y: int


class MapWorld(Value):
    """A homeworld beside the map: which side is up ("high" or "low"), who occupies it, and where its card lies.

    ``words`` say all of it; ``pieces`` are its natives and who has invaded it.
    """

    id: str
    f: str
    name: str
    side: str
    occupied: str
    words: str
    x: int
    y: int
    pieces: tuple[MapPiece, ...] = ()


class BoardMap(Value):
    """The whole map; ``title`` says in one sentence where the storm is and how much there is to see."""

    title: str
    places: tuple[MapPlace, ...]
    spice: tuple[MapSpice, ...] = ()
    storm: MapStorm | None = None
    markers: tuple[MapMarker, ...] = ()
    beside: tuple[MapBeside, ...] = ()
    tokens: tuple[MapMark, ...] = ()
    notes: tuple[str, ...] = ()


class MapSpot(Value):
    """A territory that can be tapped, as it is all evening: its name, its words, where a tap leads."""

    id: str
    name: str
    words: str
    href: str
    stronghold: bool


class MapRow(Value):
    """A line of the strip: a stronghold or a spice field, what lies there and who stands there, or a word instead."""

    id: str
    name: str
    href: str
    spice: str = ""
    stormy: bool = False
    pieces: tuple[MapPiece, ...] = ()
    word: str = ""


class Scene(Value):
    """The map on a live page, in layers that change at different times; ``large`` or only the strip.

    On a phone ``box``, the part of the plane that is shown, holds ``worlds`` too.
    """

    large: bool
    spots: tuple[MapSpot, ...]
    words: str
    marks: tuple[tuple[str, str], ...] = ()
    storm: MapStorm | None = None
    spice: tuple[MapSpice, ...] = ()
    pieces: tuple[MapPiece, ...] = ()
    markers: tuple[MapMarker, ...] = ()
    beside: tuple[MapBeside, ...] = ()
    tokens: tuple[MapMark, ...] = ()
    notes: tuple[str, ...] = ()
    rows: tuple[MapRow, ...] = ()
    worlds: tuple[MapWorld, ...] = ()
    box: str = "-26 -26 1052 1052"


class MapPage(Value):
    """phone_map.html: the map by itself, for a phone; block "main" is what the card of a turn shows over itself."""

    frame: Frame
    map: Scene
