"""A verb in a process of its own, as a shell starts it: nothing is imported but what the verb itself imports."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.kit import ROOT

PATIENCE_SECONDS = 120


def shell(
    *words: str | Path, into: bytes = b"", env: Mapping[str, str] | None = None, before: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    """Run a verb to its end; ``into`` is its standard input, ``before`` a command that starts it."""
    ran = subprocess.run(
        [*before, sys.executable, "-m", "referee", *map(str, words)],
        input=into,
        capture_output=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONWARNINGS": "default", **(env or {})},
        timeout=PATIENCE_SECONDS,
    )
    said, complained = (words.decode("utf-8", "replace").replace("\r\n", "\n") for words in (ran.stdout, ran.stderr))
    assert "Traceback" not in complained, complained
    assert "Warning" not in complained, complained
    return subprocess.CompletedProcess(ran.args, ran.returncode, said, complained)
