"""The Nexus card of the Ixians: a power stopped, strong Suboids, or another card than the one bought."""

from __future__ import annotations

from collections.abc import Iterable

from referee.factions.ixian import ME
from referee.factions.ixian.before_auction import SORTING
from referee.factions.ixian.swap import SWAPPING, BoughtCardReplaced, bought_last
from referee.holdings.hands import refill
from referee.kernel.commands import Objection
from referee.kernel.events import Event, sealed
from referee.kernel.rulings import Chance, adds, option, ruling, setting
from referee.kernel.table import Table, card_name
from referee.kernel.wording import say
from referee.modules.nexus_cards.holding import STOPS, NexusUse, may_use, nexus_card, used
from referee.offers.offer import Offer, SecretOffers
from referee.phases.battle.dial_and_losses import ForceWorth, Worth
from referee.phases.battle.live_battle import OPEN, battle_key, battle_now, running

CARD = nexus_card(ME, "4.05.17")
BETRAYAL, CUNNING, ALLY = "4.05.17.01", "4.05.17.02", "4.05.17.03"
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


class StrongSuboids(NexusUse, use=CUNNING, at_once=True):
    """Suboids count in full without spice."""

    button = "Nexus card: Suboids count in full"

    def against(self, table: Table) -> Iterable[Objection]:
        yield from running(table, OPEN)
        live = battle_now(table)
        if live is not None and self.seat not in live.seats:
            yield Objection(CUNNING, "You do not fight in this battle. Keep the card.", "NOT_IN_BATTLE", firm=True)
        elif live is not None and self.seat in live.plans:
            yield Objection(CUNNING, "Play this card before your plan. Reopen your plan first.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = battle_now(table)
        if live is not None:
            yield self.played(battle_key(live))


class SwapBought(NexusUse, use=ALLY):
    """Discard the card just bought and take the top card of the deck."""

    def against(self, table: Table) -> Iterable[Objection]:
        if not bought_last(table, self.seat):
            yield Objection(ALLY, "Play this card right after you bought a card.", firm=True)
        elif not (table.deck or table.discard):
            yield Objection(ALLY, "No card is left to draw. Keep the card.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield self.played()
        yield from refill(table, 1, chance)
        old = bought_last(table, self.seat)
        yield BoughtCardReplaced(self.seat, old, sealed(table.deck[0], self.seat), (ALLY,))


@adds(SecretOffers, rule=ALLY)
def play_it(question: SecretOffers, table: Table) -> Iterable[Offer]:
    seat = question.seat
    if may_use(table, seat, ALLY) and not any(SwapBought(seat).objections(table)):
        card = card_name(bought_last(table, seat))
        yield Offer(SwapBought, say("Nexus card: discard {card}, draw the top card", card=card), ALLY, at_once=True)
