"""An answer on the order of shipment: may the Guild go first, at this table and now."""

from __future__ import annotations

from referee.factions.spacing_guild import ME
from referee.factions.spacing_guild.turn_order import AHEAD, RULE, StepIn
from referee.kernel import Table
from referee.offers.answers import Asked, Reply, answers, may


@answers
def may_go_first(asked: Asked, table: Table) -> Reply | None:
    if ME not in table.seats or (asked.faction or asked.seat) != ME:
        return None
    if table.rules != "advanced":
        return Reply("No. In the basic game the Guild ships and moves in storm order.", ("2.06.00", "1.06.01"))
    yes = "The Guild may act before anybody else's turn, but not between a shipment and a move."
    return may(StepIn(ME), table, yes, (AHEAD, RULE))
