"""Practice on a small phone: what a task asks for can be tapped, and no fixed bar lies over it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from referee.lessons.at_the_table import Laid
from referee.lessons.lesson import learners, lesson
from tests.kit import Program

pytestmark = [pytest.mark.browser, pytest.mark.long]
SIZE = {"width": 360, "height": 640}
TURN = {"Ship": "ship", "Send": "ship", "MoveForces": "move"}  # the halves of the card of one's turn
REACHED = """(found) => {
    found.scrollIntoView({block: "nearest"});
    const box = found.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    const above = document.elementFromPoint(x, y);
    const inside = box.height > 0 && box.top >= 0 && box.bottom <= innerHeight + 1;
    return inside && (found === above || found.contains(above));
}"""


def of_each_kind() -> Iterator[tuple[str, int, str]]:
    """Yield the first moment of each faction, and one for each command and number of offers of it."""
    seen = set[str]()
    for seat in learners():
        for number, moment in enumerate(lesson(seat).moments, 1):
            kind = type(Laid(seat, moment).tap).__name__
            if number == 1 or kind not in seen:
                seen.add(kind)
                yield seat, number, kind


def is_reached(page: Any, kind: str) -> bool:
    """Return True if the last control that sends this command is in view, or is scrolled there."""
    half = TURN.get(kind)
    if half:
        tab = page.locator(f'[data-half="{half}"]')
        if tab.count():
            tab.first.click()
        control = page.locator(f'#turn-{half} .turn-go[value="1"]')
    else:
        control = page.locator(f'form:has(input[name="act"][value="{kind}"]) button:not([type="button"])').last
        page.wait_for_timeout(100)
        if not control.count() or not control.is_visible():
            grip = page.locator(".shield-grip")
            if grip.count():
                grip.click()
                page.wait_for_function("!document.querySelector('#secret').hidden")
                page.wait_for_timeout(300)
            for drawer in page.locator(f'#secret details:has(input[name="act"][value="{kind}"]) > summary').all():
                drawer.click()
    return bool(control.evaluate(REACHED))


def test_what_a_task_asks_for_is_in_view_on_a_small_phone(chromium: Any, program: Program) -> None:
    page = chromium.new_page(viewport=SIZE, has_touch=True)
    hidden = []
    for seat, number, kind in of_each_kind():
        page.goto(f"{program.origin}/practice/{seat}/{number}")
        page.wait_for_load_state("load")
        page.wait_for_timeout(200)
        if not is_reached(page, kind):
            hidden.append(f"{seat} {number}: {kind}")
    page.close()
    assert not hidden
