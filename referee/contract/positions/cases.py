"""Reading a position and its script: JSON becomes a table that is set, and a script; or a sentence why not.

Nothing of the game is decided here. What a position leaves out, nobody has counted: without tanks any force may be
dead, without a hand any card may be held. A faction that is named but does not play is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.board.forces import RESERVES, TANKS, ForcesCounted
from referee.board.storm import StormPlaced
from referee.board.strongholds import StrongholdsHeld
from referee.board.territories import TERRITORIES, is_stronghold
from referee.common.factions import FACTIONS
from referee.common.things import THINGS
from referee.common.turn import PHASES, PhaseBegan
from referee.contract.lines import BadCase
from referee.contract.modules import module_events
from referee.contract.positions.the_map import has_map, map_events
from referee.contract.table_acts import NAMES, button_pressed
from referee.contract.values import (
    Reading,
    a,
    a_faction,
    a_flag,
    a_text,
    a_whole,
    each,
    given,
    nearest,
    one_of,
    options_in,
)
from referee.holdings.leaders import LeadersNoted, LeaderTaken
from referee.holdings.ledger import BribesLie, SpiceLies
from referee.holdings.setup import Allied, HandHeld, OptionChanged, SpiceHeld, TableSet
from referee.kernel.events import FACE_DOWN, REFEREE, Event, sealed
from referee.kernel.rulings import ask
from referee.kernel.table import Table, fold
from referee.phases.battle.cards_in_battle import BattleCards
from referee.phases.paper.join_midgame import impossible


def a_group(value: Any, what: str, least: int = 0) -> tuple[int, int]:
    """Return forces: a number of plain ones, or plain and starred ones."""
    if not isinstance(value, dict):
        return a_whole(value, what, least), 0
    normal, special = (a_whole(value.get(kind, 0), f"{what} ({kind})") for kind in ("normal", "special"))
    if normal + special < least:
        raise BadCase(f"{what} must be {least} or more.")
    return normal, special


def names_in(value: Any, what: str) -> tuple[str, ...]:
    return tuple(a_text(name, what) for name in a(list, value, what))


# -- a position and its events ------------------------------------------------------------------------

STRONGHOLDS = {name.casefold() for name in filter(is_stronghold, TERRITORIES)}


@dataclass(frozen=True)
class Scripted:
    """One event: the act, whose it is, and what else it says."""

    act: str
    by: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)

    def get(self, name: str, default: Any = None) -> Any:
        value = self.said.get(name)
        return default if value is None else value


@dataclass(frozen=True)
class Position:
    """The events that set the table, the script, and the shields and fields of ``THINGS`` that the file names."""

    events: tuple[Event, ...]
    script: tuple[Scripted, ...]
    phase: str
    shields: tuple[str, ...]
    mapped: bool = False
    things: tuple[str, ...] = ()


# -- events -------------------------------------------------------------------------------------------

Reader = Callable[[Any, Sequence[str]], Any]


def shares_in(value: Any, seats: Sequence[str]) -> tuple[tuple[str, int], ...]:
    sums = a(dict, value, "A payment")
    return tuple((a_faction(name, seats), a_whole(sum_, "A share")) for name, sum_ in sums.items())


def a_revival(value: Any, seats: Sequence[str]) -> dict[str, Any]:
    record = a(dict, value, "'revive'")
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


def _scripted(value: Any, seats: Sequence[str]) -> Scripted:
    record = a(dict, value, "An event")
    act = one_of(record.get("act"), (*ACTS, *NAMES), "An act")
    if act in NAMES:
        by = a_faction(record["by"], seats) if "by" in record else ""
        return Scripted(act, by, {"button": button_pressed(record, by)})
    said = {}
    for name, (read, needed) in ACTS[act].items():
        if record.get(name) is not None:
            said[name] = read(record[name], seats)
        elif needed:
            raise BadCase(f"The event {act!r} needs {name!r}.")
    cards = ask(Table(), BattleCards()).value
    if "card" in said and said["card"] not in cards:
        raise BadCase(f"No card is called {said['card']!r}.{nearest(said['card'], cards)}")
    if "stronghold" not in said and "to" in said and act in {"ship", "cross_ship"}:
        said["stronghold"] = said["to"].casefold() in STRONGHOLDS
    return Scripted(act, "" if act in NOBODYS else a_faction(record.get("by"), seats), said)


# -- the table ----------------------------------------------------------------------------------------


def _by_seat(record: dict[str, Any], name: str, seats: Sequence[str]) -> dict[str, Any]:
    entries = given(record, name, dict)
    known = {a_faction(player): entry for player, entry in entries.items()}
    return {seat: entry for seat, entry in known.items() if seat in seats}


def _alliances(record: dict[str, Any], seats: Sequence[str]) -> list[Event]:
    pairs = [names_in(pair, "An alliance") for pair in given(record, "alliances", list)]
    allied = [tuple(a_faction(name, seats) for name in pair) for pair in pairs]
    members = [seat for pair in allied for seat in pair]
    if any(len(pair) != 2 for pair in allied) or len(set(members)) != len(members):
        raise BadCase("An alliance has two members, and nobody is in two alliances · 1.10.01.03")
    return [Allied(pair) for pair in allied]


def _named_by(seat: str, events: Sequence[Any]) -> tuple[str, ...]:
    """Return the cards that a faction's own events name: a hand that is not told may hold them."""
    own = (event for event in events if event.get("by") == FACTIONS[seat].name)
    said = {value for event in own for value in event.values() if isinstance(value, str)}
    return tuple(card for card in ask(Table(), BattleCards()).value if card in said)


