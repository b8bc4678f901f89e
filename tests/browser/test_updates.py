"""An update touches what changed and nothing else; a tap shows at once and counts once; an idle page sleeps."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs

import pytest

from tests.kit import NO_ANSWER, PHONE_SIZE, Screens, lay_table, push

pytestmark = pytest.mark.browser
Begin = Callable[..., Screens]
LOADS = 100
OPTIONS = (("B6", "120"), ("B7", "off"), ("K8", "off"))
PROBES = """
window.kinds = []; window.measured = new Map(); window.woken = 0;
addEventListener('htmx:sse:before:message', event => kinds.push(event.detail.message.event), true);
const fragment = Range.prototype.createContextualFragment;
Range.prototype.createContextualFragment = function (news) {
  kinds.push(news.startsWith('<hx-partial') ? 'part' : 'show');
  return fragment.call(this, news);
};
addEventListener('htmx:sse:after:connection', () => kinds.push('open'), true);
const box = Element.prototype.getBoundingClientRect;
Element.prototype.getBoundingClientRect = function () {
  measured.set(this, (measured.get(this) || 0) + 1);
  return box.call(this);
};
const later = window.setTimeout;
window.setTimeout = (run, ms, ...more) => later(() => { woken++; run(...more) }, ms);
"""
ALL_THERE = (
    """() => { window.before = [...document.querySelectorAll('#shield, #tabs, #take-back, #amount, #actions')] }"""
)
STILL_THERE = """() => before.length === 5 && before.every(one => one.isConnected)"""
REWRITTEN = """() => {
  window.rewritten = [];
  new MutationObserver(records => records.forEach(one => {
    const box = one.target, attribute = one.type === 'attributes';
    const words = list => [...list].map(n => n.outerHTML || n.data).join();
    if (attribute ? one.oldValue === box.getAttribute(one.attributeName)
      : one.addedNodes.length && words(one.addedNodes) === words(one.removedNodes)) {
      rewritten.push(`${box.id || box.outerHTML.slice(0, 60)} ${one.attributeName || 'words'}`);
    }
  })).observe(document.documentElement, { subtree: true, childList: true, attributes: true, attributeOldValue: true });
}"""
HINTED = """of => {
  const hint = document.getElementById('coach');
  return (hint && !hint.hidden ? hint.dataset.of : '') === of;
}"""
HIDE = """() => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
  Object.defineProperty(document, 'hidden', { value: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def night(evening: Begin, tables: Path) -> Screens:
    """A first card is up; Atreides and Bene Gesserit have phones, whose pages are watched."""
    one = evening()
    one.screen.add_init_script(PROBES)
    one.open(lay_table(tables, deck=("Kulon/1",) * 8, faces={}, options=OPTIONS))
    for seat in ("atreides", "bene_gesserit"):
        phone = one.page(PHONE_SIZE, touch=True)
        phone.add_init_script(PROBES)
        one.sit(seat, phone)
    for label in ("Begin bidding", "Deal 6 cards"):
        one.press(label)
    one.agree("Atreides to bid", "")
    return one


def test_an_update_keeps_every_element_that_stays_and_measures_each_control_once(night: Screens) -> None:
    phone = night.phones["bene_gesserit"]
    phone.wait_for_timeout(700)  # until nothing on the page is new
    phone.evaluate(ALL_THERE)
    phone.evaluate("measured.clear()")
    night.tap("atreides", "Bid 1")
    night.told("bene_gesserit", "You: bid or pass")
    phone.wait_for_function("() => measured.size > 5")
    assert phone.evaluate(STILL_THERE)
    assert phone.evaluate("Math.max(...measured.values())") == 1


@pytest.mark.long
def test_what_lies_in_a_closed_menu_is_not_measured_and_the_ring_is_drawn_on_a_layer_of_its_own(night: Screens) -> None:
    screen = night.screen
    screen.evaluate("measured.clear()")
    night.tap("atreides", "Bid 1")
    night.agree("Bene Gesserit to bid", "1")
    screen.wait_for_function("() => measured.size > 5")
    shut = "one => one.matches('details:not([open]) > :not(summary) *')"
    assert screen.evaluate(f"document.querySelectorAll('#sounds button').length && ![...measured.keys()].some({shut})")
    assert screen.evaluate("getComputedStyle(document.querySelector('.rim')).willChange") == "transform"


def test_an_update_writes_nothing_that_stands_there_already(night: Screens) -> None:
    phone = night.phones["bene_gesserit"]
    for page in (night.screen, phone):
        page.evaluate(REWRITTEN)
    night.tap("atreides", "Bid 1")
    night.agree("Bene Gesserit to bid", "1")
    night.told("bene_gesserit", "You: bid or pass")
    assert [page.evaluate("rewritten") for page in (night.screen, phone)] == [[], []]


def test_news_is_put_into_the_page_without_a_document_of_its_own(night: Screens) -> None:
    pages = (night.screen, night.phones["atreides"], night.phones["bene_gesserit"])
    for page in pages:
        page.evaluate("""() => {
          const parse = Document.parseHTMLUnsafe, from = DOMParser.prototype.parseFromString;
          window.documents = 0;
          Document.parseHTMLUnsafe = (...words) => { documents++; return parse.apply(Document, words) };
          DOMParser.prototype.parseFromString = function (...words) { documents++; return from.apply(this, words) };
        }""")
    night.tap("atreides", "Bid 1")
    night.agree("Bene Gesserit to bid", "1")
    night.told("bene_gesserit", "You: bid or pass")
    assert [page.evaluate("documents") for page in pages] == [0, 0, 0]


def test_what_stays_of_a_page_is_the_same_element_also_where_it_stands_elsewhere_now(night: Screens) -> None:
    phone = night.phones["bene_gesserit"]
    a, b, c = (f'<hx-partial id="{name}"></hx-partial>' for name in ("one", "two", "three"))
    box = f'<div id="box"><ol>{b}</ol><main><p>{c}</p>{a}</main><b id="four"></b></div>'
    answer = {"body": f'data: <hx-partial id="box">{box}</hx-partial>\n\n', "content_type": "text/event-stream"}
    phone.evaluate("""() => {
      const box = document.createElement('div');
      box.id = 'box';
      box.innerHTML = '<ol><li id="one">1</li><li id="two">2</li></ol><p id="three">3</p><i id="four"></i>';
      document.body.append(box);
      window.before = [...box.querySelectorAll('li, p')];
    }""")
    phone.route("**/me/stream*", lambda route: route.fulfill(**answer))
    phone.evaluate("document.getElementById('wire')._htmx.sse.reader.cancel()")
    phone.wait_for_selector("#box main")
    phone.unroute("**/me/stream*")
    assert phone.inner_html("#box") == (
        '<ol><li id="two">2</li></ol><main><p><p id="three">3</p></p><li id="one">1</li></main><b id="four"></b>'
    )
    assert phone.evaluate("before.every(one => one === document.getElementById(one.id))")


@pytest.mark.long
def test_a_page_that_was_loaded_is_not_fetched_again_and_hears_only_what_changes(night: Screens) -> None:
    phone = night.phones["bene_gesserit"]
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url) if "/static/" not in request.url else None)
    phone.reload()
    phone.wait_for_function("() => kinds.includes('open')")
    night.tap("atreides", "Bid 1")
    night.told("bene_gesserit", "You: bid or pass")
    assert phone.evaluate("kinds.filter(kind => kind !== 'open')") == ["part"]
    pages = [url for url in asked if "/stream" not in url]
    assert len(pages) == 1, pages


