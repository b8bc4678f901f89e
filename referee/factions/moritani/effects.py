"""How a revealed terror token is carried out: what it does at once, and what is still decided (``TerrorWaits``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from referee.factions.moritani import ME
from referee.factions.moritani.reaction import TerrorActs, TerrorWaits
from referee.kernel import Chance, Event, Table, after
from referee.offers.choices import Choice


class TerrorDone(Event, because=("2.12.05",), drops=TerrorWaits):
    """The token is carried out."""


class TokenChoice(Choice[TerrorWaits], abstract=True):
    """A decision on a revealed token, at one ``step`` of it."""

    rule, who = "2.12.05", ME
    nothing = "Nothing of a terror token waits for you now."
    step: ClassVar[str] = ""

    @classmethod
    def waiting(cls, table: Table) -> TerrorWaits | None:
        return table.get(TerrorWaits)

    @classmethod
    def concerned(cls, now: TerrorWaits) -> bool:
        return now.step == cls.step


Acts = Callable[[TerrorActs, Table, Chance], Iterable[Event]]
EFFECTS: dict[str, Acts] = {}  # what each kind of token does at once


def waits(step: str, now: TerrorActs | TerrorWaits, left: tuple[str, ...] = ()) -> TerrorWaits:
    return TerrorWaits(step, now.token, now.of, now.place, now.sector, left)


@after(TerrorActs, rule="2.12.05")
def carried_out(event: TerrorActs, table: Table, chance: Chance) -> Iterable[Event]:
    return EFFECTS[event.token](event, table, chance)
