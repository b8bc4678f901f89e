"""A machine that nobody here has set up: an empty home, one browser or none on the path, a ``referee`` to type."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.kit import BROWSER_NAMES

NO_BROWSER = ""
OWN = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "XDG_DATA_HOME", "XDG_CACHE_HOME", "DISPLAY", "WAYLAND_DISPLAY")
HOMES = ("HOME", "USERPROFILE", "LOCALAPPDATA")


@dataclass(frozen=True)
class Stranger:
    """Somebody with an empty home, and the programs that they can type."""

    home: Path
    path: Path

    @property
    def environment(self) -> dict[str, str]:
        kept = {
            name: value for name, value in os.environ.items() if name not in OWN and not name.startswith("REFEREE_")
        }
        return {**kept, **dict.fromkeys(HOMES, str(self.home)), "PATH": str(self.path), "PYTHONUNBUFFERED": "1"}


def stranger(
    folder: Path, program: Sequence[str], *, python: str = sys.executable, browser: str = NO_BROWSER
) -> Stranger:
    """Lay out a machine in a folder: ``referee`` starts this program, ``python3`` is this Python."""
    home, path = folder / "home", folder / "bin"
    home.mkdir(parents=True)
    path.mkdir()
    for one in _programs():
        if one.name not in BROWSER_NAMES or one.name == browser:
            (path / one.name).symlink_to(one)
    _script(path / "referee", program)
    _script(path / "python3", [python])
    return Stranger(home, path)


def _programs() -> Iterator[Path]:
    """Yield what can be typed here, the first of each name, but no Python: each cell has its own."""
    seen = {"referee", "python3"}
    for folder in map(Path, os.get_exec_path()):
        for one in sorted(folder.iterdir()) if folder.is_dir() else ():
            if one.name not in seen and not one.name.startswith(("python", "pip")) and os.access(one, os.X_OK):
                seen.add(one.name)
                yield one


def _script(place: Path, words: Sequence[str]) -> None:
    place.unlink(missing_ok=True)
    place.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
    place.chmod(0o755)
