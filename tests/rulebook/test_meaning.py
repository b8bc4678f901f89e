"""Lines that share no word may mean alike; names of the game mean themselves."""

from __future__ import annotations

from random import Random

import pytest

from referee.rulebook.meaning import MOST, SIZE, line_vector, nearness, packed, unpacked


def near(one: str, other: str, name: str = "") -> float:
    """How near two lines are; a name stands in both."""
    names = name.split()
    return nearness(line_vector(one.split(), names), line_vector(other.split(), names))[0]


@pytest.mark.parametrize(
    ("asked", "near_to", "far_from"),
    [
        ("grandpa has no smartphone", "somebody without a phone", "who moves first"),
        ("her battery is empty", "a laptop without power", "who wins a tie"),
        ("give back a purchase", "return what was bought", "the storm moves twice"),
    ],
)
def test_lines_without_a_common_word_are_near_where_they_mean_alike(asked: str, near_to: str, far_from: str) -> None:
    assert near(asked, near_to) > near(asked, far_from) + 0.1


def test_a_name_of_the_game_brings_lines_together_and_two_names_do_not() -> None:
    assert near("who pays", "can it land", "karama") > near("who pays", "can it land") + 0.2
    assert abs(nearness(line_vector([], ["karama"]), line_vector([], ["fremen"]))[0]) < 0.5


def test_a_packed_vector_points_where_it_did() -> None:
    dice = Random(1)
    for spread in (2, 27, 60):
        vector = [max(-MOST, min(MOST, round(dice.gauss(0, spread)))) for _ in range(SIZE)]
        again = unpacked(packed(vector))
        length = sum(one * one for one in vector)
        assert sum((one - other) ** 2 for one, other in zip(vector, again, strict=True)) < 0.03 * length


def test_words_that_nobody_knows_are_near_nothing() -> None:
    unknown = line_vector(["qqqqqq"], [])
    assert list(unknown) == [0] * SIZE
    assert nearness(unknown, line_vector(["storm"], [])) == [0]
