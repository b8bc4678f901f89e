"""A sample of the sweep in every check; the whole of it is a command, ``python -m tests.tools.looks.sweep``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from referee.holdings.setup import SeatEntry, SetTable
from tests.games.test_chronicles import SIX
from tests.kit import ROOT, SCREEN, Evening, set_up
from tests.tools.looks import sweep
from tests.tools.looks.instruments import DOUBLE, Screen, joined, judged, moving, sideways

pytestmark = pytest.mark.browser
SMALL = """() => [...document.querySelectorAll('body *')].filter(one => {
    const own = [...one.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
    const box = one.getBoundingClientRect();
    return own && box.width > 2 && box.height > 2 && one.checkVisibility({visibilityProperty: true}) &&
      !one.closest('svg, script, style, .menu-box, .vh') && parseFloat(getComputedStyle(one).fontSize) < 24;
  }).map(one => `${getComputedStyle(one).fontSize} ${one.className} ${one.textContent.trim().slice(0, 40)}`)"""


def sample(folder: Path) -> list[sweep.Kept]:
    """Keep the table before the game and in an auction, a phone in it, and the rules."""
    keeper = sweep.table_of(folder, sweep.CLOCKS, seats=("atreides",))
    evening = keeper.evening
    evening.open_card()
    keeper.pages.clear()
    keeper.look("auction", ("atreides",))
    keeper.keep("rules", "phone", f"/t/{evening.table}/me/rules", evening.phones["atreides"])
    evening.close()
    return [kept for kept in keeper.pages if not kept.name.endswith(("looking", "more"))]


def test_a_sample_fits_a_small_phone_and_axe_finds_nothing_in_the_light(chromium: Any, tmp_path: Path) -> None:
    pages, wrong = sample(tmp_path), []
    with sweep.Viewer(chromium, Screen(320, 568, theme="light")) as viewer:
        for kept in pages:
            for name in viewer.show(kept):
                wrong += [
                    f"{name}: {one}" for one in (*sideways(viewer.page), *moving(viewer.page), *judged(viewer.page))
                ]
    assert {kept.device for kept in pages} == {"table", "phone"}
    assert not wrong, "\n".join(wrong)


def test_in_forced_colors_what_is_chosen_or_on_turn_differs_by_more_than_color(chromium: Any, tmp_path: Path) -> None:
    pages = sample(tmp_path)
    assert {kept.device for kept in pages} == {"table", "phone"}
    assert not [*sweep.in_forced_colors(chromium, pages)]


@pytest.mark.long
def test_no_page_joins_two_words(chromium: Any, tmp_path: Path) -> None:
    keeper, wrong = sweep.table_of(tmp_path, sweep.CLOCKS, seats=("atreides",)), []
    keeper.evening.open_card()
    keeper.pages.clear()
    keeper.every_route("auction", new=False)
    keeper.evening.close()
    with sweep.Viewer(chromium, Screen(1440, 900)) as viewer:
        for kept in keeper.pages:
            wrong += [f"{name}: {one}" for name in viewer.show(kept) for one in joined(viewer.page)]
    assert {"/guide", "/help", "/rules"} < {kept.path for kept in keeper.pages}
    assert not wrong, "\n".join(wrong)


def chair(folder: Path) -> list[sweep.Kept]:
    """Keep the table screen in an auction and in shipment, without and with the map."""
    keeper = sweep.table_of(folder, sweep.CLOCKS, seats=("atreides",))
    keeper.pages.clear()
    keeper.evening.open_card()
    keeper.keep("auction", "table", f"/t/{keeper.evening.table}/", keeper.evening.host)
    keeper.evening.must("host", "EndBidding")
    keeper.evening.must("host", "GoTo", phase="shipment", waive="1")
    keeper.seen.clear()
    keeper.keep("shipment", "table", f"/t/{keeper.evening.table}/", keeper.evening.host)
    keeper.evening.close()
    return keeper.pages


def test_nothing_on_a_television_is_smaller_than_24_px(chromium: Any, tmp_path: Path) -> None:
    pages, wrong = chair(tmp_path), []
    with sweep.Viewer(chromium, Screen(1920, 1080)) as viewer:
        for kept in pages:
            for name in viewer.show(kept):
                wrong += [f"{name}: {one}" for one in viewer.page.evaluate(SMALL)]
    assert len(pages) == 2
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_a_table_screen_on_a_phone_with_letters_twice_as_large_is_not_too_wide(
    chromium: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    pages = chair(tmp_path)
    with sweep.Viewer(chromium, Screen(*size, DOUBLE)) as viewer:
        wrong = [f"{name}: {one}" for kept in pages for name in viewer.show(kept) for one in sideways(viewer.page)]
    assert len(pages) == 2
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_the_main_button_pause_and_undo_stay_in_view_on_a_small_screen(
    chromium: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for kept in chair(tmp_path):
            for _ in viewer.show(kept):
                boxes = [one.bounding_box() for one in viewer.page.locator("#acts button, #go button").all()]
                assert len(boxes) >= 2 + (kept.name.endswith("shipment"))
                for box in boxes:
                    assert box and box["y"] + box["height"] <= size[1] and box["x"] + box["width"] <= size[0]


EIGHT = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen", "choam", "richese")
ON_EACH_OTHER = """() => {
  const range = document.createRange(), box = one => (range.selectNodeContents(one), range.getBoundingClientRect());
  const words = '.news, .say, .say-line, .seat, #go .btn, .seat-name, .seat-state, .seat-menu > span';
  const all = [...document.querySelectorAll('#hub > *, .seat')].flatMap(one => [one, ...one.querySelectorAll(words)])
    .filter(one => one.matches(words) && one.getBoundingClientRect().width > 2 && box(one).width > 1);
  const lie = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
  const found = [];
  for (const one of all) for (const other of all)
    if (all.indexOf(one) < all.indexOf(other) && !one.contains(other) && lie(box(one), box(other)))
      found.push(`${one.innerText} / ${other.innerText}`);
  for (const one of document.querySelectorAll('.seat-name')) {
    const plate = one.closest('.seat').getBoundingClientRect();
    if (box(one).right > plate.right - 6) found.push(`${one.innerText} at the edge`);
  }
  const hub = document.querySelector('#hub');
  return hub.scrollHeight > hub.clientHeight + 1 ? [...found, 'The middle has to be scrolled'] : found }"""
FIRST_TURN: tuple[tuple[str, dict[str, str]], ...] = (
    ("StartTurnOne", {"first": "fremen"}),
    ("AnnounceStorm", {"distance": "3"}),
    ("MoveStorm", {}),
    ("GoTo", {"phase": "spice_blow"}),
    ("SpiceBlows", {"territory": "Red Chasm"}),
    ("SpiceBlows", {"territory": "Cielago South"}),
    ("GoTo", {"phase": "choam_charity"}),
    ("GoTo", {"phase": "bidding"}),
    ("GoTo", {"phase": "revival"}),
    ("GoTo", {"phase": "shipment"}),
)


@cache
def many_at_the_table(seats: int, **options: Any) -> list[sweep.Kept]:
    """Keep the table screen of many players through a turn, with what has just happened in the middle."""
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder)).begin(set_up(EIGHT[-seats:], allies=(("fremen", "choam"),), **options))
        pages = []
        for number, (act, fields) in enumerate(FIRST_TURN):
            evening.must("host", act, **({"anyway": "1"} if act == "GoTo" else {}), **fields)
            path = f"/t/{evening.table}/"
            pages.append(sweep.Kept(f"{number}-{act}", path, "table", evening.host.get(path).text))
        evening.close()
    return pages


CUT_IN_A_LINE = r"""() => [...document.querySelectorAll('.beside, .is-log .scroll')].flatMap(box => {
  const low = box.getBoundingClientRect().bottom, fade = /100% - ([\d.]+)px/.exec(box.style.maskImage);
  const end = low - (fade ? +fade[1] : 0);
  const cut = line => line.top < end - 3 && line.bottom > end + 3 && box.scrollHeight > box.clientHeight + 1;
  const words = one => [...one.childNodes].filter(n => n.nodeType === 3 && n.data.trim());
  const range = document.createRange();
  const lines = node => { range.selectNode(node); return [...range.getClientRects()] };
  const shown = [...box.querySelectorAll('a, span, p, .btn')].filter(one => !one.closest('.vh'));
  return shown.filter(one => words(one).some(n => lines(n).some(cut))).map(one => one.innerText) })"""
LONG = pytest.mark.long
MANY = [
    (8, (1280, 720)),
    *(pytest.param(*one, marks=LONG) for one in ((8, (1024, 768)), (7, (1280, 720)), (8, (1440, 900)))),
]


@pytest.mark.parametrize(("seats", "size"), MANY)
def test_with_many_at_the_table_nothing_lies_on_what_happened_or_on_a_name(
    chromium: Any, seats: int, size: tuple[int, int]
) -> None:
    wrong, pages = [], many_at_the_table(seats)
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for kept in pages:
            for name in viewer.show(kept):
                wrong += [f"{name}: {one}" for one in viewer.page.evaluate(ON_EACH_OTHER)]
                wrong += [f"{name}: cut in a line: {one}" for one in viewer.page.evaluate(CUT_IN_A_LINE)]
                search = viewer.page.locator(".bar input[type=search]").bounding_box()
                assert search and search["width"] > size[0] / 5, search
    assert not wrong, "\n".join(wrong)


STICKS_OUT = """() => [...document.querySelectorAll('.seat *, .pad *, .trio > div > *')].filter(one => {
    const plate = one.closest('.seat, .pad, .trio > div').getBoundingClientRect(), box = one.getBoundingClientRect();
    return box.width > 2 && box.right > plate.right + 1 && !one.closest('.vh, .menu-box');
  }).map(one => `${one.className} ${one.textContent.trim()}`)"""


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768)])
def test_with_seven_at_an_auction_nothing_sticks_out_of_its_plate(
    chromium: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    evening = Evening(tmp_path).begin(set_up(EIGHT[-7:]))
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    for act in ("DeclareHands", "SkipCache", "DealRow"):
        evening.must("host", act)
    if evening.bidding.step == "talk":
        evening.must("host", "CloseWindow")
    evening.bid(1)
    path = f"/t/{evening.table}/"
    kept = sweep.Kept("auction", path, "table", evening.host.get(path).text)
    evening.close()
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for _ in viewer.show(kept):
            assert viewer.page.locator(".seat .push.i").count(), "the flag of who opened stands beside a count"
            assert not viewer.page.evaluate(STICKS_OUT)


UNDER_A_PLATE = """() => [...document.querySelectorAll('.seat')].flatMap(seat => {
  const a = seat.getBoundingClientRect();
  return [...document.querySelectorAll('.hub .say, .trio *')].filter(one => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const b = range.getBoundingClientRect();
    return b.width && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  }).map(one => `${seat.id} over ${one.textContent.trim()}`) })"""
NOT_IN_VIEW = """() => { const end = document.querySelector('.beside').getBoundingClientRect().bottom;
  return [...document.querySelectorAll('#next li')].filter(one => one.getBoundingClientRect().bottom > end + 1).length
}"""


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_below_the_bar_of_a_demonstration_an_auction_is_whole(
    chromium: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    evening = Evening(tmp_path).begin(set_up(L1="on"))
    evening.open_card()
    path = f"/t/{evening.table}/"
    kept = [sweep.Kept("no bid", path, "table", evening.host.get(path).text)]
    evening.bid(9)
    kept.append(sweep.Kept("a bid", path, "table", evening.host.get(path).text))
    evening.close()
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for one in kept:
            for _ in viewer.show(one):
                viewer.page.add_style_tag(path=ROOT / "static" / "demo.css")
                viewer.page.evaluate("document.documentElement.dataset.demo = ''")
                assert viewer.page.locator("#coach").is_visible() and viewer.page.locator("#next li").count() >= 4
                assert viewer.page.evaluate(UNDER_A_PLATE) == [] and viewer.page.evaluate(NOT_IN_VIEW) == 0


CUT_BESIDE = """() => {
  const box = document.querySelector('.beside').getBoundingClientRect();
  const fade = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const all = document.querySelectorAll('#glance-order li, [id^=offer-SpiceBlows] button, [id^=offer-TurnWorm] button');
  const cut = one => one.getBoundingClientRect().bottom > box.bottom - fade + 4;
  return [...all].filter(cut).map(one => one.innerText) }"""


def test_six_players_see_the_whole_order_and_every_card_on_a_small_laptop(chromium: Any) -> None:
    wrong, pages = [], many_at_the_table(6, M7="on", M10="on")
    with sweep.Viewer(chromium, Screen(1280, 720)) as viewer:
        for kept in pages:
            for name in viewer.show(kept):
                wrong += [f"{name}: {one}" for one in viewer.page.evaluate(CUT_BESIDE)]
    assert any("glance-order" in kept.html for kept in pages) and any("TurnSandtrout" in kept.html for kept in pages)
    assert not wrong, "\n".join(wrong)


HOLD_ON_WORDS = """() => [...document.querySelectorAll('[data-hold]')].filter(one => one.offsetParent).flatMap(one => {
  const look = getComputedStyle(one, '::after'), range = document.createRange(), box = one.getBoundingClientRect();
  if (look.position === 'static') return [];
  const edge = parseFloat(getComputedStyle(one).borderTopWidth), [left, top, width, height] =
    [look.left, look.top, look.width, look.height].map(parseFloat);
  const x = box.left + edge + left, y = box.top + edge + top;
  const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) {
    range.selectNodeContents(walk.currentNode);
    const lies = words => words.right > x && words.left < x + width && words.bottom > y + 2 && words.top < y + height;
    const words = walk.currentNode.data.trim();
    if (words && [...range.getClientRects()].some(lies)) found.push(words);
  }
  return found })"""
IN_THE_CORNER = "html.js [data-hold]::after { position:absolute !important; width:auto !important; right:0; bottom:0 }"


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)])
def test_how_long_a_button_is_held_lies_on_none_of_its_words(chromium: Any, size: tuple[int, int]) -> None:
    wrong, planted = [], []
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for kept in many_at_the_table(6):
            for name in viewer.show(kept):
                wrong += [f"{name}: {one}" for one in viewer.page.evaluate(HOLD_ON_WORDS)]
                viewer.page.add_style_tag(content=IN_THE_CORNER)
                planted += viewer.page.evaluate(HOLD_ON_WORDS)
    assert planted, "what lies on words is not seen"
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900), (1024, 768)])
def test_the_foot_has_room_for_undo_and_redo_while_the_clock_stands(
    chromium: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    keeper = sweep.table_of(tmp_path, sweep.CLOCKS, seats=())
    keeper.pages.clear()
    keeper.evening.open_card()
    keeper.evening.must("host", "Bid", amount="3", seen=keeper.evening.sight(), **{"for": keeper.evening.bidding.turn})
    keeper.evening.must("host", "Undo")
    keeper.keep("undone", "table", f"/t/{keeper.evening.table}/", keeper.evening.host)
    keeper.evening.close()
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for _ in viewer.show(keeper.pages[-1]):
            ends = viewer.page.locator("#bar :is(.btn, .field):visible").evaluate_all(
                "list => list.map(one => one.getBoundingClientRect().right)"
            )
            assert len(ends) >= 7 and max(ends) <= size[0], ends


SKILLS = {"emperor": "Prana Bindu Adept", "harkonnen": "Swordmaster of Ginaz"}
IN_BATTLE = {"harkonnen": ("Chaumas/1", "Shield/1"), "emperor": ("Gom Jabbar/1", "Snooper/1")}
CUT_OFF = """() => [...document.querySelectorAll('.costs, .costs > p, .proof, .proof > li')].filter(one => {
    const box = one.getBoundingClientRect(), end = document.querySelector('#fight-acts').getBoundingClientRect().top;
    return one.scrollHeight > one.clientHeight + 3 || (one.matches('p, li') && box.height > 1 && box.bottom > end + 1);
  }).map(one => one.innerText)"""


def a_long_verdict(folder: Path, *modules: tuple[str, str]) -> sweep.Kept:
    """Fight a battle in which everything is used that a battle has."""
    evening = Evening(folder)
    evening.steer()
    evening.table, sitting = evening.hall.create("Long")
    places = tuple(SeatEntry(seat, "Ann", len(own), -1, own) for seat in SIX for own in [IN_BATTLE.get(seat, ())])
    assert sitting.act(SetTable("Long", places, "emperor", "advanced", options=(*sweep.QUIET, *modules)), "host").done
    for seat in IN_BATTLE:
        evening.seat(seat)
    for seat, leader in {"emperor": "Burseg", "harkonnen": "Beast Rabban"}.items() if modules else ():
        evening.must("host", "EnterSkill", **{"for": seat}, skill=SKILLS[seat], leader=leader)
    evening.must("host", "KeepCount")
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    for one in (("emperor", "4", "3"), ("harkonnen", "10", "0")):
        evening.must("host", "PutRight", **dict(zip(("seat", "normal", "special"), one, strict=True)), place="Carthag")
    evening.must("host", "GoTo", phase="battle", anyway="1")
    evening.must("host", "FightNext", **{"for": "emperor", "territory": "Carthag", "against": "harkonnen"})
    used = {"weapon": "Gom Jabbar", "defence": "Snooper", "traitor": "no"}
    evening.must("emperor", "LockPlan", dial="5", leader="Caid", support="4", **used)
    used = {"weapon": "Chaumas", "defence": "Shield", "traitor": "no"}
    evening.must("harkonnen", "LockPlan", dial="7", leader="Feyd-Rautha", support="4", **used)
    path = f"/t/{evening.table}/"
    kept = sweep.Kept("verdict", path, "table", evening.host.get(path).text)
    evening.close()
    return kept


@pytest.mark.parametrize("size", [(1280, 720), (1024, 768), (1440, 900), (1920, 1080)])
def test_every_line_of_a_long_verdict_is_in_view(chromium: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    kept = a_long_verdict(tmp_path)
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for _ in viewer.show(kept):
            assert viewer.page.locator(".costs > p, .proof > li").count() >= 15
            assert viewer.page.locator("#outcome .say").inner_text().split() == ["Emperor", "wins", "8", "to", "7"]
            assert not viewer.page.evaluate(CUT_OFF)


def test_the_totals_of_a_battle_are_in_view_with_skill_cards(chromium: Any, tmp_path: Path) -> None:
    kept = a_long_verdict(tmp_path, ("P1", "told"), ("M3", "on"))
    with sweep.Viewer(chromium, Screen(1280, 720)) as viewer:
        for _ in viewer.show(kept):
            assert viewer.page.locator(".wheel li").count() >= 10
            for one in viewer.page.locator(".wheel").all():
                total, whole = one.locator(".sum").bounding_box(), one.bounding_box()
                assert total["y"] + total["height"] <= whole["y"] + whole["height"]


def test_both_plans_of_what_if_and_how_it_ends_are_in_view_together(chromium: Any, tmp_path: Path) -> None:
    evening = Evening(tmp_path).begin(set_up(("harkonnen", "atreides"), turn="2"))
    phone, path = evening.phones["harkonnen"], f"/t/{evening.table}/me"
    asked = f"{path}/secret?tab=bid&see=whatif&leader=Feyd-Rautha&dial=3&their_dial=2"
    kept = sweep.Kept("what-if", path, "phone", phone.get(path).text, phone.get(asked, SCREEN).text)
    evening.close()
    with sweep.Viewer(chromium, Screen(390, 844)) as viewer:
        for name in viewer.show(kept):
            if name.endswith("open"):
                ends = [one.bounding_box() for one in viewer.page.locator(".what-side select, .what-foot > *").all()]
                low = viewer.page.locator(".tabs").bounding_box()["y"]
                assert len(ends) >= 8 and all(box["y"] + box["height"] <= low for box in ends)


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_wheel_leaders_cards_and_lock_are_in_view_together_with_hints_on(
    chromium: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    evening = Evening(tmp_path)
    evening.steer()
    evening.table, sitting = evening.hall.create("Plan")
    hands = {"harkonnen": ("Chaumas/1", "Shield/1"), "emperor": ()}
    places = tuple(SeatEntry(seat, "Ann", len(own), -1, own) for seat, own in hands.items())
    options = (*sweep.QUIET, ("L1", "on"))
    assert sitting.act(SetTable("Plan", places, "harkonnen", "advanced", options=options), "host").done
    phone = evening.seat("harkonnen")
    evening.must("host", "GoTo", phase="battle", anyway="1")
    evening.must(
        "host",
        "BeginBattle",
        territory="Carthag",
        one="harkonnen",
        two="emperor",
        one_normal=6,
        two_normal=5,
    )
    keeper = sweep.Keeper(evening)
    keeper.keep("plan", "phone", f"/t/{evening.table}/me", phone)
    evening.close()
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for name in viewer.show(keeper.pages[0]):
            if name.endswith("open"):
                lock = viewer.page.locator("#plan .lock").bounding_box()
                assert lock and lock["y"] + lock["height"] <= size[1] - 60
                shown = viewer.page.locator("#plan .pick label", has=viewer.page.locator("[name=defence]")).all()
                assert len(shown) == 2 and viewer.page.locator("[name=dial]").bounding_box()["y"] > 100
                assert all(one.bounding_box()["y"] + one.bounding_box()["height"] <= lock["y"] + 1 for one in shown)


BROKEN_NAMES = """() => [...document.querySelectorAll('.disc-name')].flatMap(one => {
  const words = one.firstChild, range = document.createRange(), rows = found => {
    range.setStart(words, found.index);
    range.setEnd(words, found.index + found[0].length);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size };
  return [...words.data.matchAll(/[^\\s-]+/g)].filter(found => rows(found) > 1).map(found => found[0]) })"""


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_no_leader_of_a_plan_has_a_name_that_is_broken_in_a_word(
    chromium: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    evening = Evening(tmp_path).begin(set_up(("emperor", "harkonnen"), turn="2"))
    evening.must("host", "GoTo", phase="battle", anyway="1")
    forces = {"one_normal": 6, "two_normal": 5}
    evening.must("host", "BeginBattle", territory="Carthag", one="emperor", two="harkonnen", **forces)
    keeper = sweep.Keeper(evening)
    keeper.keep("plan", "phone", f"/t/{evening.table}/me", evening.phones["emperor"], new=False)
    evening.close()
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        *_, _ = viewer.show(keeper.pages[0])
        assert viewer.page.locator(".disc-name").count() == 5
        assert viewer.page.evaluate(BROKEN_NAMES) == []
        viewer.page.add_style_tag(content=".disc-name { font-size:2rem }")
        assert "Aramsham" in viewer.page.evaluate(BROKEN_NAMES)


def the_guild_ships(folder: Path) -> list[sweep.Kept]:
    """Keep the fullest card of a turn, with three ways to ship, an ally's offer and a move, and its map."""
    evening = Evening(folder).begin(
        set_up(("spacing_guild", "fremen", "atreides"), allies=(("spacing_guild", "fremen"),))
    )
    for act, fields in (
        ("KeepCount", {}),
        ("SeatMarkers", {"seat": "spacing_guild"}),
        ("PlaceStorm", {"sector": "18"}),
        ("GoTo", {"phase": "shipment", "anyway": "1"}),
    ):
        evening.must("host", act, **fields)
    paths = f"/t/{evening.table}/me", f"/t/{evening.table}/me/map"
    kept = [sweep.Kept(path, path, "phone", evening.phones["spacing_guild"].get(path).text) for path in paths]
    evening.close()
    return kept


