"""4.97.30: who is new to the game says so, on that phone alone."""

from __future__ import annotations

import pytest

from referee.turn.newcomers import SayNew, explained, newcomers
from tests.kit import LiveTable


def test_4_97_30_who_is_new_is_told_of_each_moment_until_they_know() -> None:
    table = LiveTable().do(SayNew("fremen", new=True), who="fremen")
    assert newcomers(table.public) == {"fremen"}
    assert explained(table.public, "fremen") and not explained(table.public, "atreides")
    table.do(SayNew("fremen", new=False), who="fremen")
    assert not newcomers(table.public) and not explained(table.public, "fremen")


@pytest.mark.parametrize(("new", "who"), [(False, "fremen"), (True, "atreides")])
def test_4_97_30_nobody_is_marked_twice_or_by_another(new: bool, who: str) -> None:
    table = LiveTable()
    before = table.public.log
    assert table.refused(SayNew("fremen", new=new), who)
    assert table.public.log == before
