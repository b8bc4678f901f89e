"""Which browser the tests drive: the Chromium or Chrome of this machine, rather without its windows."""

from __future__ import annotations

from shutil import which

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}


def chromium_path() -> str | None:
    """Return where the browser is, or ``None`` if there is none."""
    return next((found for name in NAMES if (found := which(name))), None)
