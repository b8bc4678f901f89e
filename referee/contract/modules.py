"""What modules of the boxes and factions add to battles and positions: fields of what lies where and whose it is.

A field puts its module in play; it is told after the script where that is. What belongs to a faction is told where
the script named it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from referee.board.territories import TERRITORIES, on_board
from referee.board.worlds import worlds
from referee.common.boxes import MODULES, in_play
from referee.common.factions import FACTIONS, faction_name, named
from referee.common.things import LIST, OWNERS, SUPPLIES, THINGS, Thing, Things
from referee.contract.lines import BadCase
from referee.contract.values import a, a_faction, a_flag, a_text, all_heeded, nearest, one_of
from referee.holdings.setup import OptionChanged
from referee.kernel import Event, Option, Table


def module_events(place: Mapping[str, Any], table: Table) -> Iterator[Event]:
    """Yield how the things of modules and factions lie at this table at first; raises ``BadCase``.

    Tokens of a faction that plays lie nowhere where they are not named: all of them may be with it.
    """
    for field, things in THINGS.items():
        if place.get(field) is None and things.seat not in table.seats:
            continue
        laid = list(_READ[things.form](place[field], field, things, table)) if place.get(field) is not None else []
        if laid and things.seat and things.seat not in table.seats:
            raise BadCase(f"{field!r} says nothing where {named(things.seat):The does} not play. Leave it out.")
        if things.single and (twice := [one for one, n in Counter(thing.name for thing in laid).items() if n > 1]):
            raise BadCase(f"{field!r} has {twice[0]!r} twice, and there is one of it. Name it once.")
        if things.module is not None and (laid or things.form == OWNERS):
            yield from put_in_play(things.module, table)
        yield from things.lay(table, laid)


def put_in_play(module: Option, table: Table) -> Iterator[Event]:
    """Yield what puts a module in play of which a script names something."""
    if not in_play(table, module):
        yield OptionChanged(module.key, MODULES[module.key].value)


def territory_of(name: Any, table: Table) -> str:
    """Return the name of a territory of this game; raises ``BadCase``."""
    known = [*(territory.name for territory in on_board(table)), *(world.name for world in worlds(table))]
    if a_text(name, "A territory") not in known:
        raise BadCase(f"No territory of this game is called {name!r}.{nearest(name, known)}")
    return str(name)


def _called(value: Any, names: Collection[str], what: str) -> str:
    """Read the name of a thing; one with a faction on its face is called like it."""
    by_name = {FACTIONS[name].name if name in FACTIONS else name: name for name in names}
    return by_name[one_of(value, by_name, what)]


def _by_owner(value: Any, field: str, things: Things, table: Table) -> Iterator[Thing]:
    owned: dict[str, str] = {}
    for name, held in a(dict, value, f"{field!r}").items():
        seat = a_faction(name, [*table.seats])
        for thing in a(list, held, f"A list in {field!r}"):
            if owned.setdefault(_called(thing, things.names, "A thing owned"), seat) != seat:
                raise BadCase(f"{thing} has one owner. Name one.")
    yield from (Thing(name, seat) for name, seat in owned.items())


def _in_a_list(value: Any, field: str, things: Things, table: Table) -> Iterator[Thing]:
    here = {name: one for name, one in TERRITORIES.items() if not one.found}
    for one in a(list, value, f"{field!r}"):
        made = a(dict, one, f"A thing in {field!r}")
        name = _called(made.get("token"), things.names, "A token")
        all_heeded(made, ("token", "by" if made.get("by") is not None else "territory", "revealed"), "A token")
        seat = a_faction(made["by"], [*table.seats]) if made.get("by") is not None else ""
        where = one_of(made.get("territory"), here, "A territory") if not seat else ""
        yield Thing(name, seat, where, a_flag(made.get("revealed"), "'revealed'"))


def _by_place(value: Any, field: str, things: Things, table: Table) -> Iterator[Thing]:
    for name, token in a(dict, value, f"{field!r}").items():
        yield Thing(_called(token, things.names, "A token"), place=territory_of(name, table))


def _by_leader(value: Any, field: str, things: Things, table: Table) -> Iterator[Thing]:
    owner = {leader: seat for seat in table.seats for leader in FACTIONS[seat].leaders}
    for leader, name in a(dict, value, f"{field!r}").items():
        if leader not in owner:
            raise BadCase(f"No leader of this game is called {leader!r}.{nearest(leader, owner)}")
        yield Thing(_called(name, things.names, "A card"), owner[leader], leader)


_READ = {"owners": _by_owner, "list": _in_a_list, "places": _by_place, "leaders": _by_leader}


def modules_told(table: Table, named: Collection[str] = ()) -> dict[str, Any]:
    """Return what lies where and who owns what, of each module in play and of the fields that a script ``named``."""
    made: dict[str, Any] = {}
    for field, things in sorted(THINGS.items(), key=lambda one: one[1].form == OWNERS):
        due = field in named if things.module is None else in_play(table, things.module)
        if due:
            made[field] = _told(things, list(things.lying(table)))
    return made


def supplies_told(table: Table) -> dict[str, list[str]]:
    """Return the tokens that lie off the map with who may lay them, of each kind whose faction plays."""
    told = ((field, supply(table)) for field, supply in sorted(SUPPLIES.items()))
    return {field: list(tokens) for field, tokens in told if tokens is not None}


def _told(things: Things, lying: list[Thing]) -> Any:
    if things.form == LIST:
        return [_one_told(one) for one in lying]
    if things.form != OWNERS:
        return {one.place: faction_name(one.name) for one in lying}
    by_seat: dict[str, list[str]] = {}
    for one in lying:
        if one.name:
            by_seat.setdefault(faction_name(one.seat), []).append(faction_name(one.name))
    return by_seat


def _one_told(one: Thing) -> dict[str, Any]:
    where = {"by": faction_name(one.seat)} if one.seat else {"territory": one.place}
    return {"token": one.name, **where, "revealed": one.shown}
