"""The web server: cheroot, tuned for many long-lived streams on one laptop.

A few worker threads serve requests. A page's stream needs none: its connection is handed to the bell, which never
blocks on it. A connection without a whole request waits in ``connections``. The system drops lost phones within twenty
seconds. Errors on connections are logged as kind and place, without traceback, address or content.

Ctrl-C, a closed terminal or SIGTERM end the program at once (``signals``): `on_stop` closes the streams, then the
server stops, then sockets that are still busy are shut down.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import logging
import platform
import re
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from cheroot.server import HeaderReader, HTTPConnection, HTTPRequest
from cheroot.workers import threadpool
from cheroot.wsgi import Gateway_10
from cheroot.wsgi import Server as CherootServer
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from jinja2.bccache import Bucket

from referee.kernel.whereabouts import whereabouts
from referee.web.http.bell import KEEP, Stream
from referee.web.http.buffers import HEAD_BYTES
from referee.web.http.connections import WAITING, Connections, FairQueue, raise_limit
from referee.web.http.port import MAY_WAIT
from referee.web.http.signals import Signals
from referee.web.http.templating import COMPILED

MEGABYTE: Final = 1024 * 1024
THREADS: Final = 16
STACK_BYTES: Final = 2 * MEGABYTE  # per thread; the default of 8 MB counts against limits
UNREAD_BYTES: Final = 64 * 1024
_M_ARENA_MAX: Final = -8  # from malloc.h
_GO: Final = vars(threadpool)["_SHUTDOWNREQUEST"]  # ends one thread of the pool
log = logging.getLogger("referee.web")


class Wire:
    """The socket of a page's stream; what it cannot take at once is buffered."""

    def __init__(self, conn: _Connection) -> None:
        self._conn, self._socket, self._rest = conn, conn.socket, b""
        self._socket.setblocking(False)
        with contextlib.suppress(OSError):
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD_BYTES)

    @property
    def full(self) -> bool:
        return bool(self._rest)

    def put(self, words: bytes) -> None:
        """Send after what is buffered; ``OSError`` means that the page is gone."""
        with contextlib.suppress(BlockingIOError):
            if not self._socket.recv(1, socket.MSG_PEEK):
                raise ConnectionResetError
        self._rest += self._framed(words)
        self.flush()

    def flush(self) -> None:
        """Send what the socket takes now."""
        with contextlib.suppress(BlockingIOError):
            while self._rest:
                self._rest = self._rest[self._socket.send(self._rest) :]

    def close(self) -> None:
        """End the response and the connection; idempotent."""
        if not self._rest and self._conn.chunked:
            with contextlib.suppress(OSError):
                self._socket.send(b"0\r\n\r\n")
        self._conn.hang_up()

    def _framed(self, words: bytes) -> bytes:
        return b"%x\r\n%s\r\n" % (len(words), words) if self._conn.chunked else words


class _Heads(HeaderReader):
    """Reads a request's head as RFC 9112 has it; what two programs could read in two ways is refused (400).

    A name with ``_`` is dropped, as proxies do: the app would read ``X_Forwarded_For`` as the proxy's own word.
    """

    _LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[^\r\n\0]*\r\n")
    _ONCE = frozenset({b"host", b"content-length", b"transfer-encoding"})

    def __call__(self, rfile: Any, hdict: dict[bytes, bytes] | None = None) -> dict[bytes, bytes]:
        names, lines = list[bytes](), list[bytes]()
        while (line := rfile.readline()) != b"\r\n":
            found = self._LINE.fullmatch(line)
            if not found:
                raise ValueError("Illegal header line.")
            if b"_" in found[1]:
                continue
            lines.append(line)
            names.append(found[1].lower())
            if names[-1] == b"content-length" and not line.split(b":", 1)[1].strip(b" \t\r\n").isdigit():
                raise ValueError("Malformed Content-Length Header.")
        sent = [name for name in names if name in self._ONCE]
        if len(sent) > len(set(sent)) or {b"content-length", b"transfer-encoding"} <= set(sent):
            raise ValueError("A header came twice, or two lengths.")
        read: dict[bytes, bytes] = super().__call__(BytesIO(b"".join([*lines, b"\r\n"])), hdict)
        return read


class _Request(HTTPRequest):
    header_reader = _Heads()


class _Connection(HTTPConnection):
    """A connection that may become a stream."""

    RequestHandlerClass = _Request
    stream: Stream | None = None
    chunked = unread = local = False
    lane = ""
    socket: socket.socket
    server: Any

    def close(self) -> None:
        """Close the connection and its stream."""
        if self.stream:
            self.stream.close()
        self.hang_up()

    def hang_up(self) -> None:
        if self.unread:  # else closing would reset the connection and lose the response
            with contextlib.suppress(OSError):
                self.socket.shutdown(socket.SHUT_WR)
                self.socket.settimeout(0)
                while self.socket.recv(UNREAD_BYTES):
                    pass
        with contextlib.suppress(OSError):  # the client closed first
            super().close()
        self.server._connections.gone(self)


