"""A real server with real connections: many streams, lost and idle phones, and an end at once.

The limits only keep a broken server from hanging the tests; the beat is longer, so waiting for one would show.
"""

from __future__ import annotations

import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Any

import pytest
from flask import Flask, Response, request

from referee.web.http.bell import HEADERS, KEEP, Bell
from referee.web.http.guard import install, viewer
from referee.web.http.port import PortTaken, take_port
from referee.web.http.server import THREADS, Server
from referee.web.http.signals import Signals
from tests.kit import ROOT

PATIENCE = 60
SECRET = "canary-truthtrance"


def breaks() -> Iterator[str]:
    yield "one"
    raise KeyError(SECRET)


def build(bell: Bell) -> Flask:
    app = Flask("live", static_folder=None)

    @app.get("/stream/<who>")
    @viewer("public")
    def stream(who: str) -> Response:
        if request.method != "HEAD":
            request.environ[KEEP](bell.listen("t1", who, key=request.args.get("key", "")))
        return Response(iter(()), headers=HEADERS)

    app.route("/page", methods=["GET", "POST"])(viewer("public")(lambda: f"page {len(request.get_data())}"))
    app.get("/large", endpoint="large")(viewer("public")(lambda: "x" * 50_000_000))
    app.get("/breaks", endpoint="breaks")(viewer("public")(lambda: Response(breaks())))
    install(app)
    return app


class Running:
    """A server on a free port with the bell its app rings."""

    def __init__(self, screens: int) -> None:
        self.bell = Bell(clock=lambda: 0.0, cap=screens, beat=1000)
        self.server: Server = Server(build(self.bell), take_port(0, "127.0.0.1"), on_stop=self.bell.close_all)
        self._open = ExitStack()

    def connect(self) -> HTTPConnection:
        connection = HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        self._open.callback(connection.close)
        return connection

    def get(self, path: str, **headers: str) -> HTTPResponse:
        connection = self.connect()
        connection.request("GET", path, headers=headers)
        return connection.getresponse()

    def listen(self, who: str, key: str = "") -> HTTPResponse:
        """A stream that has said hello."""
        answer = self.get(f"/stream/{who}?key={key}")
        assert answer.status == 200 and event(answer) == "beat"
        return answer

    def close(self) -> None:
        self._open.close()


def event(answer: HTTPResponse) -> str:
    """The name of the next event on a stream, or nothing when it has ended."""
    name = ""
    while line := answer.readline().decode().strip("\r\n") if not answer.closed else "":
        name = line.removeprefix("event: ") if line.startswith("event: ") else name
    return name


