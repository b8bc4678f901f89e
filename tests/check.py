"""The whole check, as CI runs it: format, lint, types, tests. ``python tests/check.py``

It is the fast one: fewer generated games, the core of the browser tests, a quarter of the tests of each dear file
(``tests/shares.py``), and the same games on every run, so that what it says of a state of the code is said of that
state. ``--full`` leaves nothing out, tries something new every time and wants most branches covered; that takes many
times as long. ``--weigh`` leaves no test of the fast form out and writes down which files are dear. Other words go to
pytest, and then no test waits:
``python tests/check.py -k harkonnen`` runs a part of the tests. ``--changed`` runs those that this branch's change can
reach (``tests/tools/reached``), and ``--changed=HEAD~2`` those since then; it is for one room, CI runs all.

Tests that wait for real browsers, programs and engines run beside two others on machines that may stand still for
seconds. Where one or two of those fail, they are asked once more, alone; the check ends with how many, and which, and
with the processor time that all of it took, which a busy machine does not change as it does the clock's. The tests end
with the files that took most of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PLACES = ("referee", "tests")
# a file keeps to one worker, which starts its browser, program and wheel once; the browsers come first
# one worker more than there are cores: two in five seconds of a test are spent waiting, for a browser or a program
WORKERS = str(max(3, min(6, (os.cpu_count() or 2) + 1)))
SHARED = ("-n", WORKERS, "--dist", "loadfile", "--no-loadscope-reorder")
FORMAT, LINT = ("format", ["ruff", "format", "--check", *PLACES]), ("lint", ["ruff", "check", *PLACES])
COMPILE = ("compile", ["compileall", "-q", "referee"])  # once, not by each worker at the same time
TYPES, TESTS = ("types", ["tests.house.face_down"]), ("tests", ["pytest", *SHARED])
ENGINE = ("promises over the engine", ["pytest", *SHARED, "-m", "not browser", "tests/promises"])
REAL_TIME = (
    *("tests/browser/", "tests/cli/", "tests/club/", "tests/tools/"),
    *("tests/promises/test_p08", "tests/promises/test_p13", "tests/promises/test_p17", "tests/web/app/test_server.py"),
)
AGAIN, FAILED = ("tests once more", ["pytest", "-n", "0"]), ROOT / ".pytest_cache/v/cache/lastfailed"
FULL, FLOOR = "--full", 92  # of all branches, in percent
CHANGED, WEIGH = "--changed", "--weigh"
MEMORY, ENOUGH = Path("/dev/shm"), 4 << 30  # where files lie in memory, and the room that tests want there (bytes)
COVERAGE = ["--cov", "--cov-report=term:skip-covered", f"--cov-fail-under={FLOOR}"]
FAST = {
    "REFEREE_BROWSER": "core",
    "REFEREE_SHOWN_ONCE": "1",
    "REFEREE_SAME": "1",
    "REFEREE_GAMES": "1",
    "REFEREE_TWIN_GAMES": "1",
    "REFEREE_UNDO_GAMES": "1",
    "REFEREE_UNDO_ROUNDS": "5",
    "REFEREE_KILLS": "4",
    "REFEREE_EXAMPLES": "6",
    "REFEREE_BATTLES": "100",
    "REFEREE_QUESTIONS": "8",
    "REFEREE_FUZZ": "150",
    "REFEREE_MEDDLING": "350",
    "REFEREE_VALUES": "16",
    "REFEREE_TRIED": "30",
    "REFEREE_SECOND": "3",
    "REFEREE_DOORS": "3",
    "REFEREE_TURNS": "4",
    "REFEREE_REMEMBERED": "2",
    "REFEREE_TAPS": "35",
    "REFEREE_SHOWN": "50",
    "REFEREE_ASKED": "120",
    "REFEREE_PRESSED": "1000",
    "REFEREE_LAPSED": "40",
    "REFEREE_BOARDS": "80",
    "REFEREE_SCRIPTS": "10",
    "REFEREE_POSITIONS": "80",
    "REFEREE_IMPORTS": "8",
    "REFEREE_FLIPS": "16",
    "REFEREE_SLIPS": "2",
    "REFEREE_GROWN": "4000",
}


class Step(NamedTuple):
    """A step that runs, since when."""

    name: str
    process: subprocess.Popen[str]
    began: float


def begin(what: tuple[str, list[str]], environment: dict[str, str], *, aside: bool = False) -> Step:
    """Start a step; one that runs aside keeps its words until it is asked how it ended."""
    name, command = what
    print(f"== {name}: {' '.join(command)}{' (beside the tests)' if aside else ''}", flush=True)
    kept = subprocess.PIPE if aside else None
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=environment,
        stdout=kept,
        stderr=kept and subprocess.STDOUT,
        text=True,
    )
    return Step(name, process, time.monotonic())


def ended(step: Step) -> int:
    """Wait for a step, say how it ended, and return its exit code."""
    kept, _ = step.process.communicate()
    print(kept or "", end="")
    said = "failed" if (code := step.process.returncode) else "passed"
    print(f"== {step.name}: {said}, {time.monotonic() - step.began:.0f} s after it began", flush=True)
    return code


@contextmanager
def short_lived() -> Iterator[dict[str, str]]:
    """Keep the files of tests in memory where there is room: each act waits until the disk has it, 5 ms here."""
    if not MEMORY.is_dir() or shutil.disk_usage(MEMORY).free < ENOUGH or "TMPDIR" in os.environ:
        yield {}
        return
    with TemporaryDirectory(prefix="referee-check-", dir=MEMORY, ignore_cleanup_errors=True) as folder:
        yield {"TMPDIR": folder}


def asked_twice() -> list[str]:
    """Return the tests that failed, if they are one or two and wait for browsers, programs and engines, else none."""
    failed = list(json.loads(FAILED.read_text())) if FAILED.is_file() else []
    return failed if len(failed) < 3 and all(name.startswith(REAL_TIME) for name in failed) else []


def reached(words: list[str]) -> list[str]:
    """Return the files of tests that what changed can reach, where they are asked for; none stands for all."""
    asked = [word for word in words if word.partition("=")[0] == CHANGED]
    if not asked:
        return []
    since = [word.partition("=")[2] for word in asked if "=" in word]
    found = subprocess.run(
        [sys.executable, "-m", "tests.tools.reached", *since], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    print(f"== {len(found.stdout.split())} files of tests are reached", flush=True)
    return found.stdout.split()


def main(words: list[str]) -> int:
    """Run every step, types beside the tests; what is badly formatted or linted is said before anything else runs."""
    if {"-h", "--help"} & {*words}:
        print(__doc__)
        return 0
    full = FULL in words
    own = (FULL, WEIGH, CHANGED)
    asked = [word for word in words if word.partition("=")[0] not in own] + reached(words)
    shared = {"REFEREE_WEIGH": "1"} if WEIGH in words else {} if asked else {"REFEREE_SHARE": "1"}
    asked += COVERAGE if full else []
    environment = {**({} if full else FAST | shared), **os.environ}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the program is started a hundred times: compile it once
    for step in (FORMAT, LINT, COMPILE):
        if code := ended(begin(step, environment)):
            return code
    types = begin(TYPES, environment, aside=True)
    with short_lived() as place:
        environment |= place
        tests = begin((TESTS[0], TESTS[1] + asked), environment)
        codes = {step.name: ended(step) for step in (tests, types)}
        twice = asked_twice() if codes[TESTS[0]] == 1 and not full else []
        if twice:
            codes[TESTS[0]] = ended(begin((AGAIN[0], AGAIN[1] + twice), environment))  # named, none waits
        if full:
            codes[ENGINE[0]] = ended(begin(ENGINE, {**FAST, **environment, "REFEREE_OVER_ENGINE": "1"}))
    print(f"== asked twice: {len(twice) or 'none'}", *twice, sep="\n   ")
    spent = os.times()
    print(f"== processor time: {spent.children_user + spent.children_system:.0f} s")
    failed = [name for name, code in codes.items() if code]
    print(f"== the check: {' and '.join(failed) + ' failed' if failed else 'passed'}", flush=True)
    return next((code for code in codes.values() if code), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
