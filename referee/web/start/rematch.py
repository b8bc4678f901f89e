"""The same people once more: everybody one seat on, or seats, factions and who chooses first by a sealed draw.

The next draw for so many players is made and its seal shown before anybody asks for it; with the draw its salt and
order are shown, so that everybody can compute the seal again (4.97.60). How often was drawn is said, for nobody is to
draw until they like it.
"""

from __future__ import annotations

from dataclasses import field
from threading import Lock
from typing import Final

from referee.common import sealed_shuffles
from referee.common.sealed_shuffles import in_fours, salt_drawn
from referee.kernel import State, Value, listed, say
from referee.running.dice import Dice
from referee.web.start.join_midgame import SeatRow

ON, SEATS, FACTIONS, CHOICE = "on", "seats", "factions", "choice"
WAYS: Final = ((ON, "Everybody one seat on"), (SEATS, "Draw seats"), (FACTIONS, "Draw factions"),
               (CHOICE, "Draw who chooses first"))  # fmt: skip


class Draw(Value):
    """A draw of some numbers from 1 on."""

    salt: str
    order: tuple[int, ...]

    @property
    def seal(self) -> str:
        return sealed_shuffles.seal_of(self.salt, [str(number) for number in self.order])


class Draws(State):
    """The next draw for each number of players, and how many were made since the program started."""

    made: int = 0
    waiting: dict[int, Draw] = field(default_factory=dict)
    dice: Dice = field(default_factory=Dice)
    _lock: Lock = field(default_factory=Lock)

    def next(self, players: int) -> Draw:
        with self._lock:
            return self._next(players)

    def take(self, players: int) -> tuple[Draw, int]:
        """Return the draw whose seal was shown, and its number; the next one is another."""
        with self._lock:
            drawn = self._next(players)
            del self.waiting[players]
            self.made += 1
            return drawn, self.made

    def _next(self, players: int) -> Draw:
        if players not in self.waiting:
            salt = salt_drawn(self.dice)
            self.waiting[players] = Draw(salt, tuple(self.dice.shuffled(range(1, players + 1))))
        return self.waiting[players]


def reseat(rows: list[SeatRow], way: str, draws: Draws) -> tuple[str, ...]:
    """Seat the same people otherwise; return what is said of it. An unknown way changes nothing."""
    people = [row.player for row in rows]
    if way == ON:
        _give(rows, [people[-1], *people[:-1]])
        return ()
    if way not in {SEATS, FACTIONS, CHOICE}:
        return ()
    drawn, number = draws.take(len(rows))
    order = [place - 1 for place in drawn.order]
    if way == SEATS:
        _give(rows, [people[place] for place in order])
    elif way == FACTIONS:
        dealt = [rows[place].faction for place in order]
        for row, faction in zip(rows, dealt, strict=True):
            row.faction = faction
    words = listed([str(one) for one in drawn.order], ",")
    said = [say("Draw {n}, sealed before: {order}", n=number, order=words)]
    if way == CHOICE:
        called = [people[place].strip() or str(place + 1) for place in order]
        said.append(say("Choose factions in this order: {people}", people=listed(called, ",")))
    proof = {"seal": in_fours(drawn.seal), "salt": drawn.salt}
    return (*said, say("Seal {seal}, salt {salt}.", **proof))


def _give(rows: list[SeatRow], people: list[str]) -> None:
    for row, player in zip(rows, people, strict=True):
        row.player = player
