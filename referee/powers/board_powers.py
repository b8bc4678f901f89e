"""Powers used on the board, where the referee sees nothing: the faction announces one and goes ahead.

The announcement opens the usual window. What then happens on the board, the players do themselves.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.factions import named
from referee.common.turn import PHASES
from referee.kernel import (
    Called,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    Table,
    adds,
    ask,
    memoized,
    say,
)
from referee.offers.offer import Blank, Offer, Offers
from referee.powers.karama_windows import Uses, is_seen
from referee.powers.powers import Power, Stoppable, power_by_rule, stop_seconds


class PowerUsed(SeatEvent, later=("line",)):
    rule: Public[str]
    line: Public[str] = ""  # of old journals

    def rules(self) -> tuple[str, ...]:
        return (self.rule, "4.90.03")

    def sentence(self, name: Called) -> str:
        return say("{line} Nobody stopped it.", line=self.line or power_by_rule(self.rule, self.seat).line)


def by_hand(table: Table, seat: str) -> tuple[Power, ...]:
    """Return the powers of this faction that are used on the board in this phase, unseen by the referee."""
    return tuple(power for power in _of_the_board(table) if power.seat == seat and not is_seen(table, power))


@memoized
def _of_the_board(table: Table) -> tuple[Power, ...]:
    powers = ask(table, Stoppable(table.phase)).value if table.phase in PHASES else ()
    return tuple(power for power in powers if power.by_hand)


class AnnouncePower(SeatCommand, by="both", waits=True, becomes=PowerUsed):
    """Announce a power of one's own that is used on the board."""

    rule: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.rule not in {power.rule for power in by_hand(table, self.seat)}:
            sentence = say(
                "{seat:The has} no such power now, or it was stopped. Continue without it.", seat=named(self.seat)
            )
            yield Objection("4.90.03", sentence, "NOT_ELIGIBLE", firm=True)


@adds(Uses, rule="4.90.03")
def the_power_itself(question: Uses, table: Table) -> Iterable[Power]:
    command = question.command
    if not isinstance(command, AnnouncePower):
        return ()
    return (power for power in by_hand(table, command.seat) if power.rule == command.rule)


@adds(Offers, rule="4.90.03")
def announce_it(question: Offers, table: Table) -> Iterable[Offer]:
    choices = tuple((power.rule, power.line) for power in by_hand(table, question.seat))
    if choices and stop_seconds(table):
        blank = Blank("rule", "Power", "select", value=choices[0][0], choices=choices)
        yield Offer(AnnouncePower, "Announce this power", "4.90.03", (blank,), part="seldom")
