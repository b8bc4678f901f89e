"""Reading a position and its script: JSON becomes a table that is set, and a script; or a sentence why not.

Nothing of the game is decided here. What a position leaves out, nobody has counted: without tanks any force may be
dead, without a hand any card may be held. What it says of a faction that does not play is an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.board.forces import RESERVES, TANKS, ForcesCounted
from referee.board.standing import StrongholdsHeld
from referee.board.storm import StormPlaced
from referee.common.factions import FACTIONS
from referee.common.things import THINGS
from referee.common.turn import PHASES, PhaseBegan
from referee.common.what_is_physical import SPICE
from referee.contract.lines import BadCase, at_event
from referee.contract.modules import module_events
from referee.contract.positions.acts import Scripted, a_group, read_event
from referee.contract.positions.contradictions import at_odds
from referee.contract.positions.the_map import has_map, map_events
from referee.contract.rehearsal import SteadyDice
from referee.contract.values import (
    a,
    a_faction,
    a_text,
    a_whole,
    each,
    given,
    nearest,
    one_of,
    options_in,
)
from referee.holdings.hands import DeckCards
from referee.holdings.leaders import LeadersNoted, LeaderTaken, is_shared
from referee.holdings.ledger import BribesLie, SpiceLies
from referee.holdings.setup import Allied, DeckShuffled, HandHeld, OptionChanged, SpiceHeld, TableSet
from referee.holdings.shared_discs import DiscDied, DiscTaken
from referee.holdings.traitors import KeptAs, traitor_cards
from referee.kernel import FACE_DOWN, PUBLIC, REFEREE, Event, Table, Value, as_seen_by, ask, fold, react, sealed
from referee.phases.battle.cards_in_battle import BattleCards

KEPT = SPICE.default


def names_in(value: Any, what: str) -> tuple[str, ...]:
    return tuple(a_text(name, what) for name in a(list, value, what))


# -- a position and its events ------------------------------------------------------------------------


class Position(Value):
    """The events that set the table, the script, and the shields and fields of ``THINGS`` that the file names."""

    events: tuple[Event, ...]
    script: tuple[Scripted, ...]
    phase: str
    shields: tuple[str, ...]
    mapped: bool = False
    things: tuple[str, ...] = ()
    hands: tuple[str, ...] = ()


# -- the table ----------------------------------------------------------------------------------------


def _by_seat(record: dict[str, Any], name: str, seats: Sequence[str]) -> dict[str, Any]:
    entries = given(record, name, dict)
    return {a_faction(player, seats): entry for player, entry in entries.items()}


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


def _cards_left(place: dict[str, Any], events: Sequence[Event]) -> Iterator[Event]:
    """Yield what lies ready beside the hands: what follows from the first event, and a deck that nobody has seen.

    Where ``deck`` does not say how many cards are in it, all are but those that hands hold for sure.
    """
    table = fold(events, REFEREE)
    yield from react(table, events[0], SteadyDice())
    held = sum(own.hand.least for own in table.seats.values())
    left = max(0, len(ask(table, DeckCards()).value) - held)
    count = left if place.get("deck") is None else a_whole(place["deck"], "A deck")
    deck = as_seen_by(DeckShuffled(count, ()), PUBLIC)
    yield from () if deck is None else (deck,)


def _leader(value: Any) -> str:
    return a_text(value, "A leader")


def _leaders(record: dict[str, Any], seats: Sequence[str]) -> list[Event]:
    made: list[Event] = []
    for seat, value in _by_seat(record, "leaders", seats).items():
        own = a(dict, value, "Leaders")
        where = [each(own.get(name), "A leader", _leader) for name in ("pool", "face_up", "face_down", "died_before")]
        made.append(LeadersNoted(seat, where[0], where[1], sealed(where[2], seat), where[3]))
        made += [DiscTaken(seat, name, ("2.13.02",)) for name in where[0] if is_shared(name)]
        made += [DiscDied(name, seat) for name in (*where[1], *where[2]) if is_shared(name)]
    return made


def _captives(record: dict[str, Any], seats: Sequence[str]) -> list[Event]:
    """Read who holds whose leaders, and which faction had each before."""
    made: list[Event] = []
    for seat, value in _by_seat(record, "captives", seats).items():
        for name, before in a(dict, value, "Captives").items():
            of = a_faction(before, seats)
            made.append(LeaderTaken(seat, of, sealed(a_text(name, "A leader"), seat, of)))
            made += [DiscTaken(seat, name, ("2.13.06",))] if is_shared(name) else []
    return made


def _traitors(record: dict[str, Any], seats: Sequence[str], table: Table) -> Iterator[Event]:
    """Read which traitor cards each faction holds; those of Tleilaxu are their Face Dancers."""
    for seat, value in _by_seat(record, "traitors", seats).items():
        kept = tuple(names_in(value, "A traitor"))
        cards = traitor_cards(table)
        if strange := [name for name in kept if name not in cards]:
            raise BadCase(f"No leader of this game has the traitor card {strange[0]!r}.{nearest(strange[0], cards)}")
        yield ask(table, KeptAs(seat, kept, "0.11")).value


def _order(place: dict[str, Any], seats: Sequence[str]) -> tuple[int, str]:
    """Read the turn and the First Player; there is one of each."""
    first = place.get("first_player")
    named = [first] if isinstance(first, str) else given(place, "first_player", list)
    if len(named) > 1:
        raise BadCase("There is one First Player. Name one of them · 1.01.01")
    return a_whole(place.get("turn", 1), "'turn'", 1), a_faction(named[0], seats) if named else seats[0]


def _counts(place: dict[str, Any], seats: Sequence[str], options: Mapping[str, str]) -> list[Event]:
    spice = {seat: a_whole(n, "Spice") for seat, n in _by_seat(place, "spice", seats).items()}
    untold = 0 if options.get(SPICE.key, KEPT) == KEPT else FACE_DOWN
    made: list[Event] = [SpiceHeld(seat, sealed(spice.get(seat, untold), seat)) for seat in seats]
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


def _events(events: Sequence[Any], seats: Sequence[str], mapped: bool) -> Iterator[Scripted]:
    for number, event in enumerate(events):
        with at_event(number):
            yield read_event(event, seats, mapped=mapped)


def read_position(record: dict[str, Any], *, judged: bool = True) -> Position:
    """Read one position, and see whether it can be if nobody does later; raises ``BadCase`` with a sentence."""
    place = a(dict, record.get("situation"), "'situation'")
    rules = one_of(record.get("rules"), ("basic", "advanced"), "'rules'")
    phase = one_of(record.get("phase", "any"), ("setup", *PHASES, "any"), "'phase'")
    seats = tuple(a_faction(player) for player in a(list, place.get("players"), "'players'"))
    if not seats or len(set(seats)) != len(seats):
        raise BadCase("Every player has another faction, and there is at least one. Correct 'players'.")
    script = tuple(_events(a(list, place.get("events"), "'events' in 'situation'"), seats, has_map(place)))
    names = tuple(FACTIONS[seat].name for seat in seats)
    turn, first = _order(place, seats)
    events: list[Event] = [TableSet("", rules, turn, seats, names, first), PhaseBegan(phase)]
    options = options_in(given(record, "options", dict))
    events += [OptionChanged(*chosen) for chosen in options.items()]
    events += [*_alliances(place, seats), *_counts(place, seats, options)]
    events += _hands(place, seats, script)
    events += list(_cards_left(place, events))
    events += [*_leaders(place, seats), *_captives(place, seats)]
    events += list(_traitors(place, seats, fold(events, REFEREE)))
    events += list(module_events(place, fold(events, REFEREE)))
    events += list(map_events(place, events))
    for words in at_odds(place, fold(events, REFEREE)) if judged else ():
        raise BadCase(words)
    shields = tuple(_by_seat(place, "front_of_shield", seats))
    things = tuple(field for field in THINGS if place.get(field) is not None)
    hands = tuple(event.seat for event in events if isinstance(event, HandHeld) and event.count is not None)
    return Position(tuple(events), script, phase, shields, has_map(place), things, hands)
