"""The physical-event choices: what the referee deals or counts itself, and what players tell it."""

from __future__ import annotations

from referee.kernel.rulings import option

option(
    "P1",
    "4.94.01",
    "Treachery cards",
    ("dealt", "Dealt by the referee", "The referee shuffles and deals; cards appear on the phones."),
    ("told", "Printed, told to phones", "Printed cards; each holder may tell their own phone what they hold."),
    ("counts", "Printed, counts only", "Printed cards; the referee keeps the numbers and nothing else."),
)
option(
    "P2",
    "4.94.02",
    "Spice",
    ("kept", "Kept by the referee", "The referee keeps every purse; amounts show on each player's phone."),
    ("told", "Tokens, told to phones", "Tokens behind shields; each player may tell their own phone how many."),
    ("untracked", "Tokens, not tracked", "Tokens behind shields; the referee knows no amounts."),
)
option(
    "P3",
    "4.94.03",
    "Battle plans",
    ("phones", "On the phones", "Plans are made and locked on the phones."),
    ("wheels", "Wheels, typed in", "Cardboard wheels; what they show is typed in after the reveal."),
    ("none", "Left to the table", "The referee stays out of battles."),
)


# -- Whether the referee draws storm cards and deals the spice deck, or the printed ones are used and read out


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
