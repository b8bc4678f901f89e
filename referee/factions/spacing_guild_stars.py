"""What of the Spacing Guild bears a star, and when it is announced.

That others pay the Guild is no use of a power that the Guild announces, so a passage is not held up for it; whoever
wants to stop that payment does so before the forces are shipped.
"""

from __future__ import annotations

from referee.phases.announcing import Uses
from referee.phases.powers import Power, starred
from referee.phases.shipment import ACROSS, HOME
from referee.phases.shipping import Ship
from referee.rulings import ruling
from referee.table import Table

ME = "spacing_guild"
PAID = Power("2.06.04", ME, "PAYMENT_FOR_SHIPMENT", "after", "The Guild is paid for the shipment.")
ACROSS_POWER = Power("2.06.05.01", ME, "CROSS_SHIP", "after", "The Guild ships across the board.")
BACK = Power("2.06.05.02", ME, "OFF_PLANET", "after", "The Guild ships back to its reserves.")
RATE = Power("2.06.06", ME, "HALF_PRICE_SHIPPING", "after", "The Guild ships at half price.")
ALLY_RATE = Power("2.06.09", ME, "ALLY_HALF_PRICE", "after", "The Guild's ally ships at half price.")
ALLY_ACROSS = Power("2.06.10", ME, "ALLY_CROSS_SHIP", "after", "The Guild's ally ships across the board.")
for power in (PAID, ACROSS_POWER, BACK, RATE, ALLY_RATE, ALLY_ACROSS):
    starred(power, "shipment", ledger=True, ally=power in (ALLY_RATE, ALLY_ACROSS))


def _announce(power: Power, *, own: bool, kinds: frozenset[str], half: bool = False) -> None:
    @ruling(Uses, rule=power.rule)
    def a_passage_is_announced(question: Uses, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
        """A shipment of their own, or of the ally, of these kinds."""
        wish = question.wish
        if not isinstance(wish, Ship) or (kinds and wish.kind not in kinds):
            return None
        mine = wish.seat == ME if own else wish.seat == table.ally(ME) and (wish.half or not half)
        return (*so_far, power) if mine else None


_announce(ACROSS_POWER, own=True, kinds=frozenset({ACROSS}))
_announce(BACK, own=True, kinds=frozenset({HOME}))
_announce(RATE, own=True, kinds=frozenset({ACROSS, "down"}))
_announce(ALLY_RATE, own=False, kinds=frozenset(), half=True)
_announce(ALLY_ACROSS, own=False, kinds=frozenset({ACROSS}))
