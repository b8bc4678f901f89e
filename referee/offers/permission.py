"""Who may send which command: the table, or a seat for itself if the command says so.

The request itself is judged, and no menu is asked. So a request that no page could send is refused: another seat's
command, the table's, one not open now, or one with fields that only scripts use.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from referee.common.turn import by_hand
from referee.kernel import REFEREE, Command, Objection, Table, say
from referee.offers.offer import TABLE, answering_a_halt, is_led
from referee.offers.offered import beyond, made_now

RULE = "4.97.09"
WHERE = {"table": "the table screen", "seat": "the player's own phone", "referee": "the page of seats and codes"}


def not_yours(command: Command, who: str, table: Table) -> Iterator[Objection]:
    """Object to a command that this viewer may never send; the referee may send any."""
    seated = who in table.seats
    if who != REFEREE and command.by not in {"seat" if seated else "table", "both"}:
        yield Objection(RULE, say("Do that on {words}.", words=WHERE[command.by]), "NOT_YOURS", firm=True)
    elif seated and getattr(command, "seat", who) != who:
        yield Objection(RULE, "That is for another player's phone.", "NOT_YOURS", firm=True)


def not_open(command: Command, who: str, public: Table, own: Table) -> Iterator[Objection]:
    """Object to what this viewer cannot send now, or not with these fields; the table enters what a seat may."""
    if who in public.seats and not _is_open(command, public):
        yield Objection(RULE, "You cannot do that now. Look at the screen again.", "NOT_OFFERED", firm=True)
    elif who in public.seats:
        yield from beyond(command, made_now(type(command), who, public, own))
    elif who != REFEREE and command.by == "both" and (seat := getattr(command, "seat", "")) in public.seats:
        by_table, by_seat = (made_now(type(command), one, public, public) for one in (TABLE, seat))
        yield from beyond(command, (*by_table, *by_seat))


def _is_open(command: Command, public: Table) -> bool:
    by_table = is_led(type(command)) and by_hand(public) and type(command) not in answering_a_halt(public)
    return not by_table and _words_of_a_form(command) and command.open_to_seat(public)


def _words_of_a_form(command: Command) -> bool:
    """Return True without negative numbers and without fields of scripts."""
    said = ((field, getattr(command, field.name)) for field in dataclasses.fields(command))
    return all(
        value == field.default if field.name in command.script else not isinstance(value, (int, float)) or value >= 0
        for field, value in said
    )
