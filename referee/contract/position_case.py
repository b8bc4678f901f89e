"""Reading a position and its script: JSON becomes a table that is set, and a script; or a sentence why not.

Nothing of the game is decided here. What a position leaves out, nobody has counted: without tanks any force may be
dead, without a hand any card may be held. A faction that is named but does not play is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.common.factions import FACTIONS
from referee.common.forces import RESERVES, TANKS, ForcesCounted
from referee.common.hands import KnownCards
from referee.common.leaders import LeadersNoted
from referee.common.ledger import BribesLie, SpiceLies
from referee.common.setup import Allied, HandHeld, OptionChanged, SpiceHeld, TableSet
from referee.common.turn import PHASES, PhaseBegan
from referee.contract.bidding_case import ELSEWHERE, BadCase, faction_id, read_value
from referee.kernel.events import FACE_DOWN, REFEREE, Event, sealed
from referee.kernel.rulings import OPTIONS, ask
from referee.kernel.table import Card, Table, fold
from referee.phases.collection.collection import StrongholdsHeld
from referee.phases.paper.position import impossible
from referee.phases.storm.position import StormPlaced

MOST = 10**9


def an_object(value: Any, what: str) -> dict[str, Any]:
    """Return an object, by name and value. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, dict):
        raise BadCase(f"{what} must be an object.")
    return value


def a_list(value: Any, what: str) -> list[Any]:
    """Return a list. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, list):
        raise BadCase(f"{what} must be a list.")
    return value


def a_text(value: Any, what: str) -> str:
    """Return a short text that is not empty. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, str) or not value.strip() or len(value) > 200:
        raise BadCase(f"{what} must be a text.")
    return value


def a_flag(value: Any, what: str) -> bool:
    """Return true or false. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, bool):
        raise BadCase(f"{what} must be true or false.")
    return value


def a_count(value: Any, what: str, least: int = 0) -> int:
    """Return a whole number, ``least`` or more. Raises ``BadCase`` with a sentence."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool) and least <= value <= MOST
    if not number or value != int(value):
        raise BadCase(f"{what} must be a whole number, {least} or more.")
    return int(value)


def one_of(value: Any, known: Sequence[str], what: str) -> str:
    """Return one of the known words. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, str) or value not in known:
        raise BadCase(f"{what} cannot be {value!r}. It is one of {', '.join(known)}.")
    return value


def a_faction(value: Any, seats: Sequence[str] = ()) -> str:
    """Return a faction's id; with ``seats``, of one that plays. Raises ``BadCase`` with a sentence."""
    seat = faction_id(value)
    if seats and seat not in seats:
        raise BadCase(f"{value} does not play here. Name every faction in 'players'.")
    return seat


def a_group(value: Any, what: str, least: int = 0) -> tuple[int, int]:
    """Return forces: a number of plain ones, or plain and starred ones. Raises ``BadCase`` with a sentence."""
    if not isinstance(value, dict):
        return a_count(value, what, least), 0
    normal, special = (a_count(value.get(kind, 0), f"{what} ({kind})") for kind in ("normal", "special"))
    if normal + special < least:
        raise BadCase(f"{what} must be {least} or more.")
    return normal, special


def given(record: Mapping[str, Any], name: str, default: Any) -> Any:
    """Return what stands under a name, or the default where it is left out. Raises ``BadCase`` with a sentence."""
    return default if record.get(name) is None else record[name]


def names_in(value: Any, what: str) -> tuple[str, ...]:
    """Return a list of texts. Raises ``BadCase`` with a sentence."""
    return tuple(a_text(name, what) for name in a_list(value, what))


# -- a position and its events ------------------------------------------------------------------------

STRONGHOLDS = {"arrakeen", "carthag", "tuek's sietch", "sietch tabr", "habbanya sietch", "hidden mobile stronghold"}
UNKNOWN_HAND = 20


