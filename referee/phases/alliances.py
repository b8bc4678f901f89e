"""Alliances: formed and broken at a Nexus, two factions each; the table says so and the referee keeps it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.facts import Event, Public
from referee.phases.offers import TABLE, Blank, Offer, Offers
from referee.phases.setup import Allied, faction_name
from referee.phases.spice_blow import SpiceCardTurned
from referee.phases.turn import PhaseBegan
from referee.play import Ask, Objection
from referee.rulings import Chance, ruling
from referee.table import Table


@dataclass(frozen=True)
class AllianceBroken(Event):
    """A faction left its alliance."""

    seat: Public[str]
    because = ("1.10.01.05",)

    def apply(self, table: Table) -> None:
        """Part the two."""
        table.alliances = [pair for pair in table.alliances if self.seat not in pair]

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say who."""
        return f"{name(self.seat)} leaves the alliance."


@dataclass(frozen=True)
class JoinForces(Ask):
    """Form an alliance of two."""

    by = "table"
    seat: str
    other: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Two factions at this table, each without an ally."""
        pair = (self.seat, self.other)
        if self.seat == self.other or any(seat not in table.seats for seat in pair):
            yield Objection("1.10.01.01", "An alliance joins two different factions at this table. Choose two.")
        elif any(table.ally(seat) for seat in pair):
            sentence = "One of them has an ally, and an alliance has two members. Break that alliance first."
            yield Objection("1.10.01.03", sentence, "ALLIANCE_FULL")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Join them."""
        yield Allied((self.seat, self.other))


@dataclass(frozen=True)
class LeaveAlliance(Ask):
    """Break an alliance."""

    by = "table"
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only a faction that has an ally."""
        if self.seat not in table.seats or not table.ally(self.seat):
            yield Objection("1.10.01.05", "That faction has no ally. Choose another.", "NOT_ALLIED")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Part them."""
        yield AllianceBroken(self.seat)


def worm_came(table: Table) -> bool:
    """Say whether a worm has come in the phase that is played."""
    for heard in reversed(table.log):
        if isinstance(heard.fact, PhaseBegan):
            return False
        if isinstance(heard.fact, SpiceCardTurned) and heard.fact.worm:
            return True
    return False


@ruling(Offers, rule="1.10.01")
def at_a_nexus(question: Offers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """A worm brings a Nexus, and with it new alliances; a table that saw one may enter them without it."""
    if question.seat != TABLE or table.phase != "spice_blow":
        return None
    seats, aside = tuple((seat, faction_name(seat)) for seat in table.seats), not worm_came(table)
    free = tuple(one for one in seats if not table.ally(one[0]))
    allied = tuple(one for one in seats if table.ally(one[0]))
    pair = (Blank("seat", "Faction", "select", choices=free), Blank("other", "Ally", "select", choices=free[::-1]))
    join = Offer("JoinForces", "Nexus: form an alliance", "1.10.01.01", pair, aside=aside)
    whose = Blank("seat", "Faction", "select", choices=allied)
    leave = Offer("LeaveAlliance", "Break an alliance", "1.10.01.05", (whose,), aside=aside)
    return (*so_far, *((join,) if len(free) > 1 else ()), *((leave,) if allied else ()))
