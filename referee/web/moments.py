"""What the moment brings up on table and phones: deals that are due, and the end of the game."""

from __future__ import annotations

from referee.phases.deals import due, in_short
from referee.phases.forces import RESERVES, TANKS, forces_in, in_words
from referee.phases.leaders import leaders_of
from referee.phases.setup import faction_name
from referee.phases.turn import PHASES
from referee.phases.victory import checked, in_names, winner
from referee.table import Table
from referee.web.desk import chip
from referee.web.view_parts import Line, Panel
from referee.web.words import short


def ending(table: Table) -> tuple[str, str, str] | None:
    """Return the headline of a game that is won, and the seal beside it."""
    won = winner(table)
    return (in_names(won.seats, faction_name), "", short(won.seats[0])) if won else None


def ending_lines(table: Table) -> tuple[Line, ...]:
    """Return by which rules the game was won, or that the war goes on after a check."""
    won = winner(table)
    if won:
        return (Line(f"The game ends in turn {won.turn}.", chips=tuple(chip(rule) for rule in won.why[:3])),)
    if table.phase == "mentat_pause" and checked(table) == table.turn:
        return (Line("Nobody has won. The war continues.", chips=(chip("1.09.04"),)),)
    return ()


def agreed(table: Table, seat: str = "") -> tuple[Line, ...]:
    """Return the deals that this moment brings up: all of them with seals, or those of one seat."""
    deals = [deal for deal in due(table) if seat in {"", deal.seat, deal.other} and table.phase in PHASES]
    return tuple(Line(in_short(deal), f="" if seat else short(deal.seat)) for deal in deals)


def counts(table: Table, seat: str) -> tuple[Line, ...]:
    """Return what is counted of a faction's forces and leaders, all of it public."""
    places = (("Reserves", forces_in(table, seat, RESERVES)), ("Tanks", forces_in(table, seat, TANKS)))
    lines = [
        Line(f"{label}: *{in_words(group)}*", chips=(chip("0.13"),)) for label, group in places if group is not None
    ]
    own = leaders_of(table, seat)
    dead = ", ".join(own.face_up) if own else ""
    return (*lines, *((Line(f"Leaders in the tanks: *{dead}*", chips=(chip("1.05.03"),)),) if dead else ()))


def agreed_panel(table: Table) -> list[Panel]:
    """Return the deals as a note on the table screen."""
    return [Panel("Agreed", lines, "note", id="agreed")] if (lines := agreed(table)) else []
