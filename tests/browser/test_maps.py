"""The map in a real browser: nothing lies on a name, numbers are large enough, a phone zooms in, keys reach it all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from referee.board.territories import STRONGHOLD, TERRITORIES
from referee.board.ways import cells
from referee.web.map.position import KnownBoard, MapForces
from referee.web.map.view import board_map
from tests.tools.looks import render
from tests.tools.looks.boards import frame
from tests.tools.looks.instruments import judged, sideways
from tests.tools.looks.maps import MapPage

pytestmark = pytest.mark.browser
Box = tuple[float, float, float, float]
INLINE = """async () => {
  const text = await (await fetch("/static/arrakis.svg")).text();
  const file = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  document.querySelector(".map svg").append(...file.childNodes);
  await document.fonts.ready;
  const box = e => { const b = e.getBoundingClientRect(); return [e.textContent, b.x, b.y, b.width, b.height] };
  return [...document.querySelectorAll("#names text, #strongholds text, #ground text")].map(box);
}"""
SHAPE = "e => { const b = e.getBoundingClientRect(); return [b.x, b.y, b.width, b.height] }"


@pytest.fixture
def show(chromium: Any) -> Iterator[Any]:
    """Open an example page of the map in a window of a size; scripts and styles must not fail."""
    render.BELL["stop"] = 0
    origin, opened, wrong = render.serve(), [], []

    def show(name: str, width: int, height: int) -> Any:
        page = chromium.new_context(viewport={"width": width, "height": height}).new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(f"{origin}/{name}")
        opened.append(page)
        return page

    yield show
    for page in opened:
        page.context.close()
    render.BELL["stop"] = 1
    assert not wrong


def _crowd(together: int = 0) -> KnownBoard:
    """Return a position with forces in every sector of every territory, two factions in strongholds, and all spice.

    ``together``: so many factions in one sector of each other territory, and nobody in its other ones.
    """
    if together:
        seats = ("harkonnen", "bene_gesserit", "atreides")[:together]
        places = [cells(name)[-1] for name in TERRITORIES if cells(name)]
        return KnownBoard(0, {}, tuple(MapForces(seat, *cell, 4) for cell in places for seat in seats))
    everywhere = [cell for name in TERRITORIES for cell in cells(name)]
    stands = [MapForces("harkonnen", *cell, 4) for cell in everywhere]
    stands += [
        MapForces("emperor", *cell, 3, 5) for cell in everywhere if TERRITORIES[cell.territory].ground == STRONGHOLD
    ]
    return KnownBoard(0, {name: one.spice for name, one in TERRITORIES.items() if one.spice}, tuple(stands))


def _share(one: Box, other: Box) -> float:
    """Return how much of the smaller of two boxes the other covers."""
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(0, wide) * max(0, high) / min(one[2] * one[3], other[2] * other[3])


def _ink(box: Box) -> Box:
    """Return the part of a line of letters from the tops of capitals to the feet of descenders."""
    x, y, wide, high = box
    return x, y + 0.22 * high, wide, 0.7 * high


def _runs_on(one: Box, other: Box) -> bool:
    """Return True if two names in one line of letters are less than a fifth of a letter's height apart."""
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    apart = max(one[0], other[0]) - min(one[0] + one[2], other[0] + other[2])
    return high > 0.2 * one[3] and apart < 0.2 * one[3]


def test_nothing_lies_on_a_name_or_a_sector_s_number_even_where_everybody_stands_everywhere(show: Any) -> None:
    render.PAGES["map-crowd"] = ("map.html", MapPage(frame("A crowd", "/map-crowd"), board_map(_crowd())))
    page = show("map-crowd", 1920, 1080)
    names = [(name, (x, y, w, h)) for name, x, y, w, h in page.evaluate(INLINE)]
    laid = [tuple(one.evaluate(SHAPE)) for one in page.locator(".piece rect, .spice circle").all()]
    crossed = [(one, other) for (one, a), (other, b) in combinations(names, 2) if _share(_ink(a), _ink(b)) > 0.01]
    covered = [name for name, box in names if not name.isdecimal() and any(_share(box, piece) > 0.3 for piece in laid)]
    assert (crossed, covered) == ([], [])
    words = [(name, _ink(box)) for name, box in names if not name.isdecimal()]
    assert [(one, other) for (one, a), (other, b) in combinations(words, 2) if _runs_on(a, b)] == []


