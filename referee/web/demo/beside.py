"""A demonstration beside real games: "Watch a game" on the start page opens it in a program of its own.

It is the same as ``referee demo``: another process with a folder of its own, so no real game is touched and nothing
of it is kept. One runs at a time. It ends when somebody leaves it, when this program ends, or when it dies.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Flask, Response, request, url_for

from referee.running.another import another
from referee.web.app.drawing import page, see_other, small_print, to_start
from referee.web.demo import LINK, TABLE
from referee.web.http.guard import Refusal, viewer
from referee.web.view_models.pages import Message
from referee.web.view_models.parts import Frame, Link

OWN: Final = {"REFEREE_PORT", "REFEREE_DB", "REFEREE_HOST", "REFEREE_JOURNAL"}  # settings of real games
NOT_HERE: Final = "The demonstration did not start."
LOCAL: Final = {"127.0.0.1", "::1", "::ffff:127.0.0.1"}


class DemoBeside:
    """The program with the demonstration, if one runs; all methods are thread-safe."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: subprocess.Popen[str] | None = None
        self._place = ""

    def open(self, back: str) -> str:
        """Return the address of its table screen, started where none runs; "" if it does not start."""
        with self._lock:
            if self._running is not None and self._running.poll() is None:
                return self._place
            words, environment = another("demo", "--no-browser", "--back", back)
            kept = {name: value for name, value in environment.items() if name not in OWN}
            pipe = subprocess.PIPE
            with suppress(OSError):
                self._running = subprocess.Popen(  # noqa: S603
                    words, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True, env=kept
                )
            link = self._link()
            parts = urlsplit(link)
            self._place = f"{parts.scheme}://{parts.netloc}/t/{TABLE}/"  # the link works once
            return link

    def _link(self) -> str:
        if self._running is None or self._running.stdout is None:
            return ""
        for line in self._running.stdout:
            if line.startswith(LINK):
                return line.removeprefix(LINK).strip()
        return ""

    def close(self) -> None:
        """End it; harmless when repeated."""
        with self._lock:
            ended, self._running = self._running, None
            if ended is None:
                return
            with suppress(OSError, subprocess.TimeoutExpired):
                ended.communicate(timeout=5)  # its input ends, so it does
            if ended.poll() is None:
                ended.kill()


pages = Blueprint("watch", __name__)
_beside = DemoBeside()


@contextmanager
def watched(app: Flask) -> Iterator[None]:
    """Let the start page open a demonstration until the end of the block."""
    app.register_blueprint(pages)
    try:
        yield
    finally:
        _beside.close()


@pages.post("/watch")
@viewer("host")
def watch() -> Response:
    """Open the demonstration, which only a browser on this machine can see."""
    if request.remote_addr not in LOCAL:
        raise Refusal(409, "A demonstration opens only on the laptop that runs the referee.", "Open this page there.")
    link = _beside.open(url_for(".leave", _external=True))
    if not link:
        raise Refusal(507, NOT_HERE, "Type referee demo in a terminal to see why.")
    frame = Frame("Watch a game", request.path, links=small_print(), back=to_start())
    view = Message(frame, "A game that plays by itself is open. Yours are not touched.", link=Link("Watch it", link))
    answer = page("message.html", view)
    answer.headers["Refresh"] = "=".join(("0; url", link))
    return answer


@pages.get("/watch/over")
@viewer("host")
def leave() -> Response:
    _beside.close()
    return see_other(url_for("start.start"))
