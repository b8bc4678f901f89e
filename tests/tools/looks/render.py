"""Draws every example view and takes its picture: `python -m tests.tools.looks.render [name ...]`, pictures in .shots/.

The pages come from a throwaway server with the real Content-Security-Policy, so a script or style that the policy
forbids, a missing file and a script error all show up in the printed list. Needs Chromium and Playwright.
"""

from __future__ import annotations

import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader

from referee.web.app import drawing
from referee.web.app.parts_of_pages import Parts
from referee.web.http.compression import lean_style
from referee.web.http.guard import POLICY
from referee.web.http.templating import Lean
from tests.kit import KINDS, ROOT, running_chromium
from tests.tools.looks.examples import pages
from tests.tools.looks.maps import MAPS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHOTS = ROOT / ".shots"
PAGES = pages()
OPENED = {"phone-waits": "secret-refused", "phone-book": "secret-book"}
BELL = {"rung": 0, "stop": 0}
POSTED: list[str] = []
ENV = Environment(loader=FileSystemLoader(ROOT / "templates"), autoescape=True, extensions=[Lean])
ENV.globals.update(static="/static")
Parts(ENV)
PHONE, SMALL, TABLE, WIDE, MIDDLE = (390, 844), (320, 568), (1440, 900), (1920, 1080), (768, 1024)
THEMES = ("", "-light")
# picture: (page, size, theme, secret to show or "")
SHOTS_WANTED: dict[str, tuple[str, tuple[int, int], str, str]] = {
    **{n: (n, TABLE, "", "") for n, (t, _) in PAGES.items() if t == "board.html"},
    **{n: (n, PHONE, "", "") for n in PAGES if n.startswith("phone")},
    **{n: (n, TABLE, "", "") for n in ("start", "setup", "setup-errors", "seats", "seats/harkonnen", "help")},
    **{n: (n, TABLE, "", "") for n in ("rules", "rules-none", "why", "log", "options", "message")},
    **{n: (n, PHONE, "", "") for n in ("join", "sit")},
    **{f"{n}-{at[0]}{theme}": (n, at, theme[1:], "") for n in MAPS for at in (WIDE, TABLE, PHONE) for theme in THEMES},
    "auction-1920": ("auction", WIDE, "", ""),
    "auction-768": ("auction", MIDDLE, "", ""),
    "auction-1280": ("auction", (1280, 720), "", ""),
    "auction-phone": ("onlooker", PHONE, "", ""),
    "auction-light": ("auction", TABLE, "light", ""),
    "lobby-1280": ("lobby-empty", (1280, 720), "", ""),
    "phone-open": ("phone", PHONE, "", "secret-bid"),
    "phone-refused": ("phone-waits", PHONE, "", "secret-refused"),
    "phone-all-open": ("phone", PHONE, "", "secret-all"),
    "phone-book-open": ("phone-book", PHONE, "", "secret-book"),
    "phone-320": ("phone", SMALL, "", ""),
    "phone-320-open": ("phone", SMALL, "", "secret-bid"),
    "phone-stop-320": ("phone-stop", SMALL, "", ""),
    "phone-light": ("phone", PHONE, "light", ""),
    "setup-320": ("setup", SMALL, "", ""),
    "setup-1280": ("setup", (1280, 720), "", ""),
    "start-320": ("start", SMALL, "", ""),
    "rules-phone-320": ("phone-rule", SMALL, "", ""),
}


def draw(name: str, part: bool) -> str:
    """A page, or its main block alone, as the application would answer."""
    template, view = PAGES[name]
    if name in OPENED:
        view = replace(view, secret=f"/{OPENED[name]}")  # type: ignore[type-var]
    block = "box" if template == "menu.html" else "main"
    return drawing.draw(ENV, template, view, block if part else "")


class Answer(BaseHTTPRequestHandler):
    """Pages, static files, a stream that beats, and forms that are always refused with the example message."""

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].strip("/") or "start"
        if name == "stream":
            return self.stream()
        if name.startswith("static/"):
            file = ROOT / name
            found = file.is_file()
            body = file.read_bytes() if found else b""
            body = lean_style(body) if file.suffix == ".css" else body
            return self.send(200 if found else 404, body, KINDS.get(file.suffix, ""))
        name = "rules" if name.startswith("rules/") else name
        if name not in PAGES:
            return self.send(404, b"not here")
        return self.send(200, draw(name, self.headers.get("HX-Request") == "true").encode())

    def do_POST(self) -> None:
        POSTED.append(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())
        template, view = PAGES["message"]
        self.send(409, drawing.draw(ENV, template, view, "notice").encode())

    def stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        seen, silent = BELL["rung"], 5.0
        with suppress(OSError):
            while not BELL["stop"]:
                event = b"look" if seen != BELL["rung"] else b"beat" if silent >= 5 else b""
                seen, silent = BELL["rung"], 0.0 if event else silent + 0.02
                if event:
                    self.wfile.write(b"event: " + event + b"\ndata: -\n\n")
                    self.wfile.flush()
                time.sleep(0.02)

    def send(self, status: int, body: bytes, kind: str = "text/html; charset=utf-8") -> None:
        self.send_response(status)
        for name, value in (("Content-Type", kind), ("Content-Length", str(len(body)))):
            self.send_header(name, value)
        self.send_header("Content-Security-Policy", POLICY)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Silence."""


def freeze(page: Page) -> None:
    """Stops the countdowns where the server put them, so that pictures can be compared."""
    page.add_init_script("setInterval = () => 0; performance.now = () => 0; performance.getEntriesByType = () => [];")


def shoot(browser: Browser, origin: str, shot: str) -> list[str]:
    """Takes one picture; the answer lists what went wrong on the page."""
    name, (width, height), theme, secret = SHOTS_WANTED[shot]
    scheme = "light" if theme == "light" else "dark"
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme="light" if scheme == "light" else "dark"
    )
    page, wrong = context.new_page(), []
    page.on("console", lambda m: wrong.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: wrong.append(str(e)))
    freeze(page)
    page.goto(f"{origin}/{name}", wait_until="load")
    if theme:
        page.evaluate("t => document.documentElement.dataset.theme = t", theme)
    if secret:
        box = page.locator(".shield-grip").first.bounding_box()
        assert box
        page.mouse.move(box["x"] + 40, box["y"] + 30)
        page.mouse.down()
        page.wait_for_selector(".secret-inner")
        page.wait_for_timeout(200)
    page.evaluate("document.fonts.ready")
    over = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    if over > 0:
        wrong.append(f"{over} px too wide")
    tall = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    if tall > 0:
        print(f"  {shot}: scrolls {tall} px")
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(
        path=SHOTS / f"{shot.replace('/', '-')}.png",
        full_page=height > 900 or PAGES[name][0] not in ("board.html", "phone.html"),
    )
    context.close()
    return wrong


def serve() -> str:
    """Starts the throwaway server; the answer is its origin."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def main(wanted: list[str]) -> int:
    origin, bad = serve(), 0
    with running_chromium() as browser:
        for shot in wanted or SHOTS_WANTED:
            for line in shoot(browser, origin, shot):
                bad += 1
                print(f"{shot}: {line}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
