"""What the check says of its own cost, and which files of tests keep together."""

from __future__ import annotations

from collections import defaultdict
from types import SimpleNamespace

import pytest

from tests import conftest
from tests.kit import ROOT


def test_files_that_share_what_is_dear_are_there_and_share_it() -> None:
    for file in conftest.TOGETHER:
        assert "all_answered()" in (ROOT / file).read_text("utf-8"), f"{file} needs to keep to no other's worker"


def test_the_dearest_files_of_all_workers_are_named_first(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = list[str]()
    monkeypatch.setattr(conftest, "SPENT", defaultdict(float))
    for spent in ({f"tests/test_{number}.py": float(number) for number in range(30)}, {"tests/test_3.py": 60.0}):
        conftest.pytest_testnodedown(SimpleNamespace(workeroutput={"spent": spent}))
    conftest.pytest_terminal_summary(SimpleNamespace(section=printed.append, write_line=printed.append))
    assert [line.split()[-1] for line in printed[1:4]] == [f"tests/test_{number}.py" for number in (3, 29, 28)]
    assert printed[1].split()[0] == "63.0"
