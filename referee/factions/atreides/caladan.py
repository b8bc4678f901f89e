"""The homeworld Caladan: a reserve joins after a victory, and who occupies it looks at the cards for sale.

That Atreides do not look into the spice deck while it is low stands with that look, in ``prescience``.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from referee.board.entries import EFFECT, Arrival, ForcesEntered
from referee.board.forces import RESERVES, Group, forces_in, move
from referee.board.worlds import Sides, World, is_high, occupier, world
from referee.factions.atreides import ME
from referee.factions.atreides.prescience import WORLD as NAME
from referee.kernel import Chance, Event, Objection, Public, SeatCommand, SeatEvent, Table, adds, after, say, sealed
from referee.offers.offer import Offer, Offers
from referee.phases.battle.events import BattleEnded
from referee.phases.battle.live_battle import OVER, last_battle
from referee.phases.bidding.cards_of_the_row import CardPeeked
from referee.phases.bidding.events import CardUp
from referee.phases.bidding.order_of_bidding import bidding_of
from referee.phases.shipment.by_the_map import against_entering, beside_own
from referee.phases.shipment.prices_and_permissions import DOWN

RULE = "4.04.11"
world(
    World(
        *(NAME, ME, RULE, 6, (2, 2), 2),
        does=Sides(
            "After a battle you win, 1 reserve may join your forces that are left there.",
            "You do not look at the next spice card.",
            "The occupier looks at the cards of the auction too.",
        ),
    ),
    __name__,
)


# -- a reserve joins the victors ----------------------------------------------------------------------


class ReserveJoined(ForcesEntered, SeatEvent, because=(RULE,)):
    territory: Public[str]
    sector: Public[int]
    says = "{seat!n:The brings} 1 reserve to {territory}."

    def arrival(self) -> Arrival:
        return Arrival(self.seat, self.territory, self.sector, Group(1), EFFECT, RESERVES)

    def apply(self, table: Table) -> None:
        move(table, self.seat, Group(1), RESERVES, self.territory, enters=self.sector)


def won_there(table: Table) -> str:
    """Return the territory where a reserve may join now, "" for none: once for each battle won.

    Forces that nobody counts may be left there, and in reserve.
    """
    live = last_battle(table)
    if live is None or live.step != OVER or live.winner != ME or not is_high(table, NAME) or live.territory == NAME:
        return ""
    there, left = forces_in(table, ME, live.territory), forces_in(table, ME, RESERVES)
    events = takewhile(lambda one: not isinstance(one, BattleEnded), (heard.event for heard in reversed(table.log)))
    joined = any(isinstance(event, ReserveJoined) for event in events)
    some = all(group is None or group.total for group in (there, left)) and not live.verdict.takeover
    return live.territory if some and not joined else ""


class BringReserve(SeatCommand, by="both", waits=True, gains=1):
    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat != ME or not won_there(table):
            words = say(
                "While {world} is high, a reserve joins where you won a battle and have forces left.", world=NAME
            )
            yield Objection(RULE, words, "NOT_ELIGIBLE", firm=True)
        else:
            yield from against_entering(table, ME, DOWN, won_there(table), rule=RULE)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        place = won_there(table)
        yield ReserveJoined(ME, place, beside_own(table, ME, place).sector)


@adds(Offers, rule=RULE, phase="battle", seat=ME)
def one_reserve(question: Offers, table: Table) -> Iterable[Offer]:
    place = won_there(table) if not any(BringReserve(ME).objections(table)) else ""
    return (Offer(BringReserve, say("Bring 1 reserve to {place}", place=place), RULE),) if place else ()


# -- who occupies it ----------------------------------------------------------------------------------


@after(CardUp, rule=RULE)
def the_occupier_looks_too(event: CardUp, table: Table, chance: Chance) -> Iterable[Event]:
    seat, bidding = occupier(table, NAME), bidding_of(table)
    if seat and bidding.row and not bidding.barred:
        yield CardPeeked(seat, sealed(bidding.row[0], seat), (RULE,))
