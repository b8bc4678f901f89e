"""The table screen in every phase, with two to twelve players: nothing is cut, covered or below the fold.

People sit in the same places whatever is played, and who must do what is read first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from referee.agreements.alliances import nexus_now
from referee.common.turn import PHASES
from referee.offers.offer import halted
from referee.phases.battle.live_battle import battle_now
from referee.phases.mentat.victory import winner
from referee.web.phase.table_view import mode_of
from tests.kit import ATREIDES, HARKONNEN, Evening, Room, Screens, set_up
from tests.tools.looks import sweep
from tests.tools.looks.evenings import Night
from tests.tools.looks.instruments import Screen, sees
from tests.tools.looks.scenes import scenes

pytestmark = pytest.mark.browser
TWO = ("harkonnen", "fremen")
THREE = ("emperor", "fremen", "atreides")
TWELVE = (
    "atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen", "ixian", "tleilaxu", "choam",
    "richese", "ecaz", "moritani",
)  # fmt: skip
DEALT = {"P4": "drawn", "P5": "dealt"}
MODULES = {f"M{n}": "on" for n in range(1, 11)}
STEPS, LATER = 210, 5
SMALL, MIDDLE, LARGE = (1280, 720), (1440, 900), (1920, 1080)
AT_ONCE = [(2, MIDDLE, "en"), (3, SMALL, "en"), (6, SMALL, "en"), (12, SMALL, "de")]
ALL = [(seats, size, code) for seats in (2, 3, 6, 8, 12) for size in (SMALL, MIDDLE, LARGE) for code in ("en", "de")]
MEASURED = [one if one in AT_ONCE else pytest.param(*one, marks=pytest.mark.long) for one in ALL]
# what is wrong: plates cut or on each other, words that stick out of one, what is read first out of view or covered
WRONG = r"""() => {
  const found = [], range = document.createRange();
  const name = one => one.innerText.trim().replace(/\s+/g, ' ').slice(0, 40);
  const ink = one => {  // where its words are, but for those that are only read aloud
    const walk = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), boxes = [];
    while (walk.nextNode()) {
      range.selectNode(walk.currentNode);
      if (!walk.currentNode.parentElement.closest('.vh')) boxes.push(...range.getClientRects());
    }
    const least = side => Math.min(...boxes.map(box => box[side]));
    const most = side => Math.max(...boxes.map(box => box[side]));
    if (!boxes.length) return new DOMRect();
    return new DOMRect(least('left'), least('top'), most('right') - least('left'), most('bottom') - least('top'));
  };
  const at = one => one.getBoundingClientRect();
  const seen = box => box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
  const lie = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const plates = [...document.querySelectorAll('.seat')];
  plates.forEach((one, n) => {
    const box = at(one);
    if (!seen(box)) found.push(`cut: ${name(one)}`);
    for (const other of plates.slice(n + 1)) if (lie(box, at(other))) found.push(`${name(one)} on ${name(other)}`);
    for (const part of one.querySelectorAll('.seat-who, .seat-state, .tag, .count')) {
      const inner = ink(part), out = inner.right > box.right + 1 || inner.bottom > box.bottom + 1;
      if (inner.width && (out || inner.top < box.top - 1)) found.push(`sticks out of ${one.id}: ${name(part)}`);
    }
    const dots = one.querySelector('.seat-menu > span');
    range.selectNodeContents(one.querySelector('.seat-name'));
    if (dots && [...range.getClientRects()].some(line => lie(line, at(dots)))) found.push(`dots on ${name(one)}`);
  });
  const main = '.hub .say, .outcome .say, #go .btn, #acts .btn, #fight-acts .btn';
  const first = [...document.querySelectorAll(main), document.querySelector('.say-line')];
  for (const one of first.filter(one => one && at(one).width > 1)) {
    const box = one.matches('.btn') ? at(one) : ink(one);
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const inside = one.closest('.is-planned .outcome') ? at(one.closest('.outcome')) : box;
    const whole = seen(box) && box.top > inside.top - 1 && box.bottom < inside.bottom + 1;
    if (!whole) found.push(`out of view: ${name(one)}`);
    else if (top && !one.contains(top) && !top.contains(one)) found.push(`covered: ${name(one)}`);
  }
  for (const wheel of document.querySelectorAll('.wheel')) {
    const words = [...wheel.querySelectorAll('h2 > span, .list > li > span, .sum > *')];
    words.forEach((one, n) => {
      const out = ink(one).right > at(wheel).right || at(one).bottom > at(wheel).bottom;
      if (out) found.push(`out of a wheel: ${name(one)}`);
      for (const more of words.slice(n + 1)) if (lie(ink(one), ink(more))) found.push(`${name(one)} on ${name(more)}`);
    });
  }
  const told = document.querySelector('.hub-told'), go = document.querySelector('#go');
  const line = document.querySelector('.hub-told > .say-line');
  if (told && go && lie(at(told), at(go))) found.push('the buttons cover words');
  if (line && at(line).bottom > at(told).bottom + 1) found.push(`cut: ${name(line)}`);
  for (const one of document.querySelectorAll('#acts .btn > small')) {
    const box = at(one), round = at(one.parentElement), out = box.top < round.top || box.bottom > round.bottom;
    if (out || one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${name(one)}`);
  }
  const log = document.querySelector('#log'), row = log && log.querySelector('.list > li');
  if (row && at(row).height) {
    range.selectNodeContents(row.querySelector('span:not(.seal)') || row);
    const ends = Math.min(at(row.closest('.scroll')).bottom, at(log).bottom) + 1;
    if (range.getClientRects()[0].bottom > ends) found.push(`cut: ${name(row)}`);
  }
  const map = document.querySelector('.has-map #map > svg'), inner = document.querySelector('.round > .split');
  if (map && inner) {
    const size = Math.min(at(map).width, at(map).height), most = Math.min(at(inner).height, at(inner).width * .67);
    if (size < .85 * most) found.push(`the map has ${Math.round(size)} px of ${Math.round(most)}`);
  }
  return found }"""
# where everybody sits: how far to the right, 0 or 1, and how far down, in hundredths of the screen
PLACES = """() => Object.fromEntries([...document.querySelectorAll('.seat')].map(one => {
  const box = one.getBoundingClientRect();
  return [one.id, [+(box.left > innerWidth / 2), 100 * (box.top + box.height / 2) / innerHeight]] }))"""
STILL, LAID = 0.3, 0.6  # so far may anybody move between two phases, and when the set-up is left
ONTO = """() => {
  const [one, other] = [...document.querySelectorAll('.seat')].map(plate => plate.getBoundingClientRect());
  document.querySelectorAll('.seat')[1].style.transform = `translateY(${one.top - other.top}px)` }"""
PLANTED = {
    "a plate is cut": ("document.querySelector('.seat').style.right = '-9rem'", "cut: "),
    "a plate lies on another": (ONTO, " on "),
    "a name is too long": (
        "document.querySelector('.seat-name').style.whiteSpace = 'pre', "
        "document.querySelector('.seat-name').textContent = 'x '.repeat(99)",
        "sticks out",
    ),
    "the headline is covered": (
        "document.body.insertAdjacentHTML('beforeend', '<i style=\"position:fixed;inset:0;z-index:9\"></i>')",
        "covered",
    ),
    "a button is below the fold": ("document.querySelector('#go').style.marginTop = '100vh'", "out of view"),
    "a line is cut": ("document.querySelector('.hub-told').style.maxHeight = '3rem'", "cut: "),
    "the map is small": ("document.querySelector('#map').style.height = '30vh'", "the map has"),
}


@cache
def pages(seats: int, code: str = "en") -> tuple[sweep.Kept, ...]:
    """Keep the table screen in each phase of played turns, in a language; from eight players on, with every module.

    Three play with hints, and two of them without a phone.
    """
    chosen, kept = {2: TWO, 3: THREE}.get(seats, TWELVE[:seats]), dict[str, sweep.Kept]()
    with TemporaryDirectory() as folder:
        form = {**set_up(chosen, K8="off", B7="off"), **DEALT, **(MODULES if seats > 6 else {})}
        form |= {"L1": "on", "rules": "basic"} if seats == 3 else {}
        evening = Evening(Path(folder)).begin(form, chosen[: 1 if seats == 3 else seats])
        evening.host.show("language", code)
        night, path = Night(evening, Random(3)), f"/t/{evening.table}/"
        for step in range(STEPS):
            live, public, due = battle_now(evening.public), evening.public, halted(evening.public)
            step_now = live.step if live else "nexus" if nexus_now(public) else due.by[0].__name__ if due else ""
            name = f"{public.phase}-{mode_of(public)}-{step_now}"
            if name not in kept or step % LATER == 0:
                kept[name] = sweep.Kept(f"{seats}-{code}-{name}", path, "table", evening.host.get(path).text)
            if winner(public):
                break
            night.on()
            evening.wait(200)
        evening.close()
    assert {name.partition("-")[0] for name in kept} >= {*PHASES}, "a phase was never reached"
    assert {"bidding-auction-", "spice_blow-break-nexus"} <= {*kept} or seats < 12, "an auction or a Nexus is missing"
    return tuple(kept.values())


@pytest.mark.parametrize(("seats", "size", "code"), MEASURED)
def test_nothing_is_cut_or_covered_and_everybody_stays_where_they_sit(
    chromium: Any, seats: int, size: tuple[int, int], code: str
) -> None:
    wrong, places = list[str](), list[Any]()
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for kept in pages(seats, code):
            for name in viewer.show(kept):
                wrong += [f"{name}: {one}" for one in viewer.page.evaluate(WRONG)]
                found = viewer.page.evaluate(PLACES)
                places += [found] if found else []
    assert not wrong, "\n".join(wrong)
    assert len(places) > 9 and len(places[0]) == seats
    for n, one in enumerate(places):
        moved = [abs(one[seat][1] - down) for seat, (_, down) in places[-1].items()]
        assert max(moved) < (STILL if n else LAID), (n, one, places[-1])
        assert all(one[seat][0] == side for seat, (side, _) in places[-1].items()), one


@pytest.mark.parametrize("size", [SMALL, (1280, 800), LARGE], ids=str)
def test_an_auction_a_shipment_with_allies_and_a_verdict_are_whole(chromium: Any, size: tuple[int, int]) -> None:
    wrong, tables = list[str](), [one for one in filmed() if one.device == "table"]
    with sweep.Viewer(chromium, Screen(*size)) as viewer:
        for kept in tables:
            for name in viewer.show(kept):
                wrong += [f"{name}: {one}" for one in viewer.page.evaluate(WRONG)]
                if kept.name == "battle":
                    assert viewer.page.locator("#fight-acts .btn").count() == 2
    assert len(tables) == 3 and not wrong, "\n".join(wrong)


@cache
def filmed() -> list[sweep.Kept]:
    return scenes()


@pytest.fixture(scope="module")
def shown(chromium: Any) -> Iterator[sweep.Viewer]:
    with sweep.Viewer(chromium, Screen(*SMALL)) as viewer:
        yield viewer


@pytest.mark.parametrize("what", PLANTED)
def test_what_is_planted_is_found(shown: sweep.Viewer, what: str) -> None:
    fault, words = PLANTED[what]
    kept = next(one for one in pages(6) if one.name.startswith("6-en-shipment"))
    for _ in shown.show(kept):
        sees(not shown.page.evaluate(WRONG), "The page is wrong before anything is planted")
        shown.page.evaluate(fault)
        assert any(words in one for one in shown.page.evaluate(WRONG)), what


def test_the_line_of_a_table_that_is_cut_off_pushes_nothing_out_of_view(shown: sweep.Viewer) -> None:
    kept = next(one for one in pages(6) if one.name.startswith("6-en-shipment"))
    foot = """() => { lost.hidden = false; document.documentElement.classList.add('is-cut');
        const line = lost.getBoundingClientRect(), bar = document.querySelector('.bar').getBoundingClientRect();
        return [line.height > 20 && line.top >= 0, bar.height > 20 && bar.bottom <= innerHeight + 1] }"""
    for _ in shown.show(kept):
        assert shown.page.evaluate(foot) == [True, True]


ENTERED = """() => {
  const form = document.querySelector('.enter form'), box = form.closest('.beside').getBoundingClientRect();
  const boxes = [...form.querySelectorAll('input:not([type=hidden]), select')].map(one => one.getBoundingClientRect());
  return boxes.length && boxes.every(one => one.width > 60 && one.bottom < box.bottom) }"""


def test_who_enters_for_a_seat_without_a_phone_sees_the_whole_form(shown: sweep.Viewer) -> None:
    asks = "<div class=ask><label class=label>Forces</label><span class=field><input type=number></span></div>"
    asks += "<div class=ask><label class=label>To</label><span class=field><select><option>Arrakeen</option></select>"
    form = f"<form class=stack>{asks}<button type=button class=btn data-pick-for=to>Map</button></span></div></form>"
    menu = f"<div class='stack menu-list'><h2>Fremen</h2><section class='menu-group stack'>{form}</section></div>"
    put = "menu => document.querySelector('.beside').insertAdjacentHTML('beforeend', menu)"
    kept = next(one for one in pages(3) if "shipment" in one.name)
    for _ in shown.show(kept):
        shown.page.evaluate(put, f"<section class='panel stack enter'>{menu}</section>")
        assert shown.page.evaluate(ENTERED)


def test_a_verdict_over_seats_without_phones_leaves_every_choice_in_view(chromium: Any, tmp_path: Path) -> None:
    hands = {"atreides": ("Gom Jabbar/1", "Snooper/1"), "harkonnen": ("Shield/1", "Chaumurky/1")}
    room = Room(hands=hands, file=tmp_path / "battle.referee")
    room.fight(ATREIDES, HARKONNEN)
    room.answers()
    room.journal.close()
    night = Screens(chromium, tmp_path)
    night.steer()
    night.screen.set_viewport_size({"width": SMALL[0], "height": SMALL[1]})
    night.screen.goto(f"{night.program.origin}/t/battle/")
    boxes = night.screen.eval_on_selector_all("#fight-acts .btn", "all => all.map(one => one.getBoundingClientRect())")
    bar = night.screen.locator(".bar").last.bounding_box()
    night.end()
    assert len(boxes) == 8 and max(box["bottom"] for box in boxes) <= bar["y"] + 1
