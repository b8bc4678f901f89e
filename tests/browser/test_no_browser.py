"""On a machine without a browser nothing fails: what needs one is skipped, and says in a sentence what to install."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit import ROOT, NoBrowser, running_chromium

BROKEN = "#!/bin/sh\necho 'This needs the chromium snap.' >&2\nexit 1\n"
UNTRIED = "so nothing was tried in a browser."
MACHINES = {
    "nothing": f"No Chromium on this machine, {UNTRIED} Install chromium.",
    "stub": f"does not start (This needs the chromium snap.), {UNTRIED}",
    "playwright": f"Playwright is not installed, {UNTRIED}",
}
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a browser is not found by its path there")


@pytest.mark.parametrize("what", MACHINES)
def test_what_is_missing_is_said_in_a_sentence(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for a browser on a machine on which nothing but one thing is found, and that does not work."""
    if what == "stub":
        (tmp_path / "chromium").write_text(BROKEN)
        (tmp_path / "chromium").chmod(0o755)
    if what == "playwright":
        monkeypatch.setitem(sys.modules, "playwright.sync_api", None)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoBrowser, match=re.escape(MACHINES[what])), running_chromium():
        pass


def test_without_a_browser_its_tests_are_skipped_with_that_sentence(tmp_path: Path) -> None:
    words = (
        "-q",
        "-rs",
        "-m",
        "browser",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "tests/browser",
        "tests/benchmarks",
    )
    environment = {**os.environ, "REFEREE_BROWSER": "core", "PATH": f"{tmp_path}"}
    for name in ("PYTEST_ADDOPTS", "PYTEST_XDIST_WORKER"):
        environment.pop(name, None)
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr
    skipped = re.findall(r"^SKIPPED \[\d+\] (.*)", run.stdout, re.MULTILINE)
    assert skipped and all(MACHINES["nothing"] in one or "takes long" in one for one in skipped), "\n".join(skipped)
    assert "passed" not in run.stdout.splitlines()[-1]


def test_every_test_gets_its_browser_at_the_one_door_that_knows_what_to_say() -> None:
    tests = [path for name in ("test_*.py", "conftest.py") for path in (ROOT / "tests").rglob(name)]
    elsewhere = [
        path.name for path in tests if re.search(r"sync_playwright|\.chromium\.launch", path.read_text("utf-8"))
    ]
    assert elsewhere == [Path(__file__).name]
