"""The Nexus card of the Ixians: a power stopped, strong Suboids, or another card than the one bought."""

from __future__ import annotations

from collections.abc import Iterator

from referee.factions.ixian import ME
from referee.factions.ixian.before_auction import SORTING
from referee.factions.ixian.swap import SWAPPING, BoughtCardReplaced, bought_last
from referee.holdings.hands import refill
from referee.kernel import Chance, Event, Objection, Table, card_name, option, ruling, sealed, setting
from referee.modules.nexus_cards.holding import STOPS, NexusHeld, NexusUse, nexus_card, used
from referee.modules.nexus_cards.in_battle import BeforeThePlans
from referee.phases.battle.dial_and_losses import ForceWorth, Worth

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.17.01", "4.05.17.02", "4.05.17.03")
STOPS.update(dict.fromkeys((SORTING.rule, SWAPPING.rule), BETRAYAL))
STRONG = Worth(1, 1, False)
HOW_LONG = option(
    "E44",
    "4.96.44",
    "How long Suboids count in full",
    ("turn", "The rest of the turn", "In all battles of the Ixians for the rest of the turn."),
    ("battle", "One battle", "Only in the battle before which the card is played."),
)


@ruling(ForceWorth, rule=CUNNING)
def suboids_count_in_full(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    if question.starred or question.battle.side(question.at).whose != ME:
        return None
    aim = question.battle.key if setting(table, HOW_LONG) == "battle" else ""
    return STRONG if used(table, CUNNING, ME, aim) else None


class StrongSuboids(BeforeThePlans, rule=CUNNING):
    """Suboids count in full without spice."""

    button = "Nexus card: Suboids count in full"


class SwapBought(NexusUse, rule=ALLY, at_once=True):
    """Discard the card just bought and take the top card of the deck."""

    button = "Nexus card: discard {card}, draw the top card"

    @classmethod
    def words(cls, table: Table, now: NexusHeld) -> dict[str, object]:
        return {"card": card_name(bought_last(table, now.seat))}

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        if not bought_last(table, self.seat):
            yield Objection(ALLY, "Play this card right after you bought a card.", firm=True)
        elif not (table.deck or table.discard):
            yield Objection(ALLY, "No card is left to draw. Keep the card.", firm=True)

    def brings(self, table: Table, chance: Chance) -> Iterator[Event]:
        yield from refill(table, 1, chance)
        old = bought_last(table, self.seat)
        yield BoughtCardReplaced(self.seat, old, sealed(table.deck[0], self.seat), (ALLY,))