def test_axe_finds_nothing_on_the_card_of_a_turn_and_on_its_map(chromium: Any, tmp_path: Path) -> None:
    with sweep.Viewer(chromium, Screen(360, 640)) as viewer:
        for kept in the_guild_ships(tmp_path):
            for _ in viewer.show(kept):
                assert not judged(viewer.page)


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
def test_what_ships_and_what_is_done_stay_in_view_on_a_phone(
    chromium: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    kept, _ = the_guild_ships(tmp_path)
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for _ in viewer.show(kept):
            page = viewer.page
            assert page.locator(".turn-half:visible .turn-ways label").count() == 3
            page.locator(".turn-half:visible label.goal", has_text="Carthag").first.click()
            page.wait_for_selector("[aria-label='Ship 4 to Carthag for 2']")
            foot = page.locator("nav.tabs").bounding_box()
            for one in (".turn-half:visible .turn-numbers", ".turn-done"):
                box = page.locator(one).bounding_box()
                assert box and foot and box["y"] > 0 and box["y"] + box["height"] <= foot["y"] + 1, one
            ways = [one.bounding_box() for one in page.locator(".turn-half:visible .turn-ways label").all()]
            assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= size[0] for box in ways)
            places = page.locator(".turn-half:visible .turn-goals")
            assert places.evaluate("one => one.clientHeight") >= 2 * 48, "two places to ship to are in view"
            assert page.locator(".turn-done button", has_text="Delay").is_visible()
            for place in ("Carthag", "Arsunt"):  # one of two sectors is asked for as well
                page.locator(".turn-half:visible label.goal", has_text=place).first.click()
                numbers, done = (page.locator(one).bounding_box() for one in (".turn-numbers:visible", ".turn-done"))
                assert numbers["y"] + numbers["height"] <= done["y"] + 1, "what is done lies over what ships"


