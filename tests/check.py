"""The whole check, as CI runs it: format, lint, types, tests. ``python tests/check.py``

It is the fast one: fewer generated games, the core of the browser tests, and the same games on every run, so that what
it says of a state of the code is said of that state. ``--full`` leaves nothing out, tries something new every time and
wants most branches covered; that takes four times as long. Other words go to pytest:
``python tests/check.py -k harkonnen`` runs a part of the tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("referee", "tests")
SHARED = ("-n", "auto", "--maxprocesses", "4", "--dist", "loadgroup")
STEPS = (
    ("format", ["ruff", "format", "--check", *PLACES]),
    ("lint", ["ruff", "check", *PLACES]),
    ("types", ["mypy"]),
    ("tests", ["pytest", *SHARED]),
)
FULL, FLOOR = "--full", 92  # of all branches, in percent
COVERAGE = ["--cov", "--cov-report=term:skip-covered", f"--cov-fail-under={FLOOR}"]
FAST = {
    "REFEREE_BROWSER": "core",
    "REFEREE_SAME": "1",
    "REFEREE_GAMES": "3",
    "REFEREE_TWIN_GAMES": "1",
    "REFEREE_UNDO_GAMES": "2",
    "REFEREE_KILLS": "8",
    "REFEREE_EXAMPLES": "15",
    "REFEREE_BATTLES": "300",
    "REFEREE_QUESTIONS": "4",
}


def main(words: list[str]) -> int:
    """Run every step; stop at the first that fails."""
    full = FULL in words
    asked = [word for word in words if word != FULL] + (COVERAGE if full else [])
    environment = {**({} if full else FAST), **os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the program is started a hundred times: compile it once
    for name, command in STEPS:
        more = asked if name == "tests" else []
        began = time.monotonic()
        print(f"== {name}: {' '.join(command + more)}", flush=True)
        code = subprocess.run(
            [sys.executable, "-m", *command, *more], cwd=ROOT, env=environment, check=False
        ).returncode
        print(f"== {name}: {'failed' if code else 'passed'} after {time.monotonic() - began:.0f} s", flush=True)
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
