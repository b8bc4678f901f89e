"""Set-up: from the start page to the first storm, with the defaults of all that has one."""

from __future__ import annotations

from typing import Any

from tests.kit import SIX
from tests.tools.taps.fingers import PHONES, TABLE, Fingers


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
                hands.touch(seat, hands.drawn.choice(phone.locator("#secret button[name=leader]").all()), "a traitor")
                phone.wait_for_selector("#secret >> text=Your traitors", state="attached")
            if seat == "bene_gesserit":
                prediction(hands, phone)
            if seat in {"atreides", "harkonnen"}:
                dial(hands, seat, phone)
    spread(hands)
    hands.tap("bene_gesserit", "Place")
    gone(hands, "bene_gesserit")
    night.shows("Move the storm")
    hands.press("Move the storm")


def prediction(hands: Fingers, phone: Any) -> None:
    form = phone.locator("form:has-text('Seal my prediction')")
    hands.draw("bene_gesserit", form, "of")
    turn = hands.drawn.choice(form.locator("button[name=turn]").all())
    hands.touch("bene_gesserit", turn, f"turn {turn.inner_text()}, sealed")
    phone.wait_for_selector("#secret >> text=Your prediction", state="attached")


def dial(hands: Fingers, seat: str, phone: Any) -> None:
    """Dial what is drawn for the first storm."""
    number = hands.drawn.randint(1, 20)
    hands.touch(seat, phone.locator(f"#secret button[name=number][value='{number}']"), f"dial {number}")


def spread(hands: Fingers) -> None:
    """Place the Fremen in three territories, as many in each as are drawn; what is left stands in the last one."""
    form = hands.night.phones["fremen"].locator("#actions form").filter(has_text="Place forces on the map")
    one, two = sorted(hands.drawn.sample(range(1, 10), 2))
    places, left = form.locator("label:has(input[name=goal])"), 10
    for place, many in enumerate((one, two - one)):
        form.filter(has_text=f"{left} force").wait_for()
        hands.pick("fremen", places.nth(place), f"place {place + 1}")
        hands.touch("fremen", form.locator(f"button[name=normal][value='{many}']"), f"{many} forces")
        left -= many
    gone(hands, "fremen")


def gone(hands: Fingers, seat: str) -> None:
    hands.night.phones[seat].wait_for_selector("#actions form:has-text('Place')", state="detached")
