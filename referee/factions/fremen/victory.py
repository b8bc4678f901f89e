"""The Fremen victory when the last turn ends without a winner (2.04.09).

Two sietches must be free of other factions, and Tuek's Sietch of the factions that spoil it (``Spoils``).
"""

from __future__ import annotations

from referee.board.strongholds import holdings
from referee.factions.fremen import ME
from referee.kernel.rulings import ask, fixed, ruling
from referee.kernel.table import Table
from referee.phases.collection.strongholds import holder
from referee.phases.mentat.victory import Hinders, Side, SpecialVictory, Spoils, WinnersAtTheEnd, side_of

fixed(SpecialVictory, "2.04.09", True, seat=ME)


@ruling(SpecialVictory, rule="2.04.09.01", seat=ME)
def the_sietches_are_free(question: SpecialVictory, table: Table, so_far: bool) -> bool | None:
    held = {place: holder(table, place) for place in ("Sietch Tabr", "Habbanya Sietch")}
    others = ((seat, place) for place, seat in held.items() if seat not in {"", ME})
    return so_far and not any(ask(table, Hinders(seat, ME, place)).value for seat, place in others)


@ruling(SpecialVictory, rule="2.04.09.02", seat=ME)
def no_enemy_among_the_smugglers(question: SpecialVictory, table: Table, so_far: bool) -> bool | None:
    held = holdings(table).held
    spoilt = any(ask(table, Spoils(seat, place)).value for seat in held for place in held[seat])
    return so_far and not spoilt


@ruling(WinnersAtTheEnd, rule="1.09.05")
def the_desert_in_the_end(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    return side_of(table, ME) if ME in table.seats else None


@ruling(WinnersAtTheEnd, rule="2.04.09.00")
def their_own_victory(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    return (ME,) if ME in table.seats and ask(table, SpecialVictory(ME)).value else None


@ruling(WinnersAtTheEnd, rule="2.04.12")
def their_ally_wins_with_them(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    return side_of(table, ME) if so_far == (ME,) and table.ally(ME) else None
