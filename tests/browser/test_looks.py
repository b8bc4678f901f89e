"""What the scripts of the pages promise, tried in a real browser against the example views."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs

import pytest

from tests.kit import SCREEN_PATIENCE
from tests.tools.looks import render
from tests.tools.looks.boards import ON_CARD_3

pytestmark = pytest.mark.browser
# as in Safari 15.0 and Firefox 91, but for the constructor of the box
AT_THE_FLOOR = """delete SubmitEvent.prototype.submitter; delete HTMLFormElement.prototype.requestSubmit;
delete HTMLDialogElement.prototype.showModal; delete HTMLDialogElement.prototype.close;"""
TOO_OLD = "This browser is too old. It takes Safari 15, Chrome 90 or Firefox 91, or newer."


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    render.BELL["stop"] = 0
    yield render.serve()
    render.BELL["stop"] = 1


@pytest.fixture
def page(chromium: Any, origin: str) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 390, "height": 844}, base_url=origin)
    page, wrong = context.new_page(), []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.set_default_timeout(SCREEN_PATIENCE * 1000)
    render.POSTED.clear()
    yield page
    context.close()
    assert not wrong


def hold(page: Any) -> tuple[float, float]:
    box = page.locator(".shield-grip").bounding_box()
    x, y = box["x"] + 40, box["y"] + 30
    page.mouse.move(x, y)
    page.mouse.down()
    page.wait_for_selector(".secret-inner")
    page.wait_for_timeout(400)  # a short tap keeps it open
    return x, y


def open_page(page: Any, name: str) -> None:
    page.goto(f"/{name}")
    page.wait_for_load_state("load")


def shows(place: Any, words: str) -> None:
    """Wait until these words stand in a place."""
    from playwright.sync_api import expect

    expect(place).to_have_text(words, timeout=SCREEN_PATIENCE * 1000)


def ring() -> None:
    render.BELL["rung"] += 1


def test_a_closed_shield_is_empty(page: Any) -> None:
    open_page(page, "phone")
    assert "Chaumurky" not in page.content()
    hold(page)
    assert "Chaumurky" in page.content()
    page.mouse.up()
    assert "Chaumurky" not in page.content()
    assert page.locator("#secret").get_attribute("hidden") is not None


def test_a_slide_props_the_shield_and_a_tap_closes_it(page: Any) -> None:
    open_page(page, "phone")
    x, y = hold(page)
    page.mouse.move(x, y - 60, steps=4)
    page.mouse.up()
    assert page.locator(".shield.is-propped").count() == 1
    page.locator(".shield-grip").click()
    assert "Chaumurky" not in page.content()


@pytest.mark.parametrize("leave", ["blur", "pagehide"])
def test_leaving_the_page_closes_the_shield(page: Any, leave: str) -> None:
    open_page(page, "phone")
    x, y = hold(page)
    page.mouse.move(x, y - 60, steps=4)
    page.evaluate("name => window.dispatchEvent(new Event(name))", leave)
    assert "Chaumurky" not in page.content()


def test_enter_held_opens_the_shield(page: Any) -> None:
    open_page(page, "phone")
    page.locator(".shield-grip").focus()
    page.keyboard.down("Enter")
    page.wait_for_selector(".secret-inner")
    page.wait_for_timeout(400)
    page.keyboard.up("Enter")
    assert "Chaumurky" not in page.content()


def test_a_live_update_leaves_an_open_shield_open(page: Any) -> None:
    open_page(page, "phone")
    hold(page)
    ring()
    page.wait_for_timeout(300)
    assert page.locator(".shield.is-open").count() == 1
    assert "Chaumurky" in page.content()


def test_a_button_that_was_tapped_behind_the_shield_takes_its_new_words(
    page: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_page(page, "phone")
    x, y = hold(page)
    page.mouse.move(x, y - 60, steps=4)
    page.mouse.up()
    button = page.locator("#secret form button").first
    button.focus()
    template, view = render.PAGES["secret-bid"]
    other = (replace(view.toggles[0], label="Something else"),)  # type: ignore[attr-defined]
    monkeypatch.setitem(render.PAGES, "secret-bid", (template, replace(view, toggles=other)))  # type: ignore
    ring()
    shows(button, "Something else")


def test_a_look_draws_the_new_truth_and_keeps_a_typed_bid(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    open_page(page, "phone")
    page.locator("[data-by='1']").click()
    template, view = render.PAGES["phone"]
    newer: Any = replace(view, say="Your bid, still", frame=replace(view.frame, title="New title"))  # type: ignore
    monkeypatch.setitem(render.PAGES, "phone", (template, newer))
    ring()
    page.wait_for_selector("text=Your bid, still")
    assert page.locator("#amount").input_value() == "9"
    assert page.title() == "New title"


def test_a_tap_sends_the_bid_with_what_was_seen_and_the_version_of_the_page_as_its_key(page: Any) -> None:
    open_page(page, "phone")
    page.locator("text=Bid 6").click()
    page.wait_for_selector("#notice >> text=The price has risen to 6.")
    with page.expect_response("**/act"):
        page.locator("text=Bid 6").click()
    first, second = (parse_qs(body) for body in render.POSTED)
    assert (first["act"], first["amount"], first["seen"]) == (["Bid"], ["6"], ["3:5"])
    shown = page.locator("#now").get_attribute("data-version")
    assert first["key"] == second["key"] == [shown]


def test_a_tap_that_was_never_answered_keeps_its_key(page: Any) -> None:
    open_page(page, "phone")

    def drop(route: Any) -> None:
        render.POSTED.append(route.request.post_data)
        route.abort()

    page.route("**/act", drop)
    page.locator("text=Bid 6").click()
    page.wait_for_selector("#notice >> text=No connection.")
    with page.expect_event("requestfailed"):
        page.locator("text=Bid 6").click()
    first, second = (parse_qs(body) for body in render.POSTED)
    assert first["key"] == second["key"]


def test_a_refusal_inside_the_shield_stays_inside(page: Any) -> None:
    open_page(page, "phone")
    x, y = hold(page)
    page.mouse.move(x, y - 60, steps=4)
    page.mouse.up()
    page.locator("#secret >> text=Pay with Karama").click()
    page.wait_for_selector("#secret-note >> text=The price has risen")
    assert page.locator("#notice").inner_text() == ""


def test_a_silent_stream_is_replaced_by_looking(page: Any) -> None:
    page.route("**/stream*", lambda route: route.abort())
    open_page(page, "phone")
    page.wait_for_selector("#lost:visible")
    with page.expect_request("**/phone"):
        pass


MUTE = """
  window.asked = []; const send = window.fetch;
  window.fetch = (url, ...more) => {
    if (!url.includes('/stream')) return send(url, ...more);
    asked.push(url);
    return Promise.resolve(new Response(new ReadableStream(), { headers: { 'Content-Type': 'text/event-stream' } }));
  };
