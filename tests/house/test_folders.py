"""Folders that a person can take in, families as folders, files as chapters."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

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


def test_a_folder_can_be_taken_in() -> None:
    modules = Counter(_name(path.parent) for path in FILES if path.stem != "__init__")
    large = {folder: number for folder, number in modules.items() if number > MODULES}
    assert not large, f"too many modules, group related ones into a package: {large}"


def test_a_family_is_a_folder() -> None:
    large: dict[tuple[str, str], list[str]] = {}
    for folder in FOLDERS:
        families = defaultdict(list)
        for one in _siblings(folder):
            families[one.split("_")[0]].append(one)
        large |= {(_name(folder), prefix): names for prefix, names in families.items() if len(names) >= SIBLINGS}
    large = {family: names for family, names in large.items() if family[1]}
    assert not large, f"make a package of each, and drop the prefix: {large}"


def test_a_file_is_a_chapter() -> None:
    lines = {
        _name(path): path.read_text("utf-8").count("\n") for path in FILES if path.is_relative_to(ROOT / "referee")
    }
    long = {name: number for name, number in lines.items() if number > LONGEST}
    assert not long, f"more than {LONGEST} lines, split the two subjects: {long}"
