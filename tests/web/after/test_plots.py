"""The plots after a game: what is not known is not drawn, a line is told from another without color, all is seen."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from referee.common.factions import faction_name
from referee.web.after.plots import BOTTOM, HEIGHT, WIDTH, prices, spice_over_turns
from referee.web.after.story import Levels, SoldCard

SEATS = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
PHONE = 358  # px that are left for it
SVG = "{http://www.w3.org/2000/svg}"


def drawn(plot: bytes, tag: str) -> list[ET.Element]:
    return list(ET.fromstring(plot).iter(SVG + tag))


def test_a_line_is_broken_where_the_spice_is_not_known() -> None:
    plot = spice_over_turns(Levels((1, 2, 3, 4), (("emperor", (3, None, 5, 6)),)))
    runs = [len(line.attrib["points"].split()) for line in drawn(plot, "polyline")]
    assert runs == [1, 2] and len(drawn(plot, "circle")) == 3


def test_six_lines_are_told_apart_by_their_dashes_alone() -> None:
    lines = drawn(spice_over_turns(Levels((1, 2), tuple((seat, (1, 2)) for seat in SEATS))), "polyline")
    assert len({line.get("stroke-dasharray") for line in lines}) == len(SEATS)


@pytest.mark.parametrize("highest", [1, 7, 40, 999])
@pytest.mark.parametrize("cards", [1, 90])
def test_every_bar_is_on_the_picture_and_as_high_as_its_price(highest: int, cards: int) -> None:
    sold = [SoldCard(n, 1, SEATS[n % 6], highest if n == 0 else 0, "bank") for n in range(cards)]
    bars = [{key: float(bar.attrib[key]) for key in ("x", "y", "width", "height")} for bar in _bars(prices(sold))]
    assert all(0 < bar["x"] < bar["x"] + bar["width"] < WIDTH and 0 < bar["y"] < HEIGHT for bar in bars)
    assert [bar["height"] > 0 for bar in bars] == [True, *[False] * (cards - 1)]


def _bars(plot: bytes) -> list[ET.Element]:
    return drawn(plot, "rect")[1:]  # the first is the ground


def test_on_a_phone_the_letters_of_a_plot_can_be_read_and_its_names_do_not_touch() -> None:
    plot = prices([SoldCard(n, 1, seat, 2, "bank") for n, seat in enumerate(SEATS)])
    letters = float(ET.fromstring(plot).attrib["font-size"])
    assert letters * PHONE / WIDTH >= 10
    lines = [
        (float(line.attrib["y1"]), float(line.attrib["x1"])) for line in drawn(plot, "line") if "x2" in line.attrib
    ]
    keys = sorted(one for one in lines if one[0] > BOTTOM)
    apart = [b[1] - a[1] for a, b in pairwise(keys) if a[0] == b[0]]
    assert len(keys) == len(SEATS) and min(apart) > 36 + 0.6 * letters * max(len(faction_name(seat)) for seat in SEATS)


def test_nothing_sold_is_said() -> None:
    assert "Nothing yet" in [text.text for text in drawn(prices([]), "text")]
