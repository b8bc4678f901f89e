"""After the game: the shields may be opened, so that everybody sees how it went.

What a faction held is secret for as long as the game runs (1.11.01). Once somebody has won, the table may open all
shields, and only then do the screens draw the spice of each faction over the turns.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, adds
from referee.kernel.table import Table
from referee.phases.mentat.victory import winner
from referee.screens.offers import TABLE, Offer, Offers


@dataclass
class Opened:
    """The shields are open."""


def opened(table: Table) -> bool:
    """Say whether all shields lie open, which happens after the game only."""
    return table.get(Opened) is not None and winner(table) is not None


class ShieldsOpened(Event):
    """The game is over, and all shields were opened."""

    because = ("4.97.20",)
    shows = "card"
    says = "All shields are open. Everybody can see how the game went."

    def apply(self, table: Table) -> None:
        table.put(Opened())


class OpenShields(Command):
    """Open all shields once the game is won."""

    by = "table"
    grave = True

    def objections(self, table: Table) -> Iterable[Objection]:
        """Not while the game runs, whatever the table overrules."""
        if winner(table) is None:
            sentence = "The game is not over, so the shields stay closed. Check for victory first."
            yield Objection("4.97.20", sentence, firm=True)
        elif opened(table):
            yield Objection("4.97.20", "The shields are open. Look under After the game.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield ShieldsOpened()


@adds(Offers, rule="4.97.20", seat=TABLE)
def open_them_after_the_game(question: Offers, table: Table) -> Iterable[Offer]:
    """Once somebody has won, the table may open all shields."""
    if winner(table) is None or opened(table):
        return ()
    return (Offer(OpenShields, "Open all shields", "4.97.20"),)