@dataclass(frozen=True)
class Scripted:
    """One event: the act, whose it is, and what else it says."""

    act: str
    by: str = ""
    said: Mapping[str, Any] = field(default_factory=dict)

    def get(self, name: str, default: Any = None) -> Any:
        """Return what the event says under this name."""
        value = self.said.get(name)
        return default if value is None else value


@dataclass(frozen=True)
class Position:
    """The events that set the table, the line of the script, and the territories and shields that the file names."""

    events: tuple[Event, ...]
    script: tuple[Scripted, ...]
    phase: str
    shields: tuple[str, ...]


# -- events -------------------------------------------------------------------------------------------

Reader = Callable[[Any, Sequence[str]], Any]


def _sums(value: Any, seats: Sequence[str]) -> tuple[tuple[str, int], ...]:
    sums = an_object(value, "A payment")
    return tuple((a_faction(name, seats), a_count(sum_, "A share")) for name, sum_ in sums.items())


def _revive(value: Any, seats: Sequence[str]) -> dict[str, Any]:
    record = an_object(value, "'revive'")
    leader = a_text(record["leader"], "A leader") if record.get("leader") is not None else ""
    normal, special = a_group({kind: record.get(kind, 0) for kind in ("normal", "special")}, "Revived forces")
    return {"leader": leader, "normal": normal, "special": special}


def _strength(value: Any, seats: Sequence[str]) -> int:
    return 0 if value == "X" else a_count(value, "A strength")


def _words(what: str) -> Reader:
    return lambda value, seats: a_text(value, what)


def _yes(what: str) -> Reader:
    return lambda value, seats: a_flag(value, what)


def _number(what: str, least: int = 0) -> Reader:
    return lambda value, seats: a_count(value, what, least)


SEAT: Reader = a_faction
PLACE = _words("A territory")
FORCES: Reader = lambda value, seats: a_group(value, "Forces", 1)  # noqa: E731
STANDING: Reader = lambda value, seats: a_group(value, "Forces")  # noqa: E731
USE: Reader = lambda value, seats: one_of(value, ("cancel", "prevent", "special"), "The use of a card")  # noqa: E731
RATES: Reader = lambda value, seats: one_of(value, ("guild_rates",), "A card for a shipment")  # noqa: E731
KIND: Reader = lambda value, seats: one_of(value, ("forces", "fighters", "advisors"), "Forces")  # noqa: E731
NEEDED, MAYBE = True, False
PRICED = {
    "half_price": (_yes("'half_price'"), MAYBE),
    "karama": (RATES, MAYBE),
    "card": (_words("A card"), MAYBE),
    "paid": (_sums, MAYBE),
    "promised": (_sums, MAYBE),
}
LANDS = {"forces": (FORCES, NEEDED), "to": (PLACE, NEEDED), "stronghold": (_yes("'stronghold'"), MAYBE)}
REVIVES = {"normal": (_number("Plain forces"), MAYBE), "special": (_number("Starred forces"), MAYBE)}
ALLY = {"to": (SEAT, NEEDED)}
SPENDS = {**ALLY, "amount": (_number("An amount", 1), NEEDED)}
WHO = {"leader": (_words("A leader"), NEEDED), "strength": (_strength, MAYBE)}
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
    "play_card": {"card": (_words("A card"), NEEDED), "revive": (_revive, MAYBE)},
    "ship": {**LANDS, **PRICED},
    "cross_ship": {**LANDS, "from": (PLACE, NEEDED), **PRICED},
    "ship_off_planet": {"forces": (FORCES, NEEDED), "from": (PLACE, NEEDED), **PRICED},
    "send": {"forces": (FORCES, NEEDED), "to": (PLACE, NEEDED)},
    "spiritual_advisor": {"to": (PLACE, MAYBE)},
    "collect": {
        "territory": (PLACE, MAYBE),
        "forces": (STANDING, MAYBE),
        "as": (KIND, MAYBE),
        "separated_by_storm": (_yes("'separated_by_storm'"), MAYBE),
        "same_sector_as_spice": (_yes("'same_sector_as_spice'"), MAYBE),
    },
    "kill_captured_leader": WHO,
    "storm_passes": HERE,
    "shai_hulud": HERE,
    "spice_blow": {**HERE, "amount": (_number("An amount", 1), NEEDED), "icon_in_storm": (_yes("'icon'"), MAYBE)},
    "karama": {
        "use": (USE, NEEDED),
        "ability": (_words("An ability"), MAYBE),
        "of": (SEAT, MAYBE),
        "card": (_words("A card"), MAYBE),
        "revive": (_revive, MAYBE),
        "territory": (PLACE, MAYBE),
    },
}
NOBODYS = {"storm_passes", "shai_hulud", "spice_blow"}


