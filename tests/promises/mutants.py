"""Does each promise's test fail if the promise is broken? ``python -m tests.promises.mutants [P] ... [--first]``

The docstring of every test file lists changes of the code that break its promise, each on one line or on two:

    path of a file: `old text` -> `new text` (words for pytest -k)

Each is made in a copy of the project, and the tests of that promise are run there. ``\\n`` is a new line. A long
command, not part of the check; only ``fits`` is (see test_mutants_fit).
"""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.kit import ROOT

HERE = Path(__file__).resolve().parent

LINE = re.compile(r"^(\S+): `(.+?)`\s+-> `(.*?)`(?: \((.+)\))?$", re.MULTILINE)
LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*cache", "__pycache__", ".hypothesis", ".shots", "dist", "build")


@dataclass(frozen=True)
class Mutant:
    """A change of the code that breaks a promise."""

    test: Path
    path: str
    old: str
    new: str
    words: str

    @property
    def fits(self) -> bool:
        """Return True if the old text is in the file."""
        return self.old in (ROOT / self.path).read_text("utf-8")


def mutants(numbers: list[int] | None = None) -> Iterator[Mutant]:
    """Yield the mutants of these promises, or of all."""
    for test in sorted(HERE.glob("test_p*.py")):
        if numbers and int(test.name[6:8]) not in numbers:
            continue
        said = ast.get_docstring(ast.parse(test.read_text("utf-8"))) or ""
        for path, old, new, words in LINE.findall(said):
            yield Mutant(test, path, old.replace("\\n", "\n"), new.replace("\\n", "\n"), words)


def survives(one: Mutant, copy: Path) -> str:
    """Apply the change in the copy, run the promise's tests, and revert it; return the result."""
    file = copy / one.path
    whole = file.read_text("utf-8")
    file.write_text(whole.replace(one.old, one.new, 1), "utf-8")
    words = ["-k", one.words] if one.words else []
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "-p", "no:cacheprovider"]
    path = copy / one.test.relative_to(ROOT)
    try:
        ran = subprocess.run(
            [*command, str(path), *words], cwd=copy, env={**os.environ, "PYTHONPATH": str(copy)}, capture_output=True
        )
    finally:
        file.write_text(whole, "utf-8")
    return {0: "SURVIVED", 1: "killed"}.get(ran.returncode, f"BROKEN ({ran.returncode})")


def main(numbers: list[int], most: int | None = None) -> int:
    """Try every mutant, or the first of them; the exit code is 0 if all were killed."""
    alive = 0
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        for one in islice(mutants(numbers), most):
            began = time.monotonic()
            found = survives(one, copy) if one.fits else "STALE"
            alive += found != "killed"
            took = f"{time.monotonic() - began:.0f} s"
            print(f"{found:9} {one.test.name[5:8]} {one.path}: {one.old.strip()[:70]!r} ({took})", flush=True)
    print("All were killed." if not alive else f"{alive} were not killed.")
    return int(bool(alive))


if __name__ == "__main__":
    chosen = [int(word.lower().removeprefix("p")) for word in sys.argv[1:] if word != "--first"]
    sys.exit(main(chosen, 1 if "--first" in sys.argv else None))
