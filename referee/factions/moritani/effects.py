"""How a revealed terror token is carried out.

Each kind registers what it does at once, and the steps at which somebody still decides: one ``TerrorWaits`` at a time,
for which everybody waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from referee.common.factions import named
from referee.common.phones_at_seats import phones_of
from referee.factions.moritani.reaction import RULES, TerrorActs, TerrorWaits, pending
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, adds, after
from referee.kernel.table import Table
from referee.kernel.wording import say
from referee.screens.offers import Duty, Halts


class TerrorDone(Event, because=("2.12.05",)):
    """The token is carried out."""

    def apply(self, table: Table) -> None:
        table.drop(TerrorWaits)


@dataclass(frozen=True)
class TokenStep:
    """A decision: who makes it, what it is in the singular and to its player, by which commands, and whether that is
    done behind the shield.
    """

    asked: Callable[[TerrorWaits], str]
    does: str
    you: Callable[[TerrorWaits], str]
    by: tuple[type[Command], ...]
    shielded: bool = False


Acts = Callable[[TerrorActs, Table, Chance], Iterable[Event]]
EFFECTS: dict[str, Acts] = {}
STEPS: dict[str, TokenStep] = {}


def effect(kind: str) -> Callable[[Acts], Acts]:
    """Register what a kind of token does at once."""

    def register(acts: Acts) -> Acts:
        EFFECTS[kind] = acts
        return acts

    return register


def waits(step: str, event: TerrorActs, left: tuple[str, ...] = ()) -> TerrorWaits:
    return TerrorWaits(step, event.token, event.of, event.place, event.sector, left)


def next_step(step: str, now: TerrorWaits, left: tuple[str, ...] = ()) -> TerrorWaits:
    return TerrorWaits(step, now.token, now.of, now.place, now.sector, left)


@after(TerrorActs, rule="2.12.05")
def carried_out(event: TerrorActs, table: Table, chance: Chance) -> Iterable[Event]:
    return EFFECTS[event.token](event, table, chance)


def is_asked(table: Table, seat: str, *steps: str) -> TerrorWaits | None:
    """Return what waits for this seat at one of these steps."""
    now = pending(table, *steps)
    return now if now is not None and STEPS[now.step].asked(now) == seat else None


def not_yours(table: Table, seat: str, *steps: str) -> Iterator[Objection]:
    if is_asked(table, seat, *steps) is None:
        yield Objection("2.12.05", "Nothing of a terror token waits for you now.", firm=True)


@adds(Halts, rule="2.12.05", order=-1)
def a_token_waits(question: Halts, table: Table) -> Iterable[Duty]:
    if (now := pending(table)) is not None:
        step = STEPS[now.step]
        seat = step.asked(now)
        halts = say("{seat:The} {does} first.", seat=named(seat), does=named(seat).verb(step.does))
        behind = step.shielded and seat in phones_of(table)
        yield Duty(seat, step.does, RULES[now.token], step.by, you=step.you(now), shielded=behind, halts=halts)
