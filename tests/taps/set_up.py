"""Set-up: from the start page to the first storm, with the defaults of all that has one."""

from __future__ import annotations

from typing import Any

from tests.kit.browser import SIX
from tests.kit.fingers import push
from tests.taps.fingers import PHONES, TABLE, Fingers


def set_up(hands: Fingers) -> None:
    """Play from the start page to the first storm: defaults for all that has one."""
    night = hands.night
    hands.phase = "set-up"
    night.steer()
    night.screen.click("text=Start a new table")
    night.screen.locator("button.btn-big:has-text('Set the table')").click()
    hands.count(TABLE, "Start a new table, Set the table", 2)
    night.screen.wait_for_selector("#seat-atreides kbd")
    for seat in SIX:
        night.sit(seat)
        hands.count(PHONES, "the camera's link", who=seat)
    begin_turn_1(hands)


def begin_turn_1(hands: Fingers) -> None:
    """Traitors, prediction and dials, each behind one opening of the shield; forces in place, and the storm."""
    night = hands.night
    hands.press("Start turn 1")
    night.shows("Fremen place 10 forces")
    for seat in SIX:
        with hands.answer(seat) as phone:
            if seat != "harkonnen":
                push(phone.locator("#secret button[name=leader]").first)
                hands.count(PHONES, "a traitor", who=seat)
                phone.wait_for_selector("#secret >> text=Your traitors")
            if seat == "bene_gesserit":
                prediction(hands, phone)
            if seat in {"atreides", "harkonnen"}:
                push(phone.locator("#secret button:has-text('Dial for the storm')"))
                hands.count(PHONES, "Dial for the storm", who=seat)
    for seat in ("fremen", "bene_gesserit"):
        hands.count(PHONES, "Place", place(night.phones[seat]), seat)
    night.shows("The storm stays")
    hands.press("The storm stays")


def prediction(hands: Fingers, phone: Any) -> None:
    form = phone.locator("form:has(button:has-text('Seal my prediction'))")
    for chosen in ("Fremen", "5"):
        form.locator(f"label:text-is('{chosen}')").tap()
        hands.count(PHONES, chosen, who="bene_gesserit")
    push(form.locator("button").last)
    hands.count(PHONES, "Seal my prediction", who="bene_gesserit")
    phone.wait_for_selector("#secret >> text=Your prediction")


def place(phone: Any) -> int:
    """Set the forces down where they usually stand; returns the taps."""
    push(phone.locator("#actions form").filter(has_text="Place").locator("button").last)
    phone.wait_for_selector("#actions form:has-text('Place')", state="detached")
    return 1
