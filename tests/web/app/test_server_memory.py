"""However many threads serve, memory is taken from one place; the C library itself says from how many it was."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

PLACES = """
import ctypes, os, tempfile, threading
from referee.web.http.server import Server
from referee.web.http.port import take_port
server = Server(lambda environ, start: [], take_port(0, "127.0.0.1"), threads=2)
libc, here = ctypes.CDLL(None), threading.Barrier(9)
libc.malloc.restype = libc.fdopen.restype = ctypes.c_void_p
libc.malloc_info.argtypes, libc.fclose.argtypes = [ctypes.c_int, ctypes.c_void_p], [ctypes.c_void_p]
def take():
    libc.malloc(50_000); here.wait(); here.wait()
for _ in range(8):
    threading.Thread(target=take).start()
here.wait()
with tempfile.NamedTemporaryFile() as told:
    out = libc.fdopen(os.dup(told.fileno()), b"w")
    libc.malloc_info(0, out); libc.fclose(out); told.seek(0)
    print(told.read().count(b"<heap "))
here.wait()
server.stop()
"""


@pytest.mark.skipif(
    platform.libc_ver()[0] != "glibc", reason="only the GNU C library gives threads places of their own"
)
def test_all_threads_share_one_place_for_memory() -> None:
    said = subprocess.run([sys.executable, "-c", PLACES], capture_output=True, text=True, timeout=60)
    assert (said.stdout.strip(), said.returncode) == ("1", 0), said.stderr
