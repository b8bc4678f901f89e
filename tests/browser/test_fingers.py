"""Hands on the program: set-up by typing, the shield under a finger, keys on the table screen, a race for a seat."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit import PEOPLE, PHONE_SIZE, Screens, chosen, fill_in, key, lay_table, push, type_fast, walk

pytestmark = pytest.mark.browser
Begin = Callable[..., Screens]
OPTIONS = (("B6", "120"), ("B7", "60"), ("K8", "30"))
HAND = {"atreides": ("Weather Control/1",)}
LEAVING = ("window.dispatchEvent(new Event('blur'))", "document.dispatchEvent(new Event('visibilitychange'))")


@pytest.fixture
def night(evening: Begin, tables: Path) -> Screens:
    """Atreides has a phone; bidding has not begun."""
    table = lay_table(tables, deck=("Kulon/1",) * 8, faces=HAND, options=OPTIONS)
    return evening(secrets=("Weather",)).begin(table, ("atreides",))


@pytest.mark.long
def test_a_table_is_set_by_typing(evening: Begin) -> None:
    one = evening()
    page = one.steer()
    page.click("text=Start a new table")
    page.wait_for_selector("#setup")
    page.wait_for_load_state()
    for name in PEOPLE:
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.click("summary:has-text('Start in mid-game')")
    page.locator("select[name=ally]").nth(3).select_option("spacing_guild")
    page.locator("input[name=spice]").nth(4).fill("17")
    page.locator("#turn").fill("4")
    page.locator(".choices button[name=go]").click()
    page.wait_for_selector("#seat-harkonnen kbd")
    one.table = page.url.split("/")[-2]
    one.shows("Begin bidding, turn 4")
    one.sit("spacing_guild")
    one.shows("Ally of Fremen")
    one.told("spacing_guild", "Jonas", "You're in")
    with one.look("spacing_guild") as phone:
        phone.wait_for_selector("#secret >> text=17")


def test_a_closed_shield_holds_nothing_and_a_finger_opens_it(night: Screens) -> None:
    phone = night.phones["atreides"]
    night.no_secret()
    with night.look("atreides"):
        phone.wait_for_selector("#secret >> text=Weather Control")
    night.no_secret()
    with night.prop("atreides"):
        phone.wait_for_selector("#secret >> text=Weather Control")
    night.no_secret()


@pytest.mark.long
def test_with_letters_twice_as_large_the_shield_opens_over_the_page_and_closes_where_it_was(night: Screens) -> None:
    phone = night.phones["atreides"]
    phone.set_viewport_size({"width": 320, "height": 640})
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    for label in ("Begin bidding", "Deal 6 cards", "Open now"):
        night.press(label)
    night.agree("Atreides to bid", "")
    before = phone.locator("button.shield-grip").bounding_box()
    for opened in (night.look, night.prop):
        with opened("atreides"):
            phone.wait_for_selector("#secret >> text=Weather Control")
            box = phone.locator("#secret").bounding_box()
            assert box["width"] == 320 and box["height"] > 390
        assert phone.locator("button.shield-grip").bounding_box() == before


@pytest.mark.long
def test_a_shield_whose_questions_are_answered_closes_by_itself(night: Screens) -> None:
    night.press("Deal traitor cards")
    night.told("atreides", "You: keep one traitor. Open your shield")
    with night.prop("atreides", closes=True) as phone:
        third = phone.locator("#secret button[name=leader]").nth(2)
        kept = str(third.get_attribute("value"))
        third.tap()
        phone.wait_for_selector("#secret dialog")
        phone.wait_for_timeout(5500)  # a question that is open keeps it open
        yes = phone.locator("#secret dialog button.btn-go")
        assert kept in yes.inner_text()
        yes.tap()
        secret = f":has(#secret:has-text('Your traitors'):has-text({json.dumps(kept)}))"
        phone.wait_for_selector(f"#shield{secret}:has(button.shield-grip:has-text('Closes by itself'))")


def test_a_tap_opens_the_shield_a_tap_closes_it_and_none_is_called_a_second_one(night: Screens) -> None:
    phone = night.phones["atreides"]
    for opens in (True, False):
        phone.locator("button.shield-grip").tap()
        phone.wait_for_selector(
            "#secret >> text=Weather Control" if opens else "#shield:not(.is-open)", state="attached"
        )
        assert phone.locator("#calm").count() == 0, phone.locator("#calm").inner_text()


def test_leaving_the_page_empties_the_shield(night: Screens) -> None:
    for leave in LEAVING:
        with night.prop("atreides") as phone:
            phone.wait_for_selector("#secret >> text=Weather Control")
            phone.evaluate(leave)
            assert phone.locator("#secret").inner_html() == ""


def test_the_shield_stays_empty_when_the_page_is_left_while_the_secret_is_on_its_way(night: Screens) -> None:
    phone = night.phones["atreides"]
    held: list[Any] = []
    phone.route("**/secret?*", lambda route: held.append(route))
    phone.locator("button.shield-grip").dispatch_event("pointerdown", {"pointerId": 1})
    night.until(lambda: held, "The shield asks for the secret")
    phone.evaluate(LEAVING[0])
    held[0].continue_()
    phone.wait_for_timeout(300)
    night.no_secret()


@pytest.mark.long
def test_the_keyboard_alone_plays_a_card(night: Screens) -> None:
    screen = night.screen
    for label in ("Begin bidding", "Deal 6 cards", "Open now"):
        walk(screen, label)
        screen.keyboard.press("Enter")
    night.agree("Atreides to bid", "")
    type_fast(screen, "12")
    night.agree("Bene Gesserit to bid", "12")
    screen.keyboard.press("Space")
    night.agree("Paused", "12")
    key(screen, "Space")
    night.agree("Bene Gesserit to bid", "12")
    key(screen, "u")
    night.agree("Paused after undo", "")
    key(screen, "Shift+U")
    night.agree("Paused after undo", "12")
    key(screen, "Space")
    night.agree("Bene Gesserit to bid", "12")
    for seat in ("Bene Gesserit", "Emperor", "Fremen", "Spacing Guild", "Harkonnen"):
        night.agree(f"{seat} to bid", "12")
        key(screen, "p")
    night.agree("Atreides buy for 12")


@pytest.mark.long
def test_two_phones_race_for_one_code(night: Screens) -> None:
    night.allowed = ("403",)
    code = night.screen.locator("#seat-fremen kbd").inner_text()
    rivals = [night.page(PHONE_SIZE, touch=True) for _ in range(2)]
    for rival in rivals:
        rival.evaluate("where => { location.href = where }", f"{night.program.origin}/J/{code}")
    for rival in rivals:
        rival.wait_for_selector(".shield, [role=alert] .note, p.note[role=alert]")
    seated = [rival for rival in rivals if rival.locator(".shield").count()]
    assert len(seated) == 1
    late = next(rival for rival in rivals if rival not in seated)
    assert "code" in late.locator("p.note[role=alert]").inner_text().lower()
    night.shows("Seated")


def test_the_keyboard_alone_bids_and_passes_on_a_phone(night: Screens) -> None:
    for label in ("Begin bidding", "Deal 6 cards", "Open now"):
        night.press(label)
    night.agree("Atreides to bid", "")
    phone = night.phones["atreides"]
    walk(phone, "Bid 2")
    phone.keyboard.press("Enter")
    night.agree("Bene Gesserit to bid", "2")
    for _ in night.others_to_bid():
        key(night.screen, "p")
    night.agree("Atreides buy for 2")
    walk(phone, "Book")
    phone.keyboard.press("Enter")
    phone.wait_for_url("**tab=book")
    walk(phone, "Tap or hold to look")
    phone.keyboard.down("Enter")
    phone.wait_for_selector(".secret-inner")
    phone.wait_for_timeout(400)
    phone.keyboard.up("Enter")
    phone.wait_for_selector("#secret", state="hidden")


def test_what_somebody_fills_in_outlives_what_others_do_and_goes_once_it_is_sent(night: Screens) -> None:
    for label in ("Begin bidding", "Deal 6 cards", "Open now"):
        night.press(label)
    night.agree("Atreides to bid", "")
    form = night.more().locator("form:has(input[value=MakeDeal])")
    words = form.locator("[name=words]")
    fill_in(form, words="Two spice for the next card", seat="fremen")
    night.tap("atreides", "Bid 1")
    night.shows("Bene Gesserit to bid")
    assert (words.input_value(), chosen(form, "seat")) == ("Two spice for the next card", "fremen")
    fill_in(form, other="emperor")
    push(form.locator("button"))
    night.until(lambda: words.input_value() == "", "A deal that is noted leaves an empty form")


def test_an_answer_that_comes_late_takes_nothing_away_that_was_filled_in_since(night: Screens) -> None:
    held: list[Callable[[], None]] = []

    def keep(route: Any) -> None:
        if route.request.method == "GET" or held:
            route.continue_()
        else:
            answer = route.fetch()
            held.append(lambda: route.fulfill(response=answer))

    for label in ("Begin bidding", "Deal 6 cards", "Open now"):
        night.press(label)
    night.agree("Atreides to bid", "")
    screen, form = night.screen, night.more().locator("form:has(input[value=MakeDeal])")
    words = form.locator("[name=words]")
    fill_in(form, words="Two spice for the next card", seat="fremen", other="emperor")
    screen.route(f"**/t/{night.table}/", keep)
    push(form.locator("button"))
    night.shows("Fremen and the Emperor agree: Two spice for the next card")
    words.fill("And one")
    with screen.expect_response(lambda answer: answer.request.method == "POST"):
        held[0]()
    night.answered()
    assert words.input_value() == "And one"


def late(route: Any) -> None:
    time.sleep(0.5)
    route.continue_()


def test_what_is_filled_in_outlives_a_menu_that_comes_late(night: Screens) -> None:
    night.press("Begin bidding")
    form = night.more().locator("form:has(input[value=MakeDeal])")
    form.wait_for()
    night.screen.keyboard.press("Escape")
    night.screen.route("**/more*", late)
    with night.screen.expect_response("**/more*"):
        night.screen.click("#more summary")
        fill_in(form, seat="fremen", words="Two spice for the next card")
    night.screen.wait_for_timeout(200)
    filled = (form.locator("[name=words]").input_value(), chosen(form, "seat"))
    assert filled == ("Two spice for the next card", "fremen")


@pytest.mark.long
def test_a_phone_hums_once_when_its_turn_comes_and_not_when_another_s_does(evening: Begin, tables: Path) -> None:
    one = evening()
    phone = one.page(PHONE_SIZE, touch=True)
    phone.add_init_script("window.hums = []; navigator.vibrate = ms => hums.push(ms)")
    one.open(lay_table(tables, deck=("Kulon/1",) * 8, faces=HAND, options=(*OPTIONS[:1], ("B7", "off"), ("K8", "off"))))
    one.sit("atreides", phone)
    for label in ("Begin bidding", "Deal 6 cards"):
        one.press(label)
    one.agree("Atreides to bid", "")
    assert phone.evaluate("hums.length") == 1
    one.tap("atreides", "Bid 1")
    one.agree("Bene Gesserit to bid", "1")
    key(one.screen, "p")
    one.agree("Emperor to bid", "1")
    assert phone.evaluate("hums.length") == 1


def test_no_word_of_a_button_is_broken_or_cut_on_a_narrow_phone(night: Screens) -> None:
    for label in ("Begin bidding", "Deal 6 cards", "Open now"):
        night.press(label)
    night.agree("Atreides to bid", "")
    phone = night.phones["atreides"]
    broken = """() => [...document.querySelectorAll('#actions button, #tabs a')].filter(one => {
      const all = document.createTreeWalker(one, NodeFilter.SHOW_TEXT), range = document.createRange();
      for (let text = all.nextNode(); text; text = all.nextNode())
        for (const word of text.data.matchAll(/\\S+/g)) {
          range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length);
          if (range.getClientRects().length > 1) return true;
        }
      return one.getBoundingClientRect().right > innerWidth;
    }).map(one => one.innerText)"""
    for width in (320, 360, 390):
        phone.set_viewport_size({"width": width, "height": 640})
        assert phone.evaluate(broken) == [], width
