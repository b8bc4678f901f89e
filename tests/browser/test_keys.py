"""No mouse and no finger: a whole bidding by keyboard on the table screen and on a phone; focus stays where it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit import FOCUSED, PHONE_SIZE, WHOLE_DECK, Screens, key, lay_table, push, walk

pytestmark = [pytest.mark.browser, pytest.mark.long]
Begin = Callable[..., Screens]
OPTIONS = (("B6", "120"), ("B7", "off"), ("K8", "off"))
FULL = ("bene_gesserit", "emperor", "fremen", "spacing_guild")
HANDS = {"atreides": ("Jubba Cloak/1",), **{seat: tuple(WHOLE_DECK[4 * k : 4 * k + 4]) for k, seat in enumerate(FULL)}}

PLACE = "() => document.activeElement.closest('[id]:not(.take-back)').id"
TYPED = "() => document.activeElement.name + ' ' + document.activeElement.value"


@pytest.fixture
def night(evening: Begin, tables: Path) -> Screens:
    """Two players have room for a card; Atreides, who opens, has a phone with a keyboard."""
    table = lay_table(tables, deck=(WHOLE_DECK[20], WHOLE_DECK[21]), faces=HANDS, options=OPTIONS)
    one = evening(secrets=("Jubba",)).begin(table, ())
    one.sit("atreides", one.page(PHONE_SIZE, touch=True))
    return one


def test_the_keyboard_alone_plays_a_whole_bidding_on_table_and_phone(night: Screens) -> None:
    screen, phone = night.screen, night.phones["atreides"]
    steps = {
        "Begin bidding": "Deal the cards",
        "Deal 2 cards": "Atreides to bid",
    }
    for label, then in steps.items():
        walk(screen, label)
        screen.keyboard.press("Enter")
        night.agree(then)
        assert screen.evaluate(FOCUSED)["words"] == "", "no other button inherits the focus"
    assert screen.evaluate(PLACE) == "hub"
    walk(phone, "Bid 1")
    phone.keyboard.press("Enter")
    night.agree("Harkonnen to bid", "1")
    assert phone.evaluate(PLACE) == "actions"
    key(screen, "p")
    night.agree("Harkonnen to bid", "")
    key(screen, "1")
    night.agree("Atreides to bid", "1")
    walk(phone, "Pass")
    phone.keyboard.press("Enter")
    night.agree("Bidding is over")
    walk(screen, "Next: Revival")
    screen.keyboard.press("Enter")
    night.agree("Revival")


def test_focus_stays_through_a_live_update_and_leaves_every_menu_by_escape(night: Screens) -> None:
    screen, phone = night.screen, night.phones["atreides"]
    for label in ("Begin bidding", "Deal 2 cards"):
        night.press(label)
    night.agree("Atreides to bid", "")
    walk(phone, "Book")
    walk(screen, "More")
    screen.keyboard.press("Enter")
    phone.evaluate("document.querySelector('#actions .btn-go').form.requestSubmit()")
    night.agree("Harkonnen to bid", "1")
    assert screen.evaluate(FOCUSED)["words"] == "More" and screen.locator("#more .menu-box").is_visible()
    assert phone.evaluate(FOCUSED)["words"] == "Book"
    screen.keyboard.press("Escape")
    assert screen.evaluate(FOCUSED)["words"] == "More" and not screen.locator("#more .menu-box").is_visible()


def test_focus_goes_with_its_control_and_never_out_of_a_field_or_onto_another_button(night: Screens) -> None:
    screen, phone = night.screen, night.phones["atreides"]
    for label in ("Begin bidding", "Deal 2 cards"):
        night.press(label)
    night.agree("Atreides to bid", "")
    walk(screen, "Pass")
    phone.locator("#amount").fill("7")
    screen.keyboard.press("Enter")
    night.agree("Harkonnen to bid", "")
    assert screen.evaluate(FOCUSED)["words"].startswith("Pass")
    assert phone.evaluate(TYPED) == "amount 7"
    screen.locator("#ask").fill("who pays")
    screen.evaluate("document.querySelector('#pad form:has(#pad-amount)').requestSubmit()")
    night.agree("Atreides to bid", "1")
    assert screen.evaluate(TYPED) == "q who pays"
    walk(phone, "Pass")
    push(screen.locator("#pad button:has-text('Pass')"))
    night.agree("Harkonnen to bid", "")
    assert phone.evaluate(PLACE) == "actions" and phone.evaluate(FOCUSED)["words"] == ""


def test_keys_hold_the_shield_open_keep_it_open_and_close_it(night: Screens) -> None:
    phone = night.phones["atreides"]
    walk(phone, "Tap or hold to look")
    phone.keyboard.down("Enter")
    phone.wait_for_selector("#secret >> text=Jubba Cloak")
    phone.keyboard.press("ArrowUp")
    phone.keyboard.up("Enter")
    phone.wait_for_selector(".is-propped .secret-inner")
    phone.keyboard.press("Shift+Tab")
    assert phone.evaluate("document.activeElement.closest('#secret') !== null")
    phone.locator("#secret a:has-text('Jubba Cloak')").focus()
    phone.keyboard.press("Enter")
    phone.wait_for_selector("#secret >> text=Back")
    assert phone.evaluate("document.activeElement.id") == "secret"
    walk(phone, "Tap to close")
    phone.keyboard.press("Enter")
    phone.wait_for_selector("#secret", state="hidden")
    night.no_secret()


def test_escape_leaves_the_league_and_the_statistics(night: Screens) -> None:
    night.screen.goto(f"{night.program.origin}/league")
    for further in ("/games", "/"):
        night.screen.keyboard.press("Escape")
        night.screen.wait_for_url(f"{night.program.origin}{further}")
