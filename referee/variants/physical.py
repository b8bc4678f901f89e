"""The physical-fact choices: what the referee deals or counts itself, and what players tell it."""

from __future__ import annotations

from referee.rulings import option

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
