"""All that speaks against a command that somebody sends now, on the tables that they know."""

from __future__ import annotations

from referee.kernel import Command, Objection, Table, objections
from referee.offers.permission import not_open, not_yours
from referee.powers.karama_windows import held_up


def all_against(command: Command, who: str, public: Table, own: Table, referee: Table) -> list[Objection]:
    """Return every objection; ``own`` is the table as the sender knows it."""
    if strange := list(not_yours(command, who, public)):
        return strange
    return [*held_up(public, command), *objections(command, own, referee)] or list(not_open(command, who, public, own))
