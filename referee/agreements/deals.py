"""Deals: noted in public, and shown when they are due.

Deals bind (1.12.00), but the referee enforces nothing: it shows who agreed on what, until the players close the deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.factions import named
from referee.common.turn import PHASES, phase_said
from referee.kernel import Chance, Command, Event, Objection, Public, SeatCommand, State, Table, Typed, Value, adds, say
from referee.offers.offer import TABLE, Blank, Offer, Offers, seats_of

RULE = "1.12.00"
LONGEST, ANY = 160, ""


class Deal(Value):
    """Who agreed on what, in which phase it is due, and the last turn it holds in (0: the whole game)."""

    number: int
    seat: str
    other: str
    words: str
    phase: str = ANY
    turn: int = 0


class Deals(State):
    """Open deals, and how many were ever made."""

    open: dict[int, Deal] = field(default_factory=dict)
    made: int = 0


def due(table: Table) -> list[Deal]:
    """Return the deals due in this phase and turn."""
    return [
        deal
        for deal in table.state(Deals).open.values()
        if deal.phase in {ANY, table.phase} and (not deal.turn or table.turn <= deal.turn)
    ]


def in_short(deal: Deal) -> str:
    until = say(" (until turn {turn})", turn=deal.turn) if deal.turn else ""
    return say(
        "{seat:The} and {other}: {words}{until}",
        seat=named(deal.seat),
        other=named(deal.other),
        words=deal.words,
        until=until,
    )


class DealMade(Event, because=(RULE,)):
    number: Public[int]
    seat: Public[str]
    other: Public[str]
    words: Public[Typed]
    phase: Public[str]
    turn: Public[int]
    says = "{seat!n:The} and {other!n} agree: {words}"

    def apply(self, table: Table) -> None:
        kept = table.put(table.state(Deals))
        kept.open[self.number] = Deal(self.number, self.seat, self.other, self.words, self.phase, self.turn)
        kept.made = max(kept.made, self.number)


class DealClosed(Event, because=(RULE,)):
    number: Public[int]
    says = "Deal {number} is settled."

    def apply(self, table: Table) -> None:
        table.put(table.state(Deals)).open.pop(self.number, None)


class MakeDeal(SeatCommand, by="table"):
    other: str
    words: str
    phase: str = ANY
    turn: int = 0

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.other not in table.seats or self.other == self.seat:
            yield Objection(RULE, "A deal is between two factions at this table. Choose two.", firm=True)
        if not 0 < len(self.words.strip()) <= LONGEST:
            yield Objection(RULE, say("Say what was agreed in at most {LONGEST} letters.", LONGEST=LONGEST), firm=True)
        if self.phase and self.phase not in PHASES:
            yield Objection(RULE, "No phase has that name. Choose one of the nine.", firm=True)
        if self.turn and self.turn < table.turn:
            yield Objection(RULE, "That turn is over. Enter a later turn, or 0 for the whole game.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        words = " ".join(self.words.split())
        yield DealMade(table.state(Deals).made + 1, self.seat, self.other, words, self.phase, self.turn)


class CloseDeal(Command, by="table", becomes=DealClosed):
    """Close a deal that was kept, broken or called off."""

    number: int

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.number not in table.state(Deals).open:
            yield Objection(RULE, "That deal is no longer open. Look at the list again.", firm=True)


@adds(Offers, rule=RULE, seat=TABLE)
def write_it_down(question: Offers, table: Table) -> Iterable[Offer]:
    if table.phase not in PHASES or len(table.seats) < 2:
        return ()
    seats = seats_of(table)
    phases = ((ANY, "Any phase"), *((phase, phase_said(phase).capitalize()) for phase in PHASES))
    blanks = (
        Blank("seat", "Who", "select", choices=seats),
        Blank("other", "With whom", "select", choices=seats[::-1]),
        Blank("words", "What was agreed"),
        Blank("phase", "Remind us in", "select", choices=phases),
        Blank("turn", "Until turn (0 for always)", "number", 0, 20, "0"),
    )
    open_now = tuple((str(deal.number), in_short(deal)) for deal in table.state(Deals).open.values())
    struck = Blank("number", "Deal", "select", choices=open_now)
    close = Offer(CloseDeal, "Remove a deal", RULE, (struck,), aside=True)
    return (Offer(MakeDeal, "Write down a deal", RULE, blanks, aside=True), *((close,) if open_now else ()))
