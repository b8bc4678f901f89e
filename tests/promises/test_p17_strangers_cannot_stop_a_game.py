r"""P17: a stranger on the Wi-Fi, a proxy in front, or too many wrong codes stop nobody who plays.

Mutants (``python -m tests.promises.mutants 17`` tries them):
referee/web/http/seat_codes.py: `            if (wait := self._until.get(client, 0.0) - self._clock()) > 0:`
    -> `            if (wait := 0.0) > 0:` (stranger)
referee/web/join/seating.py: `        program.bell.ring(table, (PUBLIC,))` -> `        pass` (renewed)
referee/web/http/guard.py: `    if request.remote_addr not in proxies:` -> `    if False:` (proxy)
referee/web/http/guard.py: `    request.remote_addr = sender` -> `    pass` (proxy)
referee/web/http/connections.py: `        if conn.rfile.whole:\n` -> `        if True:\n` (pieces)
referee/web/http/connections.py: `if since and now - since >` -> `if since and now < since >` (half)
referee/web/http/connections.py: `mine[: max(0, len(mine) - HALF_REQUESTS)]` -> `[]` (half)
referee/web/http/buffers.py: `if self._waiting[lane] >= SLOW_READERS:` -> `if False:` (read_nothing)
referee/web/http/buffers.py: `if self._waiting.total() >=` -> `if -1 >=` (read_nothing)
referee/web/http/connections.py: `getattr(one, "lane", "")` -> `""` (flood)
referee/web/http/connections.py: `            full = not self._make_room()` -> `            pass` (descriptors)
referee/web/http/connections.py: `            return self._take_in(line, address)\n`
    -> `            line.close()\n` (descriptors)
referee/web/http/connections.py: `                    self._mute()` -> `                    pass` (descriptors)
referee/web/http/server.py: `            self.req.close_connection = self.req.conn.unread = True`
    -> `            pass` (length)
referee/web/http/server.py: `        threading.stack_size(STACK_BYTES)` -> `        pass` (memory)
referee/web/http/server.py: `            self._inner.requests.let_go()` -> `            pass` (memory)
referee/web/app/context.py: `if len(table) > LONGEST_NAME:` -> `if False:` (forgotten)
referee/cli/__init__.py: `if _lacks_memory(error):` -> `if False:` (memory)
"""

from __future__ import annotations

import gc
import re
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from referee.kernel import PUBLIC
from referee.running.hall import Hall
from referee.web.app.context import program_of
from referee.web.factory import create_app
from referee.web.http import connections
from referee.web.http.seat_codes import TRIES, WAIT_SECONDS
from tests.kit import (
    CROWD_PATIENCE,
    FRIEND,
    HOME,
    LOADED_SECONDS,
    ROOT,
    STRANGER,
    WHOLE,
    Browser,
    Crowd,
    Evening,
    Play,
    ended,
    printed_link,
    served,
)

PROXY = "10.0.0.7"


def shown(evening: Evening, seat: str) -> str:
    """Return the code that the table screen shows for a seat."""
    found = re.search(
        r'<kbd class="huge">(\w{6})</kbd>', evening.host.get(f"/t/{evening.table}/seats?seat={seat}").text
    )
    return found[1] if found else ""


def guess(browser: Browser, code: str = "333333") -> int:
    return browser.post("/J/", {"code": code}).status_code


def test_p17_a_stranger_who_posts_wrong_codes_spoils_no_code_of_the_others(evening: Evening) -> None:
    code, stranger = shown(evening, "fremen"), evening.browser("192.168.1.66")
    told = [guess(stranger) for _ in range(200)]
    assert told == [403] * TRIES + [429] * (200 - TRIES)
    assert guess(evening.browser("192.168.1.70"), code) == 303


def test_p17_who_guesses_too_often_is_told_when_to_come_back(evening: Evening) -> None:
    shown(evening, "fremen")
    guesser = evening.browser("2001:db8::1")
    for n in range(TRIES):
        guess(evening.browser(f"2001:db8::{n + 2}"))
    refused = guesser.post("/J/", {"code": "333333"})
    assert refused.status_code == 429 and 0 < int(refused.headers["Retry-After"]) <= WAIT_SECONDS + 1
    evening.clock.at += int(WAIT_SECONDS * 1000)
    assert guess(guesser, shown(evening, "fremen")) == 303


def test_p17_codes_that_guessing_spoilt_are_renewed_on_the_screen_at_once(evening: Evening) -> None:
    before, seen = shown(evening, "fremen"), evening.desk.bell.seen(evening.table, PUBLIC)
    for n in range(12):
        for _ in range(TRIES):
            guess(evening.browser(f"192.168.1.{n + 100}"))
    assert evening.desk.bell.seen(evening.table, PUBLIC) > seen
    now = shown(evening, "fremen")
    assert now not in {"", before} and guess(evening.browser("192.168.1.70"), before) == 403
    assert guess(evening.browser("192.168.1.71"), now) == 303


