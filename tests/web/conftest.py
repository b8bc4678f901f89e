"""Pages are looked at in the evenings of ``tests.kit.fixtures``."""

from __future__ import annotations

from tests.kit import auction, no_socket, play, seated_evening  # noqa: F401