"""


def test_a_stream_that_is_open_and_mute_is_asked_for_unpacked(page: Any) -> None:
    page.add_init_script(MUTE)
    page.clock.install()
    open_page(page, "phone")
    page.clock.run_for(14_000)
    first, second = page.evaluate("asked.slice(0, 2)")
    assert "plain" not in first and second == f"{first}?plain"


def test_a_browser_that_cannot_run_htmx_says_so_and_reloads_but_not_from_under_a_field(page: Any) -> None:
    for script in ("vendor/htmx.min", "vendor/hx-sse.min", "live", "alive", "shield"):  # none of them runs there
        page.route(f"**/{script}.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    loaded = list[str]()
    page.clock.install()
    open_page(page, "phone")
    page.on("framenavigated", lambda frame: loaded.append(frame.url))
    page.wait_for_selector(".old:visible")
    page.locator("#amount").focus()
    page.clock.run_for(9000)
    assert not loaded
    page.locator("#amount").blur()
    with page.expect_navigation():
        page.clock.run_for(4100)


@pytest.mark.parametrize(
    ("keys", "sent"),
    [
        (" ", {"act": ["Pause"]}),
        ("u", {"act": ["Undo"]}),
        ("Shift+U", {"act": ["Redo"]}),
        ("p", {"act": ["Pass"], "for": ["atreides"]}),
        ("7", {"act": ["Bid"], "amount": ["7"], "for": ["atreides"], "seen": ["3:5"]}),
    ],
)
def test_the_keys_of_the_table_screen(page: Any, keys: str, sent: dict[str, list[str]]) -> None:
    open_page(page, "auction")
    with page.expect_response("**/act"):
        page.keyboard.press(keys)
    got = parse_qs(render.POSTED[-1])
    assert {name: got[name] for name in sent} == sent


HELD = """() => { const one = document.querySelector('#acts button');
  one.dataset.hold = 'Sure?';
  one.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  guard.before(); one.className = 'btn'; guard.after();
  return one.classList.contains('is-holding') }"""


def test_a_button_that_is_held_shows_it_through_a_live_update(page: Any) -> None:
    open_page(page, "auction")
    assert page.evaluate(HELD)


def test_escape_leaves_a_page_that_shows_the_key(page: Any) -> None:
    open_page(page, "options")
    assert page.locator("header kbd").inner_text() == "Esc"
    with page.expect_navigation():
        page.keyboard.press("Escape")


def test_a_menu_stays_open_through_a_live_update(page: Any) -> None:
    open_page(page, "auction")
    page.locator("#more > summary").click()
    page.wait_for_selector("#more button:has-text('Away')")
    ring()
    page.wait_for_timeout(300)
    assert page.locator("#more button:has-text('Away')").is_visible()


def test_the_countdown_draws_the_last_three_seconds(page: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    board = ON_CARD_3
    assert board.timer
    soon = replace(board, timer=replace(board.timer, left_ms=3600), frame=replace(board.frame, stream=""))
    monkeypatch.setitem(render.PAGES, "auction", ("board.html", soon))
    page.clock.install()
    open_page(page, "auction")
    page.clock.run_for(700)
    page.wait_for_selector(".stage.is-last3")
    page.clock.run_for(4000)
    shows(page.locator("#clock"), "0")
    assert page.locator("#spoken").inner_text() == "Time"


def test_rows_move_and_a_faction_chosen_twice_swaps(page: Any) -> None:
    open_page(page, "setup")
    page.locator("[aria-label='Seat 2 up']").click()
    names = page.locator("[name=player]").evaluate_all("list => list.map(x => x.value).slice(0, 2)")
    assert names == ["Tomas", "Miriam"]
    assert page.locator("[name=first]:checked").get_attribute("value") == "3"
    page.locator("[name=faction]").first.select_option("fremen")
    assert page.locator("[name=faction]").last.input_value() == "emperor"
    page.locator("[name=player]").first.press("Enter")
    assert page.evaluate("document.activeElement.placeholder") == "Player 2"
    drawn = page.locator(".setup-row .seal use").evaluate_all("list => list.map(x => x.getBBox().width > 0)")
    assert all(drawn) and len(drawn) > 2, "each seal has its glyph, in every seat"


def test_a_choice_moves_no_other_choice(page: Any) -> None:
    open_page(page, "setup")
    box = "const box = one.getBoundingClientRect(); return [box.x, box.y + scrollY, box.width]"
    places = f"list => list.map(one => {{ {box} }})"
    tiles = page.locator(".setup .pick label")
    before = tiles.evaluate_all(places)
    page.locator(".setup .pick label:not(.is-on):visible").first.click()
    assert tiles.evaluate_all(places) == before and len(before) > 4


@pytest.mark.parametrize("size", [(1280, 720), (1440, 900)], ids=str)
def test_the_code_and_the_name_of_a_free_seat_stand_inside_its_plate(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_page(page, "lobby-empty")
    out = """list => list.filter(x => {
        const a = x.getBoundingClientRect(), b = x.closest('.seat').getBoundingClientRect();
        return a.left < b.left || a.right > b.right || a.bottom > b.bottom }).map(x => x.innerText)"""
    assert page.locator(".has-code :is(.seat-name, .mute, kbd)").evaluate_all(out) == []


# ---- browsers at the floor and below it: what they lack is taken away before a page's own scripts run ----


@pytest.fixture
def older(page: Any) -> Any:
    page.add_init_script(AT_THE_FLOOR)
    return page


def sent(page: Any) -> Any:
    return page.expect_response(lambda answer: answer.request.method == "POST")


@pytest.mark.parametrize("name", ["phone", "auction", "start", "rules"])
def test_a_browser_below_the_floor_reads_what_it_takes(page: Any, name: str) -> None:
    def forget(route: Any) -> None:
        style = route.fetch()
        route.fulfill(response=style, body=style.text().replace("(aspect-ratio:1)", "(aspect-ratio-:1)"))

    page.goto(f"/{name}")
    assert not page.locator(".old").is_visible()
    page.route("**/*.css", forget)
    page.goto(f"/{name}")
    assert page.locator(".old").is_visible() and page.locator(".old").inner_text() == TOO_OLD


def test_a_tap_at_the_floor_sends_its_amount(older: Any) -> None:
    older.goto("/phone")
    with sent(older):
        older.get_by_role("button", name="Bid 6").click()
    assert "amount=6" in render.POSTED[-1] and "act=Bid" in render.POSTED[-1]


def test_a_number_typed_at_the_floor_is_sent(older: Any) -> None:
    older.goto("/auction")
    with sent(older):
        older.keyboard.press("7")
    assert "amount=7" in render.POSTED[-1] and "act=Bid" in render.POSTED[-1]


def test_a_question_before_something_final_stands_over_the_page_at_the_floor(older: Any) -> None:
    older.goto("/phone-stop")
    button, box = older.locator("button[data-hold]"), older.locator("dialog")
    button.click()
    assert older.evaluate("getComputedStyle(document.querySelector('dialog')).position") == "fixed"
    box.get_by_role("button", name="Not now").click()
    assert not box.count() and not render.POSTED
    older.wait_for_timeout(700)
    button.click()
    older.keyboard.press("Escape")
    assert not box.count() and not render.POSTED
    button.click()
    older.wait_for_timeout(700)  # a box that has just opened takes no tap
    with sent(older):
        box.get_by_role("button").filter(has_not_text="Not now").click()
    assert "act=StopPower" in render.POSTED[-1]