def test_hardly_a_name_is_covered_where_two_stand_together_everywhere(show: Any) -> None:
    render.PAGES["map-two"] = ("map.html", MapPage(frame("Together", "/map-two"), board_map(_crowd(2))))
    page = show("map-two", 1920, 1080)
    names = [(name, (x, y, w, h)) for name, x, y, w, h in page.evaluate(INLINE)]
    laid = [tuple(one.evaluate(SHAPE)) for one in page.locator(".piece rect").all()]
    covered = [name for name, box in names if not name.isdecimal() and any(_share(box, one) > 0.3 for one in laid)]
    assert len(covered) <= 2, covered


def test_numbers_are_read_from_a_chair(show: Any) -> None:
    """24 px at least on a television: forces, spice, the storm and the strongholds."""
    page = show("map", 1920, 1080)
    scale = page.locator(".map svg").evaluate("e => e.getScreenCTM().a")
    for part in (".piece text", ".spice.is-there text"):
        size = float(page.locator(part).first.evaluate("e => getComputedStyle(e).fontSize").removesuffix("px"))
        assert size * scale >= 24
    assert page.locator(".storm-sign text").evaluate("e => getComputedStyle(e).fontSize") == "24px"


def test_every_territory_is_reached_by_keys_and_says_its_name(show: Any) -> None:
    page = show("map", 1440, 900)
    assert page.locator(".map svg a").count() == sum(not one.found for one in TERRITORIES.values())
    page.locator("#place-carthag").focus()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("Carthag, stronghold")
    assert page.locator("#place-carthag").evaluate("e => getComputedStyle(e).strokeWidth") == "7px"


def test_a_tap_on_a_phone_shows_that_part_large_and_another_taps_the_place(show: Any) -> None:
    page = show("map", 390, 844)
    page.locator("#place-carthag").click(position={"x": 4, "y": 6}, force=True)
    assert page.locator("#map-near").is_checked()
    assert page.url.endswith("/map")
    box = page.locator("#place-carthag").bounding_box()
    assert 0 < box["x"] < 390 - box["width"]
    page.locator("#place-carthag").click(force=True)
    assert page.url.endswith("#carthag")


@pytest.mark.parametrize(
    "name", ["map-choose", *(pytest.param(one, marks=pytest.mark.long) for one in ("map", "map-little"))]
)
def test_axe_finds_nothing(chromium: Any, show: Any, name: str) -> None:
    address = show(name, 390, 844).url
    context = chromium.new_context(viewport={"width": 390, "height": 844}, bypass_csp=True)
    page = context.new_page()
    page.goto(address)
    found = judged(page)
    context.close()
    assert found == []


def test_a_page_on_a_phone_is_not_too_wide(show: Any) -> None:
    page = show("map", 390, 844)
    assert not sideways(page)
    page.locator(".map-zoom").click()
    assert not sideways(page)


def test_names_are_read_from_a_chair_where_the_map_stands_on_the_table_screen(show: Any) -> None:
    """The table screen gives the map 910 px of a television; its names have 24 there."""
    page = show("map", 1920, 1080)
    units = page.evaluate("""async () => Math.min(...[...(await (await fetch("/static/arrakis.svg")).text())
      .matchAll(/<g id="(?:names|strongholds)"><g font-size="(\\d+)"/g)].map(found => +found[1]))""")
    assert units * 910 / 1052 >= 24
