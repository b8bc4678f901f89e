"""The promises use the evenings of ``tests.kit.fixtures``."""

from __future__ import annotations

from tests.kit import auction, no_socket, play, same_auction, seated_evening  # noqa: F401