@contextmanager
def running(screens: int = 8) -> Iterator[Running]:
    it = Running(screens)
    thread = threading.Thread(target=it.server.run)
    thread.start()
    try:
        yield it
    finally:
        it.server.stop()
        it.close()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def wait_until(true: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(PATIENCE * 100):
        if true():
            return
        pause.wait(0.01)
    pytest.fail("that never happened")


def test_a_ring_reaches_every_open_stream_of_that_viewer_and_no_other() -> None:
    with running() as it:
        mine, other = [it.listen("fremen") for _ in range(3)], it.listen("emperor")
        it.bell.ring("t1", ["fremen"])
        assert [event(s) for s in mine] == ["look"] * 3
        it.bell.ring("t1", ["emperor"])
        assert event(other) == "look" and other.headers["Cache-Control"] == "no-store"
        assert other.headers["Content-Type"].startswith("text/event-stream")
        assert other.headers["X-Accel-Buffering"] == "no" and other.headers["Transfer-Encoding"] == "chunked"


def test_a_page_sent_with_headers_only_leaves_no_stream_behind() -> None:
    with running() as it:
        connection = it.connect()
        connection.request("HEAD", "/stream/fremen")
        assert connection.getresponse().status == 200
        wait_until(lambda: it.bell.streams() == 0)


def test_pages_are_served_while_streams_are_at_the_cap_and_one_more_is_told_to_return() -> None:
    with running(screens=4) as it:
        streams = [it.listen(f"seat{n}", str(n)) for n in range(4)]
        refused = it.get("/stream/late", Accept="text/plain")
        assert refused.status == 503 and refused.headers["Retry-After"] == "5"
        assert b"screens" in refused.read()
        assert [it.get("/page").status for _ in range(THREADS * 2)] == [200] * THREADS * 2
        it.bell.dismiss("t1", "0")
        assert event(streams[0]) == "look" and event(streams[0]) == ""
        assert it.listen("late").status == 200


def test_idle_connections_hold_no_thread() -> None:
    with running(screens=1) as it, ExitStack() as stack:
        for _ in range(THREADS * 3):
            stack.enter_context(socket.create_connection(("127.0.0.1", it.server.port)))
        assert it.get("/page").status == 200
        assert it.listen("fremen").status == 200


def test_a_connection_serves_one_request_after_another() -> None:
    with running() as it:
        connection = it.connect()
        for _ in range(3):
            connection.request("GET", "/page")
            assert connection.getresponse().read() == b"page 0"
        first = connection.sock
        connection.request("GET", "/page")
        assert connection.getresponse().status == 200 and connection.sock is first


def test_two_requests_in_one_breath_are_both_answered() -> None:
    with running() as it, socket.create_connection(("127.0.0.1", it.server.port), PATIENCE) as raw:
        one = b"GET /page HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        raw.sendall(one + one.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        heard = b""
        while chunk := raw.recv(65536):
            heard += chunk
        assert heard.count(b"page 0") == 2


def test_a_stalled_reader_costs_the_others_nothing() -> None:
    with running(screens=3) as it:
        stalled, awake = it.listen("fremen"), it.listen("fremen")
        for _ in range(2000):
            it.bell.ring("t1", ["fremen"])
        assert event(awake) == "look" and it.get("/page").status == 200
        assert it.bell.streams() == 2 and not stalled.closed


def test_a_phone_that_vanished_is_noticed_quietly_at_the_next_event(caplog: pytest.LogCaptureFixture) -> None:
    with running() as it:
        it.listen("fremen").close()
        it.close()

        def nobody_listens() -> bool:
            it.bell.ring("t1", ["fremen"])
            return it.bell.streams() == 0

        wait_until(nobody_listens)
    assert not caplog.records


@pytest.mark.parametrize("size", [65 * 1024, 500 * 1024])
def test_a_body_too_large_is_answered_with_a_sentence_the_sender_can_read(size: int) -> None:
    with running() as it:
        connection = it.connect()
        headers = {"Origin": f"http://127.0.0.1:{it.server.port}", "Accept": "text/plain"}
        connection.request("POST", "/page", body=b"x" * size, headers=headers)
        answer = connection.getresponse()
        assert answer.status == 413 and b"Shorten" in answer.read()


@pytest.mark.parametrize(
    "noise",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: x\r\n\r\n",
        b"GET /%ff%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nbroken header\r\n\r\n",
        b"X" * 100_000,
    ],
)
def test_noise_is_no_reason_to_print_or_to_stop(noise: bytes, capfd: pytest.CaptureFixture[str]) -> None:
    with running() as it:
        with socket.create_connection(("127.0.0.1", it.server.port), PATIENCE) as raw:
            raw.sendall(noise)
        assert it.get("/page").status == 200
        assert it.get("/page", Cookie="x" * 40_000).status == 413
    assert capfd.readouterr() == ("", "")


