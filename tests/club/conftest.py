"""An engine of one node, shared by the tests of a file that need no more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.running.club.nodes import Nodes
from tests.kit.engine import engine_of


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    """One node."""
    with engine_of(tmp_path_factory.mktemp("engine"), 1) as nodes:
        yield nodes
