"""The map of a position: who stands in which sector, read from JSON, and told after the script.

``map`` names for each faction its territories: a number of forces, plain and starred ones, or a list of groups with
their ``sector``, ``weathered`` if they have lived through the storm that is over them. All forces are counted then: the
reserves are the rest, unless the position says how many. ``calm`` names territories where a faction does not fight.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.agreements.alliances import NexusEnded
from referee.board.entries import ForcesEntered
from referee.board.forces import (
    ALL_FORCES,
    RESERVES,
    TANKS,
    Forces,
    ForcesCounted,
    Group,
    PositionsKept,
    StandsInPeace,
    StormSurvived,
    forces_in,
)
from referee.board.how_many import Starred
from referee.board.standing import FaceDownTokens, PointsAt, peace_rule, stands
from referee.board.storm import ShieldWallFell, Storm
from referee.board.territories import TERRITORIES, is_sand
from referee.board.worlds import WORLDS, invaders, natives, side_up, worlds
from referee.common.factions import FACTIONS, faction_name, named
from referee.common.things import SUPPLIES
from referee.common.turn import PhaseBegan
from referee.contract.lines import BadCase
from referee.contract.modules import territory_of
from referee.contract.values import a, a_faction, a_flag, a_whole, an_object, given, one_of
from referee.holdings.setup import OptionChanged
from referee.kernel import REFEREE, Event, Table, ask, fold, kinds, sealed
from referee.phases.battle.how_they_stand import there
from referee.phases.battle.who_fights_where import open_battles, sectors_of
from referee.phases.spice_blow.blow import SpiceCardTurned

Groups = list[tuple[int, Group, bool]]
ON_THE_MAP = ("calm", "wall", "nexus", "worm", "mobile_stronghold", "no_field", "ambassadors")
KINDS = ("normal", "special")


def _sector(value: Any, place: str) -> int:
    sector = a_whole(value, "A sector")
    if sector and (place in WORLDS or sector not in TERRITORIES[place].sectors):
        raise BadCase(f"{place} is not in sector {sector}.")
    return sector


def _first_sector(place: str, what: str) -> int:
    """Return the sector of a place where none is named; raises ``BadCase`` where no storm comes."""
    if place not in TERRITORIES or not TERRITORIES[place].sectors:
        raise BadCase(f"{place} is in no sector of the map. Correct {what}.")
    return TERRITORIES[place].sectors[0]


def _only_sector(place: str) -> int:
    """Return the sector of a place that lies in one alone, else 0."""
    sectors = TERRITORIES[place].sectors if place in TERRITORIES else ()
    return sectors[0] if len(sectors) == 1 else 0


def _group(value: Any, place: str) -> tuple[int, Group, bool]:
    if not isinstance(value, dict):
        return 0, Group(a_whole(value, "Forces")), False
    said = {name: one for name, one in value.items() if one is not None}
    numbers = (a_whole(said.get(kind, 0), f"Forces ({kind})") for kind in KINDS)
    return _sector(said.get("sector", 0), place), Group(*numbers), a_flag(said.get("weathered", False), "'weathered'")


def _groups(value: Any, place: str) -> Groups:
    """Read the groups of a territory; what is named twice in one sector is one group."""
    found: dict[int, tuple[Group, bool]] = {}
    for sector, group, weathered in (_group(one, place) for one in (value if isinstance(value, list) else [value])):
        before, lived = found.get(sector, (Group(), False))
        found[sector] = (before + group, lived or weathered)
    return [(sector, *rest) for sector, rest in found.items()]


def has_map(place: Mapping[str, Any]) -> bool:
    return place.get("map") is not None


def map_events(place: Mapping[str, Any], before: Sequence[Event]) -> Iterator[Event]:
    """Yield how the map stands at first, none if the position has no map; raises ``BadCase``."""
    if not has_map(place):
        for name in (one for one in ON_THE_MAP if place.get(one) is not None):
            raise BadCase(f"{name!r} is part of a map. Add 'map', which may be empty.")
        return
    table = fold(before, REFEREE)
    entries = {a_faction(name): entry for name, entry in a(dict, place["map"], "'map'").items()}
    yield OptionChanged("P6", "kept")
    if "K8" not in table.options:
        yield OptionChanged("K8", "off")
    for seat in table.seats:
        told = a(dict, entries.get(seat, {}), "A map")
        yield from _of_seat(table, seat, {territory_of(name, table): value for name, value in told.items()})
    for name, places in given(place, "calm", dict).items():
        yield from _calm(table, a_faction(name, [*table.seats]), a(list, places, "'calm'"))
    yield from _things(place, table)


def _of_seat(table: Table, seat: str, told: Mapping[str, Any]) -> Iterator[Event]:
    groups = {name: _groups(value, name) for name, value in told.items()}
    board = sum((group for found in groups.values() for _, group, _ in found), Group())
    tanks, reserves = forces_in(table, seat, TANKS), forces_in(table, seat, RESERVES)
    stars = ask(table, Starred(seat, printed=True)).value
    dead = tanks or Group()
    rest = Group(ALL_FORCES - stars, stars).plus(board, -1).plus(dead, -1)
    if min(rest.normal, rest.special) < 0:
        raise BadCase(f"{FACTIONS[seat].name} has more forces on the map and in the Tanks than there are.")
    if tanks is None:
        yield ForcesCounted(seat, TANKS, 0, 0)
    if reserves is None:
        yield ForcesCounted(seat, RESERVES, rest.normal, rest.special)
    yield PositionsKept(seat, board.normal, board.special)
    for name, found in groups.items():
        for sector, group, weathered in found:
            yield ForcesCounted(seat, name, group.normal, group.special, sector, alone=True)
            if weathered:
                yield StormSurvived(seat, name, sector or _first_sector(name, "'weathered'"))


def _calm(table: Table, seat: str, places: Sequence[Any]) -> Iterator[Event]:
    if not peace_rule(table, seat):
        raise BadCase(f"The forces of {FACTIONS[seat].name} always fight here.")
    for name in places:
        yield StandsInPeace(seat, territory_of(name, table), True, ("2.02.12",))


def _things(place: Mapping[str, Any], table: Table) -> Iterator[Event]:
    """Yield a hidden token, worms that came in this phase, and a stronghold beside the map."""
    if place.get("no_field") is not None:
        told = an_object(place["no_field"], "'no_field'")
        name, by = territory_of(told.get("territory"), table), a_faction(told.get("by"), [*table.seats])
        token = a_whole(told.get("token", 0), "A token")
        hidden, sector = sealed(token, by), _sector(told.get("sector", 0), name) or _only_sector(name)
        laid = _made("FieldLaid", goal=name, token=hidden, sector=sector)
        arrives = laid.arrival() if isinstance(laid, ForcesEntered) else None
        if arrives is None or arrives.seat != by:
            raise BadCase(f"{named(by):The has} no No-Field tokens. Correct 'by' in 'no_field'.")
        one_of(str(token), tuple(SUPPLIES["no_field"](table) or ()), "A token in 'no_field'")
        yield laid
        yield PhaseBegan(table.phase)  # it was laid before
    worms = place.get("worm")
    for name in worms if isinstance(worms, list) else [] if worms is None else [worms]:
        if not is_sand(territory_of(name, table)):
            raise BadCase(f"No worm came to {name}: worms come to sand. Correct 'worm'.")
        yield SpiceCardTurned(name, 0, True, ("1.02.05",))
    if place.get("nexus") is not None and one_of(place["nexus"], ("over",), "'nexus'"):
        yield NexusEnded()
    if place.get("wall") is not None and not a_flag(place["wall"], "'wall'"):
        yield ShieldWallFell("", False, ("3.01.07",))
    if place.get("mobile_stronghold") is not None:
        owner = next(territory.owner for territory in TERRITORIES.values() if territory.owner)
        a_faction(faction_name(owner), [*table.seats])
        told = an_object(place["mobile_stronghold"], "'mobile_stronghold'")
        name = territory_of(told.get("territory"), table)
        where = _first_sector(name, "'mobile_stronghold'")
        sector = _sector(told["sector"], name) if told.get("sector") is not None else where
        yield _made("StrongholdPoints", territory=name, sector=sector, why=("2.07.10",))


def _made(kind: str, **values: Any) -> Event:
    """Return an event of a faction's room, which this one does not import."""
    made: Callable[..., Event] = kinds()[kind]
    return made(**values)


