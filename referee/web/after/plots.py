"""Plots of a game as SVG, drawn on the server, without script; a table of the same numbers stands beside each.

A browser loads a plot as a picture of its own, so its styles never touch the page. It is narrow, so that its letters
can be read on a phone. Colors repeat the seals as far as
they can be told apart on the dark ground; lines differ in their dashes too. The same game gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from referee.common.factions import FACTIONS, faction_name
from referee.web.after.story import Levels, SoldCard
from referee.web.app.event_lines import short

COLOURS: Final = {  # by the codes of the seals, as in tokens.css, but fit to be lines on the dark ground
    "atr": "#3fae74",
    "ben": "#7ea2ff",
    "emp": "#f06a70",
    "fre": "#ecc531",
    "gui": "#f09a4a",
    "har": "#d9d2c3",
    "ixi": "#36b3bd",
    "tle": "#b08ae8",
    "cho": "#c39a4a",
    "ric": "#9fb0c4",
}
PLOT_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; sandbox"  # a picture: its own styles
)
PLAIN: Final = "#bdbdd4"
DASHES: Final = ("", "8,4", "2,4", "12,4,2,4", "4,4", "16,6")
GROUND, GRID, INK = "#171931", "#454974", "#f7eedc"
WIDTH, HEIGHT = 560, 470
LEFT, TOP, RIGHT, BOTTOM = 56, 20, 550, 310  # of the field between the axes
NAMES_IN_A_ROW: Final = 3
MOST_LABELS: Final = 16


@dataclass(frozen=True)
class PlotArea:
    """The picture, and where on it a number and a column of the plot stand."""

    svg: Element
    columns: int
    highest: int

    def x(self, column: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * (column + 0.5) / max(self.columns, 1), 1)

    def y(self, number: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * number / max(self.highest, 1), 1)

    def put(self, tag: str, **words: object) -> Element:
        """Draw one thing; ``stroke_width`` stands for ``stroke-width``."""
        said = {name.replace("_", "-"): str(value) for name, value in words.items() if value != ""}
        return SubElement(self.svg, tag, said)

    def write(self, words: str, x: float, y: float, anchor: str = "middle", **more: object) -> None:
        self.put("text", x=x, y=y, text_anchor=anchor, **more).text = words


def spice_over_turns(story: Levels) -> bytes:
    """Return one line a faction: the spice behind its shield at the end of each turn."""
    most = max((n for _, values in story.spice for n in values if n is not None), default=0)
    field = _field("Spice", "Turn", [str(turn) for turn in story.turns], most)
    seats = [seat for seat, _ in story.spice]
    for number, (seat, values) in enumerate(story.spice):
        dash, colour = DASHES[number % len(DASHES)], _colour(seat)
        for run in _runs(values):
            points = " ".join(f"{field.x(column)},{field.y(spice)}" for column, spice in run)
            field.put("polyline", points=points, fill="none", stroke=colour, stroke_width=4, stroke_dasharray=dash)
        for column, spice in ((column, spice) for run in _runs(values) for column, spice in run):
            field.put("circle", cx=field.x(column), cy=field.y(spice), r=4, fill=colour)
    return _drawn(field, seats, dashed=True)


def prices(sold: Sequence[SoldCard]) -> bytes:
    """Return one bar a card in the order of sale, as high as its price, in the buyer's color."""
    seats = [seat for seat in FACTIONS if any(sale.buyer == seat for sale in sold)]
    field = _field("Spice", "Card", [str(sale.number) for sale in sold], max((sale.price for sale in sold), default=0))
    for column, sale in enumerate(sold):
        left, top = field.x(column - 0.4), field.y(sale.price)
        wide, high = round(field.x(column + 0.4) - left, 1), round(BOTTOM - top, 1)
        field.put("rect", x=left, y=top, width=wide, height=high, fill=_colour(sale.buyer))
    return _drawn(field, seats)


def _colour(seat: str) -> str:
    return COLOURS.get(short(seat), PLAIN)


def _runs(values: Sequence[int | None]) -> Iterator[list[tuple[int, int]]]:
    """Yield what is known in a row: a line is broken where a number is not known."""
    run: list[tuple[int, int]] = []
    for column, value in enumerate((*values, None)):
        if value is not None:
            run.append((column, value))
        elif run:
            yield run
            run = []


def _marks(most: int) -> range:
    """Return at most nine whole numbers from 0 to beyond the highest value."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, most + 1) if most <= 8 * step)
    return range(0, most + step, step)


def _field(y_title: str, x_title: str, columns: Sequence[str], most: int) -> PlotArea:
    marks = _marks(most)
    svg = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "font-family": "system-ui, sans-serif",
            "font-size": "16",
            "fill": INK,
        },
    )
    field = PlotArea(svg, len(columns), marks[-1])
    field.put("rect", width=WIDTH, height=HEIGHT, fill=GROUND)
    for mark in marks:
        field.put("line", x1=LEFT, x2=RIGHT, y1=field.y(mark), y2=field.y(mark), stroke=GRID)
        field.write(str(mark), LEFT - 8, field.y(mark) + 5, "end")
    every = -(-len(columns) // MOST_LABELS) or 1
    for column, words in enumerate(columns):
        if column % every == 0:
            field.write(words, field.x(column), BOTTOM + 22)
    middle = (TOP + BOTTOM) / 2
    field.write(x_title, (LEFT + RIGHT) / 2, BOTTOM + 44)
    field.write(y_title, 24, middle, transform=f"rotate(-90 24 {middle})")
    if not columns:
        field.write("Nothing yet", (LEFT + RIGHT) / 2, middle)
    return field


def _drawn(field: PlotArea, seats: Sequence[str], *, dashed: bool = False) -> bytes:
    rows = [seats[at : at + NAMES_IN_A_ROW] for at in range(0, len(seats), NAMES_IN_A_ROW)]
    for row, names in enumerate(rows):
        for place, seat in enumerate(names):
            x, y = LEFT + (RIGHT - LEFT) * place / NAMES_IN_A_ROW, BOTTOM + 74 + 24 * row
            dash = DASHES[(row * NAMES_IN_A_ROW + place) % len(DASHES)] if dashed else ""
            width = 4 if dashed else 14
            field.put(
                "line", x1=x, x2=x + 28, y1=y - 5, y2=y - 5, stroke=_colour(seat), stroke_width=width,
                stroke_dasharray=dash,
            )  # fmt: skip
            field.write(faction_name(seat), x + 36, y, "start")
    return bytes(tostring(field.svg, encoding="utf-8"))
