"""Tleilaxu Ghola on screen: whoever holds it is offered it behind the own shield, and nobody else sees that."""

from __future__ import annotations

from referee.phases.hands import called, held_card
from referee.phases.menu import FORCES
from referee.phases.offers import Blank, Offer, SecretOffers
from referee.phases.setup import FACTIONS
from referee.rulings import ruling
from referee.table import Table

GHOLA = "Tleilaxu Ghola"


@ruling(SecretOffers, rule="3.01.20")
def bring_them_back(question: SecretOffers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """At any time: one leader, or up to five forces."""
    seat = question.seat
    if table.phase == "lobby" or seat not in FACTIONS or held_card(table, seat, called(GHOLA)) is None:
        return None
    leaders = (("", "Nobody"), *((name, name) for name in FACTIONS[seat].leaders))
    blanks = (*FORCES, Blank("leader", "Or a leader", "select", choices=leaders))
    return (*so_far, Offer("PlayGhola", f"Play {GHOLA}", "3.01.20", blanks))
