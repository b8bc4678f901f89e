"""The great power of the Ixians: once a game a Karama moves their stronghold two territories in Shipment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.factions.ixian import ME
from referee.facts import Event
from referee.phases.great_powers import no_great_power, unlock
from referee.phases.offers import Offer, SecretOffers
from referee.play import Ask, Objection
from referee.rulings import Chance, ruling
from referee.table import Table

GREAT = "2.07.19"


@dataclass(frozen=True)
class MoveByKarama(Ask):
    """Once a game: move the stronghold two territories; the board shows where to."""

    by = "seat"
    seat: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """With the card that unlocks it, in Shipment and Movement."""
        yield from no_great_power(table, self.seat, ME, GREAT, self.card, "shipment")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Lay down the card."""
        yield from unlock(table, self.seat, self.seat, self.card, (GREAT,))


@ruling(SecretOffers, rule=GREAT)
def move_by_karama(question: SecretOffers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """With a card that unlocks it."""
    if any(no_great_power(table, question.seat, ME, GREAT, "", "shipment")):
        return None
    return (*so_far, Offer("MoveByKarama", "Karama: move the stronghold 2", GREAT))
