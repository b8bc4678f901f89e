"""The Pythons of this machine that the program says it runs on, one of each version."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

OLDEST: Final = (3, 11)
ASK: Final = "import sys; print(*sys.version_info[:3], sys.executable, sep='\\n')"
KEPT: Final = (".pyenv/versions/*/bin", ".local/share/uv/python/*/bin")  # what version managers have installed


class Python(NamedTuple):
    version: str
    path: str


def pythons(only: Sequence[str] = ()) -> list[Python]:
    """Return the Pythons found here, oldest first; ``only`` names those that are wanted, by the start of a version."""
    found: dict[tuple[int, ...], str] = {}
    for candidate in _candidates():
        done = subprocess.run([candidate, "-c", ASK], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            *version, path = done.stdout.split("\n")[:4]
            found.setdefault(tuple(map(int, version)), path)
    all_of_them = [Python(".".join(map(str, one)), found[one]) for one in sorted(found) if one >= OLDEST]
    return [one for one in all_of_them if not only or one.version.startswith(tuple(only))]


def _candidates() -> Iterator[Path]:
    """Yield this Python first: of two with one version it is the one that is taken."""
    yield Path(sys.executable)
    kept = [folder for place in KEPT for folder in Path.home().glob(place)]
    for folder in (*kept, *map(Path, os.get_exec_path())):
        yield from (file for file in folder.glob("python3*") if re.fullmatch(r"python3(\.\d+)?", file.name))