@pytest.mark.long
def test_a_page_that_missed_something_while_it_was_loaded_is_told_at_once(night: Screens) -> None:
    phone = night.phones["bene_gesserit"]
    held: list[Any] = []
    free: list[bool] = []
    phone.route("**/me/stream*", lambda route: route.continue_() if free else held.append(route))
    phone.reload()
    night.until(lambda: held, "The page opens its stream")
    night.tap("atreides", "Bid 1")
    night.shows("Bene Gesserit to bid")
    free.append(True)
    held[-1].continue_()  # one that was given up meanwhile is opened again
    night.told("bene_gesserit", "You: bid or pass")
    assert phone.evaluate("kinds.includes('show')")


@pytest.mark.long
def test_a_page_has_its_stream_in_whatever_order_its_scripts_arrive(night: Screens) -> None:
    phone, dice = night.phones["bene_gesserit"], Random(1)

    def late(route: Any) -> None:
        time.sleep(dice.choice((0, 0, 0.02, 0.1)))
        route.continue_()

    phone.route("**/static/**/*.js", late)
    for _ in range(LOADS):
        phone.reload()
        phone.wait_for_function("() => kinds.includes('open')")


def test_an_older_page_that_was_longer_under_way_never_comes_back(night: Screens) -> None:
    phone, held = night.phones["bene_gesserit"], list[Any]()
    phone.route(lambda url: "/me" in url and "/stream" not in url, lambda route: held.append((route, route.fetch())))
    phone.evaluate("htmx.trigger(document.body, 'look')")
    night.until(lambda: held, "The page is fetched")
    night.tap("atreides", "Bid 1")
    night.told("bene_gesserit", "You: bid or pass")
    phone.evaluate("window.seen = []; document.addEventListener('looked', () => seen.push(1))")
    for route, answer in held:
        with phone.expect_response(route.request.url):
            route.fulfill(response=answer)
    phone.wait_for_timeout(200)
    night.told("bene_gesserit", "You: bid or pass")
    assert phone.evaluate("seen") == []


def test_a_tap_that_is_refused_after_its_form_has_gone_is_a_note_and_the_page_lives_on(night: Screens) -> None:
    phone, held = night.phones["atreides"], list[Any]()
    night.allowed = ("409",)
    phone.route("**/me*", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())
    night.tap("atreides", "Bid 1")
    night.until(lambda: held, "The bid is under way")
    push(night.screen.locator("#bar button:has-text('Pause')"))
    night.shows("Paused")
    phone.locator("#actions button[data-bid='+1'][disabled]").wait_for()
    for route in held:
        route.continue_()
    phone.locator("#notice p").wait_for()
    phone.unroute("**/me*")
    push(night.screen.locator("#bar button:has-text('Resume')"))
    phone.locator("#look #actions button[data-bid='+1']:enabled").wait_for()
    night.tap("atreides", "Bid 1")
    night.agree("Bene Gesserit to bid", "1")


