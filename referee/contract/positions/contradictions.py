"""What cannot be in a position: fields that say different things of one force, leader or stronghold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.board.forces import Forces
from referee.board.how_many import Starred
from referee.board.standing import held_strongholds, stands
from referee.common.factions import FACTIONS, named
from referee.holdings.leaders import key, keys
from referee.kernel import Table, ask
from referee.paper.join_midgame import impossible, spice_faults, stronghold_faults


def at_odds(place: Mapping[str, Any], table: Table) -> Iterator[str]:
    """Yield a sentence for each contradiction of the situation ``place``, from which this table was set."""
    told = place.get("cities") is not None and place.get("map") is None
    for fault in (*impossible(table), *spice_faults(table), *(stronghold_faults(table) if told else ())):
        yield f"{fault.sentence} ({fault.rule})"
    yield from _stars(table)
    yield from _leaders(place, table)
    if place.get("map") is not None:
        yield from _beside_the_map(place, table)


def _stars(table: Table) -> Iterator[str]:
    for seat in table.seats:
        held = sum(group.special for (whose, _), group in table.state(Forces).held.items() if whose == seat)
        if held > (stars := ask(table, Starred(seat)).value):
            yield f"{named(seat):The has} {stars} special forces, not {held}. Count again."


def _leaders(place: Mapping[str, Any], table: Table) -> Iterator[str]:
    """Yield leaders that lie with two factions, or in the Tanks and with a captor."""
    seen: dict[str, str] = {}
    captives = keys(leader for held in (place.get("captives") or {}).values() for leader in held)
    for seat, own in (place.get("leaders") or {}).items():
        for where in ("pool", "face_up", "face_down"):
            for leader in own.get(where) or ():
                if seen.setdefault(key(leader), seat) != seat:
                    yield f"{leader} is with {seen[key(leader)]} and with {seat}. A leader is in one place."
                if where != "pool" and key(leader) in captives:
                    yield f"{leader} is a captive and lies in the Tanks. A leader is in one place."


def _beside_the_map(place: Mapping[str, Any], table: Table) -> Iterator[str]:
    by_name = {FACTIONS[seat].name: seat for seat in table.seats}
    for name, cities in (place.get("cities") or {}).items():
        for city in cities if name in by_name else ():
            if city not in held_strongholds(table)[by_name[name]]:
                yield f"On the map {name} have no forces in {city}. Correct 'cities', or leave it out."
    for name, places in (place.get("calm") or {}).items():
        for one in places:
            if not any(stand.seat == by_name[name] and stand.place == one for stand in stands(table)):
                yield f"On the map {name} have no forces in {one}. Correct 'calm'."
