"""The homeworld Ix: two Suboids come back free with a Cyborg that was paid for.

That the stronghold does not move while it is low stands with the stronghold, and who looks through the cards in the
deck.
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.forces import TANKS, Group, forces_in
from referee.board.worlds import Sides, World, is_high, world
from referee.factions.ixian import ME
from referee.factions.ixian.deck import WORLD
from referee.kernel import Chance, Event, Table, after
from referee.phases.revival.limits_and_prices import EXTRA, OWN, ForcesRevived

RULE, MORE = "4.04.18", 2
world(
    World(
        *(WORLD, ME, RULE, 5, (2, 2), 2),
        does=Sides(
            "When you pay to revive a Cyborg, 2 Suboids come back free.",
            "The Hidden Mobile Stronghold does not move.",
            "The occupier looks through the cards before the auction and puts one back, in place of Ixians.",
        ),
    ),
    __name__,
)


@after(ForcesRevived, rule=RULE)
def two_suboids_with_it(event: ForcesRevived, table: Table, chance: Chance) -> Iterable[Event]:
    """The dearest come free, so a Cyborg was paid for where more came back than were free."""
    paid = event.seat == ME and event.account == OWN and event.special > event.free
    dead = forces_in(table, ME, TANKS) or Group()
    many = min(MORE, dead.normal) if paid and is_high(table, WORLD) else 0
    if many:
        yield ForcesRevived(ME, many, 0, many, EXTRA, (RULE,))