def _scripted(value: Any, seats: Sequence[str]) -> Scripted:
    record = an_object(value, "An event")
    act = one_of(record.get("act"), tuple(ACTS), "An act")
    said = {}
    for name, (read, needed) in ACTS[act].items():
        if record.get(name) is not None:
            said[name] = read(record[name], seats)
        elif needed:
            raise BadCase(f"The event {act!r} needs {name!r}.")
    if "card" in said and said["card"] not in ask(Table(), KnownCards()).value:
        raise BadCase(f"No card is called {said['card']!r}.")
    if "stronghold" not in said and "to" in said and act in {"ship", "cross_ship"}:
        said["stronghold"] = said["to"].casefold() in STRONGHOLDS
    return Scripted(act, "" if act in NOBODYS else a_faction(record.get("by"), seats), said)


# -- the table ----------------------------------------------------------------------------------------


def _by_seat(record: dict[str, Any], name: str, seats: Sequence[str]) -> dict[str, Any]:
    entries = an_object(given(record, name, {}), f"'{name}'")
    known = {a_faction(player): entry for player, entry in entries.items()}
    return {seat: entry for seat, entry in known.items() if seat in seats}


def _alliances(record: dict[str, Any], seats: Sequence[str]) -> list[Event]:
    pairs = [names_in(pair, "An alliance") for pair in a_list(given(record, "alliances", []), "'alliances'")]
    allied = [tuple(a_faction(name, seats) for name in pair) for pair in pairs]
    members = [seat for pair in allied for seat in pair]
    if any(len(pair) != 2 for pair in allied) or len(set(members)) != len(members):
        raise BadCase("An alliance has two members, and nobody is in two alliances (1.10.01.03, 1.10.01.04).")
    return [Allied(pair) for pair in allied]


def _hands(record: dict[str, Any], seats: Sequence[str], script: Sequence[Scripted]) -> list[Event]:
    hand = record.get("hand")
    if isinstance(hand, list):
        player = next((scripted.by for scripted in script if scripted.act in {"play_card", "karama"}), seats[0])
        hand = {FACTIONS[player].name: hand}
    told = _by_seat({"hand": hand}, "hand", seats)
    made: list[Event] = []
    for seat in seats:
        known = seat in told and not isinstance(told[seat], (int, float))
        cards = names_in(told[seat], "A card") if known else ()
        if any(card not in ask(Table(), KnownCards()).value for card in cards):
            raise BadCase(f"One of the cards of {FACTIONS[seat].name} does not exist.")
        told_faces = tuple(f"{card}/{n}" for n, card in enumerate(cards, 1))
        faces: tuple[Card, ...] = told_faces if known else (FACE_DOWN,) * UNKNOWN_HAND
        made.append(HandHeld(seat, len(faces), sealed(faces, seat)))
    return made


def _leaders(record: dict[str, Any], seats: Sequence[str]) -> list[Event]:
    made: list[Event] = []
    for seat, value in _by_seat(record, "leaders", seats).items():
        own = an_object(value, "Leaders")
        where = [names_in(given(own, name, []), "A leader") for name in ("pool", "face_up", "face_down", "died_before")]
        made.append(LeadersNoted(seat, where[0], where[1], sealed(where[2], seat), where[3]))
    return made


