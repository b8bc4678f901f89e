"""Running the turn: from phase to phase and from turn to turn.

The board stays physical: the referee keeps spice, hands and limits, and asks for the few public events it needs. Every
phase can be skipped or done by hand; a table that wants the referee for bids alone never leaves the bidding phase.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.turn import PHASES, PhaseBegan, TurnBegan
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance
from referee.kernel.table import Table
from referee.phases.agreements.bribes import bribes_taken_in
from referee.phases.bidding.auction import begins, lay_back
from referee.phases.bidding.events import BiddingEnded
from referee.phases.bidding.state import Bidding
from referee.phases.mentat.victory import winner
from referee.screens.what_now import by_hand, left_over

MOST_TURNS = 20


class GoTo(Command):
    """Go on to a phase, ``anyway`` if something is left undone; the storm after a Mentat Pause begins the next turn."""

    by = "table"
    waits = True
    phase: str
    anyway: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        bidding = table.get(Bidding)
        if self.phase not in PHASES:
            yield Objection("1.00.00", "No phase has that name. Choose one of the nine.")
        elif not table.seats:
            yield Objection("0.07", "Nobody plays at this table yet. Set it up first.")
        elif winner(table):
            yield Objection("1.09.02", "The game is over. Undo the victory check if that was a mistake.")
        elif table.phase == "bidding" and bidding and bidding.step not in {"declare", "deal", "over"}:
            yield Objection("1.04.08", "Bidding is not over. Sell the cards or end bidding first.")
        left_undone = () if self.anyway or self.phase == table.phase else left_over(table)
        for left in (one for one in left_undone if one.holds_up):
            yield Objection(left.rule, f"{left.words} Do that first, or continue without it.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        bidding = table.get(Bidding)
        if table.phase == "bidding" and bidding and bidding.step in {"declare", "deal"}:
            yield BiddingEnded(("4.97.03",))
        if self.phase == PHASES[0] and table.phase == PHASES[-1]:
            yield from bribes_taken_in(table)
            yield TurnBegan(min(table.turn + 1, MOST_TURNS))
        if self.phase == "bidding" and not by_hand(table, self.phase):
            yield from begins(table, table.turn, table.first_player)
        else:
            yield PhaseBegan(self.phase)


class EndBidding(Command):
    """End the bidding phase now; cards left in the row go back."""

    by = "table"

    def objections(self, table: Table) -> Iterable[Objection]:
        bidding = table.get(Bidding)
        if table.phase != "bidding" or bidding is None or bidding.step == "over":
            yield Objection("1.04.08", "Bidding has not begun. Begin it first.")
        elif bidding.step == "settle":
            yield Objection("1.04.06.02", "A card is sold but not yet paid. Settle that first.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        bidding = table.get(Bidding)
        if bidding and bidding.row:
            yield from lay_back(table, ("4.97.03",), chance)
        yield BiddingEnded(("4.97.03",))
