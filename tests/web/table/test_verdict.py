"""The verdict on the table screen: beside each other why a side has won, and what the battle costs."""

from __future__ import annotations

import pytest

from referee.kernel import Command
from referee.phases.battle.lock_plan import LockPlan
from referee.web.battle.table import fight_view
from tests.kit import ATREIDES, HARKONNEN, Room

HANDS = {"atreides": ("Lasgun/1", "Gom Jabbar/1", "Snooper/1"), "harkonnen": ("Shield/1", "Chaumurky/1")}
LASGUN = LockPlan("atreides", 3, "Lady Jessica", "Lasgun")
SHIELD = LockPlan("harkonnen", 4, "Feyd-Rautha", "", "Shield")


@pytest.mark.parametrize(
    ("plans", "last", "first"),
    [
        ((ATREIDES, HARKONNEN), "Atreides win.", "Atreides lose 3 forces for a dial of 3."),
        (
            (LASGUN, SHIELD),
            "Lasgun and Shield explode: everything in Arrakeen is destroyed and nobody wins.",
            "Harkonnen lose 8 forces, all they had in Arrakeen, and discard Shield.",
        ),
    ],
)
def test_1_07_06_why_ends_with_who_wins_and_the_rest_is_what_it_costs(
    plans: tuple[Command, ...], last: str, first: str
) -> None:
    room = Room(hands=HANDS)
    room.fight(*plans)
    room.answers()
    shown = fight_view(room.public, True)
    assert shown and (shown.proof[-1].text, shown.lines[0].text) == (last, first)
    assert [line.sentence for line in room.live.verdict.lines] == [line.text for line in (*shown.proof, *shown.lines)]
    assert all(line.chips for line in (*shown.proof, *shown.lines))
