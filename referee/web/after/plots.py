"""Plots of a game as SVG, drawn on the server by pygal, without script; a table of the same numbers stands beside each.

A browser loads a plot as a picture of its own, so its styles never touch the page. Colours repeat the seals as far as
they can be told apart on the dark ground; lines differ in their dashes too.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import tostring

if TYPE_CHECKING:
    from pygal.graph.graph import Graph

from referee.common.factions import FACTIONS, faction_name
from referee.web.after.story import Levels, Sale
from referee.web.app.event_lines import short

COLOURS = {  # by the codes of the seals, as in tokens.css, but fit to be lines on the dark ground
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
PLAIN = "#bdbdd4"
DASHES = ("", "8,4", "2,4", "12,4,2,4", "4,4", "16,6")


@cache
def _pygal() -> Any:
    """Return pygal, imported for the first plot: it would look for its maps in every later import of the program."""
    finders = list(sys.meta_path)
    import pygal

    sys.meta_path[:] = finders
    return pygal


def _style(seats: Sequence[str]) -> object:
    ink = "#f7eedc"
    return _pygal().style.Style(
        background="#171931",
        plot_background="#171931",
        foreground=ink,
        foreground_strong=ink,
        foreground_subtle="#8a8fbe",
        guide_stroke_color="#454974",
        major_guide_stroke_color="#454974",
        opacity="1",
        stroke_opacity="1",
        stroke_width="3",
        transition="0s",
        colors=tuple(COLOURS.get(short(seat), PLAIN) for seat in seats),
        label_font_size=16,
        major_label_font_size=16,
        legend_font_size=16,
        value_font_size=16,
        font_family="system-ui, sans-serif",
    )


def _drawn(chart: Graph) -> bytes:
    """Return a plot without script and without the random name and date that pygal puts in: same game, same bytes."""
    chart.uuid = "plot"
    tree = chart.render_tree()
    for group in list(tree.iter()):
        for extra in [child for child in group if callable(child.tag) or child.tag.endswith("script")]:
            group.remove(extra)
    return bytes(tostring(tree, encoding="utf-8"))


def _whole_numbers(most: int) -> range:
    """Return at most nine whole numbers from 0 to beyond the highest value."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, most + 1) if most <= 8 * step)
    return range(0, most + step, step)


def _frame(seats: Sequence[str], y_title: str, x_title: str, most: int) -> dict[str, object]:
    return {
        "style": _style(seats),
        "js": [],
        "width": 960,
        "height": 420,
        "legend_at_bottom": True,
        "legend_at_bottom_columns": len(seats) if len(seats) < 7 else 4,
        "truncate_legend": -1,
        "margin_bottom": 20 if len(seats) < 7 else 45,
        "y_title": y_title,
        "x_title": x_title,
        "no_data_text": "Nothing yet",
        "y_labels": _whole_numbers(most) if most else None,
    }


def spice_over_turns(story: Levels) -> bytes:
    """Return one line a faction: the spice behind its shield at the end of each turn."""
    seats = [seat for seat, _ in story.spice]
    most = max((n for _, values in story.spice for n in values if n is not None), default=0)
    chart = _pygal().Line(**_frame(seats, "Spice", "Turn", most), dots_size=4, interpolate=None)
    chart.x_labels = [str(turn) for turn in story.turns]
    for number, (seat, values) in enumerate(story.spice):
        dash = DASHES[number % len(DASHES)]
        chart.add(faction_name(seat), list(values), stroke_style={"width": 4, **({"dasharray": dash} if dash else {})})
    return _drawn(chart)


def prices(sold: Sequence[Sale]) -> bytes:
    """Return one bar a card in the order of sale, as high as its price, in the buyer's colour."""
    seats = [seat for seat in FACTIONS if any(sale.buyer == seat for sale in sold)]
    most = max((sale.price for sale in sold), default=0)
    chart = _pygal().StackedBar(**_frame(seats, "Spice", "Card", most), spacing=4)
    chart.x_labels = [str(sale.number) for sale in sold]
    for seat in seats:
        chart.add(faction_name(seat), [sale.price if sale.buyer == seat else None for sale in sold])
    return _drawn(chart)
