"""Who holds which stronghold: by the map where it is kept, otherwise as the table last said."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.board.forces import is_kept
from referee.board.standing import held_strongholds, known_whole
from referee.kernel.events import Event, Public
from referee.kernel.table import Table
from referee.kernel.wording import Called, listed

RICH = {"Arrakeen", "Carthag"}


@dataclass
class Holdings:
    """The strongholds each faction stands in, who has taken this turn's income, and who has collected where.

    ``told`` is the turn in which the table last said of all of them who stands there.
    """

    turn: int = 0
    held: dict[str, tuple[str, ...]] = field(default_factory=dict)
    paid: set[tuple[str, str]] = field(default_factory=set)
    collected: set[tuple[str, str]] = field(default_factory=set)
    told: int = 0


def holdings(table: Table) -> Holdings:
    """Return what is held, by the map where that is kept; income is forgotten when a new turn has begun."""
    kept = table.get(Holdings) or Holdings(table.turn)
    known = {seat: held_strongholds(table, seat) for seat in table.seats if is_kept(table, seat)}
    said = {**kept.held, **known} if known else kept.held
    again = kept.turn == table.turn
    return Holdings(table.turn, said, kept.paid if again else set(), kept.collected if again else set(), kept.told)


def all_known(table: Table) -> bool:
    """Say whether a stronghold in which nobody is known to stand is empty: by the map, or as all were named."""
    kept = [seat for seat in table.seats if is_kept(table, seat)]
    by_map = all(known_whole(table, seat) for seat in kept)
    return by_map and (len(kept) == len(table.seats) or holdings(table).told == table.turn)


class StrongholdsHeld(Event):
    """A faction stands in these strongholds."""

    seat: Public[str]
    places: Public[tuple[str, ...]]
    because = ("1.13.01",)

    def apply(self, table: Table) -> None:
        kept = holdings(table)
        kept.held[self.seat] = tuple(self.places)
        table.put(kept)

    def sentence(self, name: Called) -> str:
        return f"{name(self.seat):The holds} {listed(self.places) if self.places else 'no stronghold'}."


class HoldersNamed(Event):
    """The table said of every stronghold who stands there in this turn; turn 0: it no longer says so of each."""

    turn: Public[int]
    because = ("1.09.02.00",)

    def apply(self, table: Table) -> None:
        kept = holdings(table)
        kept.told = self.turn
        table.put(kept)
