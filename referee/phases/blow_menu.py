"""What the table is offered in the spice blow."""

from __future__ import annotations

from referee.phases.offers import TABLE, Blank, Offer, Offers
from referee.phases.territories import SAND, on_board
from referee.rulings import ruling
from referee.table import Table


@ruling(Offers, rule="1.02.01")
def a_card_is_turned(question: Offers, table: Table, so_far: tuple[Offer, ...]) -> tuple[Offer, ...] | None:
    """A territory brings the spice printed on its card; a worm takes what lies there."""
    if question.seat != TABLE or table.phase != "spice_blow":
        return None
    cards = tuple((one.name, f"{one.name} ({one.spice})") for one in on_board(table) if one.spice)
    blanks = (Blank("territory", "Card", "select", choices=cards), Blank("under_storm", "Under the storm", "checkbox"))
    blow = Offer("SpiceBlows", "Spice blows", "1.02.04", blanks)
    sand = tuple((one.name, one.name) for one in on_board(table) if one.ground == SAND)
    worm = Offer("WormComes", "A worm comes", "1.02.05", (Blank("territory", "Worm in", "select", choices=sand),))
    return (*so_far, blow, worm)
