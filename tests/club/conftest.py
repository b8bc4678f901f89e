"""An engine of one node, shared by a file's tests; and longer timeouts for slow machines.

A program is cut off after four seconds of silence and gives up on an engine after ten. A shared machine may be slower
than that, so within the tests' own process both are longer.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.running.club import engine, journal, shelf
from referee.running.club.nodes import Nodes
from tests.kit import engine_of

LONG = 60.0  # seconds
LIMITS = (
    (engine, "TIMEOUT_SECONDS"),
    (engine, "CONNECT_SECONDS"),
    *((room, "ATTEMPT_SECONDS") for room in (journal, shelf)),  # what the engine tries once it tries again
)


@pytest.fixture(scope="module", autouse=True)
def unhurried() -> Iterator[None]:
    """Wait longer for the engine than a table would."""
    with pytest.MonkeyPatch.context() as patch:
        for room, name in LIMITS:
            patch.setattr(room, name, LONG)
        for name in ("CUT_OFF_MS", "AWAY_MS"):
            patch.setattr(shelf, name, int(1000 * LONG))
        yield


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nodes]:
    with engine_of(tmp_path_factory.mktemp("engine"), 1) as nodes:
        yield nodes