def _options(record: dict[str, Any]) -> list[Event]:
    chosen: list[Event] = []
    for key, value in an_object(given(record, "options", {}), "'options'").items():
        if key in OPTIONS:
            chosen.append(OptionChanged(key, read_value(key, value)))
        elif not ELSEWHERE.fullmatch(key):
            raise BadCase(f"There is no option {key}.")
    return chosen


def _order(place: dict[str, Any], seats: Sequence[str]) -> tuple[int, str]:
    """Read the turn and the First Player; there is one of each."""
    first = place.get("first_player")
    named = [first] if isinstance(first, str) else a_list(given(place, "first_player", []), "'first_player'")
    if len(named) > 1:
        raise BadCase("There is one First Player. Name one of them (1.01.01).")
    return a_count(place.get("turn", 1), "'turn'", 1), a_faction(named[0], seats) if named else seats[0]


def _counts(place: dict[str, Any], seats: Sequence[str]) -> list[Event]:
    """Read what lies behind and in front of the shields, in the tanks, on the board, and who holds what."""
    spice = {seat: a_count(n, "Spice") for seat, n in _by_seat(place, "spice", seats).items()}
    made: list[Event] = [SpiceHeld(seat, sealed(spice.get(seat, 0), seat)) for seat in seats]
    for seat, n in _by_seat(place, "front_of_shield", seats).items():
        made.append(BribesLie(seat, a_count(n, "Spice in front of a shield")))
    tanks = _by_seat(place, "tanks", seats)
    counted = [s for s in seats if tanks.get(s, 0) is not None] if place.get("tanks") is not None else []
    made += [ForcesCounted(seat, TANKS, *a_group(tanks.get(seat, 0), "Forces in the tanks")) for seat in counted]
    for seat, group in _by_seat(place, "reserves", seats).items():
        made.append(ForcesCounted(seat, RESERVES, *a_group(group, "Forces in the reserves")))
    if place.get("storm") is not None:
        made.append(StormPlaced(a_count(place["storm"], "'storm'")))
    for seat, cities in _by_seat(place, "cities", seats).items():
        made.append(StrongholdsHeld(seat, names_in(cities, "A stronghold")))
    for territory, n in an_object(given(place, "territory_spice", {}), "'territory_spice'").items():
        made.append(SpiceLies(territory, a_count(n, "Spice in a territory")))
    return made


def read_position(record: dict[str, Any], *, judged: bool = True) -> Position:
    """Read one position, and see whether it can be where nobody does later; raises ``BadCase`` with a sentence."""
    place = an_object(record.get("situation"), "'situation'")
    rules = one_of(record.get("rules"), ("basic", "advanced"), "'rules'")
    phase = one_of(record.get("phase", "any"), ("setup", *PHASES, "any"), "'phase'")
    seats = tuple(a_faction(player) for player in a_list(place.get("players"), "'players'"))
    if not seats or len(set(seats)) != len(seats):
        raise BadCase("Every player has another faction, and there is at least one. Correct 'players'.")
    script = tuple(_scripted(event, seats) for event in a_list(place.get("events"), "'events'"))
    names = tuple(FACTIONS[seat].name for seat in seats)
    turn, first = _order(place, seats)
    events: list[Event] = [TableSet("", rules, turn, seats, names, first), PhaseBegan(phase)]
    events += [*_options(record), *_alliances(place, seats), *_counts(place, seats)]
    events += [*_hands(place, seats, script), *_leaders(place, seats)]
    for fault in impossible(fold(events, REFEREE)) if judged else ():
        raise BadCase(f"{fault.sentence} ({fault.rule})")
    return Position(tuple(events), script, phase, tuple(_by_seat(place, "front_of_shield", seats)))
