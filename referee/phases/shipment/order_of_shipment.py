"""Who ships and moves now. The order is kept where the referee knows the storm; else it is a reminder only."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board.storm import Storm, storm_order
from referee.common.factions import named
from referee.common.turn import by_hand, finished
from referee.kernel import Objection, Question, Table, ask, say


class ShipmentOrder(Question[tuple[str, ...]], rule="1.06.01"):
    """In which order do those ship and move who have not done so?"""

    def plain(self, table: Table) -> tuple[str, ...]:
        return tuple(seat for seat in storm_order(table) if seat not in finished(table) and not table.seats[seat].away)


def order_is_kept(table: Table) -> bool:
    """Return True if the referee enforces the order of shipment."""
    return table.phase == "shipment" and bool(table.state(Storm).sector) and not by_hand(table)


def out_of_turn(table: Table, seat: str) -> Iterator[Objection]:
    """Object if it is another faction's turn to ship and move, or this one has had its turn."""
    if not order_is_kept(table):
        return
    now = ask(table, ShipmentOrder()).value
    if seat in finished(table):
        yield Objection("1.06.01", say("{seat:The is} done.", seat=named(seat)), "NOT_ELIGIBLE")
    elif now and seat != now[0]:
        sentence = say("{seat:The ships and moves} now. Wait until they are done.", seat=named(now[0]))
        yield Objection("1.06.01", sentence, "NOT_YOUR_TURN")
