"""The cell of this checkout on this Python without a browser; and the matrix's own instruments.

The fast check leaves the cell out: CI tries the wheel in its place, on the newest Python, before it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.kit import BROWSER_NAMES, ROOT
from tests.tools.matrix.commands import Typed, examples, try_commands, wrong_with
from tests.tools.matrix.stranger import Stranger, stranger

HERE = ("env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "referee")


@pytest.mark.long
def test_every_command_that_is_named_anywhere_does_what_it_says(tmp_path: Path) -> None:
    tried = try_commands(stranger(tmp_path, HERE))
    assert not [f"{one.command} ({one.named_in}): {one.wrong}" for one in tried if one.wrong]
    assert len([one for one in tried if not one.why]) > 30


@pytest.fixture
def machine(tmp_path: Path) -> Stranger:
    return stranger(tmp_path, ["true"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("echo Traceback >&2", "Traceback"),
        ("echo no; exit 3", "ended with 3"),
        ("true", "nothing"),
        ("echo yes; echo Warning >&2", "complained"),
        ("referee", "ended at once"),
    ],
)
def test_a_command_that_goes_wrong_is_said_to(machine: Stranger, line: str, said: str) -> None:
    assert said in wrong_with(machine, line)


def test_a_stranger_has_no_browser_but_the_one_asked_for(tmp_path: Path) -> None:
    for browser in ("", BROWSER_NAMES[0]):
        machine = stranger(tmp_path / (browser or "none"), ["true"], browser=browser)
        assert {one.name for one in machine.path.iterdir()} & {*BROWSER_NAMES} <= {browser}
        assert (machine.path / "bash").exists() and not {"REFEREE_DB", "PYTHONPATH"} & {*machine.environment}


def test_commands_are_found_where_people_read_them() -> None:
    assert [*examples("Usage\n\n  Examples:\n    a b  c\n    a > d\n\nExit codes:\n  0  fine\n")] == ["a b", "a > d"]
    page = "<p>referee no</p><code>referee verify</code><pre>referee club&#10;X=1 referee serve</pre><code>other</code>"
    assert Typed.of(page) == ["referee verify", "referee club", "X=1 referee serve"]
