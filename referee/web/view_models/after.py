"""The pages after a game: figures, other games, the chronicle, times, and paper."""

from __future__ import annotations

from dataclasses import dataclass

from referee.web.view_models.pages import Figures, LogEntry
from referee.web.view_models.parts import Chip, Frame, Line, Link
from referee.web.view_models.screens import Section


@dataclass(frozen=True)
class AfterPage:
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


@dataclass(frozen=True)
class Stretch:
    """A phase of the chronicle: its heading and what everybody heard in it, oldest first."""

    heading: str
    entries: tuple[LogEntry, ...]


@dataclass(frozen=True)
class ChroniclePage:
    """chronicle.html: the whole game to read and print."""

    frame: Frame
    players: tuple[Line, ...]
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True)
class TimesRow:
    """A line of the times: whose or what, and the figures."""

    name: str
    cells: tuple[str, ...]
    f: str = ""
    player: str = ""


@dataclass(frozen=True)
class Times:
    """How long each player was waited for, and how long each phase took."""

    players: tuple[TimesRow, ...]
    phases: tuple[TimesRow, ...]
    rule: Chip
