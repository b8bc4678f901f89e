"""No dear test is forgotten: each runs in one share of the check, and each file has some in every share."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from tests import shares
from tests.kit import ROOT


def test_each_dear_test_runs_in_one_share_and_what_is_cheap_in_all() -> None:
    names = [f"tests/{file}.py::test_{n}" for file in ("dear", "dearer", "cheap") for n in range(10)]
    found = frozenset({"tests/dear.py", "tests/dearer.py"})
    runs = [set(names) - shares.waiting(names, share, found) for share in range(shares.SHARES)]
    times = {name: sum(name in run for run in runs) for name in names}
    assert times == {name: 1 if name.partition("::")[0] in found else shares.SHARES for name in names}
    assert all({name.partition("::")[0] for name in run} == {*found, "tests/cheap.py"} for run in runs)


def test_the_share_follows_from_what_the_files_say_and_from_nothing_else(tmp_path: Path) -> None:
    for place in shares.PLACES:
        (tmp_path / "one" / place).mkdir(parents=True)
    file = tmp_path / "one/referee/rule.py"
    file.write_text("1")
    copytree(tmp_path / "one", tmp_path / "other")
    (tmp_path / "other/tests/__pycache__").mkdir()
    (tmp_path / "other/tests/__pycache__/left.pyc").write_text("left over")
    assert shares.share_of(tmp_path / "one") == shares.share_of(tmp_path / "other")
    met = set()
    for n in range(60):
        file.write_text(f"{n}")
        met.add(shares.share_of(tmp_path / "one"))
    assert met == set(range(shares.SHARES))


def test_every_dear_file_is_there() -> None:
    assert [name for name in shares.dear() if not (ROOT / name).is_file()] == []


def test_what_a_whole_run_cost_says_which_files_are_dear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shares, "DEAR", tmp_path / "dear.json")
    shares.weigh({"tests/a.py": 900.0, "tests/b.py": 1.0, "collecting": 50.0, shares.ALWAYS[0]: 49.0})
    assert shares.dear() == {"tests/a.py"}
