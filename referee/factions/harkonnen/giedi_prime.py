"""The homeworld Giedi Prime: two more spice in Collection, and who occupies it gets the extra card of a purchase."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.worlds import Sides, World, WorldPaid, is_high, occupier, world
from referee.common.turn import happened, remember
from referee.common.what_is_physical import cards_are_dealt
from referee.factions.harkonnen import ME
from referee.factions.harkonnen import WORLD as NAME
from referee.holdings.hands import has_room, refill
from referee.holdings.ledger import pay
from referee.holdings.taken_cards import drawn_by
from referee.kernel import BANK, Chance, Event, SeatEvent, Table, after, phrase
from referee.phases.bidding.cards_of_the_row import CardBought, CardDrawn
from referee.phases.collection.collection import SpiceCollected

RULE, MORE = "4.04.12", 2
COLLECTS = phrase("spice.giedi_prime", "For Giedi Prime")
world(
    World(
        *(NAME, ME, RULE, 7, (2, 2), 2),
        does=Sides(
            "Once in a Collection in which you collect spice, you get 2 more.",
            "",
            "When Harkonnen buy a card, the occupier gets the extra one; its ally does if the occupier's hand is full.",
        ),
    ),
    __name__,
)


class GiediPrimePays(SeatEvent, because=(RULE,)):
    def apply(self, table: Table) -> None:
        remember(table, self)


def _more(table: Table, seat: str) -> Iterable[Event]:
    if seat == ME and is_high(table, NAME) and not happened(table, GiediPrimePays):
        yield GiediPrimePays(ME)
        yield from pay(BANK, ME, MORE, COLLECTS(), (RULE,))


@after(SpiceCollected, rule=RULE)
def from_the_desert(event: SpiceCollected, table: Table, chance: Chance) -> Iterable[Event]:
    return _more(table, event.seat)


@after(WorldPaid, rule=RULE)
def from_a_world(event: WorldPaid, table: Table, chance: Chance) -> Iterable[Event]:
    return _more(table, event.seat)


@after(CardBought, rule=RULE)
def the_occupier_draws(event: CardBought, table: Table, chance: Chance) -> Iterable[Event]:
    """The occupier, or its ally where the occupier's hand is full; nobody where both are."""
    seat = occupier(table, NAME) if event.seat == ME else ""
    to = next((one for one in (seat, table.ally(seat) or "") if one and has_room(table, one)), "") if seat else ""
    if not to:
        return
    yield from refill(table, 1, chance)
    if table.deck or not cards_are_dealt(table):
        yield CardDrawn(to, drawn_by(table, to), (RULE,))
