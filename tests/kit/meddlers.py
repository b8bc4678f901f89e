"""Random players who also forge requests: any command with any fields, from every seat, at every step.

Most values fit the table somewhere, or hardly a request would get past the first objection.
"""

from __future__ import annotations

import dataclasses
import typing
from collections import Counter
from functools import cache
from typing import Any

from referee.board.forces import RESERVES, TANKS, Forces
from referee.board.territories import TERRITORIES
from referee.common.factions import FACTIONS
from referee.common.turn import PHASES
from referee.kernel import OPTIONS, PUBLIC, Amount, Command, card_name, commands
from referee.offers.offer import offers, secret_offers
from referee.phases.bidding.auction import Bid, Pass
from referee.rulebook.book import rulebook
from tests.kit.fighters import Fighters
from tests.kit.players import CARDS

WORDS = "nobody public referee bank {} 0+0 1+1 -1 keep kill free yes no leave play weapon defence leader dial tanks"
STRANGE = ("", "\u2028", RESERVES, TANKS, *WORDS.split())
NUMBERS = (0, 0, 1, 1, 2, 3, 5, 10, 18, 20, 40, 999, 10**9, -1, -5)


@cache
def vocabulary() -> tuple[str, ...]:
    """Return every value that some command may accept."""
    leaders = [leader for one in FACTIONS.values() for leader in one.leaders]
    cards = [*CARDS, *{card_name(card) for card in CARDS}]
    places = [one.name for one in TERRITORIES.values()]
    return (*FACTIONS, *leaders, *cards, *places, *PHASES, *OPTIONS, *STRANGE)


class Meddlers(Fighters):
    """A table with a forged request after each tap; ``tried`` counts them, done and refused."""

    rate = 3

    def __init__(self, *how: Any) -> None:
        self.tried: Counter[tuple[str, bool]] = Counter()
        super().__init__(*how)

    def something(self) -> None:
        super().something()
        for _ in range(self.rate):
            self.meddle()

    def meddle(self) -> None:
        """Send a request that no screen offered; a public change must be heard by everybody."""
        seat = self.random.choice(list(self.public.seats))
        command = self.any_command(seat)
        before, heard = self._in_the_open(), self.sitting.version(PUBLIC)
        done = self.try_it(command, seat).done
        self.tried[type(command).__name__, done] += 1
        if done:
            assert command.by in {"seat", "both"} and getattr(command, "seat", seat) == seat, command
            assert self._in_the_open() == before or self.sitting.version(PUBLIC) > heard, command

    def _in_the_open(self) -> Any:
        """Return the state that must not change silently."""
        forces = self.truth.get(Forces)
        return self.truth.bank, dict(forces.held) if forces else {}, len(self.truth.deck), list(self.truth.discard)

    def any_command(self, seat: str) -> Command:
        """Return a random command for this seat or another one, sometimes close to an offer."""
        every = list(commands().values())
        kind = self.random.choice([one for one in every if one.by != "table"] if self.random.random() < 0.8 else every)
        hints = typing.get_type_hints(kind)
        words: dict[str, Any] = {}
        for field in dataclasses.fields(kind):
            if field.default is dataclasses.MISSING or self.random.random() < 0.5:
                words[field.name] = self._value(hints[field.name], seat)
        if "seat" in words:
            words["seat"] = seat if self.random.random() < 0.8 else self.random.choice([*self.public.seats, *STRANGE])
        for offer in (*offers(self.public, seat), *secret_offers(self.sitting.screen(seat), seat)):
            if offer.name == kind.__name__ and self.random.random() < 0.5:
                chosen = [(one.name, self.random.choice(one.choices)[0]) for one in offer.blanks if one.choices]
                words |= {name: word for name, word in (*offer.fixed, *chosen) if hints.get(name) is str}
        return kind(**words)

    def _value(self, hint: Any, seat: str) -> Any:
        dice = self.random
        if hint is bool:
            return dice.random() < 0.5
        if hint in (int, Amount):
            return dice.choice(NUMBERS)
        if hint is str:
            return dice.choice([*self.public.seats, *rulebook()]) if dice.random() < 0.4 else dice.choice(vocabulary())
        if hint is Command:
            return dice.choice([Bid(seat, dice.choice(NUMBERS)), Pass(seat)])
        return None if type(None) in typing.get_args(hint) else ()
