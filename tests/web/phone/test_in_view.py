"""What ends a turn, sends a form or closes a hint is in view, however much stands above it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.holdings.setup import SeatEntry, SetTable
from tests.kit import Evening
from tests.tools.looks.evenings import BOXES, EIGHT
from tests.tools.looks.instruments import Screen
from tests.tools.looks.sweep import ORIGIN, Keeper, Viewer

pytestmark = pytest.mark.browser
ON_TOP = """one => {
  const box = one.getBoundingClientRect(), at = [box.left + box.width / 2, box.top + box.height / 2];
  const tabs = document.querySelector('.tabs'), foot = tabs ? tabs.getBoundingClientRect().top : innerHeight;
  return box.top >= 0 && box.bottom <= foot + 1 && one.contains(document.elementFromPoint(...at));
}"""


@pytest.fixture
def evenings(tmp_path: Path) -> Iterator[list[Evening]]:
    made: list[Evening] = []
    yield made
    for one in made:
        one.close()


def evening(
    folder: Path, made: list[Evening], seats: tuple[str, ...], phones: int, rules: str, *options: tuple[str, str]
) -> Evening:
    one = Evening(folder)
    made.append(one)
    one.steer()
    one.table, sitting = one.hall.create("Evening")
    entries = tuple(SeatEntry(seat, f"P{n}") for n, seat in enumerate(seats))
    assert sitting.act(SetTable("Evening", entries, seats[0], rules, options=options), "host").done
    for seat in seats[:phones]:
        one.seat(seat)
    return one


def in_view(chromium: Any, kept: Keeper, size: tuple[int, int], button: str, *, opened: bool = False) -> bool:
    with Viewer(chromium, Screen(*size)) as viewer:
        viewer.now = kept.pages[-1]
        viewer.page.goto(ORIGIN + viewer.now.path)
        if opened:
            viewer.page.locator("button.shield-grip").click()
            viewer.page.wait_for_selector(".secret-inner")
        found = viewer.page.locator(button).first
        found.wait_for(state="attached")
        viewer.page.wait_for_timeout(100)
        return bool(found.evaluate(ON_TOP))


def test_on_a_small_phone_the_button_that_ends_a_revival_is_in_view(
    chromium: Any, tmp_path: Path, evenings: list[Evening]
) -> None:
    one = evening(tmp_path, evenings, EIGHT, 8, "advanced", *BOXES)
    keeper, path = Keeper(one), f"/t/{one.table}/me"
    one.must("host", "GoTo", phase="revival", anyway="1")
    keeper.keep("revival", "phone", path, one.phones["richese"], new=False)
    assert in_view(chromium, keeper, (360, 640), "#actions form:has([value=SayDone]) .btn")
    assert in_view(chromium, keeper, (360, 640), "#actions form:has([value=SayDone]) .btn", opened=True)


def test_on_a_small_phone_the_button_that_keeps_a_leader_skill_is_in_view(
    chromium: Any, tmp_path: Path, evenings: list[Evening]
) -> None:
    one = evening(tmp_path, evenings, ("fremen", "emperor"), 2, "advanced", ("M3", "on"))
    one.must("host", "StartTurnOne", first="emperor")
    keeper = Keeper(one)
    keeper.keep("skill", "phone", f"/t/{one.table}/me", one.phones["fremen"], new=False)
    assert in_view(
        chromium, keeper, (360, 640), ".secret-form.is-due .btn-go, .secret-form.is-due form > .btn", opened=True
    )


def test_on_the_smallest_table_screen_a_hint_has_its_button_below_it(
    chromium: Any, tmp_path: Path, evenings: list[Evening]
) -> None:
    one = evening(tmp_path, evenings, ("emperor", "fremen", "atreides"), 1, "basic", ("L1", "on"))
    one.must("host", "StartTurnOne", first="emperor")
    keeper = Keeper(one)
    keeper.keep("storm", "table", f"/t/{one.table}/", one.host, new=False)
    assert in_view(chromium, keeper, (1280, 720), "#coach .btn")


def test_on_a_small_phone_the_first_numbers_of_a_prediction_are_in_view_however_many_are_waited_for(
    chromium: Any, evenings: list[Evening], tmp_path: Path
) -> None:
    seats = ("atreides", "bene_gesserit", "emperor", "fremen", "spacing_guild", "harkonnen")
    one = evening(tmp_path, evenings, seats, 6, "advanced", ("P4", "drawn"), ("P5", "dealt"))
    one.must("host", "StartTurnOne", first="atreides")
    kept = Keeper(one)
    kept.keep("predict", "phone", f"/t/{one.table}/me", one.phones["bene_gesserit"], new=False)
    assert "Traitors 0 of 5" in kept.pages[-1].html
    assert in_view(chromium, kept, (360, 640), "#secret form:has([value=Predict]) button[value='6']", opened=True)
