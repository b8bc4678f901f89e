"""The power of each faction that a card unlocks once in the whole advanced game (1.14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from referee.common.factions import named
from referee.common.turn import ANY, in_phase
from referee.holdings.hands import CardDiscarded
from referee.kernel import REFEREE, Chance, CommandFlags, Event, Objection, Table, ask, say
from referee.offers.choices import Choice
from referee.powers.powers import CardPlayed, OnceUsed, SpecialUsed


class GreatPower(Choice[str], abstract=True, by="seat", unlisted=("card",), gains=1):
    """A faction's once-a-game power (1.14), which ``who`` may use in its ``phase`` while a card unlocks it.

    Its field ``card`` says which, where several would. It is used on the faction ``of``, if it has such a field.
    """

    free = True

    def __init_subclass__(cls, **flags: Unpack[CommandFlags]) -> None:
        super().__init_subclass__(**flags)
        cls.family = cls

    @classmethod
    def waiting(cls, table: Table) -> str:
        """Return its faction where its cards are known, on its own table and the referee's, while it can be used."""
        if cls.who not in table.seats or any(cls._shut(table, cls.who)) or table.viewer not in {cls.who, REFEREE}:
            return ""
        return "" if any(cls._barred(table, cls.who, "")) else cls.who

    @classmethod
    def _shut(cls, table: Table, seat: str) -> Iterator[Objection]:
        """Object unless it is this faction's power, in its phase, as everybody knows."""
        if cls.phase != ANY:
            yield from in_phase(table, cls.phase)
        if seat != cls.who or table.rules != "advanced":
            sentence = say("{seat:The has} no such once-a-game power; the basic game has none.", seat=named(seat))
            yield Objection(cls.rule, sentence, "NOT_ELIGIBLE")
        elif seat in table.state(OnceUsed).seats:
            yield Objection("1.13.06", "This once-a-game power is used up.", "NOT_ELIGIBLE")

    @classmethod
    def _barred(cls, table: Table, seat: str, card: str) -> Iterator[Objection]:
        """Object unless it is this faction's power, in its phase, with a card to unlock it."""
        shut = tuple(cls._shut(table, seat))
        yield from shut
        for_nobody = any(one.code == "NOT_ELIGIBLE" for one in shut)
        if not for_nobody and not ask(table, CardPlayed(seat, card)).value:
            yield Objection("3.01.11.05", "You hold no card that unlocks this power.", "CARD_NOT_HELD")

    @property
    def key(self) -> str:
        """Return the name of the card that is to unlock it, "" for the first that can."""
        return str(getattr(self, "card", ""))

    def aim(self, table: Table) -> str:
        """Return on whom it is used."""
        return str(getattr(self, "of", self.seat))

    def objections(self, table: Table) -> Iterator[Objection]:
        yield from self._barred(table, self.seat, self.key)
        yield from self.against(table, self.seat)

    def decide(self, table: Table, chance: Chance) -> Iterator[Event]:
        yield CardDiscarded(self.seat, ask(table, CardPlayed(self.seat, self.key)).value, ("3.01.11.05",))
        yield SpecialUsed(self.seat, self.aim(table), (self.rule, "1.14.00", "1.13.06"))
        yield from self.outcome(table, self.seat, chance)
