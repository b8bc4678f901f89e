"""4.97.17 in a browser: another screen gets the controls, or opens the printed link first; both are listed and end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit import NO_ANSWER, TABLE_SIZE, Screens, lay_table, push

pytestmark = pytest.mark.browser
LINKED = "opened the link that the referee printed"
REFUSED = "403"


@pytest.fixture
def night(chromium: Any, tmp_path: Path) -> Iterator[Screens]:
    """A table with a program of its own, which a test may restart."""
    one = Screens(chromium, tmp_path, allowed=(REFUSED, *NO_ANSWER))
    one.open(lay_table(tmp_path, deck=("Kulon/1",) * 12, faces={}))
    one.screen.wait_for_selector("#seat-atreides kbd")
    one.press("Begin bidding")
    one.screen.wait_for_selector("button:has-text('Deal 6 cards')")
    yield one
    one.end()


def seats(night: Screens) -> Any:
    night.screen.goto(f"{night.program.origin}/t/{night.table}/seats")
    return night.screen


def disconnect(night: Screens, words: str) -> None:
    """Press Disconnect at the screen with these words, on the table screen."""
    push(seats(night).locator(f"form:has(input[value=RevokeScreen]):has-text('{words}') button"))
    night.screen.wait_for_selector(f"text={words}", state="detached")


def test_a_second_screen_is_given_the_controls_by_a_code_and_loses_them(night: Screens) -> None:
    friend = night.page(TABLE_SIZE)
    friend.goto(f"{night.program.origin}/t/{night.table}/controls")
    push(friend.locator("button:has-text('Show a code')"))
    code = friend.locator("kbd.huge").inner_text()
    seats(night).locator("input[name=code]").fill(code)
    push(night.screen.locator("button:has-text('Control from another screen')"))
    night.screen.wait_for_selector("text=may open the table screen now")
    push(friend.locator("button:has-text('Open the table screen')"))
    friend.wait_for_selector("#more")
    night.screen.goto(f"{night.program.origin}/t/{night.table}/log")
    night.screen.wait_for_selector("text=Another screen has the table's controls now")
    disconnect(night, "has the controls")
    assert friend.goto(f"{night.program.origin}/t/{night.table}/seats").status == 403


@pytest.mark.long
def test_who_opens_the_printed_link_first_is_on_the_list_and_loses_everything(night: Screens) -> None:
    night.program.kill()
    night.program.start()
    thief = night.page(TABLE_SIZE)
    thief.goto(night.program.link)
    thief.wait_for_url(f"{night.program.origin}/")
    assert thief.goto(f"{night.program.origin}/new").status == 200
    disconnect(night, LINKED)
    assert thief.goto(f"{night.program.origin}/new").status == 403
    assert thief.goto(f"{night.program.origin}/t/{night.table}/seats").status == 403
    assert seats(night).locator("#seat-atreides").count() == 1


def test_of_a_time_that_is_chosen_and_one_that_is_typed_the_later_one_is_lit_and_said(night: Screens) -> None:
    page = night.screen
    page.goto(f"{night.program.origin}/new")
    page.locator("summary:has-text('How long do you play?')").click()
    row = page.locator("#option-N2")
    row.locator("summary").click()

    def shown() -> tuple[str, list[str]]:
        lit = row.locator(":checked").evaluate_all("all => all.map(e => e.value)")
        return row.locator("summary b").inner_text(), lit

    typed = row.locator("[name=N2-seconds]")
    typed.fill("21:30")
    typed.blur()
    assert shown() == ("21:30", [])
    row.locator("label", has_text="22:00").click()
    assert shown() == ("22:00", ["22:00"]) and typed.input_value() == ""
