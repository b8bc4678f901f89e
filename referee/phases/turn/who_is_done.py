"""Saying that one is done with a phase: a tap that everybody sees, so that the table knows for whom it waits.

Charity, revival and collection are done by all together; shipment goes in storm order, the First Player first. Nobody
need say it: the table goes on when it likes. That somebody is done tells no more than silence at the table would.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.common.factions import named
from referee.common.offers import TABLE, Offer, Offers
from referee.common.what_now import Mark, OnTurn, SeatMark
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public
from referee.kernel.rulings import Chance, adds, ruling
from referee.kernel.table import Table
from referee.kernel.wording import Called
from referee.phases.charity import claims
from referee.phases.storm.storm_order import storm_order

TOGETHER = ("choam_charity", "revival", "spice_collection")
IN_ORDER = ("shipment",)
WORDS = {"choam_charity": "No claim", "shipment": "Moved"}


@dataclass
class Finished:
    """Who has said to be done, in which turn and phase."""

    turn: int
    phase: str
    seats: list[str] = field(default_factory=list)


def finished(table: Table) -> tuple[str, ...]:
    kept = table.get(Finished)
    fresh = kept is not None and (kept.turn, kept.phase) == (table.turn, table.phase)
    return tuple(kept.seats) if kept and fresh else ()


class SeatDone(Event):
    """A faction is done with the phase."""

    seat: Public[str]
    because = ("4.97.10",)

    def apply(self, table: Table) -> None:
        table.put(Finished(table.turn, table.phase, [*finished(table), self.seat]))

    def sentence(self, name: Called) -> str:
        return f"{name(self.seat):The is} done."


class SayDone(Command):
    """Say that one is done with this phase."""

    by = "both"
    waits = True
    in_order = True
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if table.phase not in (*TOGETHER, *IN_ORDER):
            yield Objection("4.97.10", "Nobody has to say done in this phase.", firm=True)
        elif self.seat in finished(table):
            yield Objection("4.97.10", f"{named(self.seat):The is} already done. Wait for the others.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield SeatDone(self.seat)


def _through(table: Table, seat: str) -> bool:
    claimed = table.phase == "choam_charity" and seat in claims(table).seats
    return claimed or seat in finished(table) or table.seats[seat].away


@ruling(OnTurn, rule="1.00.00")
def whoever_is_not_done(question: OnTurn, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    """All who are not done, or in shipment the first of them in storm order."""
    if table.phase not in (*TOGETHER, *IN_ORDER):
        return None
    waiting = tuple(seat for seat in storm_order(table) if not _through(table, seat))
    return waiting[:1] if table.phase in IN_ORDER else waiting


@ruling(SeatMark, rule="1.00.00")
def done_or_not(question: SeatMark, table: Table, so_far: Mark) -> Mark | None:
    """A tick for whoever is done."""
    if table.phase == "choam_charity" and question.seat in claims(table).seats:
        return Mark("Claimed", "check", True)
    if question.seat in finished(table):
        return Mark(WORDS.get(table.phase, "Done"), "check", True)
    return None


@adds(Offers, rule="4.97.10")
def say_when_done(question: Offers, table: Table) -> Iterable[Offer]:
    """A seat may say that it is done."""
    if question.seat == TABLE or table.phase not in (*TOGETHER, *IN_ORDER):
        return ()
    label = "No claim" if table.phase == "choam_charity" else "Done"
    if _through(table, question.seat):
        return ()
    return (Offer("SayDone", label, "4.97.10", aside=True),)
