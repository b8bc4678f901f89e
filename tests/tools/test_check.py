"""What the check says of its own cost, and which files of tests keep together."""

from __future__ import annotations

import re
from collections import defaultdict
from types import SimpleNamespace

import pytest

from tests import conftest
from tests.kit import ROOT

SHARED = {
    "all cases": r"all_answered\(\)",
    "the source": r"from tests\.(house\.code|languages\.(collect|pseudo)) import",
}


def test_files_that_share_what_is_dear_are_there_and_share_it() -> None:
    for file, what in conftest.TOGETHER.items():
        source = (ROOT / file).read_text("utf-8")
        assert re.search(SHARED[what], source), f"{file} needs to keep to no other's worker"


def test_the_dearest_files_of_all_workers_are_named_first(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = list[str]()
    monkeypatch.setattr(conftest, "SPENT", defaultdict(float))
    for spent in ({f"tests/test_{number}.py": float(number) for number in range(30)}, {"tests/test_3.py": 60.0}):
        conftest.pytest_testnodedown(SimpleNamespace(workeroutput={"spent": spent}))
    part = SimpleNamespace(args=["tests/rules"], getini=lambda name: ["tests"])
    conftest.pytest_terminal_summary(SimpleNamespace(section=printed.append, write_line=printed.append, config=part))
    assert [line.split()[-1] for line in printed[1:4]] == [f"tests/test_{number}.py" for number in (3, 29, 28)]
    assert printed[1].split()[0] == "63.0"


def test_a_file_that_became_dearer_is_named_however_fast_the_machine_is() -> None:
    then = {f"tests/test_{number}.py": 10.0 for number in range(30)}
    now = {name: 2 * seconds for name, seconds in then.items()} | {"tests/test_3.py": 60.0, "tests/test_new.py": 90.0}
    assert [line.split()[:2] for line in conftest.grown(then, now)] == [["60.0", "tests/test_3.py"]]
    assert not conftest.grown(then, then) and not conftest.grown({}, now)
    cheap = {name: 4.0 if name == "tests/test_3.py" else 1.0 for name in then}
    assert not conftest.grown(dict.fromkeys(then, 1.0), cheap)
