"""A convention: two programs with tables of their own behind one ordinary reverse proxy, told apart by name.

The proxy here does what any does: it reads the Host, opens a connection to the program of that name, and passes bytes
both ways at once, so that streams flow. Browsers send their requests to the proxy's one port.
"""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode, urlsplit
from urllib.request import urlopen

import pytest

from tests.kit import LOADED_SECONDS, ROOT

NAMES = ("a.club.lan", "b.club.lan")
SEATS = ("atreides", "fremen")


def passing(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


class Proxy:
    """One port for several programs, chosen by the name in the first request of a connection."""

    def __init__(self) -> None:
        self.ways, self.door = dict[str, int](), socket.create_server(("127.0.0.1", 0))
        self.port, self.open = int(self.door.getsockname()[1]), list[socket.socket]()
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self.door.accept()
                Thread(target=self._pass, args=(client,), daemon=True).start()

    def _pass(self, client: socket.socket) -> None:
        head = b""
        while b"\r\n\r\n" not in head and (data := client.recv(65536)):
            head += data
        named = re.search(rb"(?i)\r\nhost: ([^:\r]+)", head)
        if named is None:
            return client.close()
        program = socket.create_connection(("127.0.0.1", self.ways[named[1].decode()]))
        program.sendall(head)
        self.open += [client, program]
        Thread(target=passing, args=(program, client), daemon=True).start()
        return passing(client, program)

    def close(self) -> None:
        for end in (self.door, *self.open):
            end.close()


class Shard:
    """One program with its own tables, as seen through the proxy by one browser with a jar of cookies."""

    process: subprocess.Popen[str] | None = None

    def __init__(self, name: str, folder: Path) -> None:
        self.name, self.jar, self.folder = name, dict[str, str](), folder

    def start(self, proxy: int) -> None:
        self.proxy, words = proxy, ["--db", str(self.folder), "--no-browser", "--port", "0"]
        command = [sys.executable, "-m", "referee", "serve", "--host", "127.0.0.1", *words]
        command += ["--address", f"{self.name}:{proxy}"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        said = ""
        while "Ctrl-C" not in said:
            line = self.process.stdout.readline()
            assert line, said
            said += line
        self.said, self.port = said, int(re.search(r"localhost:(\d+)", said)[1])  # type: ignore[index]
        with urlopen(f"http://127.0.0.1:{self.port}/J/", timeout=LOADED_SECONDS):  # the link comes first
            pass

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()

    def ask(self, method: str, path: str, form: list[tuple[str, str]] | None = None) -> tuple[int, str, str]:
        """Send a request through the proxy; return status, location and body."""
        wire = http.client.HTTPConnection("127.0.0.1", self.proxy, timeout=LOADED_SECONDS)
        host = f"{self.name}:{self.proxy}"
        headers = {"Host": host, "Cookie": "; ".join(f"{k}={v}" for k, v in self.jar.items())}
        if method == "POST":
            headers |= {"Origin": f"http://{host}", "Content-Type": "application/x-www-form-urlencoded"}
        wire.request(method, path, urlencode(form) if form else None, headers)
        answer = wire.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            key, _, value = cookie.partition(";")[0].partition("=")
            self.jar[key] = value
        body = answer.read().decode()
        wire.close()
        return answer.status, answer.headers.get("Location", ""), body

    @contextmanager
    def stream(self, path: str) -> Iterator[http.client.HTTPResponse]:
        """Hold a page's stream open through the proxy."""
        wire = http.client.HTTPConnection("127.0.0.1", self.proxy, timeout=LOADED_SECONDS)
        wire.request("GET", path, headers={"Host": f"{self.name}:{self.proxy}"})
        with wire.getresponse() as answer:
            yield answer
        wire.close()


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Shard]]:
    """Two programs and the proxy before them."""
    made, proxy = [Shard(name, tmp_path_factory.mktemp("shard")) for name in NAMES], Proxy()
    try:
        for shard in made:
            shard.start(proxy.port)
            proxy.ways[shard.name] = shard.port
        yield made
    finally:
        for shard in made:
            shard.stop()
        proxy.close()


def steer_and_set(shard: Shard) -> str:
    """Take the controls by the link for another machine, and set a table; return its address."""
    found = re.search(rf"http://{re.escape(shard.name)}:\d+(/host/\S+)", shard.said)
    assert found is not None, shard.said
    assert shard.ask("POST", found[1])[0] == 303
    rows = [(name, value) for seat in SEATS for name, value in (("faction", seat), ("player", ""), ("count", ""))]
    fields = [("table", shard.name), ("first", "1"), ("rules", "basic"), ("turn", "1"), ("B7", "off"), *rows]
    status, place, body = shard.ask("POST", "/new", fields)
    assert status == 303, body
    return urlsplit(place).path


@pytest.fixture(scope="module")
def tables(shards: list[Shard]) -> list[str]:
    """One table of each program; the link to its controls works once."""
    return [steer_and_set(shard) for shard in shards]


def until(stream: http.client.HTTPResponse, word: bytes) -> None:
    """Read a stream until a word comes."""
    while word not in (line := stream.readline()):
        assert line, "the stream ended"


def test_two_programs_behind_one_proxy_keep_to_their_own_tables(shards: list[Shard], tables: list[str]) -> None:
    first, second = shards
    assert f"{first.name}:{first.proxy}" in first.ask("GET", tables[0])[2]
    with first.stream(f"{tables[0]}stream?board") as stream:
        until(stream, b"event")
        status, _, body = first.ask("POST", tables[0], [("act", "BeginBidding"), ("key", "k1")])
        assert status in {200, 303}, body
        until(stream, b"event")
    assert second.name in second.ask("GET", "/")[2]
    assert first.name not in second.ask("GET", "/")[2]


def test_the_controls_of_one_program_open_nothing_of_the_other(shards: list[Shard], tables: list[str]) -> None:
    first, second = shards
    second.jar, kept = dict(first.jar), second.jar
    assert second.ask("POST", tables[1], [("act", "BeginBidding"), ("key", "k2")])[0] == 403
    second.jar = kept
    assert second.ask("POST", tables[1], [("act", "BeginBidding"), ("key", "k3")])[0] in {200, 303}


def test_a_name_that_was_not_given_is_turned_away(shards: list[Shard]) -> None:
    wire = http.client.HTTPConnection("127.0.0.1", shards[0].port, timeout=LOADED_SECONDS)
    wire.request("GET", "/", headers={"Host": "b.club.lan"})
    assert wire.getresponse().status == 421
    wire.close()
