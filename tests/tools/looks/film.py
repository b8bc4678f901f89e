"""The pictures of the README, made anew from the program as it is now: ``python -m tests.tools.looks.film [FOLDER]``

A browser shows the scenes of ``scenes.py``, and a battle plan is filled in. ``tests/tools/test_film.py`` fails
once these screens have changed since; a release makes the pictures by itself.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from PIL import Image

from tests.kit import ROOT, NoBrowser, running_chromium
from tests.tools.looks.instruments import Screen
from tests.tools.looks.scenes import depends_on, scenes
from tests.tools.looks.sweep import ORIGIN, Kept, Viewer

PICTURES: Final = ROOT / ".github" / "pictures"
MADE_OF: Final = PICTURES / "made_of.json"
WIDE, PHONE = (1280, 800), (412, 915)
CALM_MS: Final = 800  # a page that has just changed takes no tap
COLORS, GAP, GROUND = 128, 32, "#0b0d1f"
# picture: its scenes, side by side
SHOWS: Final = {"auction": ("auction",), "battle": ("battle",), "map": ("map",), "phones": ("bid", "plan")}
DIAL, SPICE = "5", 5
CARDS: Final = ("Stunner", "Shield")


def taken(browser: Any, kept: Kept) -> Image.Image:
    with Viewer(browser, Screen(*(WIDE if kept.device == "table" else PHONE))) as viewer:
        viewer.now, page = kept, viewer.page
        page.goto(ORIGIN + kept.path)
        page.evaluate("document.fonts.ready")
        page.locator("#lost").evaluate("one => one.remove()")  # the page is drawn without a program behind it
        if kept.name == "plan":
            _fill_in(page)
        return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def _fill_in(page: Any) -> None:
    """Lift the shield and set a battle plan."""
    page.locator("button.shield-grip").press("Enter")
    page.wait_for_selector("#plan-form")
    page.wait_for_timeout(CALM_MS)
    page.locator(f"[data-dial='{DIAL}']").click()
    for _ in range(SPICE):
        page.get_by_role("button", name="Spice support: more").click()
    for card in CARDS:
        page.locator("#plan-form label").filter(has_text=card).first.click()
    page.locator("#plan-form fieldset").first.evaluate("one => { document.activeElement.blur(); one.scrollIntoView() }")


def beside(pictures: Sequence[Image.Image]) -> Image.Image:
    """Return one picture: of one scene as it is, of several side by side."""
    if len(pictures) == 1:
        return pictures[0]
    wide, high = pictures[0].size
    whole = Image.new("RGB", (len(pictures) * (wide + GAP) + GAP, high + 2 * GAP), GROUND)
    for number, one in enumerate(pictures):
        whole.paste(one, (GAP + number * (wide + GAP), GAP))
    return whole


def kept_small(picture: Image.Image) -> Image.Image:
    return picture.quantize(COLORS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)


def made_of(found: dict[str, Kept]) -> dict[str, Any]:
    """Return what each picture depends on, and a digest of the picture itself."""
    return {
        name: {"picture": _digest(name), **depends_on(found[scene] for scene in shown)} for name, shown in SHOWS.items()
    }


def _digest(name: str) -> str:
    return sha256((PICTURES / f"{name}.png").read_bytes()).hexdigest()


def main(folder: str = "") -> int:
    """Make the pictures, those of the README or into another folder; 1 if there is no browser."""
    there = Path(folder) if folder else PICTURES
    there.mkdir(exist_ok=True)
    found = {kept.name: kept for kept in scenes()}
    try:
        with running_chromium() as browser:
            for name, shown in SHOWS.items():
                goal = there / f"{name}.png"
                kept_small(beside([taken(browser, found[scene]) for scene in shown])).save(goal, optimize=True)
                print(f"{goal.relative_to(ROOT) if there == PICTURES else goal}: {goal.stat().st_size // 1024} KB")
    except NoBrowser as none:
        print(none, file=sys.stderr)
        return 1
    if there == PICTURES:
        MADE_OF.write_text(json.dumps(made_of(found), indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
