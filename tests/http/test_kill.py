"""P8: nothing that was answered is lost: killed in the middle of an act, or on a disk that really is full."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

KILLS = int(os.environ.get("REFEREE_KILLS", "20"))
HERE = Path(__file__).parent
posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork, signals and limits")


def mortal(what: str, folder: Path, number: int) -> dict[str, Any]:
    """Run the mortal program; return what it found."""
    command = [sys.executable, "-W", "error", str(HERE / "mortal.py"), what, str(folder), str(number)]
    path = os.pathsep.join([str(HERE.parent.parent), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(command, capture_output=True, text=True, timeout=280, env={**os.environ, "PYTHONPATH": path})
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


@posix
def test_p8_nothing_answered_is_lost_when_the_program_is_killed(tmp_path: Path) -> None:
    found = mortal("kill", tmp_path, KILLS)
    assert found["wrong"] == [] and found["rounds"] == KILLS and found["answered"] >= KILLS


def no_harm(found: dict[str, Any]) -> None:
    """The tap that met the full disk was refused with a sentence, changed nothing, and was taken later."""
    assert found.pop("taps") > 0
    assert found == {"status": 507, "sentence": True, "kept": True, "page": 200, "again": 200, "wrong": []}


@posix
def test_p8_a_file_that_may_not_grow_is_a_full_disk(tmp_path: Path) -> None:
    no_harm(mortal("fill", tmp_path, 30_000))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A real file system of half a megabyte, where this machine lets a test have one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(disk)]
    try:
        made = subprocess.run(mount, capture_output=True, check=False).returncode == 0
    except OSError:
        made = False
    if not made:
        pytest.skip("only an administrator can make a small file system")
    try:
        (disk / "ballast").write_bytes(b"x" * 200_000)
        yield disk
    finally:
        subprocess.run(["umount", str(disk)], capture_output=True, check=False)


@posix
def test_p8_a_disk_that_is_full(small_disk: Path) -> None:
    no_harm(mortal("fill", small_disk, 0))
