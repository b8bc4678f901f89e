"""Whatever scrolls fades at the edge where there is more.

On every screen of drawn evenings, in both themes, and where the system draws in its own few colors.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.tools.looks import sweep
from tests.tools.looks.evenings import Moment, played, shown
from tests.tools.looks.instruments import Screen, sees

TABLE, LARGE, SHORT, TALL = (1280, 720), (1920, 1080), (360, 640), (390, 844)
EVERY = 18  # moments of an evening
# boxes with more below or to the right of what is seen, and no fade there; the page itself has the browser's own bar
UNMARKED = r"""() => [...document.body.querySelectorAll('*')].flatMap(box => {
  const look = getComputedStyle(box), at = box.getBoundingClientRect(), found = [];
  if (!at.width || !at.height || look.visibility === 'hidden') return [];
  const fade = (look.maskImage || look.webkitMaskImage || 'none').replace('none', '');
  const foot = box.querySelector('.turn-done'), stands = foot && foot.getBoundingClientRect().bottom > at.bottom - 20;
  const over = stands ? getComputedStyle(foot, '::before').backgroundImage : '';
  const more = (hidden, way) => hidden > 12 && /auto|scroll/.test(way);
  const low = more(box.scrollHeight - box.clientHeight - box.scrollTop, look.overflowY);
  const far = !more(box.scrollHeight - box.clientHeight, look.overflowY)
    && more(box.scrollWidth - box.clientWidth - box.scrollLeft, look.overflowX);
  const end = /calc\(100% - (?!0px)/;
  if (low && !end.test(fade) && !/gradient/.test(over)) found.push('below');
  if (far && !(end.test(fade) && /90deg/.test(fade))) found.push('beside');
  return found.map(where => `${box.tagName} #${box.id} .${box.className}: more ${where}`) })"""
DRAWN = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame) }"""
FADED = r"""() => [...document.body.querySelectorAll('[style*="mask"]')].filter(box => box.style.maskImage
  && !/calc\(100% - 0px\)/.test(box.style.maskImage) && getComputedStyle(box).maskImage !== 'none').length"""


@cache
def drawn() -> tuple[Moment, ...]:
    moments, random = [], Random(11)
    for name in ("six", "three", "eight"):
        with TemporaryDirectory() as folder:
            moments += played(Path(folder), name, random, EVERY)
    return tuple(moments)


def of(viewer: sweep.Viewer, device: str) -> Iterator[tuple[str, Any]]:
    for moment in (one for one in drawn() if one.page.device == device):
        page = shown(viewer, moment)
        page.evaluate(DRAWN)
        yield moment.page.name, page


@pytest.mark.parametrize(
    ("device", "size", "theme"),
    [("table", TABLE, "dark"), ("table", LARGE, "light"), ("phone", SHORT, "light"), ("phone", TALL, "dark")],
)
def test_what_scrolls_fades_where_there_is_more(chromium: Any, device: str, size: tuple[int, int], theme: str) -> None:
    wrong, faded = list[str](), 0
    with sweep.Viewer(chromium, Screen(*size, theme=theme)) as viewer:
        for name, page in of(viewer, device):
            wrong += [f"{name}: {one}" for one in page.evaluate(UNMARKED)]
            faded += page.evaluate(FADED)
    sees(faded > 5, f"Only {faded} boxes scroll")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(("theme", "forced"), [("dark", False), ("light", False), ("dark", True)])
@pytest.mark.parametrize(("device", "size"), [("table", TABLE), ("phone", SHORT)])
def test_the_fade_is_painted(chromium: Any, device: str, size: tuple[int, int], theme: str, forced: bool) -> None:
    away = "document.querySelectorAll('[style*=mask]').forEach(box => { box.style.maskImage = 'none' })"
    with sweep.Viewer(chromium, Screen(*size, theme=theme, forced=forced)) as viewer:
        still = (page for _, page in of(viewer, device) if not page.locator("[role=timer]").count())
        page = next(page for page in still if page.evaluate(FADED))
        painted, again = page.screenshot(), page.screenshot()
        sees(painted == again, "What is still changes")
        page.evaluate(away)
        assert page.evaluate(UNMARKED), "nothing is missed where the fade is taken away"
        assert page.screenshot() != painted


def test_what_is_opened_at_the_edge_comes_into_view(chromium: Any) -> None:
    words = "<details id=asked><summary class=btn>Decide</summary><p style='height:9rem'>Agreed?</p></details>"
    foot = "asked.querySelector('p').getBoundingClientRect().bottom - document.querySelector('.tabs').offsetTop"
    with sweep.Viewer(chromium, Screen(*SHORT)) as viewer:
        page = next(page for _, page in of(viewer, "phone") if not page.locator(".turn-done").count())
        page.evaluate("words => document.querySelector('main').insertAdjacentHTML('beforeend', words)", words)
        page.locator("#asked > summary").click()
        page.wait_for_function(f"{foot} < 1")
        assert page.locator("#asked > p").is_visible()
