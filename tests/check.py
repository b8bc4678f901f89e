"""The whole check, as CI runs it: format, lint, types, tests. ``python tests/check.py``

``--full`` measures branch coverage as well, which takes twice as long. Other words go to pytest:
``python tests/check.py -k harkonnen`` runs a part of the tests.
"""

from __future__ import annotations

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
FULL, COVERAGE = "--full", ["--cov", "--cov-report=term:skip-covered"]


def main(words: list[str]) -> int:
    """Run every step; stop at the first that fails."""
    asked = [word for word in words if word != FULL] + (COVERAGE if FULL in words else [])
    for name, command in STEPS:
        more = asked if name == "tests" else []
        began = time.monotonic()
        print(f"== {name}: {' '.join(command + more)}", flush=True)
        code = subprocess.run([sys.executable, "-m", *command, *more], cwd=ROOT, check=False).returncode
        print(f"== {name}: {'failed' if code else 'passed'} after {time.monotonic() - began:.0f} s", flush=True)
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
