"""Who holds which stronghold: from the map if it is kept, otherwise as the table last entered."""

from __future__ import annotations

from dataclasses import field

from referee.board.forces import Forces, is_kept
from referee.board.standing import held_strongholds, known_whole, with_tokens
from referee.kernel import Event, Public, SeatEvent, State, Table, memoized

RICH = {"Arrakeen", "Carthag"}


class Holdings(State):
    """The strongholds each faction is in, who has collected this turn's income, and where.

    ``told`` is the turn in which the table last entered all of them.
    """

    turn: int = 0
    held: dict[str, tuple[str, ...]] = field(default_factory=dict)
    paid: set[tuple[str, str]] = field(default_factory=set)
    collected: set[tuple[str, str]] = field(default_factory=set)
    told: int = 0


@memoized
def holdings(table: Table) -> Holdings:
    """Return the strongholds held, from the map if it is kept; a new turn clears the income."""
    kept = table.get(Holdings) or Holdings(table.turn)
    counted = table.state(Forces).kept.intersection(table.seats)
    known = {seat: held for seat, held in held_strongholds(table).items() if seat in counted} if counted else {}
    held = {**kept.held, **known} if known else kept.held
    again = kept.turn == table.turn
    return Holdings(table.turn, held, kept.paid if again else set(), kept.collected if again else set(), kept.told)


def standing_in(table: Table, place: str) -> tuple[str, ...]:
    """Return who has forces in a stronghold that are not peaceful, whether they hold it or share it with others."""
    by_map = (stand.seat for stand in with_tokens(table, place) if not stand.calm)
    entered = (seat for seat, places in holdings(table).held.items() if place in places)
    return tuple(dict.fromkeys((*by_map, *entered)))


def all_known(table: Table) -> bool:
    """Return True if strongholds without known forces are empty: by the map, or because all were entered."""
    kept = [seat for seat in table.seats if is_kept(table, seat)]
    by_map = all(known_whole(table, seat) for seat in kept)
    return by_map and (len(kept) == len(table.seats) or holdings(table).told == table.turn)


class StrongholdsHeld(SeatEvent, because=("1.13.01",)):
    places: Public[tuple[str, ...]]
    fuller = "{seat!n:The holds} {places!l}."
    says = "{seat!n:The holds} no stronghold."

    def apply(self, table: Table) -> None:
        table.put(holdings(table)).held[self.seat] = tuple(self.places)


class HoldersNamed(Event, because=("1.09.02.00",)):
    """The table entered every stronghold in this turn; turn 0: no longer every one."""

    turn: Public[int]

    def apply(self, table: Table) -> None:
        table.put(holdings(table)).told = self.turn
