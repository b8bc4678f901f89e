"""After the game the table may open all shields (1.11.01); only then screens draw each faction's spice by turn."""

from __future__ import annotations

from collections.abc import Iterable

from referee.kernel import Command, Event, Objection, Table, adds
from referee.offers.offer import TABLE, Offer, Offers
from referee.phases.mentat.victory import winner


class OpeningUndone(Event, because=("4.97.20",), housekeeping=True, lasting=True):
    """The opening was undone: it stays in the history, so that nobody makes up a victory to look at hands."""

    says = "Undone: all shields were open, and every hand could be seen."


class ShieldsOpened(Event, because=("4.97.20",), shows="card", stays=True):
    says = "All shields are open. Everybody can see how the game went."

    def undone(self) -> Iterable[Event]:
        yield OpeningUndone()


def opened(table: Table) -> bool:
    """Return True if the game is over and all shields are open."""
    return table.get(ShieldsOpened) is not None and winner(table) is not None


class OpenShields(Command, by="table", grave=True, becomes=ShieldsOpened):
    def objections(self, table: Table) -> Iterable[Objection]:
        if winner(table) is None:
            sentence = "The game is not over, so the shields stay closed. Check for victory first."
            yield Objection("4.97.20", sentence, firm=True)
        elif opened(table):
            yield Objection("4.97.20", "The shields are open. Look under After the game.", firm=True)


@adds(Offers, rule="4.97.20", seat=TABLE)
def open_them_after_the_game(question: Offers, table: Table) -> Iterable[Offer]:
    if winner(table) is not None and not opened(table):
        yield Offer(OpenShields, "Open all shields", "4.97.20")
