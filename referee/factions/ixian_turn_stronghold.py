"""Ixians and their stronghold that moves: what is due on the board is said, and the spice on its way is taken.

The board stays physical: where the stronghold points nobody tells the referee.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.factions.ixian import ME
from referee.factions.ixian_turn import HOME
from referee.facts import Event
from referee.phases.ledger import SpiceOnBoard, lying, pay
from referee.phases.movement import MoveRange, flies
from referee.phases.offers import Blank, Offer, Offers
from referee.phases.present import Says, WhatNow, whose_turn
from referee.phases.shipment import MayLand
from referee.phases.turn import in_phase
from referee.phases.weather import has_moved
from referee.play import Amount, Ask, Objection
from referee.rulings import Chance, ruling
from referee.table import Table

PLACED, MOVED, ON_THE_WAY = "2.07.10", "2.07.11", "2.07.12"


def _says(so_far: tuple[Says, ...], words: str, rule: str) -> tuple[Says, ...]:
    return (*so_far, Says(words, rule, mute=True))


@ruling(WhatNow, rule=PLACED)
def laid_beside_the_map(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    """In the first turn it is placed once the storm has moved."""
    if ME not in table.seats or table.phase != "storm" or table.turn != 1:
        return None
    return _says(
        so_far,
        "After this storm the Ixians lay their stronghold beside the map.",
        PLACED,
    )


@ruling(WhatNow, rule=MOVED)
def moved_before_the_storm(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    """Later it moves before anybody dials."""
    if ME not in table.seats or table.phase != "storm" or table.turn == 1 or has_moved(table):
        return None
    words = "First the Ixians may move their stronghold up to 3 territories and take spice on its way."
    return _says(so_far, words, MOVED)


@ruling(MayLand, rule="2.07.13")
def nobody_else_ships_inside(question: MayLand, table: Table, so_far: bool) -> bool | None:
    """Only the Ixians ship straight into it."""
    return False if question.goal == HOME and question.seat != ME else None


@ruling(MoveRange, rule="2.07.07")
def cyborgs_walk_two(question: MoveRange, table: Table, so_far: int) -> int | None:
    """A group with a cyborg moves two territories."""
    return max(2, so_far) if question.seat == ME else None


@ruling(WhatNow, rule="2.07.08")
def suboids_walk_one(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    """Suboids alone do not keep up."""
    walks = table.phase == "shipment" and whose_turn(table) == ME and not flies(table, ME)
    return _says(so_far, "Suboids without a cyborg move one territory.", "2.07.08") if walks else None


# -- spice on the way -------------------------------------------------------------------------------


@dataclass(frozen=True)
class TakeOnTheWay(Ask):
    """Take spice that the moving stronghold leaves, crosses or reaches."""

    seat: str
    territory: str
    amount: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        """Before a storm of a later turn, spice that lies there."""
        yield from in_phase(table, "storm")
        there = lying(table, self.territory)
        if self.seat != ME or table.turn == 1:
            yield Objection(ON_THE_WAY, "No stronghold is moving now that could take spice.", "NOT_NOW", True)
        elif not isinstance(self.amount, int) or not 1 <= self.amount <= there:
            yield Objection(ON_THE_WAY, f"{there} spice lies there. Take 1 to {there}, 2 for each force inside.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """From the board behind the shield."""
        yield from pay(f"on:{self.territory}", ME, int(self.amount), "On the way of the stronghold", (ON_THE_WAY,))


@ruling(Offers, rule=ON_THE_WAY)
def what_it_crosses(question: Offers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """While spice lies anywhere, before the storm has moved."""
    board = (table.get(SpiceOnBoard) or SpiceOnBoard()).lying
    choices = tuple((name, f"{name} ({amount})") for name, amount in board.items() if amount)
    due = question.seat == ME and table.phase == "storm" and table.turn > 1 and not has_moved(table)
    if not due or not choices:
        return None
    where = Blank("territory", "Your stronghold passes", "select", choices=choices)
    many = Blank("amount", "Spice, 2 for each force inside", "number", 1, 40, "2")
    return (*so_far, Offer("TakeOnTheWay", "Take the spice", ON_THE_WAY, (where, many)))
