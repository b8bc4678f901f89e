"""The acts of a position's script: which fields each of them has, how they are read, and what they say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import Any

from referee.board.territories import TERRITORIES, is_stronghold
from referee.board.worlds import WORLDS
from referee.contract.lines import BadCase
from referee.contract.table_acts import NAMES, button_pressed, card_played
from referee.contract.values import Reading, a, a_faction, a_flag, a_text, a_whole, all_heeded, nearest, one_of
from referee.kernel import Table, Value, ask
from referee.phases.battle.cards_in_battle import BattleCards

PLACES = {name.casefold() for name in TERRITORIES}
STRONGHOLDS = {name.casefold() for name in filter(is_stronghold, TERRITORIES)}


def a_group(value: Any, what: str, least: int = 0) -> tuple[int, int]:
    """Return forces: a number of plain ones, or plain and starred ones."""
    if not isinstance(value, dict):
        return a_whole(value, what, least), 0
    all_heeded(value, ("normal", "special"), what)
    said = (0 if value.get(kind) is None else value[kind] for kind in ("normal", "special"))
    normal, special = (a_whole(number, f"{what}, of each kind,") for number in said)
    if normal + special < least:
        raise BadCase(f"{what} must be {least} or more.")
    return normal, special


class Scripted(Value):
    """One event: the act, whose it is, and what else it says."""

    act: str
    by: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)

    def get(self, name: str, default: Any = None) -> Any:
        value = self.said.get(name)
        return default if value is None else value


# -- events -------------------------------------------------------------------------------------------

Reader = Callable[[Any, Sequence[str]], Any]


def shares_in(value: Any, seats: Sequence[str]) -> tuple[tuple[str, int], ...]:
    sums = a(dict, value, "A payment")
    return tuple((a_faction(name, seats), a_whole(sum_, "A share")) for name, sum_ in sums.items())


def a_revival(value: Any, seats: Sequence[str]) -> dict[str, Any]:
    record = a(dict, value, "'revive'")
    all_heeded(record, ("leader", "normal", "special"), "'revive'")
    leader = a_text(record["leader"], "A leader") if record.get("leader") is not None else ""
    normal, special = a_group({kind: record.get(kind, 0) for kind in ("normal", "special")}, "Revived forces")
    return {"leader": leader, "normal": normal, "special": special}


def a_strength(value: Any, seats: Sequence[str]) -> int:
    return 0 if value == "X" else a_whole(value, "A strength")


def _read(read: Callable[..., Any], *more: Any) -> Reader:
    return Reading(read, more)


SEAT: Reader = a_faction
PLACE, FORCES, STANDING = _read(a_text, "A territory"), _read(a_group, "Forces", 1), _read(a_group, "Forces")
CARD, LEADER, AMOUNT = _read(a_text, "A card"), _read(a_text, "A leader"), _read(a_whole, "An amount", 1)
USE = _read(one_of, ("cancel", "prevent", "special"), "The use of a card")
RATES = _read(one_of, ("guild_rates",), "A card for a shipment")
KIND = _read(one_of, ("forces", "fighters", "advisors"), "Forces")
NEEDED, MAYBE = True, False
PRICED = {
    "half_price": (_read(a_flag, "'half_price'"), MAYBE),
    "karama": (RATES, MAYBE),
    "card": (CARD, MAYBE),
    "paid": (shares_in, MAYBE),
    "promised": (shares_in, MAYBE),
}
SECTOR = _read(a_whole, "A sector")
FROM_TO = {"forces": (FORCES, NEEDED), "from": (PLACE, NEEDED), "to": (PLACE, NEEDED)}
SECTORS = {"sector": (SECTOR, MAYBE), "from_sector": (SECTOR, MAYBE)}
LANDS = {"forces": (FORCES, NEEDED), "to": (PLACE, NEEDED), "stronghold": (_read(a_flag, "'stronghold'"), MAYBE)}
REVIVES = {"normal": (_read(a_whole, "'normal'"), MAYBE), "special": (_read(a_whole, "'special'"), MAYBE)}
ALLY = {"to": (SEAT, NEEDED)}
SPENDS = {**ALLY, "amount": (AMOUNT, NEEDED)}
WHO = {"leader": (LEADER, NEEDED), "strength": (a_strength, MAYBE)}
HERE = {"territory": (PLACE, NEEDED)}
ACTS: dict[str, dict[str, tuple[Reader, bool]]] = {
    "starting_spice": {},
    "claim_charity": {},
    "collect_bribes": {},
    "bribe": SPENDS,
    "gift": SPENDS,
    "revive_forces": REVIVES,
    "grant_free_revival": ALLY,
    "revive_ally_forces": {"for": (SEAT, NEEDED), **REVIVES},
    "revive_leader": WHO,
    "play_card": {"card": (CARD, NEEDED), "revive": (a_revival, MAYBE)},
    "ship": {**LANDS, **PRICED, "sector": (SECTOR, MAYBE)},
    "cross_ship": {**LANDS, "from": (PLACE, NEEDED), **PRICED, **SECTORS},
    "ship_off_planet": {"forces": (FORCES, NEEDED), "from": (PLACE, NEEDED), **PRICED, "from_sector": (SECTOR, MAYBE)},
    "send": {"forces": (FORCES, NEEDED), "to": (PLACE, NEEDED), "sector": (SECTOR, MAYBE)},
    "move": {**FROM_TO, **SECTORS},
    "ride": {**FROM_TO, **SECTORS},
    "flip": HERE,
    "done": {},
    "spare_ally": {**HERE, "spare": (_read(a_flag, "'spare'"), NEEDED)},
    "take_field": {"forces": (FORCES, NEEDED), "from": (PLACE, MAYBE)},
    "storm_moves": {"distance": (_read(a_whole, "A distance"), NEEDED)},
    "worm": HERE,
    "end_nexus": {},
    "battles": {},
    "next_turn": {},
    "spiritual_advisor": {"to": (PLACE, MAYBE)},
    "city_income": {},
    "collect": {
        "territory": (PLACE, MAYBE),
        "forces": (STANDING, MAYBE),
        "as": (KIND, MAYBE),
        "separated_by_storm": (_read(a_flag, "'separated_by_storm'"), MAYBE),
        "same_sector_as_spice": (_read(a_flag, "'same_sector_as_spice'"), MAYBE),
    },
    "kill_captured_leader": WHO,
    "storm_passes": HERE,
    "shai_hulud": HERE,
    "spice_blow": {**HERE, "amount": (AMOUNT, NEEDED), "icon_in_storm": (_read(a_flag, "'icon'"), MAYBE)},
    "karama": {
        "use": (USE, NEEDED),
        "ability": (_read(a_text, "An ability"), MAYBE),
        "of": (SEAT, MAYBE),
        "card": (CARD, MAYBE),
        "revive": (a_revival, MAYBE),
        "territory": (PLACE, MAYBE),
    },
}
NOBODYS = {
    "city_income", "storm_passes", "shai_hulud", "spice_blow",
    "storm_moves", "worm", "end_nexus", "battles", "next_turn",
}  # fmt: skip


OFF_THE_MAP = {"separated_by_storm", "same_sector_as_spice"}
ONLY_STOPS, ONLY_SPECIAL = {"ability"}, {"revive", "territory"}  # fields of a Karama that one use alone heeds


def read_event(value: Any, seats: Sequence[str], *, mapped: bool = False) -> Scripted:
    """Read one event; raises ``BadCase`` for what cannot be read and for a field that the act would not heed."""
    record = a(dict, value, "An event")
    act = one_of(record.get("act"), (*ACTS, *NAMES), "An act")
    if act in NAMES:
        by = a_faction(record["by"], seats) if record.get("by") is not None else ""
        return Scripted(act, by, {"button": button_pressed(record, by)})
    if act not in NOBODYS and record.get("by") is None:
        raise BadCase(f"The event {act!r} needs 'by'.")
    by = "" if act in NOBODYS else a_faction(record.get("by"), seats)
    said: dict[str, Any] = {"on_map": True} if mapped else {}
    for name, (read, needed) in ACTS[act].items():
        if record.get(name) is not None:
            said[name] = read(record[name], seats)
        elif needed:
            raise BadCase(f"The event {act!r} needs {name!r}.")
    cards = ask(Table(), BattleCards()).value
    if "card" in said and said["card"] not in cards:
        raise BadCase(f"No card is called {said['card']!r}.{nearest(said['card'], cards)}")
    if act == "play_card":
        return Scripted(act, by, {**said, "button": card_played(record, by, said.get("revive"))})
    all_heeded(record, ("act", *ACTS[act], *(() if act in NOBODYS else ("by",))), f"The event {act!r}")
    _heeded_here(act, said, mapped)
    if "stronghold" not in said and "to" in said and act in {"ship", "cross_ship"}:
        said["stronghold"] = said["to"].casefold() in STRONGHOLDS
    return Scripted(act, by, said)


def _heeded_here(act: str, said: Mapping[str, Any], mapped: bool) -> None:
    """Refuse a field that changes nothing beside what else is said, and a place that there is not.

    With a map, the rules say so.
    """
    for name in ("sector", "from_sector"):
        if name in said and not mapped:
            raise BadCase(f"{name!r} of {act!r} is part of a map. Add 'map', which may be empty, or leave it out.")
    for name, place in said.items():
        if not mapped and name in ACTS[act] and ACTS[act][name][0] is PLACE and place.casefold() not in PLACES:
            words = f"No territory of this game is called {place!r}.{nearest(place, TERRITORIES)}"
            raise BadCase(f"{place} is a homeworld. Add 'map', which may be empty." if place in WORLDS else words)
    if mapped and "stronghold" in said and said["stronghold"] != (said["to"].casefold() in STRONGHOLDS):
        raise BadCase(f"With a map {said['to']} is what the map says. Leave out 'stronghold'.")
    for name in sorted(OFF_THE_MAP & {*said}) if mapped else ():
        raise BadCase(f"With a map, the map says where spice, forces and storm are. Leave out {name!r}.")
    if act == "karama":
        special = said["use"] == "special"
        for name in sorted({*said} & (ONLY_STOPS if special else ONLY_SPECIAL)):
            raise BadCase(f"A Karama whose use is {said['use']!r} does not heed {name!r}. Leave it out.")
