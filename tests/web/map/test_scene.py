"""The map on live pages: its layers, what is sent of it, and what a hidden token does not tell."""

from __future__ import annotations

import pytest

from referee.board.forces import RESERVES
from referee.board.forces_counted import KeepCount
from referee.board.standing import stands
from referee.factions.richese.no_field import LayField
from referee.kernel import PUBLIC
from referee.phases.collection.strongholds import NameHolders
from referee.phases.shipment.shipping import Ship
from referee.phases.storm.storm_moves import PlaceStorm
from referee.turn.on_the_map import PutRight
from referee.web.map.scene import LARGE, scene
from referee.web.phone.turn_card import turn_card
from referee.web.view_models.map import Scene
from tests.kit import Evening, LiveTable, set_up

LAYERS = ("ground", "spots", "marks", "storm", "names", "spice", "pieces", "circles", "notes")


def shown(table: LiveTable, viewer: str = PUBLIC) -> Scene:
    made = scene(table.screen(viewer), "/")
    assert made is not None
    return made


@pytest.mark.parametrize(
    "phase", ["storm", "spice_blow", "shipment", "battle", "spice_collection", "revival", "mentat_pause"]
)
def test_4_94_06_it_is_large_where_forces_and_spice_move_and_a_strip_elsewhere(phase: str) -> None:
    assert shown(LiveTable(phase=phase).do(KeepCount())).large == (phase in LARGE)


def test_a_shipment_changes_the_forces_and_no_other_layer() -> None:
    table = LiveTable(first="emperor", phase="shipment").do(KeepCount())
    before = shown(table)
    after = shown(table.do(Ship("emperor", 3, "Meridian", sector=1)))
    same = ("spots", "storm", "spice", "markers", "beside", "tokens", "notes", "marks")
    assert all(getattr(before, name) == getattr(after, name) for name in same) and before.pieces != after.pieces
    assert {piece.id for piece in after.pieces} - {piece.id for piece in before.pieces} == {"stands-meridian-1-emperor"}


def test_2_10_11_a_hidden_token_shows_where_it_lies_and_never_how_many_it_hides() -> None:
    """Whatever the token hides, everybody else's map is the same byte for byte."""
    seats, made = ("richese", "atreides", "emperor"), {}
    for token in (0, 3, 5):
        table = LiveTable(*seats, first="richese", phase="shipment").do(KeepCount())
        table.do(LayField("richese", token, "Red Chasm"))
        made[token] = [repr(shown(table, viewer)) for viewer in (PUBLIC, "atreides", "emperor")]
        made[token] += [repr(turn_card(table.public, seat)) for seat in seats]
        assert [piece.kind for piece in shown(table).pieces if "red_chasm" in piece.id] == ["hidden"]
        assert not list(stands(table.public, "Red Chasm"))
    assert made[0] == made[3] == made[5]


def test_every_viewer_sees_the_map_that_it_heard_of() -> None:
    table = LiveTable(first="emperor", phase="shipment").do(KeepCount(), Ship("emperor", 3, "Meridian"))
    table.do(PutRight("harkonnen", "Arrakeen", 2, other=RESERVES), PlaceStorm(4))
    assert len({repr(shown(table, viewer)) for viewer in (PUBLIC, *table.public.seats)}) == 1


# -- pages --------------------------------------------------------------------------------------------


@pytest.fixture
def played(evening: Evening) -> Evening:
    evening.begin(set_up(turn="2"))
    evening.must("host", "KeepCount")
    evening.must("host", "GoTo", phase="shipment")
    return evening


def test_the_table_screen_draws_it_in_layers_each_with_an_id_of_its_own(played: Evening) -> None:
    page = played.host.get(f"/t/{played.table}/").text
    for name in LAYERS:
        assert page.count(f'id="map-{name}"') == 1
    assert 'id="stands-arrakeen-9-atreides"' in page and 'id="place-carthag"' in page


