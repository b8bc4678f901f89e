"""The program in a process of its own with a table, attacked over HTTP alone; its files are read as they lie."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from tests.kit import COMMAND, SIX, Program, set_up
from tests.tools.attack.plants import started


@dataclass
class Caller:
    """One browser: its cookies, and the address that it calls from."""

    port: int
    peer: str = "127.0.0.1"
    cookies: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, form: dict[str, Any] | None = None) -> tuple[int, dict[str, str], str]:
        """Send a request; return status, headers and text."""
        place = f"127.0.0.1:{self.port}"
        headers = {"Host": place, "Accept": "text/html", "HX-Request": "true"}
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if form is not None:
            headers |= {"Origin": f"http://{place}", "Content-Type": "application/x-www-form-urlencoded"}
            body = urlencode(form, doseq=True)
        line = HTTPConnection("127.0.0.1", self.port, timeout=60, source_address=(self.peer, 0))
        try:
            line.request(method, path, body, headers)
            answer = line.getresponse()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie":
                    key, _, rest = value.split(";")[0].partition("=")
                    self.cookies[key] = rest
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            line.close()


@dataclass
class Outside:
    """A running program and the browsers of one table: ``host`` and a phone for each seat."""

    program: Program
    table: str = ""
    browsers: dict[str, Caller] = field(default_factory=dict)
    keys: Iterator[int] = field(default_factory=count)

    def begin(self, **options: Any) -> Outside:
        """Take the controls, set a table and seat every phone."""
        host = self.browsers["host"] = Caller(self.program.port)
        status, _, _ = host.ask("POST", "/" + self.program.link.split("/", 3)[3], {})
        assert status == 303, status
        form = set_up(**options)
        status, headers, text = host.ask("POST", "/new", form)
        assert status == 303, text[:2000]
        self.table = headers["Location"].split("/t/")[1].strip("/")
        for seat in form["faction"]:
            self.seat(seat)
        return self

    def seat(self, seat: str) -> Caller:
        """Seat a phone by the code that the table shows."""
        _, _, page = self.browsers["host"].ask("GET", f"/t/{self.table}/seats")
        found = re.search(rf'id="seat-{seat}".*?<kbd class="big">(\w+)</kbd>', page, re.DOTALL)
        assert found, "the table screen shows a code for every seat"
        phone = self.browsers[seat] = Caller(self.program.port)
        status, _, text = phone.ask("POST", "/J/", {"code": found[1], "key": "1"})
        assert status == 303, text[:2000]
        return phone

    def tap(self, who: str, act: str, **fields: Any) -> tuple[int, str]:
        """Send a form from a seat's phone or from the table screen; return status and text."""
        path = f"/t/{self.table}/" if who == "host" else f"/t/{self.table}/me"
        form = {"act": act, "key": f"k{next(self.keys)}", **fields}
        status, _, text = self.browsers[who].ask("POST", path, form)
        return status, text

    def must(self, who: str, act: str, **fields: Any) -> None:
        status, text = self.tap(who, act, **fields)
        assert status in {200, 204, 303}, (act, status, re.sub(r"<[^>]+>|\s+", " ", text)[:600])

    def page(self, who: str, path: str = "me") -> str:
        """Return a page of the table as this browser sees it."""
        return self.browsers[who].ask("GET", f"/t/{self.table}/{path}")[2]

    @property
    def file(self) -> Path:
        return self.program.folder / f"{self.table}.referee"

    def restart(self) -> None:
        """Kill the program and start it again; browsers keep their cookies."""
        self.program.kill()
        self.program.start()


@contextmanager
def outside(seats: Sequence[str] = SIX, **options: Any) -> Iterator[Outside]:
    """Serve a table from a process of its own."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        program = Program(Path(folder), command=(*started("referee"), *COMMAND[3:])).start()
        try:
            yield Outside(program).begin(seats=seats, **options)
        finally:
            program.kill()
