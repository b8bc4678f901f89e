"""The evenings of the tests in ``http`` for the promises."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "http"))

from tables import auction, evening, no_socket, play  # noqa: F401