def test_where_the_map_is_not_shown_it_waits_in_the_page_so_that_no_step_brings_it_anew(played: Evening) -> None:
    ground, hidden = set(), {}
    for phase in ("shipment", "mentat_pause"):
        played.must("host", "GoTo", phase=phase, anyway="1")
        page = played.who("host").get(f"/t/{played.table}/").text
        ground.add(page.partition('<svg id="map-spots">')[2].partition("</svg>")[0])
        hidden[phase] = 'class="map-side" aria-label="Map of Arrakis" hidden' in page
        assert page.count('id="place-box"') == page.count('id="map"') == 1
    assert hidden == {"shipment": False, "mentat_pause": True} and len(ground) == 1 and "Carthag" in ground.pop()


def test_4_94_06_a_tap_on_a_territory_brings_the_forms_that_put_it_right(played: Evening) -> None:
    box = played.host.get(f"/t/{played.table}/place/arrakeen").text
    assert "Correct Arrakeen" in box and 'value="PutRight"' in box and "No Atreides here" in box
    played.must("host", "PutRight", seat="atreides", place="Arrakeen", normal="7", other="Carthag")
    assert played.host.get(f"/t/{played.table}/place/nowhere").status_code == 404
    assert played.onlooker.get(f"/t/{played.table}/place/arrakeen").status_code in {302, 303, 403, 404}


def test_1_02_04_a_tap_on_a_territory_turns_the_spice_card_that_shows_it(played: Evening) -> None:
    played.must("host", "GoTo", phase="spice_blow", anyway="1")
    box = played.host.get(f"/t/{played.table}/place/old_gap").text
    assert "Tap pile A&#39;s card: Old Gap (6)" in box and "Correct Old Gap" not in box
    played.must("host", **played.form("host", f"/t/{played.table}/place/old_gap", "SpiceBlows"))
    assert "Old Gap, 6 spice" in played.host.get(f"/t/{played.table}/log").text
    assert "SpiceBlows" not in played.host.get(f"/t/{played.table}/place/arrakeen").text


def test_4_94_06_without_positions_no_page_has_a_map(evening: Evening) -> None:
    evening.begin(set_up(turn="2", P6="none"))
    evening.must("host", "GoTo", phase="storm")
    page = evening.host.get(f"/t/{evening.table}/").text
    assert 'id="map' not in page and 'id="held"' not in page


def test_1_06_03_05_a_phone_asks_and_the_table_allows_it_anyway(played: Evening) -> None:
    """Refused with its rule on the phone; one tap there asks, one tap at the table lets it pass, written down."""
    played.must("host", "PutRight", seat="harkonnen", place="Arrakeen", normal="2")
    seat = "emperor"
    refused = played.tap(seat, "Ship", normal="2", goal="Arrakeen")
    assert refused.status_code == 409 and "1.06.03.05" in refused.text and "Ask the table" in refused.text
    assert "Allow anyway" not in played.host.get(f"/t/{played.table}/").text
    played.tap(seat, "Ship", normal="2", goal="Arrakeen", ask="1")
    assert "Allow anyway" in played.host.get(f"/t/{played.table}/").text
    german = played.host.get(f"/t/{played.table}/", {"Accept-Language": "de"}).text
    assert "<b>Aus der Reserve verschiffen: 2 Truppen, nach Arrakeen</b>" in german
    played.must("host", "Ship", **{"for": seat, "normal": "2", "goal": "Arrakeen", "waive": "1"})
    page = played.host.get(f"/t/{played.table}/").text
    assert "Allow anyway" not in page and "Emperor ships 2 forces to Arrakeen." in page


def test_4_94_06_the_strip_says_who_was_named_as_holder_where_no_forces_are_known() -> None:
    table = LiveTable(phase="mentat_pause")
    word = lambda: {row.name: row.word for row in shown(table).rows}  # noqa: E731
    assert set(word().values()) == {"not known"}
    table.do(NameHolders(carthag="harkonnen"))
    assert word()["Carthag"] == "Harkonnen" and word()["Arrakeen"] == "nobody"
