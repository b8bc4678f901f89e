"""The newest pages by keyboard, with less motion, 320 px wide, with letters twice as large, and in forced colors.

A lesson and its closing page, what was missed, the last turn as it is proposed, the set-up with seats that the referee
plays, the game so far, and the evening as it is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from referee.turn.on_time.end_time import shown
from tests.kit import Clock, Evening, set_up
from tests.tools.looks.instruments import (
    DOUBLE,
    Screen,
    alike,
    by_keyboard,
    moving,
    of_this_checkout,
    sideways,
)
from tests.tools.looks.sweep import ORIGIN, Kept, Viewer

pytestmark = pytest.mark.browser
PHONES = {
    "lesson": "/practice/atreides/1",
    "moment done": "/practice/atreides/1/done",
    "powers": "/practice/atreides/powers",
    "practice": "/practice",
    "missed": "{table}/me/missed",
    "last turn, phone": "{table}/me",
    "kept": "{table}/after/evening.html",
}
TABLES = {"last turn": "{table}/", "set-up": "/new", "so far": "{table}/after"}
SMALL, LARGE, NARROW = Screen(360, 640), Screen(1280, 720), Screen(320, 568)


@cache
def pages() -> dict[str, Kept]:
    """Keep each page in the pause before the last turn that fits into the evening."""
    with TemporaryDirectory() as folder:
        evening = Evening(Path(folder)).begin(set_up(N2=shown(Clock().at + 40 * 60_000)))
        evening.must("host", "GoTo", phase="mentat_pause", anyway="1")
        kept = {}
        for device, ways in (("phone", PHONES), ("table", TABLES)):
            for name, way in ways.items():
                path = way.format(table=f"/t/{evening.table}")
                browser = evening.host if device == "table" or name == "kept" else evening.phones["bene_gesserit"]
                kept[name] = Kept(name, path, device, browser.get(path).text)
        evening.close()
    assert all("<main" in one.html or one.name == "kept" for one in kept.values())
    assert "Shall turn 2 be the last?" in kept["last turn"].html and 'name="chairs"' in kept["set-up"].html
    return kept


def found(chromium: Any, screen: Screen, names: Any, *seen: Callable[[Any], list[str]]) -> list[str]:
    """Return what these instruments find on pages, every fold of them open."""
    wrong = []
    with Viewer(chromium, screen) as viewer:
        for name in names:
            viewer.now = pages()[name]
            viewer.page.goto(ORIGIN + viewer.now.path)
            if name != "kept":  # which stands by itself
                of_this_checkout(viewer.now.html)
            screen.prove(viewer.page)
            viewer.page.evaluate("document.querySelectorAll('details:not(.menu)').forEach(one => { one.open = true })")
            wrong += [f"{name}: {one}" for see in seen for one in see(viewer.page)]
    return wrong


def test_a_keyboard_comes_to_every_control_and_shows_where_it_is_and_nothing_moves(chromium: Any) -> None:
    wrong = [
        *found(chromium, SMALL, PHONES, by_keyboard, moving),
        *found(chromium, LARGE, TABLES, by_keyboard, moving),
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("screen", "seen"),
    [
        (NARROW, (sideways,)),
        (Screen(320, 568, DOUBLE), (sideways,)),
        (Screen(390, 844, forced=True), (sideways, alike)),
    ],
    ids=["320 px", "letters twice as large", "forced colors"],
)
def test_each_page_fits_and_what_is_chosen_differs(chromium: Any, screen: Screen, seen: Any) -> None:
    wrong = found(chromium, screen, [*PHONES, *TABLES], *seen)
    assert not wrong, "\n".join(wrong)
