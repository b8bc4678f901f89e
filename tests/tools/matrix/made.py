"""The program in every form in which people get it; each is made once, and installed as its README or page says."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from tests.kit import ROOT

FROM_SOURCE: Final = "python3 -m venv .venv && .venv/bin/pip install -e . && .venv/bin/referee"  # says the README


class NotHere(Exception):
    """This machine lacks what it takes; the message says what."""


def clone(python: str, folder: Path) -> list[str]:
    """Clone the last commit and type what the README says, but for the start of the program."""
    if subprocess.run([python, "-c", "import ensurepip"], capture_output=True, check=False).returncode:
        raise NotHere("This Python has no ensurepip; its system keeps that in a package such as python3-venv.")
    place = folder / "clone"
    _run("git", "clone", "-q", ROOT, place)
    *make, start = FROM_SOURCE.replace("python3", python).split(" && ")
    _run("bash", "-c", " && ".join(make), cwd=place)
    return [str(place / start)]


def wheel(python: str, folder: Path) -> list[str]:
    return _installed(python, folder, _built("wheel", _store(folder)))


def sdist(python: str, folder: Path) -> list[str]:
    return _installed(python, folder, _built("sdist", _store(folder)))


def pyz(python: str, folder: Path) -> list[str]:
    """Make it with the Python that runs this: any other must be able to start it."""
    return [python, str(_pyz(_store(folder)))]


def one_file(python: str, folder: Path) -> list[str]:
    return [str(_one_file(_store(folder)))]


FORMS: Final[dict[str, Callable[[str, Path], list[str]]]] = {
    "clone": clone,
    "wheel": wheel,
    "sdist": sdist,
    ".pyz": pyz,
    "one file": one_file,
}
ANY_PYTHON: Final = {"one file"}  # it holds its own


def _store(folder: Path) -> Path:
    """Return where what all cells share is kept: beside the cells."""
    return folder.parent


def _installed(python: str, folder: Path, archive: Path) -> list[str]:
    _venv(python, folder / "env")
    _install(folder / "env", archive)
    return [str(folder / "env/bin/referee")]


@cache
def _built(target: str, store: Path) -> Path:
    needs("hatchling")
    _run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", store, cwd=ROOT)
    return next(store.glob({"wheel": "*.whl", "sdist": "*.tar.gz"}[target]))


@cache
def _pyz(store: Path) -> Path:
    needs("shiv")
    _run(sys.executable, ROOT / ".github/pyz.py", store / "referee.pyz")
    return store / "referee.pyz"


@cache
def _one_file(store: Path) -> Path:
    needs("PyInstaller")
    places = ("--distpath", store, "--workpath", store / "work")
    _run(sys.executable, "-m", "PyInstaller", "--log-level", "ERROR", *places, ROOT / ".github/referee.spec", cwd=ROOT)
    return store / "referee"


def needs(module: str) -> None:
    if find_spec(module) is None:
        raise NotHere(f"{module} is not installed: pip install -e '.[release]'")


def _venv(python: str, place: Path) -> None:
    """Make an environment, also where a system keeps its pip in a package of its own."""
    _run(python, "-m", "venv", "--without-pip", place)


def _install(place: Path, *what: str | Path) -> None:
    _run(sys.executable, "-m", "pip", "--python", place / "bin/python", "install", "-q", *what)


def _run(*words: str | Path, cwd: Path | None = None) -> None:
    done = subprocess.run([*map(str, words)], cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode and "Retrying (" in done.stderr:
        raise NotHere("No package index can be reached, so nothing was installed.")
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, words[:6]))} …: {done.stderr.strip()[-1500:]}")
