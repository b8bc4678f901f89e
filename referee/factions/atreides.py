"""Atreides: looks at the card that comes up, and keeps the only notebook."""

from __future__ import annotations

from collections.abc import Iterable

from referee.facts import Event, sealed
from referee.phases.bidding import bidding_of
from referee.phases.bids import CardUp
from referee.phases.conduct import MayKeepNotes
from referee.phases.powers import Power, Stoppable
from referee.phases.row import CardPeeked
from referee.phases.setup import Faction, faction
from referee.rulings import Chance, after, ruling
from referee.table import Table

ME = "atreides"
LEADERS = {"Thufir Hawat": 5, "Lady Jessica": 5, "Gurney Halleck": 4, "Duncan Idaho": 2, "Dr. Yueh": 1}
faction(Faction(ME, "Atreides", "atr", spice=10, cards=1, rules=("2.01.01", "2.01.02"), leaders=LEADERS))
PEEK = Power("2.01.05", ME, "BIDDING_PRESCIENCE", "before", "Atreides looks at the card.")


@after(CardUp, rule="2.01.05")
def looks_first(fact: CardUp, table: Table, chance: Chance) -> Iterable[Event]:
    """Before anybody bids, Atreides sees the card; after a restart it has been seen already."""
    bidding = bidding_of(table)
    if ME in table.seats and bidding.row and not bidding.barred:
        yield CardPeeked(ME, sealed(bidding.row[0], ME), ("2.01.05",))


@ruling(Stoppable, rule="2.01.05")
def may_be_prevented(question: Stoppable, table: Table, so_far: tuple[Power, ...]) -> tuple[Power, ...] | None:
    """The look is announced before the card comes up."""
    return (*so_far, PEEK) if question.moment in {"card", "ahead"} and ME in table.seats else None


@ruling(MayKeepNotes, rule="2.01.06")
def keeps_the_book(question: MayKeepNotes, table: Table, so_far: bool) -> bool | None:
    """Atreides alone writes things down."""
    return True if question.seat == ME else None
