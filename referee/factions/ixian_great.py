"""The great power of the Ixians: once a game a Karama moves their stronghold two territories in Shipment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.factions.ixian import ME
from referee.facts import Event, Public
from referee.phases.great_powers import no_great_power, unlock
from referee.phases.offers import Offer, SecretOffers
from referee.phases.present import Says, WhatNow
from referee.play import Ask, Objection
from referee.rulings import Chance, ruling
from referee.table import Table

GREAT = "2.07.19"


@dataclass
class OnTheMove:
    """The turn in which the stronghold was moved once more."""

    turn: int


@dataclass(frozen=True)
class StrongholdMovedOn(Event):
    """The Ixians move their stronghold once more."""

    seat: Public[str]
    because = (GREAT,)

    def apply(self, table: Table) -> None:
        """Note it for the turn; the board shows where it stands."""
        table.put(OnTheMove(table.turn))

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say what they do on the board."""
        return f"{name(self.seat)} moves the stronghold two territories."


@ruling(WhatNow, rule=GREAT)
def on_the_board(question: WhatNow, table: Table, so_far: tuple[Says, ...]) -> tuple[Says, ...] | None:
    """Everybody reads what the card was for."""
    made = table.get(OnTheMove)
    if table.phase != "shipment" or made is None or made.turn != table.turn:
        return None
    return (*so_far, Says("Ixians move their stronghold two territories, besides their move.", GREAT))


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
        """Lay down the card; the table moves it on the board."""
        yield from unlock(table, self.seat, self.seat, self.card, (GREAT,))
        yield StrongholdMovedOn(self.seat)


@ruling(SecretOffers, rule=GREAT)
def move_by_karama(question: SecretOffers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """With a card that unlocks it."""
    if any(no_great_power(table, question.seat, ME, GREAT, "", "shipment")):
        return None
    return (*so_far, Offer("MoveByKarama", "Karama: move the stronghold 2", GREAT))
