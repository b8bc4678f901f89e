"""Randomness: the one module that uses it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

C = TypeVar("C")


class Dice:
    """Random numbers from the operating system, or from a seed for a repeatable game."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311

    def shuffled(self, cards: Sequence[C]) -> list[C]:
        mixed = list(cards)
        self._random.shuffle(mixed)
        return mixed
