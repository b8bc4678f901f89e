"""The evening, kept: one file that opens without a server or a network, with the map replayed, and one picture.

Both are made from the public log, so they tell what everybody heard, in the language of the browser that asks; once all
shields are open, the picture tells the prediction too. The
picture is drawn as SVG; the browser that saves it makes a PNG of it, so no library has to.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import Any

from flask import Blueprint, Response, current_app, request

from referee.common.factions import faction_name, named
from referee.common.phones_at_seats import stand_ins
from referee.kernel import PUBLIC, Table, heard_again, retold, together, worded
from referee.phases.battle.events import BattleJudged
from referee.phases.mentat.open_shields import opened
from referee.phases.mentat.victory import winner
from referee.running.sitting import Sitting
from referee.web.after.facts import facts_of, who_played
from referee.web.after.plots import PLOT_POLICY, prices
from referee.web.after.shields import all_events
from referee.web.after.story import Chapter, chapters, day_of, sales, title_of_chapter
from referee.web.app.context import sitting_asked, table_asked
from referee.web.app.drawing import page
from referee.web.app.event_lines import in_full, line_at, short
from referee.web.app.languages import environment
from referee.web.http.guard import viewer
from referee.web.http.layers import flatten
from referee.web.map.beside_arrakis import ALONE
from referee.web.map.scene import scene
from referee.web.phase import phase_status
from referee.web.view_models.after import KeptEvening, KeptPicture, Still
from referee.web.view_models.map import MapStorm, Scene
from referee.web.view_models.parts import Frame, Line

STYLES = ("tokens.css", "map.css")
FONT = "fonts/atkinson-hyperlegible-next.woff2"
LASTS_S = 30  # seconds that the whole game is replayed in
WIDE, TALL, IN_A_ROW = 54, 1490, 3  # of the picture: letters in a line, its last line (px), players beside each other

LAID = "beside", "worlds", "spice", "tokens", "pieces"  # on the map, the lowest first
NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # a picture with one of these opens nowhere

pages = Blueprint("kept", __name__)


@pages.get("/t/<table>/after/evening.html")
@viewer("public")
def evening(table: str) -> Response:
    answer = page("kept.html", kept(sitting_asked()))
    answer.headers["Content-Disposition"] = f'attachment; filename="{table_asked()}.html"'
    return answer


@pages.get("/t/<table>/after/picture.svg")
@viewer("public")
def picture(table: str) -> Response:
    answer = page("picture.html", pictured(sitting_asked()))
    answer.set_data(NO_XML.sub("\ufffd", answer.get_data(as_text=True)))
    answer.mimetype = "image/svg+xml"
    answer.headers["Content-Security-Policy"] = PLOT_POLICY
    return answer


def _of_our_own(sitting: Sitting) -> Table:
    """Return the public table folded anew from a copy of its log: nobody's tap waits for a film to be drawn."""
    with sitting.locked():
        log = list(sitting.screen(PUBLIC).log)
    return heard_again(log)


def pictured(sitting: Sitting) -> KeptPicture:
    """Return the evening as one picture: who won and how, the last map, and what the table will tell of it."""
    public = _of_our_own(sitting)
    head, lines = _outcome(public)
    with sitting.locked():
        sealed = tuple(all_events(sitting)) if opened(public) else ()
    said: Any = environment().globals["said"]  # lines are broken in the reader's language
    facts = tuple((title, said(words)) for title, words in facts_of(public, sealed))
    drawn = scene(public, "#")
    drawn = drawn and replace(drawn, worlds=())
    rows = tuple((title if not n else "", line) for title, words in facts for n, line in enumerate(_wrapped(words)))
    first = TALL - 40 * len(rows)
    return KeptPicture(
        _frame(public), head, lines, tuple(_players(public)), drawn,
        tuple((first + 40 * n, *row) for n, row in enumerate(rows)), _map_at(len(public.seats), first),
        _styles(), _ground(),
    )  # fmt: skip


