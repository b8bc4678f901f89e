"""Where the plates of the seats stand round the table: each in the order of play, and none on another."""

from __future__ import annotations

from itertools import combinations

import pytest

from referee.web.phase.table_view import place

WIDE, HIGH = 25.3, 14.4  # a plate in % of the oval, on a screen of 1280 by 720


@pytest.mark.parametrize("many", range(2, 13))
def test_0_07_no_plate_of_up_to_twelve_seats_lies_on_another(many: int) -> None:
    plates = [place(k, many) for k in range(many)]
    lying = [
        (one, other)
        for one, other in combinations(range(many), 2)
        if abs(plates[one][0] - plates[other][0]) < WIDE and abs(plates[one][1] - plates[other][1]) < HIGH
    ]
    assert lying == []
    rim = [share for _, _, share in plates]
    assert sorted(rim) == sorted(set(rim)), "each has a share of the rim of its own"
