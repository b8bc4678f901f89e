"""What modules of the boxes add to battles and positions: fields of who owns what, and of the answer.

A field puts its module in play; it is told after the script where that is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.board.territories import TERRITORIES
from referee.common.boxes import MODULES, in_play
from referee.common.factions import faction_name
from referee.common.laid_on_the_map import LAID, Laid
from referee.common.owned_in_the_open import OWNED
from referee.contract.lines import BadCase
from referee.contract.values import a, a_faction, a_flag, one_of
from referee.holdings.setup import OptionChanged
from referee.kernel.events import Event
from referee.kernel.table import Table


def module_events(place: Mapping[str, Any], table: Table) -> Iterator[Event]:
    """Yield how the things of modules lie at this table at first; raises ``BadCase``."""
    for field, things in OWNED.items():
        if place.get(field) is None:
            continue
        if not in_play(table, things.module):
            yield OptionChanged(things.module.key, MODULES[things.module.key].value)
        owned: dict[str, str] = {}
        for name, held in a(dict, place[field], f"{field!r}").items():
            seat = a_faction(name, [*table.seats])
            for thing in a(list, held, f"A list in {field!r}"):
                if owned.setdefault(one_of(thing, things.names, "A thing owned"), seat) != seat:
                    raise BadCase(f"{thing} has one owner. Name one.")
        yield things.lie(owned)
    yield from _laid(place, table)


def _laid(place: Mapping[str, Any], table: Table) -> Iterator[Event]:
    here = {name: one for name, one in TERRITORIES.items() if not one.found}
    for field, things in LAID.items():
        told = a(list, [] if place.get(field) is None else place[field], f"{field!r}")
        if told and not in_play(table, things.module):
            yield OptionChanged(things.module.key, MODULES[things.module.key].value)
        for one in told:
            made = a(dict, one, f"A thing in {field!r}")
            name = one_of(made.get("token"), things.names, "A token")
            seat = a_faction(made["by"], [*table.seats]) if made.get("by") is not None else ""
            where = one_of(made.get("territory"), here, "A territory") if not seat else ""
            yield things.lie(table, Laid(name, where, seat, a_flag(made.get("revealed"), "'revealed'")))


def modules_told(table: Table) -> dict[str, Any]:
    """Return who owns what and what lies where, for each module in play."""
    made: dict[str, Any] = {}
    for field, laid in LAID.items():
        if in_play(table, laid.module):
            made[field] = [_told(one) for one in laid.lying(table)]
    for field, things in OWNED.items():
        if in_play(table, things.module):
            by_seat = made.setdefault(field, {})
            for thing, seat in things.owned(table).items():
                by_seat.setdefault(faction_name(seat), []).append(thing)
    return made


def _told(one: Laid) -> dict[str, Any]:
    where = {"by": faction_name(one.seat)} if one.seat else {"territory": one.place}
    return {"token": one.name, **where, "revealed": one.shown}
