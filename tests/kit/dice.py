"""Chance in the hands of a test: every order of cards that a test may want, and the whole deck."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from referee.cards.deck import CLASSIC
from referee.running.dice import Dice as Dice


def same(number: str) -> bool:
    """Mark tests whose number is set by that variable: always the same, unless somebody sets it to try more."""
    return "REFEREE_SAME" in os.environ or number not in os.environ


def deck(*first: str) -> list[str]:
    """Return the whole deck as it is called now, with these cards on top, dealt from there to the seats in order."""
    cards = [f"{name}/{n}" for name, (_, copies, _) in CLASSIC.items() for n in range(1, copies + 1)]
    return [*first, *(card for card in cards if card not in first)]


DECK = tuple(deck())


class Backwards(Dice):
    """A shuffle turns the cards round."""

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        return list(reversed(cards))


class Thirds(Dice):
    """A shuffle takes every third card, then the others: so each seat is dealt traitors of several factions."""

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        """Return every third card, from the first, the second and the third on."""
        return [card for start in range(3) for card in cards[start::3]]


class Top(Dice):
    """These cards come to the top, whatever is shuffled."""

    def __init__(self, *first: str) -> None:
        super().__init__(7)
        self.first = list(first)

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        return sorted(super().shuffled(cards), key=lambda card: card not in self.first)


class Stacked(Dice):
    """The first shuffle gives a chosen order, if there is one; later ones move places, whatever lies there."""

    def __init__(self, seed: int, order: Sequence[str] = ()) -> None:
        super().__init__(seed)
        self.order = list(order)

    def shuffled(self, cards: Sequence[Any]) -> list[Any]:
        """Shuffle by the seed, but for the first time; the seed is used up alike either way."""
        mixed = super().shuffled(cards)
        if "/" in str(mixed[:1]):
            self.order = self.order or mixed
        same = len(cards) == len(self.order) and set(cards) == set(self.order)
        return list(self.order) if same else mixed
