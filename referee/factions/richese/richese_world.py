"""The homeworld Richese: who occupies it gets half of what is paid for a cache card.

Reserves beside a No-Field, and a No-Field that stays, stand with the token; who chooses the card with the cache.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.worlds import Sides, World, occupier, world
from referee.factions.richese import ME, WORLD, WORLD_RULE
from referee.factions.richese.sale import RicheseSale
from referee.holdings.ledger import pay
from referee.holdings.purse import PricePaid
from referee.kernel import Chance, Event, Table, after, phrase

HALF = phrase("spice.richese_half", "Half of the payment for a cache card")
world(
    World(
        *(WORLD, ME, WORLD_RULE, 10, (2, 2), 1),
        does=Sides(
            "Reserves may ship together with a No-Field.",
            "A No-Field does not move.",
            "The occupier chooses the cache card, and gets half of what is paid for it.",
        ),
    ),
    __name__,
)


@after(PricePaid, rule=WORLD_RULE)
def half_to_the_occupier(event: PricePaid, table: Table, chance: Chance) -> Iterable[Event]:
    seat, sale = occupier(table, WORLD), table.get(RicheseSale)
    if seat and event.payee == ME and sale is not None and sale.source == "cache":
        yield from pay(ME, seat, event.price // 2, HALF(), (WORLD_RULE,))