def _hands(place: dict[str, Any], seats: Sequence[str], script: Sequence[Scripted]) -> list[Event]:
    hand = place.get("hand")
    if isinstance(hand, list):
        player = next((scripted.by for scripted in script if scripted.act in {"play_card", "karama"}), seats[0])
        hand = {FACTIONS[player].name: hand}
    told = _by_seat({"hand": hand}, "hand", seats)
    return [_hand(seat, told.get(seat), place["events"]) for seat in seats]


def _hand(seat: str, told: Any, events: Sequence[Any]) -> HandHeld:
    """Read a hand: its cards, how many they are, or nothing, where nobody has counted it."""
    if isinstance(told, (int, float)):
        return HandHeld(seat, a_whole(told, "A hand"), sealed(FACE_DOWN, seat))
    cards = _named_by(seat, events) if told is None else names_in(told, "A card")
    if any(card not in ask(Table(), BattleCards()).value for card in cards):
        raise BadCase(f"One of the cards of {FACTIONS[seat].name} does not exist.")
    faces = tuple(f"{card}/{n}" for n, card in enumerate(cards, 1))
    return HandHeld(seat, None if told is None else len(faces), sealed(faces, seat))


def _leader(value: Any) -> str:
    return a_text(value, "A leader")


def _leaders(record: dict[str, Any], seats: Sequence[str]) -> list[Event]:
    made: list[Event] = []
    for seat, value in _by_seat(record, "leaders", seats).items():
        own = a(dict, value, "Leaders")
        where = [each(own.get(name), "A leader", _leader) for name in ("pool", "face_up", "face_down", "died_before")]
        made.append(LeadersNoted(seat, where[0], where[1], sealed(where[2], seat), where[3]))
    return made


def _captives(record: dict[str, Any], seats: Sequence[str]) -> list[Event]:
    """Read who holds whose leaders, and which faction had each before."""
    made: list[Event] = []
    for seat, value in _by_seat(record, "captives", seats).items():
        for name, before in a(dict, value, "Captives").items():
            of = a_faction(before, seats)
            made.append(LeaderTaken(seat, of, sealed(a_text(name, "A leader"), seat, of)))
    return made


def _order(place: dict[str, Any], seats: Sequence[str]) -> tuple[int, str]:
    """Read the turn and the First Player; there is one of each."""
    first = place.get("first_player")
    named = [first] if isinstance(first, str) else given(place, "first_player", list)
    if len(named) > 1:
        raise BadCase("There is one First Player. Name one of them · 1.01.01")
    return a_whole(place.get("turn", 1), "'turn'", 1), a_faction(named[0], seats) if named else seats[0]


def _counts(place: dict[str, Any], seats: Sequence[str]) -> list[Event]:
    spice = {seat: a_whole(n, "Spice") for seat, n in _by_seat(place, "spice", seats).items()}
    made: list[Event] = [SpiceHeld(seat, sealed(spice.get(seat, 0), seat)) for seat in seats]
    for seat, n in _by_seat(place, "front_of_shield", seats).items():
        made.append(BribesLie(seat, a_whole(n, "Spice in front of a shield")))
    tanks = _by_seat(place, "tanks", seats)
    counted = [s for s in seats if tanks.get(s, 0) is not None] if place.get("tanks") is not None else []
    made += [ForcesCounted(seat, TANKS, *a_group(tanks.get(seat, 0), "Forces in the tanks")) for seat in counted]
    for seat, group in _by_seat(place, "reserves", seats).items():
        made.append(ForcesCounted(seat, RESERVES, *a_group(group, "Forces in the reserves")))
    if place.get("storm") is not None:
        made.append(StormPlaced(a_whole(place["storm"], "'storm'")))
    for seat, cities in _by_seat(place, "cities", seats).items():
        made.append(StrongholdsHeld(seat, names_in(cities, "A stronghold")))
    for territory, n in given(place, "territory_spice", dict).items():
        made.append(SpiceLies(territory, a_whole(n, "Spice in a territory")))
    return made


def read_position(record: dict[str, Any], *, judged: bool = True) -> Position:
    """Read one position, and see whether it can be if nobody does later; raises ``BadCase`` with a sentence."""
    place = a(dict, record.get("situation"), "'situation'")
    rules = one_of(record.get("rules"), ("basic", "advanced"), "'rules'")
    phase = one_of(record.get("phase", "any"), ("setup", *PHASES, "any"), "'phase'")
    seats = tuple(a_faction(player) for player in a(list, place.get("players"), "'players'"))
    if not seats or len(set(seats)) != len(seats):
        raise BadCase("Every player has another faction, and there is at least one. Correct 'players'.")
    script = tuple(_scripted(event, seats) for event in a(list, place.get("events"), "'events'"))
    if has_map(place):
        script = tuple(replace(one, said={**one.said, "on_map": True}) for one in script)
    names = tuple(FACTIONS[seat].name for seat in seats)
    turn, first = _order(place, seats)
    events: list[Event] = [TableSet("", rules, turn, seats, names, first), PhaseBegan(phase)]
    events += [OptionChanged(*chosen) for chosen in options_in(given(record, "options", dict)).items()]
    events += [*_alliances(place, seats), *_counts(place, seats)]
    events += [*_hands(place, seats, script), *_leaders(place, seats), *_captives(place, seats)]
    events += list(module_events(place, fold(events, REFEREE)))
    events += list(map_events(place, events))
    for fault in impossible(fold(events, REFEREE)) if judged else ():
        raise BadCase(f"{fault.sentence} ({fault.rule})")
    shields = tuple(_by_seat(place, "front_of_shield", seats))
    things = tuple(field for field in THINGS if place.get(field) is not None)
    return Position(tuple(events), script, phase, shields, has_map(place), things)