@pytest.fixture
def behind(tmp_path: Path) -> Browser:
    """Return a browser in front of a program that knows its proxy."""
    app = create_app(Hall(tmp_path), host="127.0.0.1", address="192.168.1.5", proxies=(PROXY,))
    program_of(app).credentials.codes.arm("x", "fremen")
    return Browser(PROXY).visit(app)


def test_p17_behind_a_named_proxy_one_clumsy_guest_locks_out_nobody_else(behind: Browser) -> None:
    def of(client: str) -> int:
        return behind.post("/J/", {"code": "333333"}, {"X-Forwarded-For": client}).status_code

    assert [of("192.0.2.1") for _ in range(TRIES + 1)] == [403] * TRIES + [429]
    assert of("192.0.2.2") == 403, "another guest"
    assert of("192.0.2.9, 192.0.2.1") == 429, "the rightmost address that is no proxy; those left of it are not trusted"
    assert of(f"192.0.2.1, {PROXY}") == 429


def test_p17_who_is_no_named_proxy_says_for_nobody_who_they_are(behind: Browser) -> None:
    stranger = Browser("192.168.1.66").visit(behind.client.application)
    assert stranger.get("/J/", {"X-Forwarded-For": "127.0.0.1"}).status_code == 400
    assert stranger.get("/J/").status_code == 200
    assert behind.get("/J/", {"X-Forwarded-For": "no address"}).status_code == 400


# -- deafness -----------------------------------------------------------------------------------------

AT_ONCE = 15.0  # seconds; a page takes some milliseconds, and one that is held up waits far longer than this


def slowest(crowd: Crowd, *addresses: str) -> float:
    """Return how long (s) the slowest of some pages takes."""
    return max(crowd.page(address) for address in addresses or (FRIEND,) * 5)


HALF = b"POST /page HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n"


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    with served() as crowd:
        yield crowd


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> Iterator[Crowd]:
    """A server that waits for the rest of a request one and two seconds, and not ten and twenty."""
    monkeypatch.setattr(connections, "HEAD_SECONDS", 1.0)
    monkeypatch.setattr(connections, "WHOLE_SECONDS", 2.0)
    with served() as crowd:
        yield crowd


@pytest.mark.parametrize("half", [HALF[:30], HALF, HALF + b"\r\nact=Bid"], ids=["line", "head", "body"])
def test_p17_half_requests_that_drip_hold_nobody_up_and_end(hurried: Crowd, half: bytes) -> None:
    lines = [hurried.call(f"127.0.0.{100 + n % 7}", half) for n in range(112)]
    took, last = [], time.monotonic() + CROWD_PATIENCE
    while lines and time.monotonic() < last:
        for line in lines:
            with suppress(OSError):
                line.send(b"x")
        took.append(hurried.page(FRIEND))
        time.sleep(0.2)
        lines = [line for line in lines if not ended(line)]
    assert not lines and max(took) < AT_ONCE


def test_p17_one_address_has_few_half_requests_and_harms_only_its_own(crowd: Crowd) -> None:
    other = crowd.call(FRIEND, HALF)
    lines = [crowd.call(STRANGER, HALF) for _ in range(112)]
    crowd.page(STRANGER)
    assert sum(not ended(line) for line in lines) <= connections.HALF_REQUESTS and not ended(other)


def test_p17_a_slow_phone_whose_request_comes_in_pieces_is_answered(crowd: Crowd) -> None:
    origin = f"Origin: http://127.0.0.1:{crowd.port}\r\nConnection: close\r\n".encode()
    line = crowd.call(FRIEND)
    whole = HALF.replace(b"1000", b"10").replace(b"127.0.0.1", f"127.0.0.1:{crowd.port}".encode())
    for piece in (whole[:20], whole[20:], origin, b"\r\n", b"12345", b"67890"):
        line.sendall(piece)
        time.sleep(0.1)
    assert b"page 10" in b"".join(iter(lambda: line.recv(65536), b""))


def test_p17_who_waits_for_a_word_before_the_body_hears_it(crowd: Crowd) -> None:
    line = crowd.call(FRIEND, HALF + b"Expect: 100-continue\r\n\r\n")
    assert line.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"


@pytest.mark.parametrize("strangers", [1, 3, 30])
def test_p17_readers_who_read_nothing_hold_no_more_than_a_few_threads(crowd: Crowd, strangers: int) -> None:
    for number in range(60):
        crowd.call(f"127.0.{1 + number % strangers}.9", WHOLE.replace(b"/page", b"/large"))
    assert slowest(crowd, FRIEND, HOME, FRIEND) < AT_ONCE