# -- afterwards ---------------------------------------------------------------------------------------


def map_told(table: Table) -> dict[str, Any]:
    """Return who stands where, what is in reserves and Tanks, and where the storm is."""
    storm = table.state(Storm).sector
    weathered, found = table.state(Forces).weathered, dict[str, dict[str, list[dict[str, Any]]]]()
    for stand in stands(table):
        group: dict[str, Any] = {"sector": stand.sector, **_numbers(stand.group)}
        if stand.calm:
            group["as"] = "advisors"
        if stand.sector == storm and (stand.seat, stand.place, stand.sector) in weathered:
            group["weathered"] = True
        found.setdefault(faction_name(stand.seat), {}).setdefault(stand.place, []).append(group)
    for name in (world.name for world in worlds(table)):
        for seat, held in invaders(table, name).items():
            found.setdefault(faction_name(seat), {}).setdefault(name, []).append({"sector": 0, **_numbers(held)})
    tokens = {token.place: {"sector": token.sector} for token in ask(table, FaceDownTokens()).value}
    doors = [cell for place, cell in ask(table, PointsAt()).value if TERRITORIES[place].owner]
    pointing = [{"territory": cell.territory, "sector": cell.sector} for cell in doors]
    return {
        "map": found,
        "reserves": {faction_name(s): _numbers(forces_in(table, s, RESERVES) or Group()) for s in table.seats},
        "tanks": {faction_name(s): _numbers(forces_in(table, s, TANKS) or Group()) for s in table.seats},
        "storm": storm,
        **({"homeworlds": _worlds(table)} if worlds(table) else {}),
        **({"no_field": tokens} if tokens else {}),
        **({"mobile_stronghold": pointing[0]} if pointing else {}),
    }


def _numbers(group: Group) -> dict[str, int]:
    return {"normal": group.normal, "special": group.special}


def _worlds(table: Table) -> dict[str, dict[str, Any]]:
    """Return which side of each homeworld is up, and its natives."""
    return {
        world.name: {"side": side_up(table, world.name), "natives": _numbers(natives(table, world) or Group())}
        for world in worlds(table)
    }


def battles_told(table: Table) -> list[dict[str, Any]]:
    """Return the battles still to be fought, in the order in which their aggressors choose."""
    made = []
    for battle in open_battles(table):
        sides = there(table, battle.territory)
        forces = {seat: _numbers(sides[seat][battle.way]) for seat in (battle.aggressor, battle.defender)}
        made.append(
            {
                "territory": battle.territory,
                "aggressor": faction_name(battle.aggressor),
                "defender": faction_name(battle.defender),
                "sectors": list(sectors_of(table, battle)),
                "forces": {faction_name(seat): numbers for seat, numbers in forces.items()},
            }
        )
    return made
