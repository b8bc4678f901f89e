"""Making a shipment: who pays how much, and the forces that go.

By default shippers pay from their own purse first, then from the ally's offer; named shares add up to the price and are
no more than offered or held (1.10.02.05).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from referee.board.forces import NO_SECTOR, RESERVES, Group, StormSurvived, in_words, is_kept
from referee.board.forces_counted import ForcesToTanks
from referee.board.groups import outside_the_storm
from referee.board.how_many import more_than_there_are
from referee.board.storm import MayEnterStorm, StormLosses, closed_sectors
from referee.board.territories import is_enclosed, no_such_sector, nowhere
from referee.board.worlds import WORLDS, is_world
from referee.common.factions import named
from referee.common.turn import in_phase
from referee.holdings.hands import CardDiscarded, NothingToShow
from referee.holdings.ledger import DEAR, pay, silent, too_dear
from referee.holdings.purse import afforded, spice_of
from referee.kernel import (
    Answer,
    Called,
    Chance,
    Event,
    Objection,
    Phrase,
    Table,
    ask,
    phrase,
    ruling,
    say,
)
from referee.phases.shipment.ally_pays import ally_share, offered
from referee.phases.shipment.by_the_map import (
    against_a_place,
    against_entering,
    against_leaving,
    landing_cell,
    landing_sector,
    more_than_counted,
)
from referee.phases.shipment.marching import TOO_LATE, MarchingOrder, out_of_turn, too_late_to_ship
from referee.phases.shipment.prices_and_permissions import (
    ACROSS,
    DOWN,
    HOME,
    OFF_PLANET,
    OUT,
    SENT,
    ForcesShipped,
    MayShip,
    MayShipHalf,
    ShipmentPayee,
    ShipmentPrice,
    Voyage,
    shipments,
)
from referee.phases.shipment.to_worlds import against_world
from referee.powers.karama_windows import SaidOf
from referee.powers.powers import CardPlayed

SHIPPED = phrase("spice.shipment", "Shipment")


def _shipment(name: Called, seat: str, normal: int, special: int, goal: str) -> str:
    return say("Shipment: {forces} to {goal}.", forces=in_words(Group(normal, special), seat), goal=goal)


SHIPMENT = phrase("announced.shipment", _shipment)


def once_a_turn(table: Table, seat: str) -> Iterable[Objection]:
    """Object if the faction has shipped or moved in this turn, or nobody ships now."""
    yield from in_phase(table, "shipment")
    if stop := shipments(table).stopped.get(seat):
        words = say("{seat:The has} stopped your shipment of this turn.", seat=named(stop[0]))
        yield Objection(stop[1], words, "NOT_ELIGIBLE")
    elif seat in shipments(table).made:
        yield Objection("1.06.02", "You have shipped this turn, and each faction ships once.", "NOT_ELIGIBLE")
    elif too_late_to_ship(table, seat):
        yield Objection("1.06.01", TOO_LATE, "NOT_ELIGIBLE")


ENDS = {DOWN: (False, True), ACROSS: (True, True), HOME: (True, False), OUT: (False, True)}  # is an end not in reserves
REFUSED = {
    DOWN: ("NO_NORMAL_SHIPMENT", "You have no off-planet reserves, so you cannot ship normally."),
    ACROSS: ("NOT_ELIGIBLE", "You cannot ship from one territory to another."),
    HOME: ("NOT_ELIGIBLE", "You cannot ship forces back to your reserves."),
    SENT: ("NOT_ELIGIBLE", "You cannot send reserves free; you ship them for spice."),
    OUT: ("NOT_ELIGIBLE", "This table plays without homeworlds, so you ship to Arrakis."),
}


def half_helps(table: Table, seat: str, kind: str = DOWN) -> bool:
    """Return True if half price is allowed and cheaper."""
    if not ask(table, MayShipHalf(seat)).value:
        return False
    asked, plain = Voyage(seat, 4, kind, half=True), Voyage(seat, 4, kind)
    return ask(table, ShipmentPrice(asked)).value < ask(table, ShipmentPrice(plain)).value


def _in_reserves(place: str) -> Iterator[Objection]:
    """Object to an end of a shipment that is not in the reserves."""
    if place != RESERVES:
        yield Objection("1.06.03", "This shipment must begin or end in the reserves.", "BAD_INPUT", firm=True)


class Ship(MarchingOrder, script=("stronghold", "shares", "offers")):
    """Ship forces: from the reserves, across the board (from ``origin``), or back to the reserves.

    Only scripts say whether the goal is a ``stronghold``, and then its name may be any.
    """

    normal: int
    goal: str
    stronghold: bool | None = None
    special: int = 0
    kind: str = DOWN
    origin: str = RESERVES
    half: bool = False
    by_card: bool = False
    card: str = ""
    shares: tuple[tuple[str, int], ...] | None = None
    offers: tuple[tuple[str, int], ...] = ()
    ally_pays: int = 0
    sector: int = NO_SECTOR
    leaves: int = NO_SECTOR
    ally_first: bool = False

    @property
    def voyage(self) -> Voyage:
        total = self.normal + self.special
        stronghold = bool(self.stronghold) or is_enclosed(self.goal) or self.goal in WORLDS
        return Voyage(self.seat, total, self.kind, stronghold, self.half, self.by_card)

    def open_to_seat(self, table: Table) -> bool:
        """Not with fields that only scripts have."""
        helped = bool(table.ally(self.seat)) or not (self.ally_pays or self.ally_first)
        cheaper = not self.half or (self.kind != HOME and half_helps(table, self.seat, self.kind))
        leaves = self.leaves == NO_SECTOR or self.kind not in OFF_PLANET
        sectors = leaves and (self.sector == NO_SECTOR or self.kind not in {HOME, OUT})
        carded = self.kind in OFF_PLANET if self.by_card else not self.card
        return helped and cheaper and carded and sectors

    def objections(self, table: Table) -> Iterable[Objection]:
        may = ask(table, MayShip(self.seat, self.kind))
        if self.kind not in ENDS:
            yield Objection("1.06.03", "There is no such shipment. Look at the page again.", "BAD_INPUT", firm=True)
            return
        if not may.value:
            code, words = REFUSED[self.kind]
            sellers = self.kind == ACROSS and any(ask(table, MayShip(seat, ACROSS)).value for seat in table.seats)
            yield Objection(may.because[0], words, "NOT_ALLIED" if sellers else code)
            return
        yield from once_a_turn(table, self.seat)
        yield from more_than_counted(table, self.seat, self.normal, self.special, self.origin)
        if self.kind == HOME:  # where positions are not kept, reserves and Tanks still are
            yield from more_than_there_are(table, self.seat, self.group)
        yield from self._leaves_by_the_map(table)
        yield from self._enters_by_the_map(table)
        yield from out_of_turn(table, self.seat)
        half = ask(table, MayShipHalf(self.seat))
        if self.half and not half.value and not half.stopped:
            yield Objection(half.because[0], "Only the Guild's ally ships at half price.", "NOT_ALLIED")
        if self.by_card and self.kind not in OFF_PLANET:
            words = "Your card makes only a shipment from off-planet cheaper. Ship at the usual price."
            yield Objection("3.01.11.03", words, "NOT_ELIGIBLE")
        elif self.by_card and not ask(table, CardPlayed(self.seat, self.card)).value:
            yield Objection(
                "3.00.02", "You hold no card that makes this shipment cheaper. Ship at the full price.", "CARD_NOT_HELD"
            )
        yield from self._payable(table)

    def _leaves_by_the_map(self, table: Table) -> Iterator[Objection]:
        """Ask the map, unless a script names no place."""
        if not ENDS[self.kind][0]:
            yield from _in_reserves(self.origin)
        elif self.stronghold is not None:
            return
        elif is_world(table, self.origin):
            yield from against_world(table, self.seat, self.kind, self.origin, leaves=True)
        else:
            yield from nowhere(table, self.origin, "1.06.03")
            yield from no_such_sector(self.origin, self.leaves, "1.06.03")
            yield from against_leaving(table, self.seat, self.origin, self.leaves, self.group)

    def _enters_by_the_map(self, table: Table) -> Iterator[Objection]:
        if self.stronghold is not None:
            yield from against_a_place(table, self.seat, self.kind, self.goal)
        elif not ENDS[self.kind][1]:
            yield from _in_reserves(self.goal)
        elif self.kind == OUT or is_world(table, self.goal):
            yield from against_world(table, self.seat, self.kind, self.goal, leaves=False)
        else:
            yield from against_entering(table, self.seat, self.kind, self.goal, self.sector)

    def _payable(self, table: Table) -> Iterable[Objection]:
        for helper in dict.fromkeys(name for name, _ in (*(self.shares or ()), *self.offers)):
            if helper not in {self.seat, table.ally(self.seat)}:
                yield Objection("1.10.02.05", "Only an ally can pay for your shipment. Pay alone.", "NOT_ALLIED")
                return
        price = ask(table, ShipmentPrice(self.voyage))
        yield from ally_share(table, self.seat, self.ally_pays, price.value)
        offers = dict(self.offers)
        helped = self._helped(table, price.value)
        if self.shares is None and helped:
            yield from self._rest(table, price, helped)
            return
        if self.shares is None:
            yield from self._rest(table, price, sum(self._offered(table, offers).values()))
            return
        total = sum(share for _, share in self.shares)
        if total != price.value:
            code = "NOT_ENOUGH_SPICE" if total < price.value else "FULL_PRICE"
            yield Objection(
                price.because[0],
                say("The price is {value} spice, and these shares add up to {total}.", value=price.value, total=total),
                code,
            )
        for payer, share in self.shares:
            if payer in offers and share > offers[payer]:
                least = offers[payer]
                sentence = say("Your ally offers {n} spice, not {share}. Pay the rest.", n=least, share=share)
                yield Objection("1.10.02.05", sentence, "NOT_ENOUGH_SPICE")
            rule = price.because[0] if payer == self.seat else "1.10.02.05"
            yield from too_dear(
                table, payer, share, rule, "The share of {seat} is {price} spice, and {seat:has} {own}."
            )

    def _helped(self, table: Table, price: int) -> int:
        """Return what the ally pays: the share named, or as much of the offer as the price needs."""
        ally = table.ally(self.seat)
        if self.ally_pays or not self.ally_first or not ally:
            return self.ally_pays
        return min(price, self._offered(table, {ally: offered(table, ally)})[ally])

    def _rest(self, table: Table, price: Answer[int], others: int) -> Iterable[Objection]:
        """Object if the shipper cannot pay the rest of the price."""
        rest = "The rest of the price is {price} spice, and {seat:has} {own}."
        yield from too_dear(table, self.seat, max(price.value - others, 0), price.because[0], rest if others else DEAR)

    def _offered(self, table: Table, offers: Mapping[str, int]) -> dict[str, int]:
        held = {helper: spice_of(table, helper) for helper in offers}
        return {helper: offer if (own := held[helper]) is None else min(offer, own) for helper, offer in offers.items()}

    def _shares(self, table: Table, price: int) -> dict[str, int]:
        if self.shares is not None:
            return dict(self.shares)
        ally = table.ally(self.seat)
        helped = min(price, self._helped(table, price))
        if helped and ally:
            return {self.seat: price - helped, ally: helped}
        own = spice_of(table, self.seat)
        shares = {self.seat: price if own is None else min(own, price)}
        for helper, offer in self._offered(table, dict(self.offers)).items():
            shares[helper] = min(offer, price - sum(shares.values()))
        shares[self.seat] += price - sum(shares.values())
        return shares

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """A price that nobody can pay ships nothing."""
        price, payee = ask(table, ShipmentPrice(self.voyage)), ask(table, ShipmentPayee(self.voyage))
        may, half = ask(table, MayShip(self.seat, self.kind)), ask(table, MayShipHalf(self.seat))
        shares = self._shares(table, price.value)
        card = ask(table, CardPlayed(self.seat, self.card)) if self.by_card else None
        if card is not None and not card.value:
            yield NothingToShow(self.seat)
            return
        if not (yield from afforded(table, shares, price.because)):
            return
        if card is not None:
            yield CardDiscarded(self.seat, card.value, price.because[:1])
        group = (self.normal, self.special)
        sector, among = self.sector, tuple[int, ...]()
        if ENDS[self.kind][0] and is_kept(table, self.seat) and self.origin not in WORLDS:
            among = outside_the_storm(table, self.seat, self.origin, self.leaves).sectors
        if ENDS[self.kind][1] and is_kept(table, self.seat) and self.goal not in WORLDS:
            sector = landing_cell(table, self.seat, self.kind, self.goal, self.sector).sector
        ends = (self.origin, self.goal)
        yield ForcesShipped(self.seat, *group, self.kind, *ends, may.because, sector, self.leaves, among)
        yield from self._pay(shares, price, payee)
        yield from silent(half if self.half else Answer(0, ()))

    def _pay(self, shares: Mapping[str, int], price: Answer[int], payee: Answer[str]) -> Iterator[Event]:
        for payer, share in shares.items():
            helped = () if payer == self.seat else ("1.10.02.05",)
            yield from pay(payer, payee.value, share, SHIPPED(), helped, price, payee)
        yield from silent(price, payee)


class Send(MarchingOrder, script=("anywhere",)):
    """Send reserves onto the board, free, as the turn's shipment; ``anywhere`` only in scripts."""

    normal: int
    goal: str
    special: int = 0
    into_storm: bool = False
    anywhere: bool | None = None
    sector: int = NO_SECTOR

    def objections(self, table: Table) -> Iterable[Objection]:
        may = ask(table, MayShip(self.seat, SENT))
        if not may.value:
            yield Objection(may.because[0], REFUSED[SENT][1], REFUSED[SENT][0])
            return
        yield from once_a_turn(table, self.seat)
        yield from out_of_turn(table, self.seat)
        yield from more_than_counted(table, self.seat, self.normal, self.special, RESERVES)
        if self.anywhere is None:
            yield from against_entering(table, self.seat, SENT, self.goal, self.sector)
        enters = ask(table, MayEnterStorm(self.seat))
        if self.into_storm and not enters.value:
            yield Objection(enters.because[0], "You cannot land in the storm. Choose another sector.", "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        why = ask(table, MayShip(self.seat, SENT)).because
        sector = landing_sector(table, self.seat, SENT, self.goal, self.sector, self.into_storm)
        yield ForcesShipped(self.seat, self.normal, self.special, SENT, RESERVES, self.goal, why, sector)
        if self.into_storm or sector in closed_sectors(table):
            lost = ask(table, StormLosses(self.seat, self.group))
            why = (*ask(table, MayEnterStorm(self.seat)).because[:1], *lost.because)
            yield ForcesToTanks(self.seat, lost.value.normal, lost.value.special, self.goal, why, sector)
            if sector and lost.value != self.group:
                yield StormSurvived(self.seat, self.goal, sector)


@ruling(SaidOf, rule="1.06.03")
def how_many_and_where_to(question: SaidOf, table: Table, so_far: Phrase | str) -> Phrase | None:
    command = question.command
    if not isinstance(command, Ship):
        return None
    return SHIPMENT(seat=command.seat, normal=command.normal, special=command.special, goal=command.goal)
