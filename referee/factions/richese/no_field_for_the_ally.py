"""A No-Field for the ally: Richese lend a free token for the turn, and it is shown as the ally ships with it (2.10.13).

It stands for up to its number of the ally's forces, at the price of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import NO_SECTOR, RESERVES
from referee.board.territories import is_enclosed, places
from referee.common.factions import named
from referee.common.things import SUPPLIES
from referee.common.turn import OfTurn, in_phase, of_turn
from referee.factions.richese import ME
from referee.factions.richese.no_field import TOKENS, field_of
from referee.holdings.ledger import pay, silent, too_dear
from referee.holdings.purse import afforded
from referee.kernel import Chance, Event, Objection, Public, SeatCommand, Table, Whisper, adds, ask, count, say
from referee.offers.offer import Blank, Offer, SecretOffers, forces
from referee.phases.shipment.by_the_map import against_entering, landing_sector, more_than_counted
from referee.phases.shipment.marching import out_of_turn, ships_no_more
from referee.phases.shipment.prices_and_permissions import (
    DOWN,
    ForcesShipped,
    MayShip,
    ShipmentPayee,
    ShipmentPrice,
    Voyage,
)
from referee.phases.shipment.shipping import REFUSED, SHIPPED, once_a_turn

RULE = "2.10.13"
NONE = -1


class Lent(OfTurn):
    """The token that the ally may ship with in this turn."""

    token: int = NONE


def _lent(table: Table) -> int:
    return of_turn(table, Lent).token


def _free(table: Table) -> tuple[int, ...]:
    """Return the tokens that neither lie on the planet nor were used last."""
    lies = field_of(table)
    return tuple(token for token in TOKENS if token not in {lies.token if lies.goal else NONE, lies.last})


SUPPLIES["no_field"] = lambda table: map(str, _free(table)) if ME in table.seats else None


class FieldLent(Whisper, because=(RULE,)):
    token: Public[int]
    ally: Public[str]
    says = "{richese!n:The lends} {ally!n} the No-Field token {token}."

    def apply(self, table: Table) -> None:
        table.put(Lent(table.turn, self.token))


class FieldUsedUp(Event, because=(RULE,), shows="token"):
    """A token was shown as the ally shipped with it; it is the one used last."""

    token: Public[int]
    ally: Public[str]
    says = "{ally!n:The ships} with the No-Field token {token}. It is revealed."

    def apply(self, table: Table) -> None:
        table.put(field_of(table)).last = self.token
        table.put(Lent(table.turn))


class LendField(SeatCommand, by="seat"):
    token: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        ally = table.ally(ME)
        if self.seat != ME or not ally:
            yield Objection(RULE, "Only Richese lend a token, to their ally.", "NOT_ALLIED", firm=True)
        elif self.token not in _free(table):
            yield Objection(RULE, "That token is on the board or was used last. Choose another.", firm=True)
        elif ships_no_more(table, ally):
            yield Objection(RULE, say("{ally:The ships} no more this turn.", ally=named(ally)), "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        ally = table.ally(ME) or ""
        yield FieldLent(frozenset({ME, ally}), self.token, ally)


class ShipByField(SeatCommand, by="seat", waits=True):
    """Ship with the token that Richese have lent, which pay for it if the ally does not."""

    normal: int
    goal: str
    special: int = 0
    sector: int = NO_SECTOR
    richese_pay: bool = False

    @property
    def voyage(self) -> Voyage:
        return Voyage(self.seat, 1, DOWN, is_enclosed(self.goal))

    @property
    def payer(self) -> str:
        return ME if self.richese_pay else self.seat

    def objections(self, table: Table) -> Iterable[Objection]:
        token, may = _lent(table), ask(table, MayShip(self.seat, DOWN))
        if token == NONE or table.ally(ME) != self.seat:
            yield Objection(RULE, "Richese have lent you no token for this turn. Ask them.", "NOT_ELIGIBLE", firm=True)
            return
        if not may.value:
            yield Objection(may.because[0], REFUSED[DOWN][1], REFUSED[DOWN][0])
        if self.normal + self.special > token:
            yield Objection(
                RULE, say("The token stands for {token} forces. Ship no more than that.", token=token), "NOT_ELIGIBLE"
            )
        yield from once_a_turn(table, self.seat)
        yield from out_of_turn(table, self.seat)
        if self.normal + self.special:
            yield from more_than_counted(table, self.seat, self.normal, self.special, RESERVES)
        yield from against_entering(table, self.seat, DOWN, self.goal, self.sector)
        price = ask(table, ShipmentPrice(self.voyage))
        yield from too_dear(table, self.payer, price.value, price.because[0])

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        price, payee = ask(table, ShipmentPrice(self.voyage)), ask(table, ShipmentPayee(self.voyage))
        if not (yield from afforded(table, {self.payer: price.value}, price.because)):
            return
        sector = landing_sector(table, self.seat, DOWN, self.goal, self.sector)
        yield FieldUsedUp(_lent(table), self.seat)
        yield ForcesShipped(self.seat, self.normal, self.special, DOWN, RESERVES, self.goal, (RULE, "1.06.03"), sector)
        yield from pay(self.payer, payee.value, price.value, SHIPPED(), (RULE,), price, payee)
        yield from silent(price, payee)


@adds(SecretOffers, rule=RULE, seat=ME, order=1, phase="shipment")
def lend_one(question: SecretOffers, table: Table) -> Iterable[Offer]:
    ally, free = table.ally(ME), _free(table)
    if ally and free and not ships_no_more(table, ally):
        token = Blank("token", "No-Field", "select", choices=tuple((str(one), count(one, "force")) for one in free))
        yield Offer(LendField, say("Lend {ally} a No-Field", ally=named(ally)), RULE, (token,))


@adds(SecretOffers, rule=RULE, order=2, phase="shipment")
def ship_with_it(question: SecretOffers, table: Table) -> Iterator[Offer]:
    seat, token = question.seat, _lent(table)
    if token != NONE and table.ally(ME) == seat and not ships_no_more(table, seat):
        own = (Blank("normal", "Forces", "number", 0, token, str(token)), *forces(seat)[1:])
        blanks = (*own, places(table, "goal", "To"), Blank("richese_pay", "Richese pay", "checkbox"))
        yield Offer(ShipByField, say("Ship with the No-Field of Richese ({token})", token=token), RULE, blanks)
