"""The spice blow: a territory card brings spice out of the bank, a sandworm swallows what lies there.

The deck lies on the table; the players say what was turned over. Whether the icon's sector was under the storm is seen
on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from referee.facts import Event, Public
from referee.phases.ledger import BANK, lying, on, pay
from referee.phases.purse import whole
from referee.phases.territories import TERRITORIES
from referee.phases.turn import in_phase
from referee.play import Ask, Objection
from referee.rulings import Chance
from referee.table import Table

MOST = 99
AS_PRINTED = -1


@dataclass(frozen=True)
class SpiceCardTurned(Event):
    """A card of the spice deck was turned over: a territory with its amount, or the sandworm there."""

    territory: Public[str]
    amount: Public[int]
    worm: Public[bool]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        """The cards themselves lie on the table."""

    def sentence(self, name: Callable[[str], str]) -> str:
        """Say what it was."""
        return f"Shai-Hulud comes to {self.territory}." if self.worm else f"{self.territory}: {self.amount} spice."


@dataclass(frozen=True)
class SpiceBlows(Ask):
    """Say which territory card was turned over."""

    by = "table"
    territory: str
    amount: int = AS_PRINTED
    under_storm: bool = False

    @property
    def printed(self) -> int:
        """Return the amount that was read off the card, else what the deck has for this territory."""
        known_here = TERRITORIES.get(self.territory)
        return known_here.spice if self.amount == AS_PRINTED and known_here else self.amount

    def objections(self, table: Table) -> Iterable[Objection]:
        """A whole amount, as printed on the card."""
        yield from in_phase(table, "spice_blow")
        if not whole(self.printed, 1) or self.printed > MOST:
            yield Objection("1.02.04", "The amount on the card is a whole number. Read it again.", "BAD_INPUT")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Place it, unless the icon lies under the storm."""
        yield SpiceCardTurned(self.territory, self.printed, False, ("1.02.04", "1.02.01"))
        placed = 0 if self.under_storm else self.printed
        yield from pay(BANK, on(self.territory), placed, "Spice blow", ("1.02.04",))


@dataclass(frozen=True)
class WormComes(Ask):
    """Say that the sandworm came to a territory."""

    by = "table"
    territory: str

    def objections(self, table: Table) -> Iterable[Objection]:
        """Only in the phase of the spice blow."""
        yield from in_phase(table, "spice_blow")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """All spice there goes to the bank."""
        yield SpiceCardTurned(self.territory, 0, True, ("1.02.05", "1.02.01"))
        yield from pay(on(self.territory), BANK, lying(table, self.territory), "Swallowed", ("1.02.05",))
