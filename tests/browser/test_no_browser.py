"""On a machine without a browser nothing fails: what needs one is skipped, and says in a sentence what to install."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import ROOT

BROKEN = "#!/bin/sh\necho 'This needs the chromium snap.' >&2\nexit 1\n"
MACHINES = {
    "nothing": (
        ("tests/browser", "tests/benchmarks"),
        "No Chromium on this machine, so nothing was tried in a browser. Install chromium.",
    ),
    "stub": (
        ("tests/browser/test_maps.py",),
        "does not start (This needs the chromium snap.), so nothing was tried in a browser.",
    ),
    "playwright": (
        ("tests/browser/test_maps.py",),
        "Playwright is not installed, so nothing was tried in a browser.",
    ),
}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a browser is not found by its path there")


def machine(folder: Path, what: str) -> dict[str, str]:
    """Return the environment of a machine on which nothing but one thing is found, and that does not work."""
    (folder / "playwright.py").write_text("raise ImportError" if what == "playwright" else "")
    if what == "stub":
        (folder / "chromium").write_text(BROKEN)
        (folder / "chromium").chmod(0o755)
    path = {"PYTHONPATH": str(folder)} if what == "playwright" else {}
    return {**os.environ, "REFEREE_BROWSER": "core", "PATH": f"{folder}", **path}


@pytest.mark.parametrize("what", MACHINES)
def test_without_a_browser_its_tests_are_skipped_with_a_sentence(tmp_path: Path, what: str) -> None:
    where, sentence = MACHINES[what]
    words = ("-q", "-rs", "-m", "browser", "-p", "no:cacheprovider", "-p", "no:xdist", *where)
    environment = machine(tmp_path, what)
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER"):
        environment.pop(name, None)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr
    skipped = re.findall(r"^SKIPPED \[\d+\] (.*)", run.stdout, re.MULTILINE)
    assert skipped and all(sentence in one or "takes long" in one for one in skipped), "\n".join(skipped)
    assert "passed" not in run.stdout.splitlines()[-1]


def test_every_test_gets_its_browser_at_the_one_door_that_knows_what_to_say() -> None:
    tests = [path for name in ("test_*.py", "conftest.py") for path in (ROOT / "tests").rglob(name)]
    elsewhere = [
        path.name for path in tests if re.search(r"sync_playwright|\.chromium\.launch", path.read_text("utf-8"))
    ]
    assert elsewhere == [Path(__file__).name]
