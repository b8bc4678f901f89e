"""Turn 1 begun with one tap: the rest of set-up is dealt and counted.

Traitors are chosen, the prediction sealed and forces placed at the same time on phones. The storm is dialed after
forces are placed, by players who are named; who has not chosen a traitor is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces_counted import KeepCount, counted
from referee.board.storm import Storm
from referee.common.turn import PHASES, TurnBegan, by_hand
from referee.common.what_is_physical import cards_are_dealt
from referee.holdings.traitors import DealTraitors, Traitors
from referee.kernel import Chance, Event, Objection, Table, adds
from referee.offers.offer import TABLE, Blank, Offer, Offers, seats_of
from referee.paper.join_midgame import PositionTaken
from referee.phases.storm.storm_moves import SeatMarkers
from referee.powers.karama_windows import against
from referee.turn.next_phase import GoTo

COUNTS = ("revival", "shipment", "battle")  # the phases that know more where forces are counted


def _joined(table: Table) -> bool:
    return table.get(PositionTaken) is not None


class StartTurnOne(GoTo):
    """Start turn 1: deal traitors if nothing comes before them, count forces, place markers, begin with the storm.

    ``first`` has the marker the storm reaches first, "" if not entered.
    """

    phase: str = PHASES[0]
    first: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from super().objections(table)
        if table.phase != "lobby" or table.turn != 1 or _joined(table):
            yield Objection("0.15", "This game has begun. Continue with the phase that is played.", firm=True)
        if self.first and self.first not in table.seats:
            yield Objection("0.10", "The first circle belongs to one of the players. Choose a seat.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Skip what was dealt, counted or placed already, and what the table does itself."""
        yield TurnBegan(table.turn)
        dealt = cards_are_dealt(table) and not by_hand(table, "battle")
        if dealt and not table.state(Traitors).done and not against(table, DealTraitors()):
            yield from DealTraitors().decide(table, chance)
        if not any(counted(table, seat) for seat in table.seats) and not all(by_hand(table, thing) for thing in COUNTS):
            yield from KeepCount().decide(table, chance)
        if self.first and not table.state(Storm).markers:
            yield from SeatMarkers(self.first).decide(table, chance)
        yield from super().decide(table, chance)


@adds(Offers, rule="0.15", phase="lobby", seat=TABLE)
def start_turn_one(question: Offers, table: Table) -> Iterable[Offer]:
    bids_alone = all(by_hand(table, phase) for phase in PHASES if phase != "bidding")
    if table.turn == 1 and not _joined(table) and not bids_alone and table.seats:
        first = Blank(
            "first", "First circle after Storm Start", "select", value=table.first_player, choices=seats_of(table)
        )
        blanks = () if table.state(Storm).markers or by_hand(table, PHASES[0]) else (first,)
        yield Offer(StartTurnOne, "Start turn 1", "0.15", blanks, lead=True)
