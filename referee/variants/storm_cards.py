"""Whether the referee draws storm cards, or the printed ones are used and read out."""

from __future__ import annotations

from referee.rulings import option

option(
    "P4",
    "4.94.04",
    "Storm cards",
    ("printed", "Printed", "The printed storm cards are used; the table enters what the open one shows."),
    ("drawn", "Drawn by the referee", "The referee draws the card; whoever may look sees it on the own phone."),
)
