"""What lies on the table and what the referee keeps: cards, spice, battle plans, storm cards and the spice deck.

What it deals or counts itself it knows; of the rest it knows what players tell it, and every room must go on without.
"""

from __future__ import annotations

from referee.kernel.rulings import option, setting
from referee.kernel.table import Table

TREACHERY_CARDS = option(
    "P1",
    "4.94.01",
    "Treachery cards",
    ("dealt", "Dealt by the referee", "The referee shuffles and deals; cards appear on the phones."),
    ("told", "Printed, told to phones", "Printed cards; each holder may tell their own phone what they hold."),
    ("counts", "Printed, counts only", "Printed cards; the referee keeps the numbers and nothing else."),
)
SPICE = option(
    "P2",
    "4.94.02",
    "Spice",
    ("kept", "Kept by the referee", "The referee keeps every purse; amounts show on each player's phone."),
    ("told", "Tokens, told to phones", "Tokens behind shields; each player may tell their own phone how many."),
    ("untracked", "Tokens, not tracked", "Tokens behind shields; the referee knows no amounts."),
)
BATTLE_PLANS = option(
    "P3",
    "4.94.03",
    "Battle plans",
    ("phones", "On the phones", "Plans are made and locked on the phones."),
    ("wheels", "Wheels, typed in", "Cardboard wheels; what they show is typed in after the reveal."),
    ("none", "Left to the table", "The referee stays out of battles."),
)
STORM_CARDS = option(
    "P4",
    "4.94.04",
    "Storm cards",
    ("printed", "Printed", "The printed storm cards are used; the table enters what the open one shows."),
    ("drawn", "Drawn by the referee", "The referee draws the card; whoever may look sees it on their own phone."),
)
SPICE_DECK = option(
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
POSITIONS = option(
    "P6",
    "4.94.06",
    "Positions on the map",
    ("kept", "Kept", "The screen shows the map; who stands where follows from what is said anyway."),
    ("none", "Not kept", "The board alone shows it: no map, and who stands where is entered when it matters."),
)


def cards_are_dealt(table: Table) -> bool:
    """Say whether the referee shuffles and deals the treachery cards."""
    return setting(table, TREACHERY_CARDS) == "dealt"


def cards_are_told(table: Table) -> bool:
    """Say whether the cards are printed ones, and a holder may tell the own phone what they are."""
    return setting(table, TREACHERY_CARDS) == "told"


def spice_is_kept(table: Table) -> bool:
    return setting(table, SPICE) == "kept"


def spice_is_told(table: Table) -> bool:
    """Say whether tokens lie behind shields, and a player may tell the own phone how many."""
    return setting(table, SPICE) == "told"


def plans_are_on_phones(table: Table) -> bool:
    """Say whether battle plans are made and locked on the phones."""
    return setting(table, BATTLE_PLANS) == "phones"


def battles_are_refereed(table: Table) -> bool:
    """Say whether the referee has a part in battles, by phones or by wheels typed in."""
    return setting(table, BATTLE_PLANS) != "none"
