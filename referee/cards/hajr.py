"""Hajr: one more force movement in its owner's own movement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from referee.common.phones_at_seats import on_own_phone
from referee.common.turn import OfTurn, in_phase, of_turn
from referee.holdings.hands import PlayedCard, called, not_in_hand, shown_card, spent
from referee.kernel import Chance, Event, Objection, SeatEvent, Table, adds, card_name, ruling, say
from referee.offers.offer import TABLE, Offer, Offers, SecretOffers
from referee.phases.shipment.marching import out_of_turn
from referee.phases.shipment.prices_and_permissions import MovesThisTurn
from referee.turn.phase_offers import is_played

HAJR = "Hajr"


class ExtraMoves(OfTurn):
    """Extra movements by faction, in one turn."""

    more: dict[str, int] = field(default_factory=dict)


def _more(table: Table) -> ExtraMoves:
    return of_turn(table, ExtraMoves)


class MovesAgain(SeatEvent, because=("3.01.09", "1.06.05.01")):
    says = "{seat!n:The moves} once more."

    def apply(self, table: Table) -> None:
        kept = table.put(_more(table))
        kept.more[self.seat] = kept.more.get(self.seat, 0) + 1


@ruling(MovesThisTurn, rule="3.01.09")
def and_once_more(question: MovesThisTurn, table: Table, so_far: int) -> int | None:
    return so_far + more if (more := _more(table).more.get(question.seat, 0)) else None


class PlayHajr(PlayedCard, waits=True, plays=(HAJR,)):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "shipment")
        yield from out_of_turn(table, self.seat)
        yield from on_own_phone(table, self.seat, "4.97.07")
        yield from not_in_hand(table, self.seat, HAJR)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if (yield from spent(self.seat, shown_card(table, self.seat, called(HAJR), HAJR), ("3.01.09",))):
            yield MovesAgain(self.seat)


@adds(SecretOffers, rule="3.01.09", phase="shipment")
def move_once_more(question: SecretOffers, table: Table) -> Iterable[Offer]:
    if not any(PlayHajr(question.seat).objections(table)):
        shown = any(isinstance(card, str) and card_name(card) == HAJR for card in table.seats[question.seat].hand)
        yield Offer(PlayHajr, say("Play {card}: move once more", card=HAJR), "3.01.09", aside=not shown)


@adds(Offers, rule="3.01.09", phase="shipment", seat=TABLE)
def played_by_a_seat_without_a_phone(question: Offers, table: Table) -> Iterable[Offer]:
    return is_played(table, PlayHajr, HAJR, "3.01.09") if table.phase == "shipment" else ()
