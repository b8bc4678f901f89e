"""Spice dialing: what a player has put behind the forces of a battle goes to the bank; the wheels stay on the table."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.leaders import LeaderDied
from referee.common.ledger import BANK, pay, too_dear
from referee.common.offers import TABLE, Blank, Offer, Offers
from referee.common.physical import battles_are_refereed
from referee.common.turn import in_this_phase
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, adds
from referee.kernel.table import Table
from referee.phases.battle.list import noted_places
from referee.phases.battle.state import LiveBattle
from referee.phases.turn.counting import ForcesToTanks

RULE = "1.13.04.04"


class PayForForces(Command):
    """Pay the spice that was dialed in a battle."""

    by = "seat"
    seat: str
    amount: int

    def objections(self, table: Table) -> Iterable[Objection]:
        """In the advanced game, out of their own purse."""
        if table.rules != "advanced" or table.phase != "battle":
            sentence = "Spice is dialed in battles of the advanced game only. Wait for the battle phase."
            yield Objection(RULE, sentence)
        elif not self.amount:
            yield Objection(RULE, "Enter how much spice was dialed, one or more.", "BAD_INPUT")
        yield from too_dear(table, self.seat, self.amount, RULE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """It goes to the bank."""
        yield from pay(self.seat, BANK, self.amount, "Spice dialed", (RULE,))


def fought_by_hand(table: Table) -> bool:
    """Say whether battles of this phase are fought without the referee: left to the table, or a loss was entered."""
    if table.phase != "battle" or table.get(LiveBattle) is not None or noted_places(table):
        return False
    losses = any(isinstance(event, (ForcesToTanks, LeaderDied)) for event in in_this_phase(table))
    return losses or not battles_are_refereed(table)


@adds(Offers, rule=RULE)
def after_a_battle(question: Offers, table: Table) -> Iterable[Offer]:
    """Where battles are fought by hand, everybody may have to pay in the advanced game."""
    if question.seat == TABLE or table.rules != "advanced" or not fought_by_hand(table):
        return ()
    blank = Blank("amount", "Spice dialed", "number", 1, 20, "1")
    return (Offer("PayForForces", "Pay for a battle fought by hand", RULE, (blank,)),)
