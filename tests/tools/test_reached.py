"""What a change can reach is found by imports, and what no import tells is found by its place."""

from __future__ import annotations

import pytest

from tests.tools.reached import ALWAYS, reached, users

ALL = 300  # files of tests, at least


@pytest.fixture(scope="module")
def used() -> dict[str, set[str]]:
    return users()


@pytest.mark.parametrize(
    ("changed", "test"),
    [
        ("referee/factions/moritani/cards_taken.py", "tests/rules/factions/test_terror.py"),
        ("referee/phases/bidding/auction.py", "tests/rules/bidding/test_auction.py"),
        ("referee/phases/bidding/bid_limit.py", "tests/rules/bidding/test_auction.py"),  # its room
        ("referee/cards/hajr.md", "tests/rulebook/test_rulebook.py"),
        ("templates/phone.html", "tests/browser/test_battle.py"),
        ("tests/kit/dice.py", "tests/rules/bidding/test_auction.py"),
        ("tests/games/a_full_game.txt", "tests/games/test_chronicles.py"),
        ("tests/rules/bidding/test_auction.py", "tests/rules/bidding/test_auction.py"),
    ],
)
def test_a_change_reaches_its_tests(changed: str, test: str, used: dict[str, set[str]]) -> None:
    assert test in reached([changed], used)


def test_a_change_of_one_room_reaches_few_and_whole_games(used: dict[str, set[str]]) -> None:
    few = reached(["referee/factions/moritani/cards_taken.py"], used)
    assert {*ALWAYS} < {*few} and len(few) < 12


def test_a_change_of_the_kit_reaches_those_who_take_that_module_through_its_door(used: dict[str, set[str]]) -> None:
    few = reached(["tests/kit/fingers.py"], used)
    assert "tests/browser/test_fingers.py" in few and "tests/rules/bidding/test_auction.py" not in few


def test_what_all_rests_on_reaches_all(used: dict[str, set[str]]) -> None:
    assert len(reached(["pyproject.toml"], used)) > ALL > len(reached(["referee/kernel/events.py"], used))
