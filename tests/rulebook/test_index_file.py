"""The index of the rules: the same file on every machine, built once by a process that then ends."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from referee.rulebook import index_file
from referee.rulebook.book import Rulebook, rulebook
from referee.rulebook.lexicon import ORDINARY
from tests.kit import ROOT

SNACKS = "## 4.95.21 Snacks\nmarks: table\nasked as: who brings snacks\n\nThe loser of the last game brings snacks.\n"
WRITE = """
import sys
from pathlib import Path
from referee.rulebook import index_file
from referee.rulebook.book import Rulebook, rulebook
index_file.write(Rulebook(list(rulebook().values())[::5]), Path(sys.argv[1]))
"""
SERVE = """
import sys
from pathlib import Path
from referee.running.house_rules import read_folder
from referee.running.idle import warm_up
from referee.rulebook import index_file
from referee.rulebook.search import search
read_folder(Path(sys.argv[1]))
warm_up()
def refuse(*given): raise AssertionError("built by the server")
index_file.write = refuse
print(search("who brings snacks")[0].entry.id)
"""


def run(program: str, given: Path, **environment: str) -> str:
    words = [sys.executable, "-c", program, str(given)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=ROOT, env=os.environ | environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user whose cache is empty."""
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    for name in ("HOME", "USERPROFILE", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))
    return tmp_path


@pytest.fixture
def few() -> Rulebook:
    return Rulebook(list(rulebook().values())[::20])


def test_the_file_is_the_same_whatever_order_sets_have_and_whether_the_library_is_compiled(tmp_path: Path) -> None:
    files = [tmp_path / "one", tmp_path / "two"]
    for file, seed, library in zip(files, "12", ("cpp", "python"), strict=True):
        run(WRITE, file, PYTHONHASHSEED=seed, RAPIDFUZZ_IMPLEMENTATION=library)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_an_index_is_built_once_and_never_used_for_other_texts(
    own: Path, few: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_file, "external_builds", [])
    index_file.kept(few).close()
    (built,) = own.rglob(index_file.KEPT)
    made = built.stat().st_mtime_ns
    index_file.kept(few).close()
    assert [file.stat().st_mtime_ns for file in own.rglob(index_file.KEPT)] == [made]
    changed = Rulebook([replace(entry, title=f"{entry.title}?") for entry in few.values()])
    index_file.kept(changed).close()
    assert len(list(own.rglob(index_file.KEPT))) == 2, "an index of other texts was used"


def test_an_index_that_cannot_be_written_is_in_memory(
    own: Path, few: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    (own / "no folder").write_text("")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda *names, **more: own / "no folder")
    monkeypatch.setattr(index_file, "external_builds", [])
    with closing(index_file.kept(few)) as index:
        assert index.execute("select count(*) from page").fetchone() == (len(few),)
    assert not list(own.rglob(index_file.KEPT))


def test_a_server_has_another_process_build_it_and_keeps_it(own: Path) -> None:
    (own / "house").mkdir()
    (own / "house" / "snacks.md").write_text(SNACKS, "utf-8")
    assert run(SERVE, own / "house") == "4.95.21"
    assert len(list(own.rglob(index_file.KEPT))) == 1


def test_where_no_other_process_builds_it_the_server_does(
    own: Path, few: Rulebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index_file, "external_builds", [lambda: None])
    index_file.kept(few).close()
    assert len(list(own.rglob(index_file.KEPT))) == 1


def test_the_words_of_english_are_those_that_stand_often_enough() -> None:
    words = list(index_file._english())
    assert words == sorted(words) and len(dict(words)) == len(words) == 26_157
    assert min(often for _, often in words) >= ORDINARY