def _wrapped(words: str) -> list[str]:
    """Return words in as few lines as there is room for, about as long as each other."""
    lines = wrap(words, WIDE)
    widths = range(len(words) // len(lines), WIDE)
    return next((even for width in widths if len(even := wrap(words, width)) == len(lines)), lines)


def _frame(public: Table) -> Frame:
    """Return what the evening is called, and the day on which it began."""
    began = f" \u00b7 {day_of(public.log[0].at)}" if public.log else ""
    return Frame(f"{public.name or table_asked()}{began}", request.path)


def _players(public: Table) -> Iterator[tuple[str, str, str, bool]]:
    """Yield the seal of each faction, who played it, below that the faction or the referee, and whether it won."""
    referee, over = stand_ins(public), winner(public)
    for seat, own in public.seats.items():
        plays = "referee plays" if seat in referee else ""
        faction = faction_name(seat)
        who, below = (own.player, together([faction, plays], " \u00b7 ")) if own.player else (faction, plays)
        yield short(seat), who, below, over is not None and seat in over.seats


def _map_at(players: int, below: int) -> tuple[int, int, int]:
    """Return where the map lies between the seals of the players and what is told: left, top and side (px)."""
    top = 270 + 64 * -(-players // IN_A_ROW)
    side = min(900, below - 50 - top)
    return 600 - side // 2, top, side


def _outcome(public: Table) -> tuple[str, tuple[Line, ...]]:
    """Return who won, "" if nobody has yet, and how."""
    head = phase_status.ending(public)
    return head[0] if head else "", phase_status.how_it_ended(public)


def kept(sitting: Sitting) -> KeptEvening:
    """Return the evening as everybody heard it."""
    public = _of_our_own(sitting)
    head, lines = _outcome(public)
    film = Film()
    stills = tuple(_stills(public, film))
    sold = sales(public.log)
    return KeptEvening(
        _frame(public), head, lines, who_played(public), stills, (prices(sold).decode(),) if sold else (),
        _styles(), _ground(), round(1000 * LASTS_S / max(1, len(stills))), tuple(film.storms.values()), film.things(),
    )  # fmt: skip


def _styles() -> str:
    folder = Path(str(current_app.static_folder))
    font = b64encode((folder / FONT).read_bytes()).decode()
    sheet = "".join(flatten((folder / name).read_text("utf-8")) for name in STYLES)
    return sheet.replace(FONT, f"data:font/woff2;base64,{font}")


def _ground() -> str:
    return (Path(str(current_app.static_folder)) / "arrakis.svg").read_text("utf-8")


class Film:
    """What lay on the map at any time, each thing once and under an id: else a long game were too much for one file."""

    def __init__(self) -> None:
        self.storms, self.box = dict[int, MapStorm](), ALONE
        self._laid: dict[str, dict[Any, Any]] = {kind: {} for kind in LAID}

    def still(self, heading: str, lay: Scene | None, lines: tuple[Line, ...]) -> Still:
        """Return how the map lay; ``None`` if no positions are kept."""
        if lay is None:
            return Still(heading, 0, (), lines)
        self.box = lay.box
        if lay.storm:
            self.storms[lay.storm.sector] = lay.storm
        ids = tuple(self._id(kind, one) for kind in LAID for one in getattr(lay, kind))
        return Still(heading, lay.storm.sector if lay.storm else 0, ids, lines)

    def _id(self, kind: str, one: Any) -> str:
        laid = self._laid[kind]
        return str(laid.setdefault(one, replace(one, id=f"{kind[0]}{len(laid)}")).id)

    def things(self) -> Scene:
        laid: dict[str, Any] = {kind: tuple(things.values()) for kind, things in self._laid.items()}
        return Scene(False, (), "", box=self.box, **laid)


def _stills(public: Table, film: Film) -> Iterator[Still]:
    """Yield how the map lay at the end of each phase, and what was said in it."""
    told = retold(heard.event for heard in public.log)
    for chapter in chapters(public.log):
        table = Table(PUBLIC)
        for _ in chapter.heard:
            table, _event = next(told)
        if lines := tuple(_lines(chapter, public)):
            yield film.still(title_of_chapter(chapter), scene(table, "#", below=True), lines)


def _lines(chapter: Chapter, public: Table) -> Iterator[Line]:
    for number, event in chapter.heard:
        line = line_at(public, number)
        if line is not None:
            yield Line(in_full(line.text), f=line.f, chips=line.chips)
        if isinstance(event, BattleJudged):
            yield from (Line(words, mute=True) for words in _verdict(event))


def _verdict(event: BattleJudged) -> Iterator[str]:
    """Yield the lines of a verdict, as they stood between the wheels."""
    yield from filter(None, (worded(said, named) for _, said in event.verdict.get("lines", ())))
