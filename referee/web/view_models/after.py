"""The pages after a game: figures, other games, the chronicle, times, and paper."""

from __future__ import annotations

from referee.kernel import Value
from referee.web.view_models.map import MapStorm, Scene
from referee.web.view_models.pages import Figures, LogEntry
from referee.web.view_models.parts import Act, Chip, Frame, Line, Link
from referee.web.view_models.screens import Section


class WayToDecide(Value):
    """A way to decide an unfinished game, and the button that does."""

    told: Section
    acts: tuple[Act, ...]


class AfterPage(Value):
    """after.html: how the game went, in figures and key moments."""

    frame: Frame
    head: str  # who has won, "" while the game runs
    lines: tuple[Line, ...]
    figures: tuple[Figures, ...]
    moments: tuple[tuple[str, Line], ...]  # (turn in words, what happened)
    ways: tuple[Link, ...]
    closed: Chip | None = None  # the game is won, and this rule may open the shields
    times: Times | None = None
    shields: tuple[Section, ...] = ()  # what lay behind them, once they are open
    stopped: tuple[WayToDecide, ...] = ()  # who would win if the game stopped now
    facts: tuple[tuple[str, str], ...] = ()  # title, and what the table will talk about
    scene: Scene | None = None  # the map as it lies now


class Stretch(Value):
    """A phase of the chronicle: its heading and what everybody heard in it, oldest first."""

    heading: str
    entries: tuple[LogEntry, ...]


class ChroniclePage(Value):
    """chronicle.html: the whole game to read and print."""

    frame: Frame
    players: tuple[Line, ...]
    stretches: tuple[Stretch, ...]


class TimesRow(Value):
    """A line of the times: whose or what, and the figures."""

    name: str
    cells: tuple[str, ...]
    f: str = ""
    player: str = ""


class Times(Value):
    """How long each phase took, and once the game is over how long each player was waited for."""

    players: tuple[TimesRow, ...]
    phases: tuple[TimesRow, ...]
    rule: Chip


class Still(Value):
    """How the map lay at the end of a phase, by the ids of what lay there, and what was said in it."""

    heading: str
    storm: int  # its sector, 0 if it is not known
    laid: tuple[str, ...]
    lines: tuple[Line, ...]


class KeptEvening(Value):
    """kept.html: the evening as one file, with its styles, its map and its plots in it.

    What lay in the same place in several phases is drawn once, under an id.
    """

    frame: Frame
    head: str  # who has won, "" while the game runs
    lines: tuple[Line, ...]
    players: tuple[Line, ...]
    stills: tuple[Still, ...]
    plots: tuple[str, ...]  # as SVG
    styles: str
    ground: str  # the map's drawings, as SVG
    each_ms: int  # that a still is shown
    storms: tuple[MapStorm, ...]
    things: Scene  # all that lay on the map


class KeptPicture(Value):
    """picture.html: the evening as one picture, an SVG of 1200 by 1500 with all that it needs in it."""

    frame: Frame
    head: str  # who has won, "" while the game runs
    lines: tuple[Line, ...]
    players: tuple[tuple[str, str, str, bool], ...]  # (seal, who, below it, whether it won)
    scene: Scene | None
    facts: tuple[tuple[int, str, str], ...]  # lines: (where its foot stands, title, words), px
    map: tuple[int, int, int]  # (left, top, side), px
    styles: str
    ground: str