@pytest.mark.parametrize("rest", ["", "/", "/me"])
def test_p17_long_addresses_that_lead_nowhere_are_forgotten(play: Play, rest: str) -> None:
    host = play().host
    asked = [f"/t/{number}{'x' * 28_000}{rest}" for number in range(60)]
    for path in asked[:20]:
        host.get(path)
    tracemalloc.start()
    for path in asked[20:]:
        host.get(path)
    for number in range(128):  # it keeps the last 128
        urlsplit(f"/{number}")
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 500_000  # 1.1 MB were asked for


def test_p17_a_flood_from_one_address_waits_behind_the_others(crowd: Crowd) -> None:
    for _ in range(400):
        crowd.call(STRANGER, WHOLE.replace(b"/page", b"/slow"))
    assert slowest(crowd, FRIEND, HOME, FRIEND) < AT_ONCE


def test_p17_a_body_of_no_known_length_ends_the_connection(crowd: Crowd) -> None:
    smuggled = b"Transfer-Encoding: chunked\r\n\r\n" + b"%x\r\n%s\r\n0\r\n\r\n" % (len(WHOLE), WHOLE) + WHOLE
    line = crowd.call(FRIEND, b"POST /page HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/plain\r\n" + smuggled)
    heard = b"".join(iter(lambda: line.recv(65536), b""))
    assert heard.startswith(b"HTTP/1.1 411") and heard.count(b"HTTP/1.1") == 1 and b"cannot read this message" in heard


FEW = """
import os, resource, sys, time
resource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))
from tests.kit.crowd import served
with served() as crowd:
    print(crowd.port, flush=True)
    held = []
    for asked in sys.stdin:
        try:
            while asked.startswith("take"):
                held.append(os.open(os.devnull, os.O_RDONLY))
        except OSError:
            pass
        while held and asked.startswith("give"):
            os.close(held.pop())
        print(time.process_time(), flush=True)
"""


@pytest.fixture
def few() -> Iterator[tuple[Crowd, subprocess.Popen[str]]]:
    """A program that may have 96 descriptors open."""
    pytest.importorskip("resource")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    program = subprocess.Popen([sys.executable, "-c", FEW], cwd=ROOT, **pipes)  # type: ignore[call-overload]
    crowd = Crowd(int(program.stdout.readline()))
    try:
        yield crowd, program
    finally:
        crowd.open.close()
        program.communicate(timeout=CROWD_PATIENCE)


def told(program: subprocess.Popen[str], word: str) -> float:
    """Make the program use up its descriptors or release them; return its processor time so far, in seconds."""
    assert program.stdin and program.stdout
    program.stdin.write(f"{word}\n")
    program.stdin.flush()
    return float(program.stdout.readline())


def test_p17_silent_connections_make_room_when_descriptors_run_short(
    few: tuple[Crowd, subprocess.Popen[str]],
) -> None:
    crowd, _ = few
    for _ in range(300):
        crowd.call(STRANGER)
    assert slowest(crowd, FRIEND, HOME, FRIEND, HOME, FRIEND) < AT_ONCE


def test_p17_without_descriptors_this_computer_gets_in_and_nothing_spins(
    few: tuple[Crowd, subprocess.Popen[str]],
) -> None:
    crowd, program = few
    crowd.page(FRIEND)
    time.sleep(0.5)
    began = told(program, "take")
    waiting = [crowd.call(STRANGER, WHOLE) for _ in range(20)]
    assert slowest(crowd, HOME, HOME, HOME) < AT_ONCE
    home = [crowd.call(HOME) for _ in range(20)]
    time.sleep(1.5)
    assert told(program, "give") - began < 0.75, "processor time in two seconds"
    time.sleep(0.5)
    assert slowest(crowd) < AT_ONCE and len(waiting) == len(home)


@pytest.mark.skipif(sys.platform != "linux", reason="only there a limit of memory is kept to")
@pytest.mark.parametrize(("megabytes", "enough"), [(60, False), (106, False), (200, True)])
def test_p17_with_too_little_memory_the_program_says_so_and_ends(tmp_path: Path, megabytes: int, enough: bool) -> None:
    limit = f"import resource, sys; resource.setrlimit(resource.RLIMIT_AS, 2 * ({megabytes << 20},));"
    start = "from referee.cli import main; sys.exit(main(['serve', '--no-browser', '--port', '0', '--db', 'tables']))"
    program = subprocess.Popen(
        [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {limit} {start}"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout
    if enough:
        with urlopen(printed_link(program)[0].replace("localhost", "127.0.0.1"), timeout=LOADED_SECONDS) as page:
            assert page.status == 200
        program.send_signal(signal.SIGINT)
    said, complained = program.communicate(timeout=CROWD_PATIENCE)
    assert "Traceback" not in complained and ("too little memory" in complained) is not enough
    assert program.returncode == (0 if enough else 1) and ("Every game is kept" in said) is enough
