"""Deterministic dice: any order of cards that a test may want, and the whole deck."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from typing import Any

import pytest

from referee.cards.deck import CLASSIC
from referee.running.dice import Dice


def same_every_run(number: str) -> bool:
    """Mark tests seeded by an environment variable, so that it can try more seeds."""
    return "REFEREE_SAME" in os.environ or number not in os.environ


def tried(most: int) -> int:
    """Return on how many examples a property is tried: so many, in the fast check ``REFEREE_TRIED`` percent of them."""
    return max(1, most * int(os.environ.get("REFEREE_TRIED", "100")) // 100)


def seeds(numbers: Iterable[int], daily: int) -> list[Any]:
    """Return seeds of games as parameters of a test: so many come every day, the rest with ``check.py --full``."""
    return [seed if place < daily else pytest.param(seed, marks=pytest.mark.long) for place, seed in enumerate(numbers)]


def deck(*first: str) -> list[str]:
    """Return the whole deck with these cards on top, dealt from there to the seats in order."""
    cards = [f"{name}/{n}" for name, (_, copies, _) in CLASSIC.items() for n in range(1, copies + 1)]
    return [*first, *(card for card in cards if card not in first)]


WHOLE_DECK = tuple(deck())


class Backwards(Dice):
    """A shuffle reverses the cards."""

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        return list(reversed(cards))


class Thirds(Dice):
    """A shuffle takes every third card, then the others: so each seat is dealt traitors of several factions."""

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        return [card for start in range(3) for card in cards[start::3]]


class Top(Dice):
    """These cards come to the top of every shuffle."""

    def __init__(self, *first: str) -> None:
        super().__init__(7)
        self.first = list(first)

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        return sorted(super().shuffled(cards), key=lambda card: card not in self.first)


class Stacked(Dice):
    """The first shuffle gives a chosen order; later ones depend on the seed only, not on the cards."""

    def __init__(self, seed: int, order: Sequence[str] = ()) -> None:
        super().__init__(seed)
        self.order = list(order)

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        """The seed is consumed alike in both cases."""
        mixed = super().shuffled(cards)
        if "/" in str(mixed[:1]):
            self.order = self.order or mixed
        unchanged = len(cards) == len(self.order) and set(cards) == set(self.order)
        return list(self.order) if unchanged else mixed


class Loaded(Dice):
    """These cards, by what is printed on them, come to the top of most shuffles."""

    def __init__(self, seed: int, first: Collection[str]) -> None:
        super().__init__(seed)
        self.first = first

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        mixed = super().shuffled(cards)
        if self._random.random() < 0.3:
            return mixed
        return sorted(mixed, key=lambda card: str(card).partition("/")[0] not in self.first)
