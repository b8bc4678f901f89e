"""What the map shows of a position, and what it says of it in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment, FileSystemLoader

import referee.kernel.discover  # noqa: F401
from referee.board.forces import Group, in_words
from referee.board.standing import MapToken
from referee.board.territories import TERRITORIES, slug
from referee.board.ways import Cell, cells
from referee.phases.battle.who_fights_where import NoteForces
from referee.phases.storm.storm_moves import PlaceStorm, SeatMarkers
from referee.web.app import drawing
from referee.web.http.templating import Lean
from referee.web.map.ground import FILE
from referee.web.map.position import CALM, HIDDEN, KnownBoard, MapForces, known_position
from referee.web.map.view import MapChoice, MapUse, board_map
from referee.web.view_models.map import MapPlace
from tests.kit import ROOT, LiveTable
from tests.tools.looks.maps import LITTLE, MAPS, MIDDLE

ENV = Environment(loader=FileSystemLoader(ROOT / "templates"), autoescape=True, extensions=[Lean])
ENV.globals.update(static="/static")


def place(position: KnownBoard, name: str, use: MapUse | None = None) -> MapPlace:
    return next(one for one in board_map(position, use).places if one.name == name)


def page(name: str) -> str:
    return drawing.draw(ENV, *MAPS[name], "main")


def test_every_territory_is_a_control_with_a_name() -> None:
    """As many as there are, each a link that a keyboard reaches and a screen reader says."""
    links = re.findall(r'<a id="place-(\w+)"[^>]*?href="([^"]+)" aria-label="([^"]+)"', page("map"), re.DOTALL)
    assert {id_ for id_, _, _ in links} == {slug(name) for name, one in TERRITORIES.items() if not one.found}
    assert all(href and words for _, href, words in links)


def test_the_words_say_who_stands_there_what_lies_there_and_the_storm() -> None:
    told = f"Arrakeen, stronghold, sector 9. Atreides: 6 forces. Emperor: {in_words(Group(3, 5), 'emperor')}"
    assert place(MIDDLE, "Arrakeen").words == told
    assert place(MIDDLE, "Red Chasm").words == "Red Chasm, sand, sector 6. Harkonnen: 4 forces. 8 spice"
    assert "storm in sector 7" in place(MIDDLE, "Shield Wall").words
    assert place(MIDDLE, "Polar Sink").words.startswith("Polar Sink, ice. ")


def test_the_list_shows_what_the_map_shows() -> None:
    """The same places with the same numbers: people who cannot use the map miss nothing."""
    html = page("map")
    for one in board_map(MIDDLE).places:
        assert f'id="list-{one.id}"' in html
        assert html.count(f'href="{one.href}"') == 2
        often = 2 if cells(one.name) else 1  # a place beside the map says only where it opens
        assert all(html.count(piece.words) >= often for piece in one.pieces)


def test_each_piece_has_an_id_of_its_own() -> None:
    ids = re.findall(r'id="([^"]+)"', page("map"))
    assert len(ids) == len(set(ids))
    assert "stands-arrakeen-9-emperor" in ids


def test_two_who_share_a_place_stand_one_below_the_other() -> None:
    first, second = place(MIDDLE, "Tuek's Sietch").pieces
    assert first.x == second.x
    assert second.y - first.y == 37


def test_forces_in_different_sectors_stand_apart() -> None:
    stands = (MapForces("fremen", "Meridian", 18, 2), MapForces("fremen", "Meridian", 1, 3))
    one, other = place(KnownBoard(stands=stands), "Meridian").pieces
    assert (one.x, one.y) != (other.x, other.y)
    assert one.id != other.id


def test_what_is_not_known_is_shown_as_not_known() -> None:
    (piece,) = place(MIDDLE, "Old Gap").pieces
    assert (piece.count, piece.words) == ("?", "Spacing Guild: number not known")


def test_a_hidden_token_shows_no_number() -> None:
    hidden = (MapForces("richese", "Carthag", 10, 5, kind=HIDDEN),)
    (piece,) = place(KnownBoard(stands=hidden), "Carthag").pieces
    assert (piece.count, piece.elite, piece.kind) == ("?", "", HIDDEN)
    other = (MapForces("richese", "Carthag", 10, 0, kind=HIDDEN),)
    assert board_map(KnownBoard(stands=hidden)) == board_map(KnownBoard(stands=other))


def test_those_who_stand_in_peace_look_different() -> None:
    (piece, _) = place(MIDDLE, "Habbanya Sietch").pieces
    assert piece.kind == CALM
    assert piece.words.endswith("not fighting")


def test_a_stronghold_beside_the_map_is_drawn_only_where_it_is() -> None:
    assert "Hidden Mobile Stronghold" not in {one.name for one in board_map(LITTLE).places}
    (mobile,) = board_map(MIDDLE).beside
    assert mobile.words == "Hidden Mobile Stronghold, at Meridian, sector 18"
    elsewhere = KnownBoard(doors=(("Hidden Mobile Stronghold", Cell("Red Chasm", 6)),))
    assert board_map(elsewhere).beside != (mobile,)


def test_a_token_lies_beside_the_forces_and_is_said_of_its_place() -> None:
    two = (MapToken("Carthag", "FRE", "An ambassador"), MapToken("Carthag", "?", "A token", "atreides"))
    drawn = board_map(KnownBoard(tokens=two, stands=(MapForces("fremen", "Carthag", 10, 2),)))
    first, second = drawn.tokens
    (piece,) = (piece for one in drawn.places for piece in one.pieces)
    assert (first.label, first.words, second.f) == ("FRE", "An ambassador", "atr")
    assert first.y == second.y == piece.y and second.x < first.x < piece.x - 40
    words = next(one.words for one in drawn.places if one.name == "Carthag")
    assert "An ambassador. A token" in words
    alone = board_map(KnownBoard(tokens=two)).tokens
    assert alone[0].x > first.x and alone[1].x == first.x, "where nobody stands the first lies in the middle"


def test_1_06_03_04_places_are_offered_with_what_they_cost() -> None:
    use = MapUse(lambda name: f"/ship?to={name}", {"Carthag": MapChoice("legal", "4 spice")})
    shown = place(MIDDLE, "Carthag", use)
    assert (shown.state, shown.href) == ("legal", "/ship?to=carthag")
    assert shown.words.endswith("4 spice")


def test_3_01_07_a_wall_that_is_gone_is_said() -> None:
    assert "destroyed" in place(LITTLE, "Shield Wall").words
    assert board_map(LITTLE).notes


@pytest.mark.parametrize("sector", range(1, 19))
def test_the_storm_is_drawn_in_its_sector_and_upright(sector: int) -> None:
    storm = board_map(KnownBoard(sector)).storm
    assert storm
    assert -90 <= storm.turned <= 90
    assert board_map(KnownBoard(0)).storm is None


def test_what_a_table_knows_becomes_a_position() -> None:
    """A place of one sector has it; in a larger one nobody said which."""
    told = LiveTable("fremen", "emperor", phase="storm", turn=2)
    told.do(PlaceStorm(7), SeatMarkers("emperor"), "battle")
    told.do(NoteForces("Carthag", "emperor", 3, 2), NoteForces("Meridian", "fremen", 4))
    position = known_position(told.public)
    assert (position.storm, position.markers) == (7, {"emperor": 1, "fremen": 10})
    assert set(position.stands) == {
        MapForces("emperor", "Carthag", 10, 3, 2),
        MapForces("fremen", "Meridian", 0, 4),
    }


def test_the_map_on_a_page_is_under_forty_kilobytes() -> None:
    """The ground that is kept, and all that is laid over it in the middle of a game of eight."""
    laid = re.sub(r"\s+", " ", page("map")).split("<aside")[0]
    assert len(laid) + FILE.stat().st_size < 40_000
    assert len(laid) < 18_000


def test_the_style_names_every_colour_in_dark_and_light() -> None:
    css = Path(ROOT / "static/map.css").read_text("utf-8")
    used = set(re.findall(r"var\((--m-[\w-]+)\)", css + FILE.read_text("utf-8")))
    for colour in used:
        assert css.count(f"{colour}:") == 3, f"{colour} is for dark, light, and light by the system's wish"


def test_three_who_share_a_stronghold_stand_below_its_name_as_two_do() -> None:
    stands = [MapForces(seat, "Arrakeen", 10, 3) for seat in ("atreides", "harkonnen", "emperor", "fremen")]
    tops = []
    for many in (2, 3, 4):
        (place,) = (one for one in board_map(KnownBoard(7, {}, tuple(stands[:many]), {}, "")).places if one.pieces)
        tops.append(min(piece.y for piece in place.pieces))
        assert len({piece.y for piece in place.pieces}) == many
    assert len(set(tops)) == 1
