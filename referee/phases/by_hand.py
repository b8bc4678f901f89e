"""Powers that are used on the board, where the referee sees nothing: their faction announces them and goes ahead.

The announcement opens the same window as any other. What then happens on the board, the players do themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.facts import Event, Public
from referee.phases.announcing import Uses
from referee.phases.offers import TABLE, Blank, Offer, Offers
from referee.phases.powers import Power, Stoppable, StopSeconds
from referee.phases.turn import PHASES
from referee.play import Ask, Objection
from referee.rulings import Chance, ask, ruling
from referee.table import Table


@dataclass(frozen=True)
class PowerUsed(Event):
    """A faction used a power on the board."""

    seat: Public[str]
    rule: Public[str]
    line: Public[str]

    def rules(self) -> tuple[str, ...]:
        """Return the rule of the power."""
        return (self.rule, "4.90.03")

    def apply(self, table: Table) -> None:
        """The board shows what follows."""

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say that it goes ahead."""
        return f"It goes ahead: {self.line}"


def by_hand(table: Table, seat: str) -> tuple[Power, ...]:
    """Return the powers of this faction that are used on the board in the phase that is played."""
    powers = ask(table, Stoppable(table.phase)).value if table.phase in PHASES else ()
    return tuple(power for power in powers if power.seat == seat and power.by_hand)


@dataclass(frozen=True)
class AnnouncePower(Ask):
    """Say that one uses a power of one's own on the board."""

    waits = True
    seat: str
    rule: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Of one's own, in its phase, and not one that was stopped."""
        if self.rule not in {power.rule for power in by_hand(table, self.seat)}:
            sentence = "This faction has no such power in this phase, or it was stopped. Go on without it."
            yield Objection("4.90.03", sentence, "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """It goes ahead."""
        for power in by_hand(table, self.seat):
            if power.rule == self.rule:
                yield PowerUsed(self.seat, self.rule, power.line)


@ruling(Uses, rule="4.90.03")
def the_power_itself(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """Whoever announces a power uses it."""
    wish = question.wish
    if not isinstance(wish, AnnouncePower):
        return None
    return (*so_far, *(power for power in by_hand(table, wish.seat) if power.rule == wish.rule))


@ruling(Offers, rule="4.90.03")
def announce_it(question: Offers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """A faction announces what it does on the board, where the table plays with a window."""
    window = question.seat != TABLE and ask(table, StopSeconds()).value
    powers = by_hand(table, question.seat) if window else ()
    choices = tuple((power.rule, power.line) for power in powers)
    blank = Blank("rule", "Power", "select", value=choices[0][0] if choices else "", choices=choices)
    return (*so_far, Offer("AnnouncePower", "Announce this power", "4.90.03", (blank,))) if powers else None
