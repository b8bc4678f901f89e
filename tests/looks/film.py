"""The pictures of the README, taken again from the program as it is now: ``python -m tests.looks.film``

It plays the demonstration at four times its speed in a real browser and keeps what the table screen shows, then the
codes that players scan. Run it once after a change to what the screens look like.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from tests.kit import ROOT
from tests.kit.chromium import FLAGS, chromium_path
from tests.kit.program import printed_link

PICTURES = ROOT / "static" / "pictures"
WIDE, SHOWN = (1440, 900), (720, 450)
FRAMES, EVERY_MS, SHOWN_MS = 24, 1500, 1100


def started(*words: str) -> tuple[subprocess.Popen[str], str]:
    """Start the program; returns it and the one-time link."""
    command = [sys.executable, "-m", "referee", *words, "--no-browser", "--port", "0"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, bufsize=1)
    return process, printed_link(process)[0]


def shot(page: Any) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS)


def film(page: Any) -> list[Image.Image]:
    """Watch the demonstration."""
    process, link = started("demo")
    try:
        page.goto(link)
        page.wait_for_url(lambda place: "/host/" not in place)
        page.wait_for_timeout(9000)  # the set-up is behind us
        frames = []
        for _ in range(FRAMES):
            page.wait_for_timeout(EVERY_MS)
            frames.append(shot(page))
        return frames
    finally:
        process.terminate()
        process.wait()


def codes(page: Any) -> Image.Image:
    """Set a table and look at the codes of its seats."""
    with tempfile.TemporaryDirectory() as folder:
        process, link = started("serve", "--db", folder, "--address", "192.168.1.5")
        try:
            page.goto(link)
            page.wait_for_url(lambda place: "/host/" not in place)
            page.get_by_text("Start a new table").click()
            page.get_by_role("button", name="Set the table").click()
            page.locator("svg.qr").first.wait_for()
            return shot(page)
        finally:
            process.terminate()
            process.wait()


def main() -> int:
    """Take the pictures; 1 if there is no browser."""
    from playwright.sync_api import sync_playwright

    path = chromium_path()
    if path is None:
        print("There is no Chromium here. Install one, then try again.", file=sys.stderr)
        return 1
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=path, args=FLAGS)
        page = browser.new_page(viewport={"width": WIDE[0], "height": WIDE[1]}, color_scheme="dark")
        codes(page).quantize(64).save(PICTURES / "codes.png", optimize=True)
        page.context.clear_cookies()
        first, *rest = film(page)
        goal = PICTURES / "demo.webp"
        first.save(goal, save_all=True, append_images=rest, duration=SHOWN_MS, loop=0, quality=55, method=6)
        browser.close()
    for name in ("codes.png", "demo.webp"):
        print(f"{name}: {Path(PICTURES / name).stat().st_size // 1024} KB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
