"""The instrument runs as the program that it is, and MEASURED says what it prints."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

from tests.kit import ROOT


def test_the_wheels_cost_what_measured_says(chromium: Any) -> None:
    words = [sys.executable, "-m", "tests.tools.taps", "--only", "wheels", "--each"]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr[-2000:]
    *each, heads, last = ran.stdout.splitlines()
    said = re.search(
        r"wheels typed in, each with a full plan, are (\d+)", (ROOT / "referee/MEASURED.md").read_text("utf-8")
    )
    assert said and heads.split() == ["phase", "table", "phones", "bids"]
    assert last.split() == ["wheels", said[1], "0"]
    taps = [re.search(r" (\d+)  ", line) for line in each]
    assert sum(int(tap[1]) for tap in taps if tap) == int(said[1])
