"""Tleilaxu Ghola on screen: whoever holds it is offered it behind their own shield, and nobody else sees that.

For a player without a phone the table screen enters it, once the game has begun.
"""

from __future__ import annotations

from referee.phases.hands import called, held_card
from referee.phases.menu import leader_or_forces
from referee.phases.offers import TABLE, Offer, Offers, SecretOffers
from referee.phases.seating import phones_of
from referee.phases.setup import FACTIONS
from referee.phases.turn import PHASES
from referee.rulings import ruling
from referee.table import Table

GHOLA = "Tleilaxu Ghola"


@ruling(SecretOffers, rule="3.01.20")
def bring_them_back(question: SecretOffers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """At any time: one leader, or up to five forces."""
    seat = question.seat
    if table.phase == "lobby" or seat not in FACTIONS or held_card(table, seat, called(GHOLA)) is None:
        return None
    return (*so_far, _play(table, seat))


def _play(table: Table, seat: str) -> Offer:
    return Offer("PlayGhola", f"Play {GHOLA}", "3.01.20", leader_or_forces(table, seat), aside=True)


@ruling(Offers, rule="3.01.20")
def for_a_player_without_a_phone(question: Offers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """The table screen enters it; it knows no hand."""
    seat = question.seat
    if seat == TABLE or table.phase not in PHASES or seat in phones_of(table) or seat not in FACTIONS:
        return None
    return (*so_far, _play(table, seat))
