"""The games that ``tests/journals`` keeps packed."""

from __future__ import annotations

import gzip
from pathlib import Path

from tests.kit import ROOT

KEPT = ROOT / "tests" / "journals"


def unpacked(name: str, folder: Path) -> Path:
    """Return a copy of a kept journal that may be written to."""
    path = folder / f"{name}.referee"
    path.write_bytes(gzip.decompress((KEPT / f"{name}.referee.gz").read_bytes()))
    return path
