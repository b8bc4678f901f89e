"""What is physical tonight, and what the referee keeps: options P1 to P6.

What it deals or counts itself it knows; of the rest it knows what players enter, and every module must work without.
"""

from __future__ import annotations

from referee.kernel import Table, option, setting

TREACHERY_CARDS = option(
    "P1",
    "4.94.01",
    "Treachery cards",
    ("dealt", "Dealt by the referee", "The referee shuffles and deals; cards appear on the phones."),
    ("told", "Real cards, entered on phones", "Real cards; players can enter theirs on their phones."),
    ("counts", "Real cards, counts only", "Real cards; the referee knows how many each player holds."),
)
SPICE = option(
    "P2",
    "4.94.02",
    "Spice",
    ("kept", "Kept by the referee", "The referee keeps all spice; players see theirs on their phones."),
    ("told", "Tokens, entered on phones", "Tokens behind shields; players can enter theirs on their phones."),
    ("untracked", "Tokens, not tracked", "Tokens behind shields; the referee knows no amounts."),
)
BATTLE_PLANS = option(
    "P3",
    "4.94.03",
    "Battle plans",
    ("phones", "On the phones", "Players make and lock their plans on their phones."),
    ("wheels", "Wheels, entered afterwards", "Cardboard wheels; enter what they show after the reveal."),
    ("none", "Left to the table", "The referee leaves battles to you."),
)
STORM_CARDS = option(
    "P4",
    "4.94.04",
    "Storm cards",
    ("printed", "Printed", "You use the real storm cards and enter the one turned over."),
    ("drawn", "Drawn by the referee", "The referee draws the card; players who may look see it on their phones."),
)
SPICE_DECK = option(
    "P5",
    "4.94.05",
    "Spice deck",
    ("printed", "Printed", "You use the real spice deck and enter the card turned over."),
    (
        "dealt",
        "Dealt by the referee",
        "The referee shuffles and turns the cards; players who may look see them on their phones.",
    ),
)
POSITIONS = option(
    "P6",
    "4.94.06",
    "Positions on the map",
    ("kept", "Kept", "The screen shows the map and keeps it up to date from what you enter."),
    ("none", "Not kept", "Only the board shows it: no map on screen; you enter who is where when it matters."),
)


def cards_are_dealt(table: Table) -> bool:
    return setting(table, TREACHERY_CARDS) == "dealt"


def cards_are_told(table: Table) -> bool:
    return setting(table, TREACHERY_CARDS) == "told"


def spice_is_kept(table: Table) -> bool:
    return setting(table, SPICE) == "kept"


def spice_is_told(table: Table) -> bool:
    return setting(table, SPICE) == "told"


def plans_are_on_phones(table: Table) -> bool:
    return setting(table, BATTLE_PLANS) == "phones"


def battles_are_refereed(table: Table) -> bool:
    """Return True unless battles are left to the table."""
    return setting(table, BATTLE_PLANS) != "none"
