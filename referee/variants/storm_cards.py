"""Whether the referee draws storm cards and deals the spice deck, or the printed ones are used and read out."""

from __future__ import annotations

from referee.rulings import option

option(
    "P4",
    "4.94.04",
    "Storm cards",
    ("printed", "Printed", "The printed storm cards are used; the table enters what the open one shows."),
    ("drawn", "Drawn by the referee", "The referee draws the card; whoever may look sees it on their own phone."),
)
option(
    "P5",
    "4.94.05",
    "Spice deck",
    ("printed", "Printed", "The printed spice deck is used; the table enters which card was turned over."),
    (
        "dealt",
        "Dealt by the referee",
        "The referee shuffles and turns the cards; whoever may look sees one on the phone.",
    ),
)
