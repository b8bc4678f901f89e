"""Karama outside the auction: it stops a power of the phase that is played, and ships at half price.

A power that is stopped before its use falls silent for one use (3.01.11.01, option K1); the faction may then do the
same thing again without it (3.00.04). A shipment bought with Karama is paid to the bank, whoever carries it
(3.01.11.03).
"""

from __future__ import annotations

from collections.abc import Iterable

from referee.cards.karama.bidding import OTHER_USES, StopScope
from referee.common.great_powers import CardPlayed
from referee.common.hands import CardDiscarded, NothingToShow, called, held_card, may_hold
from referee.common.karama_windows import announced, close_announcement, stoppable_now
from referee.common.ledger import BANK
from referee.common.powers import TURN, CountsAsKarama, Power, PowerStopped, SilenceOver
from referee.common.seating import on_own_phone
from referee.common.turn import PhaseBegan
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, RuleSuspended, after, ask, ruling
from referee.kernel.table import Table, card_name
from referee.phases.bidding.events import BiddingBegan, BiddingEnded
from referee.phases.shipment.questions import HOME, ShipmentPayee, ShipmentPrice

KARAMA = "Karama"


@ruling(CardPlayed, rule="3.01.11")
def a_karama(question: CardPlayed, table: Table, so_far: str) -> str | None:
    """The card named, else a real Karama, else any that counts; an unknown card is taken at its holder's word."""
    seat = question.seat
    named = called(question.named) if question.named else None
    counts = [card for card in table.seats[seat].hand.faces() if ask(table, CountsAsKarama(seat, card)).value]
    if named:
        held = held_card(table, seat, named)
        card = held or question.named
        fits = ask(table, CountsAsKarama(seat, card)).value and may_hold(table, seat, named)
        return card if fits else None
    real = next((card for card in counts if card_name(card) == KARAMA), None)
    unknown = KARAMA if may_hold(table, seat, lambda card: False) else None
    return real or (counts[0] if counts else unknown)


@ruling(ShipmentPrice, rule="3.01.11.03")
def at_the_price_of_the_guild(question: ShipmentPrice, table: Table, so_far: int) -> int | None:
    """Half the ordinary price, rounded up; never a quarter, and not for the way home."""
    cheap = question.voyage.by_card and question.voyage.kind != HOME
    return question.voyage.halved if cheap else None


@ruling(ShipmentPayee, rule="3.01.11.03")
def into_the_bank(question: ShipmentPayee, table: Table, so_far: str) -> str | None:
    """What Karama buys is paid to the bank."""
    return BANK if question.voyage.by_card else None


def power_of(table: Table, rule: str) -> Power | None:
    """Return the power with this rule, if it can be stopped now."""
    return next((power for power in stoppable_now(table) if power.rule == rule), None)


class StopInPhase(Command):
    """Play Karama against a power of this phase: the next use of it does not happen."""

    lays_down = True
    seat: str
    rule: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """Another faction's power that can come now, and a Karama to play; never another Karama."""
        power = power_of(table, self.rule)
        if self.rule.startswith(OTHER_USES):
            yield Objection("3.01.11.00", f"{KARAMA} stops a faction's power, never another {KARAMA}.", "NOT_ELIGIBLE")
        elif power is None:
            sentence = "No power of that kind can come now, or it is stopped already."
            yield Objection("3.01.11.01", sentence, "NOT_ELIGIBLE")
        elif power.seat == self.seat:
            sentence = f"{KARAMA} stops another faction's power. Keep it for that."
            yield Objection("3.01.11.01", sentence, "NOT_ELIGIBLE")
        yield from on_own_phone(table, self.seat, "4.97.07")
        if not ask(table, CardPlayed(self.seat, self.card)).value:
            sentence = f"There is no {card_name(self.card) or KARAMA} to play in this hand."
            yield Objection("3.01.11", sentence, "CARD_NOT_HELD")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """The power falls silent, and the card is discarded; once nothing is left to stop the window closes."""
        power, scope = power_of(table, self.rule), ask(table, StopScope())
        card = ask(table, CardPlayed(self.seat, self.card)).value
        if not card:
            yield NothingToShow(self.seat)
            return
        which = "3.01.11.01" if power is None or power.star == "after" else "3.01.11.02"
        why = tuple(dict.fromkeys((which, self.rule, *scope.because)))
        yield PowerStopped(self.seat, self.rule, why)
        yield RuleSuspended(self.rule, scope.value, why)
        yield CardDiscarded(self.seat, card, why)
        if announced(table) is not None and not stoppable_now(table):
            yield from close_announcement(table, chance)


@after(PhaseBegan, rule="3.01.11.01")
@after(BiddingBegan, rule="3.01.11.01")
@after(BiddingEnded, rule="3.01.11.01")
def until_the_phase_is_over(event: Event, table: Table, chance: Chance) -> Iterable[Event]:
    """What was stopped and not tried again may be used in the next phase, after all that ends the phase before."""
    if any(scope != TURN for scope in table.suspended.values()):
        yield SilenceOver()
