"""A command is carried out: its events, and what follows from each by the rules, on the referee's table.

Events are applied one at a time, and each may trigger others (``react``) before the next. A table may waive an
objection; the waiver is an event of its own.
"""

from __future__ import annotations

from collections.abc import Collection

from referee.kernel.commands import BadCommand, Command, Objection, ObjectionWaived
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, react
from referee.kernel.table import Table

MOST_EVENTS = 400


def carry_out(command: Command, referee: Table, chance: Chance, waived: Collection[Objection] = ()) -> list[Event]:
    """Apply everything that follows from a command to the referee's table; return the events in order.

    Raises ``BadCommand`` if one of the waived objections is firm.
    """
    for objection in waived:
        if objection.firm:
            raise BadCommand(objection.sentence)
    events: list[Event] = []
    for rule in dict.fromkeys(objection.rule for objection in waived):
        _hear(ObjectionWaived(rule), referee, chance, events)
    for event in command.decide(referee, chance):
        _hear(event, referee, chance, events)
    return events


def _hear(event: Event, referee: Table, chance: Chance, events: list[Event]) -> None:
    if len(events) > MOST_EVENTS:
        raise RuntimeError("That set off too many things at once. Undo it and tell us how it happened.")
    referee.hear(event)
    events.append(event)
    for consequence in react(referee, event, chance):
        _hear(consequence, referee, chance, events)
