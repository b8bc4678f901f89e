"""The great swap on the phone: on whom it is used, and what is given back, behind the shield of Harkonnen alone."""

from __future__ import annotations

from referee.factions.harkonnen import ME, Swap, still_owed
from referee.phases.great_powers import CardPlayed
from referee.phases.offers import Blank, Offer, SecretOffers
from referee.phases.powers import OnceAGame
from referee.phases.setup import faction_name
from referee.rulings import ask, ruling
from referee.table import Table, card_name

SWAP = "1.14.04"


@ruling(SecretOffers, rule=SWAP)
def swap_or_give_back(question: SecretOffers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """While cards are owed each is chosen from their own hand; before that, whose hand is taken."""
    if question.seat != ME or ME not in table.seats:
        return None
    swap = table.get(Swap)
    if swap is not None and still_owed(table):
        return (*so_far, _give_back(table, swap))
    if not ask(table, OnceAGame(ME)).value or not ask(table, CardPlayed(ME, "")).value:
        return None
    others = tuple((seat, faction_name(seat)) for seat, own in table.seats.items() if seat != ME and own.hand)
    blank = Blank("of", "Whose hand", "select", value=others[0][0] if others else "", choices=others)
    return (*so_far, Offer("UseSpecial", "Karama: swap cards with", SWAP, (blank,))) if others else None


def _give_back(table: Table, swap: Swap) -> Offer:
    held = table.seats[ME].hand
    faces = tuple((card, card_name(card)) for card in held.faces())
    choices = (*faces, *((("", "A card of unknown face"),) if len(faces) < len(held) else ()))
    label = f"{still_owed(table)} to give back to {faction_name(swap.of)}"
    blank = Blank("card", label, "select", value=choices[0][0] if choices else "", choices=choices)
    return Offer("GiveCardBack", "Give it back", SWAP, (blank,), at_once=True)