HEAD = b"POST /page HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "doubtful",
    [
        b"Content-Length: 3\r\nContent-Length: 0\r\n",
        b"Content-Length: 0\r\ncontent-length: 0\r\n",
        *(b"Content-Length: %s\r\n" % length for length in (b"-1", b"+0", b"0_0", b"0x0", b"0, 0", b"", b"\xb2")),
        b"Content-Length: 0\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        b"Host: elsewhere\r\n",
        b"X-A: 1\rContent-Length: 3\r\n",
        b"X-A: 1\r\n folded\r\n",
        b"Content-Length : 0\r\n",
        b"X-A: \0\r\n",
        b"X-A: 1\nX-B: 2\r\n",
    ],
)
def test_a_head_that_two_programs_could_read_in_two_ways_is_refused_and_ends_the_connection(doubtful: bytes) -> None:
    with running() as it:
        for head, statuses in (
            (HEAD + b"Content-Length: 0\r\n", {b"200", b"405", b"403"}),
            (HEAD + doubtful, {b"400"}),
        ):
            with socket.create_connection(("127.0.0.1", it.server.port), PATIENCE) as raw:
                raw.sendall(head + b"\r\nGET /page HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                answers = re.findall(rb"HTTP/1\.1 (\d+)", b"".join(iter(lambda: raw.recv(65536), b"")))
                assert answers[0] in statuses and (len(answers) == 1) == (statuses == {b"400"}), answers


@pytest.mark.parametrize("name", ["X_Forwarded_For", "x_forwarded-for", "Content_Length", "Transfer_Encoding"])
def test_a_header_that_the_app_would_take_for_another_one_is_dropped(name: str) -> None:
    with running() as it:
        assert it.get("/page", **{"X-Forwarded-For": "127.0.0.1"}).status == 400
        answer = it.get("/page", **{name: "127.0.0.1"})
        assert answer.status == 200 and answer.read() == b"page 0"


def test_a_fault_in_mid_answer_is_logged_by_kind_and_place_only(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with running() as it:
        assert it.get(f"/breaks?{SECRET}").status == 200
        wait_until(lambda: "KeyError" in caplog.text)
        assert it.get("/page").status == 200
    assert "breaks" in caplog.text and SECRET not in caplog.text + "".join(capfd.readouterr())
    assert "Traceback" not in caplog.text


def test_stopping_ends_eight_streams_and_the_server() -> None:
    it = Running(8)
    thread = threading.Thread(target=it.server.run)
    thread.start()
    streams = [it.listen("fremen") for _ in range(8)]
    it.server.stop()
    it.server.stop()
    assert [s.read() for s in streams] == [b""] * 8
    thread.join(PATIENCE)
    assert not thread.is_alive() and it.bell.streams() == 0
    with pytest.raises(ConnectionError):
        it.get("/page")
    it.close()


def test_a_connection_answered_just_as_the_server_ends_is_let_go_without_a_word(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with running() as it:
        kept = it.server._inner._connections
        put = kept.put

        def closed(conn: Any) -> None:
            if conn.last_used is not None:
                raise ValueError("I/O operation on closed epoll object")
            put(conn)

        monkeypatch.setattr(kept, "put", closed)
        assert it.get("/page").read() == b"page 0"
        wait_until(
            lambda: all(thread.is_alive() and thread.conn is None for thread in it.server._inner.requests._threads)
        )
    assert "Error" not in "".join(capfd.readouterr())


def test_stopping_does_not_wait_for_a_phone_that_reads_no_further() -> None:
    with running() as it:
        raw = socket.create_connection(("127.0.0.1", it.server.port), PATIENCE)
        raw.sendall(b"GET /large HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert raw.recv(10) == b"HTTP/1.1 2"
        it.server.stop()
        raw.close()


PROGRAM = """
from tests.web.app.test_server import Running
it = Running(8)
print(it.server.port, flush=True)
it.server.run()
print("ended", it.bell.streams(), flush=True)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of this kind do not exist there")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_the_program_at_once_with_phones_connected(number: signal.Signals) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with program, ExitStack() as stack:
        assert program.stdout is not None
        port = int(program.stdout.readline())
        for _ in range(8):
            connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
            stack.callback(connection.close)
            connection.request("GET", "/stream/fremen")
            assert event(connection.getresponse()) == "beat"
        program.send_signal(number)
        said, complained = program.communicate(timeout=PATIENCE)
    assert (said, complained, program.returncode) == ("ended 0\n", "", 0)


def test_the_signals_are_given_back_when_the_server_has_ended() -> None:
    before = signal.getsignal(signal.SIGINT)
    it = Running(1)
    ender = threading.Timer(0, it.server.stop)
    ender.start()
    it.server.run()
    ender.join()
    assert signal.getsignal(signal.SIGINT) is before


def test_a_port_in_use_is_a_sentence_and_the_next_one_is_taken_unless_asked() -> None:
    with running() as it:
        busy = it.server.port
        with pytest.raises(PortTaken, match=f"Port {busy} is already in use"):
            take_port(busy, "127.0.0.1", asked=True)
        second = Server(build(it.bell), take_port(busy, "127.0.0.1"), threads=1)
        assert second.port > busy
        second.stop()


def test_a_port_given_by_the_system_can_be_taken_up_again_while_phones_still_hang_on_it() -> None:
    with running() as it, closing(socket.create_connection(("127.0.0.1", it.server.port))) as phone:
        phone.sendall(b"GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert phone.recv(12) == b"HTTP/1.1 200"
        it.server.stop()
        again = Server(build(it.bell), take_port(it.server.port, "127.0.0.1", asked=True), threads=1)
        assert again.port == it.server.port
        again.stop()


def test_seven_hundred_streams_hold_no_thread_and_all_hear() -> None:
    with running(screens=700) as it:
        before = threading.active_count()
        streams = [it.listen("fremen") for _ in range(700)]
        assert threading.active_count() <= before + 1 and it.get("/page").status == 200
        it.bell.ring("t1", ["fremen"])
        assert [event(one) for one in streams] == ["look"] * 700


def test_a_page_that_speaks_an_older_http_hears_too() -> None:
    with running() as it, socket.create_connection(("127.0.0.1", it.server.port), PATIENCE) as raw:
        raw.sendall(b"GET /stream/fremen HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
        lines = raw.makefile("rb")
        while b"event: beat" not in lines.readline():
            pass
        it.bell.ring("t1", ["fremen"])
        while b"event: look" not in (line := lines.readline()):
            assert line


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals come to the main thread")
def test_a_signal_breaks_into_nothing_and_ends_the_program_once() -> None:
    """Raised as an error while a connection was handed on, it once left a worker waiting and the program hanging."""
    ended: list[bool] = []
    before = signal.getsignal(signal.SIGINT)
    with Signals() as signals, signals.calling(lambda: ended.append(True)):
        for _ in range(3):
            signal.raise_signal(signal.SIGINT)
    assert (ended, signal.getsignal(signal.SIGINT)) == ([True], before)


@pytest.mark.skipif(threading.current_thread() is not threading.main_thread(), reason="signals come to the main thread")
def test_a_signal_while_the_program_loads_ends_it_later_and_a_second_one_at_once() -> None:
    ended: list[bool] = []
    with Signals() as signals:
        signal.raise_signal(signal.SIGINT)
        with signals.calling(lambda: ended.append(True)):
            pass
    assert ended == [True]
    with Signals():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
