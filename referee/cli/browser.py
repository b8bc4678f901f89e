"""The one-time link to the table screen: opened in a browser, or shown if there is none with a display.

Text browsers are not opened: they take the terminal, cannot show the table, and would wait for a server that waits for
them. The browser is opened on a thread.
"""

from __future__ import annotations

import sys
import webbrowser
from contextlib import suppress
from threading import Thread
from typing import Final

TEXT_BROWSERS: Final = frozenset({"www-browser", "links", "links2", "elinks", "lynx", "w3m", "browsh"})


def graphical() -> webbrowser.BaseBrowser | None:
    """Return the user's browser if it has a display."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return None
    return None if getattr(browser, "basename", "") in TEXT_BROWSERS else browser


def show(link: str, elsewhere: str = "") -> None:
    """Open the link in a browser; if that fails, show ``elsewhere``, the same link for other machines."""
    browser = graphical()
    if browser is None:
        show_code(elsewhere)
        return

    def look() -> None:
        if not browser.open(link):
            show_code(elsewhere)

    Thread(target=look, name="browser", daemon=True).start()


def show_code(link: str) -> None:
    """Draw the link as a QR code if the terminal can."""
    from referee.web.app.qr import qr_terminal

    if link and sys.stdout.isatty():
        with suppress(UnicodeEncodeError):
            print(f"No browser was opened. This code opens the table screen, once:\n{qr_terminal(link, colored=True)}")
