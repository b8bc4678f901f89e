"""CHOAM on paper: the side of the inflation token that lies up, or that it has left the game."""

from __future__ import annotations

from collections.abc import Iterable

from referee.factions.choam import FACTOR, ME, InflationShown, inflation
from referee.facts import Event
from referee.phases.sheet import PAPER, OnPublicSheet, Open, PublicSheetTaken, line, number
from referee.rulings import Chance, after, ruling
from referee.table import Table

ON_PAPER = "inflation"


@ruling(OnPublicSheet, rule=PAPER)
def the_token(question: OnPublicSheet, table: Table, so_far: tuple[Open, ...]) -> tuple[Open, ...] | None:
    """It lies open."""
    made = inflation(table)
    if not (made.side or made.turned):
        return None
    words = f"Inflation: {made.side} charity" if made.side else "The inflation token has left the game"
    return (*so_far, Open(words, line(ON_PAPER, made.turned, made.side)))


@after(PublicSheetTaken, rule=PAPER)
def it_lies_as_before(fact: PublicSheetTaken, table: Table, chance: Chance) -> Iterable[Event]:
    """It is used once a game."""
    turned, side, *_ = *fact.things(ON_PAPER), "", ""
    if ME in table.seats and turned and side in FACTOR:
        yield InflationShown(side, number(turned))
