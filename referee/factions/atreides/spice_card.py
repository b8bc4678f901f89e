"""Atreides and the spice deck: a private reminder to look at its top card before the first ship, or the look itself.

Where the referee deals the deck the card is told in a whisper; where the printed one is used they look on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.common.board_powers import lapses_after
from referee.common.offers import BehindShield, Kept, Offer, SecretOffers
from referee.common.turn import in_phase
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event, Public, Whisper
from referee.kernel.rulings import Chance, adds
from referee.kernel.table import Table, card_name
from referee.phases.shipment.questions import shipments
from referee.phases.spice_blow.deck import dealt, spice_deck

ME = "atreides"
lapses_after("2.01.07", "shipment")


class SpiceCardSeen(Whisper):
    """Atreides looked at the uppermost spice card."""

    seat: Public[str]
    card: Public[str]
    because = ("2.01.07",)
    shows = "spice"

    def apply(self, table: Table) -> None:
        """Whoever heard it knows the top of the deck."""
        cards = spice_deck(table).cards
        if cards:
            cards[0] = self.card

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say which card."""
        return f"On top of the spice deck: {card_name(self.card)}."


class LookAtSpice(Command):
    """Look at the uppermost card of the spice deck."""

    by = "seat"
    seat: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Atreides, before the first shipment of the turn, at a deck that the referee keeps."""
        yield from in_phase(table, "shipment")
        if self.seat != ME:
            yield Objection("2.01.07", "Only one faction looks into the spice deck.", "NOT_ELIGIBLE")
        elif "2.01.07" in table.suspended:
            yield Objection("2.01.07", "That look was stopped in this turn.", "NOT_ELIGIBLE")
        if shipments(table).made:
            yield Objection("2.01.07", "Somebody has shipped. The look comes before the first shipment.")
        if not dealt(table):
            sentence = "The printed spice deck is used here. Look at its top card on the table."
            yield Objection("4.94.05", sentence, firm=True)
        elif not spice_deck(table).cards:
            yield Objection("0.05", "No spice deck lies there yet. It is shuffled for the next blow.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Tell them alone."""
        top = spice_deck(table).cards[0]
        if isinstance(top, str):
            yield SpiceCardSeen(frozenset({ME}), ME, top)


def _due(table: Table, seat: str) -> bool:
    return seat == ME and table.phase == "shipment" and not shipments(table).made


@adds(SecretOffers, rule="2.01.07")
def look_into_the_deck(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """Where the referee keeps the deck."""
    if not _due(table, question.seat) or any(LookAtSpice(ME).objections(table)):
        return ()
    return (Offer("LookAtSpice", "Look at the top spice card", "2.01.07"),)


@adds(BehindShield, rule="2.01.07")
def look_before_the_first_ship(question: BehindShield, table: Table) -> Iterable[Kept]:
    """What they saw, until it is turned over; before the first shipment that they may look."""
    top = next(iter(spice_deck(table).cards), None) if question.seat == ME else None
    if isinstance(top, str):
        return (Kept("Spice deck", (f"On top lies {card_name(top)}.",), "2.01.07", now=True),)
    said = "You may look at its top card now, before the first ship."
    return (Kept("Spice deck", (said,), "2.01.07", now=True),) if _due(table, question.seat) else ()
