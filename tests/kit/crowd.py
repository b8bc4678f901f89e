"""A real server, and many raw connections to it from several loopback addresses.

To the server only 127.0.0.1 is this computer; callers from other addresses are strangers (``STRANGER``).
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import Thread
from unittest.mock import patch

import pytest
from flask import Flask, Response, request

from referee.web.http.guard import install, viewer
from referee.web.http.port import take_port
from referee.web.http.server import Server

HOME, STRANGER, FRIEND = "127.0.0.1", "127.0.0.66", "127.0.0.77"
CROWD_PATIENCE = 60.0  # seconds; it only keeps a broken server from hanging the tests
WHOLE = b"GET /page HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def only_home(here: str, there: str) -> bool:
    return there == HOME


def small_app() -> Flask:
    """Return an app with a page, a slow one and a large one."""
    app = Flask("crowd", static_folder=None)

    def slow() -> str:
        time.sleep(1)
        return "slow"

    app.route("/page", methods=["GET", "POST"])(viewer("public")(lambda: f"page {len(request.get_data())}"))
    app.get("/slow", endpoint="slow")(viewer("public")(slow))
    app.get("/large", endpoint="large")(viewer("public")(lambda: Response(b"x" * 20_000_000)))
    install(app)
    return app


class Crowd:
    """Connections to one server, closed at the end."""

    def __init__(self, port: int) -> None:
        self.port, self.open = port, ExitStack()

    def call(self, address: str, words: bytes = b"") -> socket.socket:
        """Connect from an address and send something."""
        try:
            line = socket.create_connection((HOME, self.port), CROWD_PATIENCE, source_address=(address, 0))
        except OSError as error:
            if address == HOME:
                raise
            pytest.skip(f"This computer has no address {address}: {error.strerror}")
        self.open.callback(line.close)
        if words:
            line.sendall(words)
        return line

    def page(self, address: str, path: str = "/page") -> float:
        """Fetch a page from an address; return the seconds it took."""
        began = time.monotonic()
        line = self.call(address, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        line.settimeout(CROWD_PATIENCE)
        heard = line.recv(12)
        line.close()
        assert heard == b"HTTP/1.1 200", heard
        return time.monotonic() - began


def ended(line: socket.socket, patience: float = 0.0) -> bool:
    """Return True if the server has closed a connection, whatever it sent before."""
    line.settimeout(patience)
    with suppress(BlockingIOError, TimeoutError):
        try:
            while line.recv(65536):
                pass
        except ConnectionError:
            pass
        return True
    return False


@contextmanager
def served(app: Flask | None = None) -> Iterator[Crowd]:
    """Serve an app on a free port; only 127.0.0.1 counts as this computer."""
    with patch("referee.web.http.connections.is_local", only_home):
        server = Server(app or small_app(), take_port(0, HOME))
        thread = Thread(target=server.run)
        thread.start()
        crowd = Crowd(server.port)
        try:
            yield crowd
        finally:
            crowd.open.close()
            server.stop()
            thread.join(CROWD_PATIENCE)
