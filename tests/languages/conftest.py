"""An evening in bidding."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit import SIX, Evening, set_up


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    one = Evening(tmp_path).begin(set_up(spice=dict.fromkeys(SIX, 20)))
    one.open_card()
    yield one
    one.close()
