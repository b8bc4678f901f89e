"""The ten screens that a played evening called worst, at table and phone size: ``python -m tests.tools.looks.ten``.

``python -m tests.tools.looks.ten [FOLDER] [NAME]`` draws them into ``FOLDER/NAME`` and writes ``FOLDER/ten.html``: it
shows the pictures of every name there side by side. Started in an older checkout with the same folder and another name,
it lays the screens of then beside those of now. ``ten.jpg`` is that page as one picture.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.kit import Evening, running_chromium, set_up
from tests.tools.looks.instruments import Screen
from tests.tools.looks.sweep import ORIGIN, Keeper, Kept, Viewer

SIZES = {"table": (1280, 720), "phone": (390, 844)}
OPENED = {"plan", "shield"}  # with the shield open


def kept(folder: Path) -> Iterator[Kept]:
    """Play a short evening and yield each screen as the table and as a phone have it."""
    evening = Evening(folder)
    host = evening.steer()
    keeper = Keeper(evening)

    def both(name: str, table: str, phone: str = "", seat: str = "atreides") -> Iterator[Kept]:
        for device, path in (("table", table), ("phone", phone or table)):
            keeper.pages.clear()
            keeper.keep(name, device, path, evening.phones[seat] if phone and device == "phone" else host, new=False)
            (one,) = keeper.pages
            one.name = name
            yield one

    yield from both("new table", "/new")
    evening.begin(set_up())
    yield from both("start", "/")
    base, me = f"/t/{evening.table}/", f"/t/{evening.table}/me"
    evening.must("host", "DealTraitors")
    evening.must("host", "KeepCount")
    yield from both("set-up", base, me)
    for seat, phone in evening.phones.items():
        if dealt := re.search(r'name="leader" value="([^"]+)"', phone.get(f"{me}/secret?tab=home").text):
            evening.must(seat, "KeepTraitor", leader=dealt[1])
    evening.must("bene_gesserit", "Predict", of="emperor", turn="7")
    for act in ("BeginBidding", "DeclareHands", "DealRow"):
        evening.must("host", act)
    yield from both("Karama", base, me, "emperor")
    yield from both("shield", base, me)
    evening.must("host", "GoTo", phase="battle", anyway="1", waive="1")
    fight = {"territory": "Carthag", "one": "harkonnen", "two": "atreides", "one_normal": 6, "two_normal": 5}
    evening.must("host", "BeginBattle", **fight)
    yield from both("before the plans", base, me)
    evening.must("atreides", "StaySilent", rule="2.01.08")
    yield from both("plan", base, me)
    yield from both("log", f"{base}log", f"{me}/log")
    yield from both("options", f"{base}options", f"{me}?tab=more")
    evening.must("host", "CancelBattle")
    evening.must("host", "GoTo", phase="mentat_pause", anyway="1")
    evening.must("host", "CheckVictory", last="1")
    yield from both("after", f"{base}after")
    evening.close()


def main(folder: str = "/tmp/ten", name: str = "now") -> int:
    """Draw the screens, then the page of all that lie in the folder."""
    if folder.startswith("-"):
        print(__doc__)
        return 2
    there = Path(folder)
    (there / name).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as one, running_chromium() as browser:
        pages = [*kept(Path(one))]
        for device, size in SIZES.items():
            with Viewer(browser, Screen(*size)) as viewer:
                for number, page in enumerate(pages[device == "phone" :: 2], 1):
                    viewer.now = page
                    viewer.page.goto(ORIGIN + page.path)
                    if page.secret and page.name in OPENED:
                        viewer.page.locator("button.shield-grip").click()
                        viewer.page.wait_for_selector(".secret-inner")
                    viewer.page.screenshot(path=there / name / f"{number:02}-{device}-{page.name}.png")
    names = sorted(one.name for one in there.iterdir() if one.is_dir())
    rows = sorted(one.name for one in (there / name).iterdir())
    image = '<img src="{}/{}" alt="{}" title="{}">'
    shown = (f"<h2>{row[:-4]}</h2>" + "".join(image.format(one, row, one, one) for one in names) for row in rows)
    style = "<style>img { height:13rem; margin:.1rem; border:1px solid } body { font-family:sans-serif }</style>"
    head = f"<!doctype html><meta charset=utf-8><title>Ten screens</title>{style}<h1>{' | '.join(names)}</h1>"
    (there / "ten.html").write_text(head + "".join(shown) + "\n", "utf-8")
    with running_chromium() as browser:
        sheet = browser.new_page(viewport={"width": 1060, "height": 720})
        sheet.goto((there / "ten.html").as_uri())
        sheet.screenshot(path=there / "ten.jpg", type="jpeg", quality=38, full_page=True)
    print(f"{len(rows)} pictures each of {', '.join(names)}: {there / 'ten.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