class _Gateway(Gateway_10):
    """Lets the app keep a request's connection, by a callable in the WSGI environment."""

    req: Any

    def get_environ(self) -> Any:
        return {**super().get_environ(), KEEP: self._keep}  # type: ignore[no-untyped-call]

    def _keep(self, stream: Stream) -> None:
        self.req.conn.stream = stream

    def respond(self) -> None:
        """Respond; keep the response open for a stream. A request with an unread body is closed after it."""
        if self.req.chunked_read:
            self.req.close_connection = self.req.conn.unread = True
        super().respond()
        conn = self.req.conn
        if conn.stream:
            self.req.ensure_headers_sent()
            conn.chunked, self.req.chunked_write, self.req.close_connection = self.req.chunked_write, False, False


class _Pool(threadpool.ThreadPool):
    """Workers that end with the program even while they write to a dead phone."""

    def __init__(self, server: Any, threads: int) -> None:
        super().__init__(server, min=threads, max=threads)
        self._queue = FairQueue()
        self.get = self._queue.get

    @staticmethod
    def _force_close(conn: Any) -> None:
        with contextlib.suppress(OSError, AttributeError):
            conn.socket.shutdown(socket.SHUT_RDWR)

    def let_go(self) -> None:
        """End the workers that did start when not all could."""
        for _ in range(self.min):
            self._queue.put(_GO)

    def stop(self, timeout: int = 5) -> None:
        super().stop(timeout)
        while (late := self._queue.get_nowait()) is not None:  # queued after the stop
            if hasattr(late, "close"):
                late.close()


class _Quiet(CherootServer):
    """Cheroot without tracebacks, and with idle connections outside the workers."""

    version = software = "referee"
    keep_alive_conn_limit = WAITING
    expiration_interval = 0.2
    max_request_header_size = HEAD_BYTES
    max_request_body_size = MEGABYTE
    ConnectionClass = _Connection
    _connections: Any

    def error_log(self, msg: str = "", level: int = 20, traceback: bool = False) -> None:
        error = sys.exc_info()[1]
        if level < logging.WARNING or error is None or isinstance(error, OSError):
            return
        log.error("%s on a connection. %s", type(error).__name__, whereabouts(error))

    def __init__(self, listening: socket.socket, app: Callable[..., Any]) -> None:
        super().__init__(listening.getsockname()[:2], app, request_queue_size=MAY_WAIT, timeout=15, shutdown_timeout=1)
        self._listening = listening

    def bind(self, family: int, type: int, proto: int = 0) -> socket.socket:
        """Use the socket that is listening already."""
        self.socket = self._listening
        return self._listening

    def prepare(self) -> None:
        super().prepare()
        self._connections._selector.close()
        self._connections = Connections(self, raise_limit())

    def put_conn(self, conn: Any) -> None:
        if conn.stream:
            conn.stream.begin(Wire(conn))
            return
        try:
            super().put_conn(conn)
        except (ValueError, KeyError, OSError):  # the server has stopped, or the phone is gone
            conn.close()


class Server:
    """A server on a listening socket."""

    def __init__(
        self,
        app: Callable[..., Any],
        listening: socket.socket,
        *,
        threads: int = THREADS,
        on_stop: Callable[[], None] | None = None,
    ) -> None:
        _share_memory()
        threading.stack_size(STACK_BYTES)
        self._on_stop, self._stopping = on_stop, threading.Lock()
        self._inner = _Quiet(listening, app)
        self._inner.gateway = _Gateway
        self._inner.requests = _Pool(self._inner, threads)
        try:
            self._inner.prepare()
        except BaseException:  # too little memory, or Ctrl-C
            self._inner.requests.let_go()
            raise

    @property
    def port(self) -> int:
        return int(self._inner.bind_addr[1])

    def run(self, signals: Signals | None = None) -> None:
        """Serve until a signal or `stop`; returns when everything has ended."""
        gc.collect()
        gc.freeze()  # rules and templates live for ever; scanning them costs 30 ms per collection
        try:
            with nullcontext(signals) if signals else Signals() as told, told.calling(self.stop):
                self._inner.serve()
        finally:
            self.stop()

    def stop(self) -> None:
        """Close the streams, then the server; thread-safe and idempotent."""
        with self._stopping:
            hook, self._on_stop = self._on_stop, None
            try:
                if hook:
                    hook()
            finally:
                self._inner.stop()


class _Templates(FileSystemBytecodeCache):
    """A bytecode cache keyed by template name and compiler version.

    Not by path: a program in one file unpacks into another folder at every start.
    """

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return super().get_cache_key(f"{name} {COMPILED}")

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):  # pages still render on a full disk
            super().dump_bytecode(bucket)


def keep_templates(app: Flask, folder: Path) -> None:
    """Cache compiled templates in this version's own folder; does nothing if it cannot be made."""
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        app.jinja_env.bytecode_cache = _Templates(str(folder))


def _share_memory() -> None:
    """Limit glibc to one malloc arena.

    Threads render one at a time anyway, and an arena never returns its peak: with seven screens that was 8 MB more,
    growing with the number of threads.
    """
    if platform.libc_ver()[0] == "glibc":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).mallopt(_M_ARENA_MAX, 1)
