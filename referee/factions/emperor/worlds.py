"""The homeworlds of the Emperor: Kaitain, and in the advanced game Salusa Secundus for his Sardaukar."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.entries import Arrival
from referee.board.forces import HOMES, NO_SECTOR, RESERVES, Group, forces_in, move
from referee.board.how_many import more_than_it_has
from referee.board.worlds import Sides, World, is_high, is_low, occupier, world, world_of
from referee.common.turn import in_phase
from referee.factions.emperor import ME
from referee.holdings.hands import CardDiscarded, called, held_card
from referee.holdings.ledger import pay, too_dear
from referee.holdings.purse import PricePaid, afforded
from referee.kernel import (
    BANK,
    Chance,
    Event,
    Objection,
    SeatCommand,
    Table,
    adds,
    after,
    card_name,
    phrase,
    ruling,
    say,
)
from referee.offers.offer import Blank, Offer, Offers, SecretOffers, cards_to_choose
from referee.phases.battle.dial_and_losses import UNFED, ForceWorth, Worth
from referee.phases.bidding.order_of_bidding import sales_are_over
from referee.phases.revival.limits_and_prices import StarredFree
from referee.phases.shipment.marching import ForcesMoved, moves_left, out_of_turn

KAITAIN_RULE, SALUSA_RULE, PRICE = "4.04.16", "4.04.17", 2
DISCARDED = phrase("spice.kaitain", "for discarding {card}")
HALVED = phrase("spice.kaitain_half", "The other half of a payment for a card")
KAITAIN = world(
    World(
        *("Kaitain", ME, KAITAIN_RULE, 5, (2, 3), 2),
        does=Sides(
            "When bidding ends you may discard cards for 2 spice each, paid to the bank.",
            "You keep half of each payment for a treachery card, rounded up.",
            "The other half of payments for treachery cards goes to the occupier.",
        ),
    ),
    __name__,
).name
SALUSA = world(
    World(
        *("Salusa Secundus", ME, SALUSA_RULE, 2, (3, 2), 0, True),
        does=Sides(
            "Sardaukar count in full without spice.",
            "Sardaukar are not revived free.",
            "Sardaukar count like other forces.",
        ),
    ),
    __name__,
).name
OTHER = {KAITAIN: SALUSA, SALUSA: KAITAIN}


# -- Kaitain ------------------------------------------------------------------------------------------


def _bidding_ends(table: Table) -> bool:
    return sales_are_over(table) and is_high(table, KAITAIN)


class DiscardPaid(SeatCommand, by="seat", grave=True):
    """Discard a card of one's own when bidding ends, for spice to the bank."""

    card: str

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or not _bidding_ends(table):
            words = say(
                "Only the Emperor discards cards for spice, when bidding ends and {kaitain} is high.", kaitain=KAITAIN
            )
            yield Objection(KAITAIN_RULE, words, firm=True)
        elif held_card(table, ME, called(self.card)) is None:
            yield Objection(KAITAIN_RULE, "You do not hold that card. Choose one you hold.", "CARD_NOT_HELD", firm=True)
        else:
            yield from too_dear(table, ME, PRICE, KAITAIN_RULE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        held = held_card(table, ME, called(self.card))
        if held and (yield from afforded(table, {ME: PRICE}, (KAITAIN_RULE,))):
            yield CardDiscarded(ME, held, (KAITAIN_RULE,))
            yield from pay(ME, BANK, PRICE, DISCARDED(card=card_name(held)), (KAITAIN_RULE,))


@adds(SecretOffers, rule=KAITAIN_RULE, seat=ME)
def discard_for_spice(question: SecretOffers, table: Table) -> Iterable[Offer]:
    held = table.seats[ME].hand.faces() if _bidding_ends(table) else []
    if held:
        blank = Blank("card", "Card", "select", choices=cards_to_choose(held))
        yield Offer(DiscardPaid, say("Discard a card for {price} spice", price=PRICE), KAITAIN_RULE, (blank,))


@after(PricePaid, rule=KAITAIN_RULE)
def the_other_half(event: PricePaid, table: Table, chance: Chance) -> Iterable[Event]:
    seat = occupier(table, KAITAIN)
    if event.payee == ME and (seat or is_low(table, KAITAIN)):
        yield from pay(ME, seat or BANK, event.price // 2, HALVED(), (KAITAIN_RULE,))


# -- Salusa Secundus ----------------------------------------------------------------------------------


@ruling(ForceWorth, rule=SALUSA_RULE)
def sardaukar_of_salusa(question: ForceWorth, table: Table, so_far: Worth) -> Worth | None:
    if question.battle.side(question.at).whose != ME or not question.starred or world_of(table, SALUSA) is None:
        return None
    worth = UNFED if occupier(table, SALUSA) else so_far
    worth = Worth(worth.full, worth.full, False) if is_high(table, SALUSA) else worth
    return worth if worth != so_far else None


@ruling(StarredFree, rule=SALUSA_RULE)
def no_sardaukar_free(question: StarredFree, table: Table, so_far: bool) -> bool | None:
    return False if question.seat == ME and is_low(table, SALUSA) else None


# -- between the two ----------------------------------------------------------------------------------


class ForcesCrossed(ForcesMoved):
    """Reserves went from one of the Emperor's worlds to the other, as his move of the turn."""

    def arrival(self) -> Arrival | None:
        return None

    def apply(self, table: Table) -> None:
        """What stands out of place is kept apart, each kind by itself."""
        for group, at_home in ((Group(self.normal), KAITAIN), (Group(0, self.special), SALUSA)):
            if group.total:
                goes = NO_SECTOR if self.goal == at_home else HOMES[self.goal].part
                move(table, self.seat, group, RESERVES, RESERVES, HOMES[self.origin].part, goes)


class CrossOver(SeatCommand, by="both", waits=True, in_order=True):
    normal: int
    origin: str
    special: int = 0

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        yield from out_of_turn(table, self.seat)
        yield from more_than_it_has(table, self.seat, self.normal, self.special, 1)
        held = forces_in(table, ME, self.origin) if self.origin in OTHER else None
        if self.seat != ME or world_of(table, SALUSA) is None or self.origin not in OTHER:
            words = "Only the Emperor moves forces between two homeworlds, in the advanced game."
            yield Objection(SALUSA_RULE, words, "NOT_ELIGIBLE", firm=True)
        elif not moves_left(table, ME):
            yield Objection(SALUSA_RULE, "The Emperor has moved in this turn.", "NOT_ELIGIBLE")
        elif held is not None and held.least(Group(self.normal, self.special)) != Group(self.normal, self.special):
            words = say(
                "{origin} has {normal} forces and {special} Sardaukar. Move no more than that.",
                origin=self.origin,
                normal=held.normal,
                special=held.special,
            )
            yield Objection(SALUSA_RULE, words, "NOT_ELIGIBLE", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        ends = (self.origin, OTHER[self.origin], NO_SECTOR, NO_SECTOR)
        yield ForcesCrossed(ME, self.normal, self.special, *ends, (SALUSA_RULE,))


@adds(Offers, rule=SALUSA_RULE, phase="shipment", seat=ME)
def to_the_other_world(question: Offers, table: Table) -> Iterable[Offer]:
    if world_of(table, SALUSA) is None or not moves_left(table, ME):
        return
    for origin, goal in OTHER.items():
        held = forces_in(table, ME, origin)
        if held and held.total:
            normal = Blank("normal", "Forces", "number", 0, held.normal, str(min(1, held.normal)))
            special = Blank("special", "Sardaukar", "number", 0, held.special, "0" if held.normal else "1")
            yield Offer(
                CrossOver,
                say("Move reserves to {goal}", goal=goal),
                SALUSA_RULE,
                (normal, special),
                (("origin", origin),),
                aside=True,
            )
