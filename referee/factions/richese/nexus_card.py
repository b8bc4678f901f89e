"""The Nexus card of Richese: a sale spoiled, two No-Fields at once, or five forces for the price of one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from referee.board.forces import RESERVES, forces_in
from referee.board.territories import places
from referee.common.turn import in_this_phase
from referee.factions.richese import ME
from referee.factions.richese.no_field import TOKENS, FieldLaid, LayField, field_of, shown
from referee.factions.richese.sale import SaleOpened
from referee.holdings.hands import CardDiscarded
from referee.holdings.ledger import moved_on, pay, silent
from referee.holdings.purse import afforded
from referee.kernel import BANK, Chance, Event, Objection, Table, ask, count, known, phrase, ruling, sealed
from referee.modules.nexus_cards.holding import AfterPayment, NexusHeld, NexusUse, nexus_card, used
from referee.offers.offer import Blank, Offer
from referee.phases.bidding.cards_of_the_row import CardBought, LastSale, last_sale
from referee.phases.shipment.by_the_map import landing_sector
from referee.phases.shipment.marching import ships_no_more
from referee.phases.shipment.prices_and_permissions import (
    DOWN,
    ForcesShipped,
    ShipmentPayee,
    ShipmentPrice,
)
from referee.phases.shipment.shipping import SHIPPED, once_a_turn

BETRAYAL, CUNNING, ALLY = nexus_card(ME, "4.05.20.01", "4.05.20.02", "4.05.20.03")
MANY = 5
SPOILED = phrase("nexus.to_the_bank_instead", "By a Nexus card, the payment for a sale")
REFUNDED = phrase("nexus.refunded", "By a Nexus card, nothing is paid")


# -- Betrayal: a sale ---------------------------------------------------------------------------------


class SpoiledSale(NamedTuple):
    """A sale that Betrayal may spoil: what was sold, and the card if it is one of the cache that Richese bought."""

    sale: LastSale
    card: str = ""

    @property
    def number(self) -> int:
        return self.sale.number


def _sold_by_richese(table: Table) -> SaleOpened | None:
    """Return how the last sale was opened, ``None`` if it was a card of the deck."""
    bought = 0
    for event in in_this_phase(table):
        bought += isinstance(event, CardBought)
        if bought > 1:
            return None
        if bought and isinstance(event, SaleOpened):
            return event
    return None


def to_spoil(table: Table) -> SpoiledSale | None:
    sale, opened = last_sale(table), _sold_by_richese(table)
    if sale is None or opened is None or used(table, BETRAYAL, aim=str(sale.number)):
        return None
    if sale.buyer == ME:
        return SpoiledSale(sale, str(opened.card)) if opened.source == "cache" and known(opened.card) else None
    return SpoiledSale(sale) if sale.payee == ME else None


class SpoilSale(AfterPayment, rule=BETRAYAL):
    """The cache card that Richese bought is discarded unpaid, or what they were paid goes to the bank."""

    not_offered = "Play this card right after Richese bought a cache card or were paid for a card."
    paid = staticmethod(to_spoil)

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if found := to_spoil(table):
            bank = "Nexus card: Richese's payment goes to the bank"
            yield cls.way("Nexus card: Richese lose the card" if found.card else bank)

    def change(self, table: Table, paid: SpoiledSale) -> Iterable[Event]:
        sale = paid.sale
        if not paid.card:
            yield from moved_on(table, ME, BANK, sale.price, SPOILED(), BETRAYAL)
            return
        yield CardDiscarded(ME, paid.card, (BETRAYAL,))
        for seat, share in sale.shares.items():
            if seat != sale.payee:
                yield from moved_on(table, sale.payee, seat, share, REFUNDED(), BETRAYAL)


# -- Cunning: two No-Fields ---------------------------------------------------------------------------


class LayTwoFields(NexusUse, rule=CUNNING, phase="shipment"):
    """Ship two No-Fields for the price of one; ``shown`` is revealed at once."""

    token: int
    shown: int
    goal: str

    @property
    def one(self) -> LayField:
        return LayField(self.seat, self.token, self.goal)

    @classmethod
    def secret_ways(cls, table: Table, now: NexusHeld) -> Iterator[Offer]:
        if not ships_no_more(table, now.seat):
            free = tuple((str(token), count(token, "force")) for token in TOKENS if token != _used_last(table))
            hidden = Blank("token", "Face down", "select", value=free[0][0], choices=free)
            open_one = Blank("shown", "Shown at once", "select", value=free[-1][0], choices=free)
            yield cls.way("Nexus card: ship two No-Fields", hidden, open_one, places(table, "goal", "To"))

    def against(self, table: Table, now: NexusHeld) -> Iterator[Objection]:
        yield from self.one.objections(table)
        if self.shown not in TOKENS or self.shown in {self.token, _used_last(table)}:
            words = "Choose two different No-Fields, neither of them the one used last."
            yield Objection(CUNNING, words, "BAD_INPUT", firm=True)

    def outcome(self, table: Table, now: NexusHeld, chance: Chance) -> Iterator[Event]:
        voyage = self.one.voyage
        dear = ask(table, ShipmentPrice(voyage))
        if not (yield from afforded(table, {ME: dear.value}, dear.because)):
            return
        yield from shown(table)
        yield self.played(self.goal)
        price, payee = ask(table, ShipmentPrice(voyage)), ask(table, ShipmentPayee(voyage))
        sector = landing_sector(table, ME, DOWN, self.goal)
        left = forces_in(table, ME, RESERVES)
        many = self.shown if left is None else min(self.shown, left.normal)
        yield ForcesShipped(ME, many, 0, DOWN, RESERVES, self.goal, (CUNNING,), sector)
        yield FieldLaid(self.goal, sealed(self.token, ME), self.shown, sector)
        yield from pay(ME, payee.value, price.value, SHIPPED(), (CUNNING,), price, payee)
        yield from silent(price, payee)


def _used_last(table: Table) -> object:
    lies = field_of(table)
    return lies.token if lies.goal else lies.last


# -- Secret Ally --------------------------------------------------------------------------------------


@ruling(ShipmentPrice, rule=ALLY)
def for_the_price_of_one(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    voyage = question.voyage
    if voyage.kind != DOWN or not 1 < voyage.forces <= MANY or not used(table, ALLY, voyage.seat):
        return None
    return ask(table, ShipmentPrice(replace(voyage, forces=1))).value


class ShipFive(NexusUse, rule=ALLY):
    """Ship up to five forces for the price of one in this turn."""

    button = "Nexus card: ship up to five for the price of one"

    def against(self, table: Table, now: NexusHeld) -> Iterable[Objection]:
        return once_a_turn(table, self.seat)
