"""Where the seats are on the rim of the table: in the order of play, each nearest to where its plate stands."""

from __future__ import annotations

import pytest

from referee.web.phase.table_view import on_rim


@pytest.mark.parametrize("many", range(2, 13))
def test_0_07_the_fuse_ends_at_each_seat_in_the_order_of_play(many: int) -> None:
    """From the lower middle counterclockwise: the right half of the seats, then the left."""
    shares = [(on_rim(k, many) - 50) % 100 for k in range(many)]
    assert shares == sorted(set(shares))
    assert [share < 50 for share in shares] == [k < (many + 1) // 2 for k in range(many)]