LINES = """one => { const range = document.createRange(); range.selectNodeContents(one);
  return range.getClientRects().length }"""


@pytest.mark.parametrize("seat", ["spacing_guild", "fremen", "ixian", "richese"])
def test_behind_an_open_shield_on_a_short_phone_done_lies_over_no_number_of_forces(
    chromium: Any, tmp_path: Path, seat: str
) -> None:
    evening = Evening(tmp_path).begin(set_up((seat, "emperor", "atreides")))
    evening.must("host", "KeepCount")
    evening.must("host", "SeatMarkers", seat=seat)
    evening.must("host", "PlaceStorm", sector="18")
    evening.must("host", "GoTo", phase="shipment", anyway="1")
    keeper = sweep.Keeper(evening)
    keeper.keep(seat, "phone", f"/t/{evening.table}/me", evening.phones[seat], new=False)
    evening.close()
    with sweep.Viewer(chromium, Screen(360, 640)) as viewer:
        for name in viewer.show(keeper.pages[0]):
            viewer.page.locator(".turn-half:visible label.goal").nth(2).click()
            boxes = [viewer.page.locator(one).bounding_box() for one in (".turn-numbers:visible", ".turn-done")]
            numbers, done = (box["y"] if box else 0 for box in boxes)
            assert boxes[0] and numbers + boxes[0]["height"] <= done + 1, name
            viewer.page.locator(".turn-half:visible label.goal", has_text="Habbanya").first.click()
            assert viewer.page.locator(".goal > input:checked + span").first.evaluate(LINES) <= 2, "a word is broken"


