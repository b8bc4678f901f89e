"""What a start costs: processor seconds of whole processes, until the first page, and of the bare imports.

An installed program is compiled. So bytecode is kept in a folder of its own here, whatever the environment says of it.
"""

from __future__ import annotations

import asyncio
import os
import resource
import subprocess
import sys
from collections.abc import Sequence
from statistics import median
from tempfile import TemporaryDirectory
from unittest.mock import patch

from tests.benchmarks.contestants import Referee, processor

Row = tuple[str, str, str]
STARTS = 5
BARE = "import cheroot.wsgi, flask, qrcode, sqlite_utils"


def started(revisions: Sequence[str]) -> list[Row]:
    """Start this program and revisions of it, in turns with what only imports the libraries."""
    unpacked = [Referee(revision) for revision in revisions]
    programs, places = ("", *revisions), ["", *(str(one.tree) for one in unpacked)]
    with TemporaryDirectory() as bytecode, patch.dict(os.environ, PYTHONPYCACHEPREFIX=bytecode):
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        times = [(_imported(), *(asyncio.run(_served(place)) for place in places)) for _ in range(STARTS + 1)]
    bare, *rest = (median(some[1:]) for some in zip(*times, strict=True))  # at the first start Python compiles
    for one in unpacked:
        one.base.cleanup()
    return [
        ("bare imports of Flask, cheroot, sqlite-utils and qrcode", f"{bare:.2f} s", ""),
        *(
            (f"referee {revision}".strip() + ": start to first page", f"{some:.2f} s, {some / bare:.1f} times", "2.4")
            for revision, some in zip(programs, rest, strict=True)
        ),
    ]


def _imported() -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", BARE], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


async def _served(place: str) -> float:
    """Return the processor seconds of a program until it has answered with its start page."""
    program = Referee(place)
    await program.start()
    status, _, _ = await program.host.ask("GET", "/")
    assert status == 200
    used = processor(program.pid)
    await program.stop()
    return used
