"""Folders that a person can take in, families as folders, files as chapters."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from tests.kit import ROOT

MODULES, SIBLINGS, LONGEST = 26, 4, 400
FILES = [path for top in ("referee", "tests") for path in sorted((ROOT / top).rglob("*.py"))]
FOLDERS = sorted({path.parent for path in FILES})


def _name(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").as_posix()


def _siblings(folder: Path) -> list[str]:
    """Return a folder's modules, without ``test_``, and packages."""
    modules = [path.stem.removeprefix("test_") for path in FILES if path.parent == folder and path.stem != "__init__"]
    return [*modules, *(other.name for other in FOLDERS if other.parent == folder)]


@pytest.mark.parametrize("folder", FOLDERS, ids=_name)
def test_a_folder_can_be_taken_in(folder: Path) -> None:
    modules = [path.stem for path in FILES if path.parent == folder and path.stem != "__init__"]
    assert len(modules) <= MODULES, f"{len(modules)} modules: group related ones into a package"


@pytest.mark.parametrize("folder", FOLDERS, ids=_name)
def test_a_family_is_a_folder(folder: Path) -> None:
    families = defaultdict(list)
    for one in _siblings(folder):
        families[one.split("_")[0]].append(one)
    large = {prefix: names for prefix, names in families.items() if prefix and len(names) >= SIBLINGS}
    assert not large, f"make a package of each, and drop the prefix: {large}"


@pytest.mark.parametrize("path", [one for one in FILES if one.is_relative_to(ROOT / "referee")], ids=_name)
def test_a_file_is_a_chapter(path: Path) -> None:
    lines = path.read_text("utf-8").count("\n")
    assert lines <= LONGEST, f"{lines} lines: split the two subjects in it"
