"""Make a release, but publish nothing: ``python -m tests.tools.release FOLDER``

Into the folder come the wheel, the sources, the .pyz and the program in one file, each only after it was started and
tried in a fresh environment of every Python found here; their checksums, and the text of the release's page.
``--only wheel`` makes that form alone, ``--python 3.13`` tries that Python alone.
"""

from __future__ import annotations

import argparse
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from referee import __version__
from tests.kit import ROOT
from tests.tools.matrix.__main__ import MINE
from tests.tools.matrix.made import ANY_PYTHON, FORMS, NotHere
from tests.tools.matrix.pythons import Python, pythons

SMOKE: Final = ROOT / "tests/tools/smoke.py"
SYSTEM: Final = f"{platform.system().lower()}-{platform.machine().lower()}"
PROGRAM: Final = "referee.exe" if sys.platform == "win32" else "referee"
# form: how its file is called where it is made, and here; how somebody starts it
FILES: Final = {
    "wheel": ("*.whl", "", "`pipx install {file}`, then `referee`"),
    "sdist": ("*.tar.gz", "", "the sources, for packagers: `pip install {file}`"),
    ".pyz": ("referee.pyz", "", "`python3 {file}`, with Python 3.11 or newer"),
    "one file": (PROGRAM, f"referee-{SYSTEM}{Path(PROGRAM).suffix}", "start it; it needs no Python"),
}
SUMS, PAGE = "SHA256SUMS", "RELEASE.md"


def main(words: Sequence[str]) -> int:
    asked = _read(words)
    goal: Path = asked.folder
    goal.mkdir(parents=True, exist_ok=True)
    found, tried, wrong = pythons(asked.python), dict[str, list[str]](), False
    with tempfile.TemporaryDirectory(prefix="referee-release-") as folder:
        for form in asked.only or FILES:
            for number, python in enumerate([MINE] if form in ANY_PYTHON else found):
                row = Path(folder) / f"{form.strip('.').replace(' ', '-')}-{number}"
                row.mkdir()
                for name, fault in _tried(form, python, row):
                    print(f"{form} · {python.version}: {fault or name}", flush=True)
                    wrong = wrong or bool(fault)
                tried.setdefault(form, []).append(python.version)
        if wrong:
            print("Something is wrong, so nothing was laid into the folder.")
            return 1
        made = {_kept(form, Path(folder), goal): form for form in tried}
    sums = {file.name: sha256(file.read_bytes()).hexdigest() for file in made}
    (goal / SUMS).write_text("".join(f"{digest}  {name}\n" for name, digest in sums.items()), "utf-8")
    (goal / PAGE).write_text(page({file.name: form for file, form in made.items()}, tried), "utf-8")
    print(f"{', '.join([*sums, SUMS, PAGE])} are in {goal}. Nothing was published.")
    return 0


def _read(words: Sequence[str]) -> argparse.Namespace:
    read = argparse.ArgumentParser(prog="python -m tests.tools.release", description="Make a release and try it.")
    read.add_argument("folder", type=Path, help="Where its files go.")
    read.add_argument("--only", action="append", choices=[*FILES], metavar="FORM", help=f"One of: {', '.join(FILES)}.")
    read.add_argument("--python", action="append", default=[], metavar="VERSION", help="Only this one, such as 3.13.")
    return read.parse_args(words)


def _tried(form: str, python: Python, row: Path) -> Iterator[tuple[str, str]]:
    """Make a form, install it for a Python and start it; yields what was tried, and what went wrong, "" if nothing."""
    try:
        command = FORMS[form](python.path, row)
    except (NotHere, RuntimeError) as error:
        yield "made", str(error)
        return
    inside = ["--packed"] if form in ANY_PYTHON else []
    done = subprocess.run([sys.executable, SMOKE, *inside, *command], capture_output=True, text=True, check=False)
    said = [*filter(None, done.stdout.splitlines())]
    yield f"{len(said)} things tried, all good", "" if done.returncode == 0 else done.stdout + done.stderr


def _kept(form: str, folder: Path, goal: Path) -> Path:
    """Copy what was made of a form into the goal."""
    pattern, name, _ = FILES[form]
    file = next(folder.glob(pattern))
    return Path(shutil.copy(file, goal / (name or file.name)))


def page(files: dict[str, str], tried: dict[str, list[str]]) -> str:
    """Return the text of a release's page: what is new, what each file is for, where it was tried."""
    rows = [
        f"| `{name}` | {FILES[form][2].format(file=name)} | {', '.join(tried[form])} |" for name, form in files.items()
    ]
    table = ["| file | how to start it | tried on Python |", "|---|---|---|", *rows]
    sums = f"`sha256sum -c {SUMS}` checks what you downloaded."
    return "\n".join([f"# Referee {__version__}", "", news(), "", *table, "", sums, ""])


def news() -> str:
    """Return what the list of changes says of this version."""
    changes = (ROOT / "referee/CHANGELOG.md").read_text("utf-8")
    entries: dict[str, str] = dict(
        re.findall(r"^- \*\*(.+?)\*\* (.*?)(?=^- \*\*|\Z)", changes, re.MULTILINE | re.DOTALL)
    )
    short = ".".join(__version__.split(".")[:2])
    return " ".join((entries.get(__version__) or entries[short]).split())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
