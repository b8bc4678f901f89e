"""The promises use the evenings of ``tests.kit.fixtures``."""

from __future__ import annotations

from tests.kit.fixtures import auction, evening, no_socket, play, same_auction  # noqa: F401