def test_the_first_thing_to_do_is_in_reach_on_a_small_phone_with_letters_twice_as_large(
    chromium: Any, tmp_path: Path
) -> None:
    keeper = sweep.table_of(tmp_path, sweep.CLOCKS, seats=("atreides",))
    keeper.pages.clear()
    keeper.evening.open_card()
    keeper.look("auction", ("atreides",))
    keeper.evening.must("host", "EndBidding")
    for phase in ("choam_charity", "revival", "shipment"):
        keeper.evening.must("host", "GoTo", phase=phase, anyway="1")
        keeper.look(phase, ("atreides",))
    keeper.evening.close()
    assert not sweep.measured(chromium, [kept for kept in keeper.pages if kept.device == "phone"], "320-double")


FOUR_CARDS = {"emperor": ("Karama/1", "Kulon/1", "Shield/1", "Stunner/1")}
OPEN_SHIELD = """() => {
  const box = one => one.getBoundingClientRect();
  const list = what => [...document.querySelectorAll('.secret-inner ' + what)];
  const small = one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight;
  const faces = list('.hand > li > .face'), before = what => list(what).map(box).map(one => one.top)[0];
  const signs = faces.map(one => [getComputedStyle(one).borderRadius, getComputedStyle(one).backgroundImage,
    one.querySelector('use').getAttribute('href')]);
  return { rows: new Set(faces.map(one => Math.round(box(one).top))).size, faces: faces.length,
    alike: signs.some((one, n) => signs.slice(n + 1).some(other => one.some((sign, at) => sign === other[at]))),
    cut: faces.filter(small).map(one => one.innerText),
    places: [before('.is-due'), before('.figures'), before('.hand'), before('.drawers')],
    buttons: list('.drawers > details').map(one => box(one.querySelector('summary')).top) } }"""


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (390, 844)], ids=str)
def test_behind_the_shield_stand_what_is_due_cards_two_abreast_then_three_buttons(
    chromium: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    evening = Evening(tmp_path)
    evening.steer()
    evening.table, sitting = evening.hall.create("Hands")
    places = tuple(SeatEntry(seat, "Ann", len(own), -1, own) for seat in SIX for own in [FOUR_CARDS.get(seat, ())])
    assert sitting.act(SetTable("Hands", places, "emperor", "advanced", options=sweep.QUIET), "host").done
    evening.seat("emperor")
    evening.must("host", "GoTo", phase="bidding", anyway="1")
    base = f"/t/{evening.table}/me"
    phone = evening.phones["emperor"]
    secret = phone.get(f"{base}/secret?tab=home", SCREEN).text
    kept = sweep.Kept("hand", base, "phone", phone.get(base).text, secret)
    evening.close()
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for name in viewer.show(kept):
            seen = viewer.page.evaluate(OPEN_SHIELD)
            if "open" not in name:
                assert seen["faces"] == 0
                continue
            assert (seen["faces"], seen["rows"], seen["alike"], seen["cut"]) == (4, 2, False, [])
            tops = [top for top in seen["places"] if top is not None]
            assert tops == sorted(tops) and len(tops) >= 3
            assert 2 <= len(seen["buttons"]) <= 3 and len(set(seen["buttons"])) == 1
            first = viewer.page.locator("#drawer-links summary")
            first.scroll_into_view_if_needed()
            before = first.bounding_box()
            first.click()
            opened = viewer.page.locator(".drawers > [open] > summary").bounding_box()
            assert before and opened and abs(opened["y"] - before["y"]) < 2, "it moves away under the finger"
            assert viewer.page.locator(".drawers > [open] a").count() >= 4
