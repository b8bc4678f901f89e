"""Leaders in the service of another faction: who holds them, and when they go home.

Who was taken is known to the two it concerns; on every other table the disc seems to lie where it was. When a leader
comes home everybody has seen that leader fight, so that is public.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.common.factions import FACTIONS
from referee.holdings.leaders import (
    LeaderBook,
    LeaderDied,
    Leaders,
    LeadersNoted,
    home_of,
    key,
    keys,
    leaders_known,
    leaders_of,
    move_disc,
)
from referee.holdings.setup import everybody
from referee.kernel.events import Event, Public, Sealed, known, sealed
from referee.kernel.table import Table


def book_of(table: Table, seat: str) -> Leaders:
    """Return a faction's leaders to be written to; all are in the pool where nobody has noted anything."""
    book = table.put(table.state(LeaderBook))
    return book.of.setdefault(seat, Leaders(list(FACTIONS[seat].discs(table.rules))))


def holder_of(table: Table, leader: str) -> str:
    """Return who holds a leader that is not at home, as far as this viewer knows, "" for nobody."""
    book = table.state(LeaderBook)
    held = (seat for seat, own in book.of.items() if keys([leader]) <= keys(own.pool))
    return next((seat for seat in held if home_of(leader) not in {"", seat}), "")


def last_had(table: Table, leader: str) -> str:
    """Return from whom a captive was taken, else the faction on the disc, "" if unknown (2.05.10.02)."""
    return table.state(LeaderBook).lent.get(key(leader)) or home_of(leader)


def out_of_sight(table: Table, seat: str) -> int:
    """Return how often a leader of this faction was taken or killed without this viewer seeing which (2.05.10)."""
    gone = (heard.event for heard in table.log if isinstance(heard.event, (LeaderTaken, LeaderDied)))
    return sum(not known(one.leader) and seat == (one.of if isinstance(one, LeaderTaken) else one.seat) for one in gone)


def noted(table: Table, *seats: str) -> Iterator[Event]:
    """Write down for everybody that all leaders of these are in their pools, where nobody has noted anything."""
    for seat in seats:
        if leaders_of(table, seat) is None:
            yield LeadersNoted(seat, tuple(leaders_known(table, seat).pool), (), sealed((), *everybody(table)), ())


class LeaderTaken(Event, because=("2.05.10.02",), shows="leader"):
    """A leader is in another faction's service now."""

    seat: Public[str]
    of: Public[str]
    leader: Sealed[str]

    def apply(self, table: Table) -> None:
        """Move the disc, as far as this viewer knows which."""
        if known(self.leader):
            move_disc(table, str(self.leader), book_of(table, self.seat).pool)
            table.state(LeaderBook).lent[key(str(self.leader))] = self.of


class LeaderWentHome(Event, shows="leader"):
    """A captured leader is with the faction again that last had it."""

    leader: Public[str]
    seat: Public[str]
    why: Public[tuple[str, ...]]
    says = "{leader} goes home to {seat!n}."

    def apply(self, table: Table) -> None:
        move_disc(table, self.leader, book_of(table, self.seat).pool)
