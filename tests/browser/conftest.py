"""One program a file of tests, and evenings around it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit import Program, Screens, spoke_of_no_error


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of tables of one file of tests: what is laid there is there to be played."""
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def program(tables: Path) -> Iterator[Program]:
    """The program on that folder, started once a file of tests; it may not have spoken of an error."""
    one = Program(tables).start()
    yield one
    spoke_of_no_error(one.stop())


@pytest.fixture
def evening(chromium: Any, program: Program) -> Iterator[Callable[..., Screens]]:
    """Begin an evening at a table of its own; at its end no page may have complained."""
    begun: list[Screens] = []

    def begin(**options: Any) -> Screens:
        begun.append(Screens(chromium, program.folder, shared=program, **options))
        return begun[-1]

    yield begin
    for one in begun:
        one.end()
