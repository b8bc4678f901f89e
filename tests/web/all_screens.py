"""Every screen of a running table: the table's, that of its host, and each phone with what lies behind its shield.

A sitting that a test plays gets a program around it. ``wrong`` fetches what people look at and returns what failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.kernel import PUBLIC
from referee.running.hall import Hall
from referee.running.sitting import Sitting
from referee.web.app.context import program_of
from referee.web.factory import create_app
from tests.kit import TEMPLATES, Browser, Unsaid

HOST = "host"
TABLE = ("", "log", "more", "seats")
PHONE = ("", "?tab=more", "/map", "/secret", "/secret?tab=book", "/secret?tab=home&see=known", "/log")
SLOT = re.compile(r"\{[a-z]\w*[^{}<>]*\}")


class AllScreens:
    def __init__(self, sitting: Sitting, folder: Path, seats: Iterable[str] | None = None) -> None:
        """Seat a phone for each of these, all by default; ``folder`` stays empty."""
        hall = Hall(folder)
        hall._open["game"] = sitting
        app = create_app(hall, host="127.0.0.1", address="192.168.1.5")
        app.jinja_env.bytecode_cache, app.jinja_env.undefined = TEMPLATES, Unsaid
        credentials = program_of(app).credentials
        self.browsers = {PUBLIC: Browser().visit(app), HOST: Browser("127.0.0.1").visit(app)}
        self.browsers[HOST].post(f"/host/{credentials.links.make('hall')}")
        for seat in sitting.screen(PUBLIC).seats if seats is None else seats:
            phone = self.browsers[seat] = Browser().visit(app)
            answer = phone.post("/J/", {"code": credentials.codes.arm("game", seat).text})
            assert answer.status_code == 303, answer.text

    def paths(self, viewer: str) -> Iterator[str]:
        if viewer in {PUBLIC, HOST}:
            return (f"/t/game/{page}" for page in TABLE if viewer == HOST or page != "seats")
        return (f"/t/game/me{page}" for page in PHONE)

    def wrong(self, viewers: Iterable[str] | None = None) -> list[tuple[str, str, int]]:
        """Fetch every page of these viewers, of all by default; return viewer, path and status of those that failed.

        A page that shows a slot which nobody filled has failed too.
        """
        asked = ((viewer, path) for viewer in viewers or self.browsers for path in self.paths(viewer))
        found = ((viewer, path, self.browsers[viewer].get(path)) for viewer, path in asked)
        return [
            (viewer, path, answer.status_code)
            for viewer, path, answer in found
            if answer.status_code >= 400 or SLOT.search(answer.text)
        ]
