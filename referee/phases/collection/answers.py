"""Answers on collection: who collects how much, as the board stands, and what a stronghold pays."""

from __future__ import annotations

from referee.board.forces import is_kept
from referee.holdings.ledger import lying
from referee.kernel import Table, ask, listed, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.phases.collection.collection import Carries, PaidFor, SharesWith, gatherers, income, income_due

SPICE, INCOME = "1.08.01", "1.13.01"
BEFORE = ("shipment", "battle", "spice_collection")  # phases that people ask this in


def _due(table: Table, seat: str, only: str = "") -> list[str] | None:
    """Return what a faction would collect, everywhere or ``only`` in one place.

    ``None`` if the table does not know or two share it.
    """
    found = []
    if not is_kept(table, seat):
        return None
    for place, group in gatherers(table, seat).items():
        if only not in {"", place}:
            continue
        if ask(table, SharesWith(seat, place)).value:
            return None
        carried = ask(table, Carries(seat, group.normal, group.special)).value
        found.append(say("{n} in {place}", n=min(carried, lying(table, place)), place=place))
    return found + [
        say("{n} for {place}", n=n, place=place) for place, n in income_due(table, seat).items() if only in {"", place}
    ]


@answers
def who_collects(asked: Asked, table: Table) -> Reply | None:
    """Return who collects what, where a place is named who does there."""
    found = {seat: _due(table, seat, asked.place) for seat in table.seats}
    if table.phase not in BEFORE or None in found.values():
        return None
    told = [
        say("{seat}: {parts}", seat=asked.name(seat), parts=listed(parts)) for seat, parts in found.items() if parts
    ]
    if not told:
        return Reply("As the board stands, nobody collects anything.", (SPICE,))
    return Reply(say("As the board stands: {told}.", told=together(told, "; ")), (SPICE, "1.08.02"))


@answers
def how_much_is_collected(asked: Asked, table: Table) -> Reply | None:
    parts = _due(table, asked.seat) if asked.seat and table.phase in BEFORE else None
    if parts is None:
        return None
    if not parts:
        return Reply("Nothing more, as the board stands.", (SPICE,))
    return Reply(say("As the board stands: {told}.", told=listed(parts)), (SPICE, "1.08.02"))


@answers
def income_of(asked: Asked, table: Table) -> Reply | None:
    pays = income(table).get(asked.place)
    if not asked.seat or lying(table, asked.place):
        return None
    if not income(table):
        return Reply(together(["No.", "Strongholds pay income only in the advanced game."]), (INCOME,))
    if not pays:
        return Reply(together(["No.", say("{place} pays no income.", place=asked.place)]), (INCOME,))
    paid = ask(table, PaidFor(asked.seat))
    words = say("{place} pays {n} spice in the collection phase to who holds it.", place=asked.place, n=pays)
    return Reply(together(["Yes." if asked.place in paid.value else "No.", words]), (*paid.because, INCOME))
