"""Print the matrix: ``python -m tests.tools.matrix`` tries everything there is here, ``… wheel .pyz`` only these forms.

A row is a form on a Python, a column a browser. Without a browser every command is tried; in each browser a table is
set up, phones sit down, pages are looked at and the file is verified. ``--program`` tries one that is there already.
"""

from __future__ import annotations

import argparse
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import which

from tests.kit import BROWSER_NAMES
from tests.tools.matrix.commands import Outcome, try_commands
from tests.tools.matrix.made import ANY_PYTHON, FORMS, NotHere
from tests.tools.matrix.pythons import Python, pythons
from tests.tools.matrix.stranger import NO_BROWSER, stranger

MINE = Python(".".join(map(str, sys.version_info[:3])), sys.executable)


def main(words: Sequence[str]) -> int:
    asked = _read(words)
    found = pythons(asked.python)[-1 if asked.newest else 0 :]
    browsers = [NO_BROWSER, *(name for name in BROWSER_NAMES if which(name) and not asked.no_browser)]
    print(
        f"Pythons: {', '.join(one.version for one in found)} · browsers: {', '.join(browsers[1:]) or 'none'}",
        flush=True,
    )
    wrong = 0
    with tempfile.TemporaryDirectory(prefix="referee-matrix-") as folder:
        for number, (form, python) in enumerate(_rows(asked, found)):
            try:
                row = Path(folder) / f"{number}"
                row.mkdir()
                program = shlex.split(asked.program) or FORMS[form](python.path, row)
                for browser in browsers:
                    cell = _cell(program, python, browser, row / (browser or "none"))
                    wrong += _print(f"{form} · {python.version} · {browser or 'no browser'}", cell, asked.each)
            except NotHere as why:
                print(f"{form} · {python.version}: not tried. {why}", flush=True)
            except RuntimeError as error:
                wrong += 1
                print(f"{form} · {python.version}: it could not be made or installed.\n{error}", flush=True)
    print("Something is wrong." if wrong else "All green.")
    return int(bool(wrong))


def _read(words: Sequence[str]) -> argparse.Namespace:
    read = argparse.ArgumentParser(
        prog="python -m tests.tools.matrix", description="Try the program as strangers hold it."
    )
    read.add_argument("forms", nargs="*", metavar="FORM", help=f"Which forms: {', '.join(FORMS)}. Default: all.")
    read.add_argument("--python", action="append", default=[], metavar="VERSION", help="Only this one, such as 3.13.")
    read.add_argument("--newest", action="store_true", help="Only the newest Python.")
    read.add_argument("--no-browser", action="store_true", help="Open no browser.")
    read.add_argument("--program", default="", metavar="WORDS", help="Try this program instead of making one.")
    read.add_argument("--each", action="store_true", help="Print every command.")
    asked = read.parse_args(words)
    if unknown := {*asked.forms} - {*FORMS}:
        read.error(f"There is no form {', '.join(sorted(unknown))}. Choose from: {', '.join(FORMS)}.")
    return asked


def _rows(asked: argparse.Namespace, found: Sequence[Python]) -> Iterator[tuple[str, Python]]:
    if asked.program:
        yield "program", MINE
        return
    for form in asked.forms or FORMS:
        yield from ((form, python) for python in ([MINE] if form in ANY_PYTHON else found))


def _cell(program: Sequence[str], python: Python, browser: str, place: Path) -> list[Outcome]:
    machine = stranger(place, program, python=python.path, browser=browser)
    if not browser:
        return try_commands(machine)
    from tests.tools.matrix.pages import try_pages

    return try_pages(machine, machine.path / browser)


def _print(name: str, cell: Sequence[Outcome], each: bool) -> int:
    """Print a cell of the matrix; returns how many of it went wrong."""
    wrong = [one for one in cell if one.wrong]
    tried = [one for one in cell if not one.why]
    print(f"{name}: {f'{len(wrong)} of {len(tried)} wrong' if wrong else f'green, {len(tried)} tried'}", flush=True)
    for one in cell if each else wrong:
        print(f"    {one.command} ({one.named_in}): {one.wrong or one.why or 'as it says'}", flush=True)
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