def test_a_finger_on_a_button_while_an_update_comes_still_presses_it(night: Screens) -> None:
    button = night.screen.locator("#bar button:has-text('Pause')")
    night.screen.wait_for_timeout(700)  # until nothing on the page is new
    button.hover()
    night.screen.mouse.down()
    night.tap("atreides", "Bid 1")
    night.shows("Bene Gesserit to bid")
    night.screen.mouse.up()
    night.shows("Paused")


def test_a_pressed_button_shows_it_at_once_and_an_impatient_thumb_bids_once(night: Screens) -> None:
    phone, sent, held = night.phones["atreides"], list[str](), list[Any]()

    def keep(route: Any) -> None:
        if route.request.method == "POST":
            sent.extend(parse_qs(route.request.post_data)["key"])
            held.append(route)
        else:
            route.continue_()

    phone.route("**/me*", keep)
    night.tap("atreides", "Bid 1")
    pressed = phone.locator("#actions button[aria-busy=true]:has-text('Bid 1')")
    pressed.wait_for()
    night.until(lambda: len(sent) == 1, "The bid is sent")
    push(pressed)
    phone.wait_for_timeout(100)
    assert len(sent) == 1
    phone.evaluate("() => { const was = performance.now.bind(performance); performance.now = () => was() + 2500 }")
    push(pressed)
    night.until(lambda: len(sent) == 2, "After two seconds it is sent again")
    assert sent[0] == sent[1]
    for route in held:
        route.continue_()
    night.agree("Bene Gesserit to bid", "1")
    assert phone.locator("[aria-busy]").count() == 0


def test_a_tap_that_nobody_answered_leaves_its_button_as_it_was_and_says_so(night: Screens) -> None:
    phone = night.phones["atreides"]
    night.allowed = NO_ANSWER
    phone.route("**/me*", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    night.tap("atreides", "Bid 1")
    night.told("atreides", "No connection. Tap again; it won't count twice.")
    assert phone.locator("[aria-busy]").count() == 0
    phone.unroute("**/me*")
    night.tap("atreides", "Bid 1")
    night.agree("Bene Gesserit to bid", "1")


@pytest.mark.long
def test_an_idle_page_wakes_once_a_digit_and_a_hidden_one_never(night: Screens) -> None:
    phone = night.phones["bene_gesserit"]
    phone.wait_for_timeout(1500)
    first = int(phone.locator("#clock").inner_text().removesuffix("s"))
    phone.evaluate("woken = 0")
    phone.wait_for_timeout(3000)
    passed = first - int(phone.locator("#clock").inner_text().removesuffix("s"))
    assert phone.evaluate("woken") <= passed + 2
    phone.evaluate(HIDE)
    phone.evaluate("woken = 0; kinds.length = 0")
    phone.wait_for_timeout(2500)
    assert phone.evaluate("woken") == 0
    night.tap("atreides", "Bid 1")
    night.shows("Bene Gesserit to bid")
    phone.wait_for_timeout(500)
    assert phone.evaluate("kinds") == [], "it let its stream go"


@pytest.mark.long
def test_the_ring_goes_in_steps_whether_motion_is_reduced_or_not(night: Screens) -> None:
    for motion in ("no-preference", "reduce"):
        night.screen.emulate_media(reduced_motion=motion)
        ring = "getComputedStyle(document.querySelector('.rim-left'))"
        assert night.screen.evaluate(f"{ring}.transitionDuration") == "0s"
        assert night.screen.evaluate(f"{ring}.strokeDasharray").endswith("px")
    night.screen.wait_for_function("""() => {
      const ring = document.querySelector('.rim-left'), { at } = ring.dataset;
      const own = name => +ring.style.getPropertyValue(name);
      return at && own('--left') < 100 && own('--at') === +at;
    }""")


def test_4_97_30_a_hint_is_read_once(night: Screens) -> None:
    """Who is new is told of each moment when it first comes, also after a reload of it, and then never again."""
    phone = night.phones["bene_gesserit"]
    home = phone.url
    assert phone.evaluate(HINTED, "")
    phone.goto(f"{home}?tab=more")
    push(phone.locator("button:has-text('I am new to this game')"))
    phone.wait_for_selector("button[aria-pressed=true]:has-text('I am new')")
    phone.goto(home)
    phone.wait_for_function(HINTED, arg="auction")
    night.tap("atreides", "Bid 1")
    phone.wait_for_function(HINTED, arg="mine")
    phone.reload()
    phone.wait_for_function(HINTED, arg="mine")
    night.tap("bene_gesserit", "Bid 2")
    phone.wait_for_function(HINTED, arg="")
    phone.reload()
    phone.wait_for_selector("#coach", state="attached")
    phone.wait_for_function(HINTED, arg="")
