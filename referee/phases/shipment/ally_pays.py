"""An ally pays a share of a shipment: offered for the turn in a whisper (1.10.02.02), used in the shipment's form.

A share entered on the table screen needs no offer: the table saw it paid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from referee.common.factions import named
from referee.common.turn import OfTurn, in_phase, of_turn
from referee.holdings.purse import enough
from referee.kernel import PUBLIC, Chance, Event, Objection, Public, SeatCommand, Table, Whisper, adds, say
from referee.offers.offer import BehindShield, Blank, Kept, Offer, SecretOffers

RULE = "1.10.02.05"


class Shares(OfTurn):
    """What each helper offers for the ally's shipment of a turn."""

    offered: dict[str, int] = field(default_factory=dict)


def offered(table: Table, helper: str) -> int:
    """Return a helper's offer for this turn, as far as this viewer knows."""
    return of_turn(table, Shares).offered.get(helper, 0)


class ShareOffered(Whisper, because=(RULE,)):
    seat: Public[str]
    ally: Public[str]
    amount: Public[int]
    fuller = "{seat!n:The offers} {ally!n} up to {amount} spice for the shipment."
    says = "{seat!n:The offers} {ally!n} no spice for the shipment."

    def apply(self, table: Table) -> None:
        table.put(of_turn(table, Shares)).offered[self.seat] = self.amount


class OfferShare(SeatCommand, by="seat"):
    """Offer to pay up to this much of the ally's shipment this turn."""

    amount: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        if not table.ally(self.seat):
            yield Objection(RULE, "Only an ally can pay for your shipment, and you have none.", "NOT_ALLIED")
        if self.amount:
            yield from enough(table, self.seat, self.amount, RULE, "NOT_ENOUGH_SPICE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        ally = table.ally(self.seat) or ""
        yield ShareOffered(frozenset({self.seat, ally}), self.seat, ally, self.amount)


def ally_share(table: Table, seat: str, share: int, price: int) -> Iterator[Objection]:
    """Object to a share without ally, above the price, or above the offer."""
    ally = table.ally(seat)
    if not share:
        return
    if not ally:
        yield Objection(RULE, "Only an ally can pay for your shipment. Pay alone.", "NOT_ALLIED", firm=True)
    elif share > price:
        words = say("The price is {price} spice, so your ally cannot pay {share} of it.", price=price, share=share)
        yield Objection(RULE, words, "FULL_PRICE", firm=True)
    elif table.viewer != PUBLIC and share > offered(table, ally):
        sentence = say(
            "{ally:The offers} {amount} spice, not {share}. Ask for more, or pay more yourself.",
            ally=named(ally),
            amount=offered(table, ally),
            share=share,
        )
        yield Objection(RULE, sentence, "NOT_ENOUGH_SPICE")


@adds(SecretOffers, rule=RULE, phase="shipment")
def help_the_ally(question: SecretOffers, table: Table) -> Iterable[Offer]:
    ally = table.ally(question.seat)
    if ally:
        amount = Blank("amount", "Up to", "number", 0, 40, str(offered(table, question.seat)))
        yield Offer(OfferShare, say("Pay for {ally:'s} shipment", ally=named(ally)), RULE, (amount,))


@adds(BehindShield, rule=RULE)
def what_the_ally_offers(question: BehindShield, table: Table) -> Iterable[Kept]:
    ally = table.ally(question.seat)
    if table.phase != "shipment" or not ally:
        return ()
    theirs, mine = offered(table, ally), offered(table, question.seat)
    lines = [say("{ally:The pays} up to {amount}", ally=named(ally), amount=theirs)] if theirs else []
    lines += [say("You pay up to {amount} for {ally}", amount=mine, ally=named(ally))] if mine else []
    return (Kept("Your ally's share", tuple(lines), RULE, now=True, opened="Ally's share"),) if lines else ()
