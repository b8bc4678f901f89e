"""What cannot be in a battle: fields that say different things, and things that this game does not have.

A table has each sentence, which says what to correct, with where it holds: for the whole line, or for each of what is
found, which it names. Nothing is judged here. A position has the same in ``positions/contradictions``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, replace
from functools import cache, reduce
from itertools import chain
from operator import or_
from typing import Any, NamedTuple, TypeAlias

from referee.board.forces import kept_at
from referee.board.how_many import more_than_it_has, room_beside
from referee.board.territories import TERRITORIES
from referee.board.worlds import WORLDS, World
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS, elites, faction_name, named
from referee.common.things import THINGS
from referee.contract.battle_form import POWERS, STRONGHOLDS, is_own
from referee.holdings.hands import DeckCards, HandLimit, KnownCards
from referee.holdings.leaders import home_of, is_shared, key, keys, printed_strength, serves_others
from referee.kernel import REFEREE, Name, Seat, Table, ask, card_name, title_of
from referee.phases.battle.allowed_plans import CompanionOf, TakesCaptives, support_of
from referee.phases.battle.cards_in_battle import STAND_IN, BattleCards, Fits, Idle
from referee.phases.battle.dial_and_losses import army, committed
from referee.phases.battle.two_sides import SIDES, At, Battle, Side

NO_BATTLES, MOBILE = "Polar Sink", "Hidden Mobile Stronghold"
MOST_FORCES, MOST_DANCERS, MOST_CARDS = 20, 3, 99  # of a faction
PAIR, GIFTS = "2.11.22", "2.03.06"  # the rules of who fights beside an ally, and of who gives one spice
ADVANCED = Table(REFEREE, rules="advanced")
Said = Mapping[str, Any]


class CaseLine(NamedTuple):
    """A line as it was read, the table and the battle made of it, and the side that is looked at."""

    record: Said
    table: Table
    battle: Battle
    place: str
    world: World | None
    calls: Said
    callers: set[str]
    told: tuple[Said, Said]
    sides: tuple[Side, Side]
    at: At
    said: Said
    side: Side
    who: Name


Found: TypeAlias = Iterable[Any] | bool | None
Rows: TypeAlias = Mapping[str, Callable[[CaseLine], Found]]


def at_odds(record: Said, table: Table, battle: Battle) -> Iterator[str]:
    """Yield a sentence for each contradiction of a line, from whose fields this table and battle were made."""
    place, calls = battle.territory, record.get("calls", {})
    callers, told = {call.by for call in calls.get("traitor", ())}, (record["aggressor"], record["defender"])
    whole = (record, table, battle, place, WORLDS.get(place), calls, callers, told, (battle.aggressor, battle.defender))
    lines = [CaseLine(*whole, at, record[at], (side := battle.side(at)), named(side.faction)) for at in SIDES]
    yield from _sentences(OF_A_LINE, lines[0])
    for of in lines:
        yield from (f"The {of.at}: {fault}" for fault in _sentences(OF_A_SIDE, of))


def _sentences(rows: Rows, of: CaseLine) -> Iterator[str]:
    for sentence, find in rows.items():
        found = find(of)
        for one in ((),) if found is True else found or ():
            yield sentence.format(*one if isinstance(one, tuple) else (one,), of=of)


def captives_of(said: Said) -> tuple[str, ...]:
    """Return the leaders of others that a side has, as a line names them."""
    return (*said.get("captured_from", {}), *said.get("captured_leaders", ()))


# -- what is found ------------------------------------------------------------------------------------


def _captives(of: CaseLine) -> list[tuple[str, str]]:
    return [(said["faction"], captive) for said in of.told for captive in captives_of(said)]


def _cards(of: CaseLine) -> Iterator[tuple[Any, ...]]:
    """Yield the cards of which more are held than there are.

    A single card of both sides is judged, as at a table that tries it out; of those that do nothing, the kind alone may
    be told.
    """
    copies, one, two = _copies(), *(Counter(side.hand) for side in of.sides)
    for card, n in (one + two).items():
        few = max(one[card], two[card]) <= copies[card] and n <= max(len(SIDES), copies[card])
        if not few and not ask(of.table, Idle(card)).value:
            yield n, card


@cache
def _copies() -> Counter[str]:
    """Return how many there are of each treachery card with all boxes; a line does not say with which it is played."""
    every = Table(REFEREE, options={word: MODULES[word].value for word in MODULES})
    every.seats = {seat: Seat(seat, seat) for seat in FACTIONS}
    deck = Counter(card_name(card) for card in ask(every, DeckCards()).value)
    return deck + (Counter(ask(every, KnownCards()).value) - Counter([*deck]))


def _dancers(of: CaseLine) -> list[tuple[str, ...]]:
    own = {side.faction: side.face_dancers or () for side in of.sides}
    return [*{**of.record.get("face_dancers", {}), **own}.values()]


def _traitor_cards(of: CaseLine) -> list[tuple[str, int]]:
    """Return how often each traitor card is named.

    An ally's cards may be told as one's own too, and the same Face Dancers of both sides.
    """
    hands = [*([side.traitors, *side.ally_traitors.values()] for side in of.sides), _dancers(of)]
    called = {key(card): card for hand in hands for cards in hand for card in cards}
    each_most = (reduce(or_, (Counter(map(key, cards)) for cards in hand), Counter[str]()) for hand in hands)
    times = sum(each_most, Counter[str]())
    return [(called[name], n) for name, n in times.items()]


def _has_no_card(name: str, table: Table) -> bool:
    """Return True for who is no leader, who may be several factions' and who is in no box of this game."""
    cards = (card for card in ask(Table(), BattleCards()).value if not ask(Table(), Fits(card, STAND_IN)).value)
    home = home_of(name)
    absent = home and key(name) not in keys(FACTIONS[home].discs(table.rules))
    return is_shared(name) or bool(absent) or key(name) in keys((title_of(POWERS["KWISATZ_HADERACH"]), *cards))


def _copiers(of: CaseLine) -> list[Said]:
    """Return what is said of a side that has the card here by which it copies another stronghold's."""
    lying = THINGS["stronghold_cards"].lying(of.table) if of.place == MOBILE else ()
    owners = {thing.seat for thing in lying if thing.name == MOBILE}
    return [said for said in of.told if said["faction"] in owners]


def _unlike_the_box(of: CaseLine) -> Iterator[tuple[Any, ...]]:
    """Yield what is wrong with a sum of forces, or with a kind that is none: a battle may have more of one kind."""
    seat, here = of.side.whose, of.side.forces
    if here.total > MOST_FORCES or (here.special and not elites((seat,))):
        yield from ((no.sentence, no.rule) for no in more_than_it_has(of.table, seat, here.normal, here.special))


def _with_reserves(of: CaseLine) -> Iterator[tuple[Any, ...]]:
    seat, here, kept = of.side.whose, of.side.forces, of.record.get("reserves", {}).get(of.side.whose)
    at_home = kept_at(seat, of.place) != of.place  # then those here are among the reserves
    if kept and not at_home and room_beside(of.table, seat, here).plus(kept, -1).total < 0:
        yield named(seat), here.total, kept.total


def _not_of_there(of: CaseLine) -> Found:
    led = of.side.leader
    return [faction_name(home_of(led.name))] if led and led.origin not in {"", home_of(led.name) or led.origin} else ()


def _not_followed(of: CaseLine) -> Found:
    led = of.side.leader
    printed = printed_strength(led.name) if led and led.strength is None and home_of(led.name) else None
    return [printed] if printed else ()


def _over_the_limit(of: CaseLine) -> Found:
    limit, most = ask(of.table, HandLimit(of.side.faction)), max(len(of.side.hand), of.said.get("hand_size", 0))
    return [(most, limit.value, limit.because[0])] if most > limit.value else ()


def _not_needed(of: CaseLine) -> bool:
    """Return True if a named force is not needed for the dial: who names its forces loses no more than that."""
    side, stopped = of.side, of.calls.get("karama")  # then forces may be named that count for less than they would
    if stopped or not side.commit or side.forces.least(side.commit.group) != side.commit.group:
        return False
    men = army(of.table, of.battle, of.at, support_of(of.table, of.battle, of.at))
    fewer = (replace(side.commit, **{kind: n - 1}) for kind, n in asdict(side.commit).items() if n)
    return any(committed(Side(side.faction, side.forces, side.dial, commit=one), men) >= side.dial for one in fewer)


# -- what cannot be -----------------------------------------------------------------------------------

OF_A_LINE: Rows = {
    "{of.place} is in the advanced game only. Name another territory · {of.world.rule}":
        lambda of: of.world is not None and of.world.starred and of.table.rules == "basic",
    "{0} is their own world, so {1} cannot occupy it. Correct 'occupied' · 4.04.04":
        lambda of: [
            (world, name) for name, worlds in of.record.get("occupied", {}).items()
            for world in worlds if world in WORLDS and faction_name(WORLDS[world].owner) == name
        ],
    f"Nobody fights in the {NO_BATTLES}. Name another territory · 1.07.01.02": lambda of: of.place == NO_BATTLES,
    "{of.place} is no stronghold. Correct 'stronghold', or leave it out · 1.09.02.00":
        lambda of: of.record.get("stronghold") is True and of.place in {*TERRITORIES} - {*STRONGHOLDS},
    "{of.place} is a stronghold. Correct 'stronghold', or leave it out · 1.09.02.00":
        lambda of: of.record.get("stronghold") is False and of.place in STRONGHOLDS,
    "{0:The fights} here. Leave it out of 'others_in_territory' · 1.07.00":
        lambda of: [named(other.faction) for other in of.battle.others if of.battle.place_of(other.faction)],
    "On a homeworld nobody fights beside an ally. Leave 'beside' out · 4.04.08":
        lambda of: of.world is not None and any(side.beside for side in of.sides),
    f"'copied_card': nobody fights in the {MOBILE} who has its card. Leave it out · 4.06.07":
        lambda of: "copied_card" in of.calls and not _copiers(of),
    "'copied_card': its player does not hold that stronghold. Correct 'strongholds' · 4.06.07":
        lambda of: "copied_card" in of.calls
        and any(of.calls["copied_card"] not in said.get("strongholds", STRONGHOLDS) for said in _copiers(of)),
    "Allies do not fight each other. Correct 'ally' · 1.10.02.06":
        lambda of: of.sides[0].ally == of.sides[1].faction or of.sides[1].ally == of.sides[0].faction,
    "{0:The has} one ally. Correct 'ally' · 1.10.01.03":
        lambda of: [named(side.ally) for side in of.sides if side.ally and of.sides[0].ally == of.sides[1].ally],
    "{0:The calls} a traitor, so nothing is declined. Correct 'traitor_declined' · 1.07.06.06":
        lambda of: [named(seat) for seat in of.calls.get("traitor_declined", ()) if seat in of.callers],
    "{of.side.leader.name} leads one side. Correct 'leader' · 1.07.04.03":
        lambda of: len({key(side.leader.name) if side.leader else side.faction for side in of.sides}) == 1,
    "{0:The has} no captive {1}. Correct 'captured_leaders' · 2.05.10":
        lambda of: [(named(seat), who) for seat, who in _captives(of) if not ask(ADVANCED, TakesCaptives(seat)).value],
    "{0} is a captive or dead, not both. Name the leader once · 2.05.10.02":
        lambda of: [who for _, who in _captives(of) if key(who) in keys((*of.sides[0].dead, *of.sides[1].dead))],
    "There are not {0} cards {1!r}. Correct 'hand' · 3.01": _cards,
    f"There are {MOST_DANCERS} Face Dancers in play. Correct 'face_dancers' · 2.08.03":
        lambda of: any(len(cards) > MOST_DANCERS for cards in _dancers(of)),
    "There is no traitor card of {0}. Leave it out · 0.11":
        lambda of: [card for card in _traitor_cards(of) if _has_no_card(card[0], of.table)],
    "The card of {0} is named {1} times. There is one of each · 0.11":
        lambda of: [card for card in _traitor_cards(of) if card[1] > 1],
    "There is one card {0!r}. Name it once in 'skills' · 4.03.01":
        lambda of: [
            card for card, n in Counter(chain(*(said.get("skills", {}).values() for said in of.told))).items() if n > 1
        ],
}  # fmt: skip
OF_A_SIDE: Rows = {
    "{0} ({1})": _unlike_the_box,
    "{0:The has} {1} forces here and {2} in 'reserves'. Count again · 0.13": _with_reserves,
    "A faction is not its own ally. Name another in 'ally', or leave it out · 1.10.01.03":
        lambda of: of.side.ally == of.side.faction,
    "{0:The is} not the ally. Correct 'ally', or leave 'ally_traitors' out · 1.10.02.07":  # but a caller is refused
        lambda of: [named(seat) for seat in of.side.ally_traitors if seat not in {of.side.ally, *of.callers}],
    "{0:The is} not the ally. Correct 'ally', or leave 'support_from_ally' out · 1.10.02.07":
        lambda of: [named(seat) for seat in of.side.ally_support if seat != of.side.ally],
    "The Emperor gives spice and gets none. Leave 'gift_received' out · 2.03.06":
        lambda of: of.side.gift > 0 and is_own(of.side.faction, GIFTS),
    "{of.who:The has} an ally, and so no Nexus card. Leave one of the two out · 4.05.02":
        lambda of: of.side.ally is not None and of.side.faction in of.calls.get("nexus", ()),
    "The forces are one's own or the ally's. Correct 'forces_of', or name the 'ally' · 2.11.22":
        lambda of: of.side.whose not in {of.side.faction, of.side.ally},
    "Only Ecaz and their ally fight together, with the forces of one dialed. Correct 'beside' · 2.11.22":
        lambda of: (side := of.side.beside) is not None
        and (side.faction == of.side.whose or not any(is_own(seat, PAIR) for seat in (of.side.faction, side.faction))),
    "Only an ally's forces fight beside one's own. Name the 'ally', or leave 'beside' out · 2.11.22":
        lambda of: of.side.beside is not None and of.side.beside.faction not in {of.side.faction, of.side.ally},
    "{of.side.leader.name} is a leader of {0}. Correct 'original_faction' · 1.07.04.02": _not_of_there,
    "{of.side.leader.name} leads. Leave 'announced_no_leader' out · 1.07.04.04":
        lambda of: of.side.leader is not None and of.said.get("announced_no_leader", False),
    "{of.side.leader.name} has strength {0}. Correct 'strength' · 1.07.04.02": _not_followed,
    "{of.who:The has} no Kwisatz Haderach. Leave 'kh_state' out · 2.01.11":
        lambda of: "kh_state" in of.said
        and not (of.side.companion or ask(of.table, CompanionOf(of.side.faction)).value.name),
    "The hand holds {0} cards, and its limit is {1}. Count again. ({2})": _over_the_limit,
    "'hand' names {0} cards, and 'hand_size' says {1}. Correct one of the two · 1.04.01":
        lambda of: [(len(of.side.hand), n) for n in [of.said.get("hand_size", MOST_CARDS)] if n < len(of.side.hand)],
    "{0} has no skill card. Leave it out of 'skills' · 4.03.02":
        lambda of: [leader for leader in of.said.get("skills", {}) if not serves_others(leader)],
    "{0} is dead, and the skill card went back. Leave it out of 'skills' · 4.03.05":
        lambda of: [leader for leader in of.said.get("skills", {}) if key(leader) in keys(of.side.dead)],
    "{0} is a captive, and the skill card with its captor. Leave it out of 'skills' · 4.03.07":
        lambda of: [
            leader for leader in of.said.get("skills", {})
            if key(leader) in keys(name for _, name in _captives(of)) - keys(captives_of(of.said))
        ],
    "In the basic game nobody is captured. Leave {0} out of 'captured_leaders' · 2.05.10":
        lambda of: [
            name for name in captives_of(of.said)
            if of.table.rules == "basic" and not (of.side.leader and key(of.side.leader.name) == key(name))
        ],
    "In the basic game no spice supports forces. Leave 'spice_support' out · 1.13.04":
        lambda of: of.table.rules == "basic" and of.side.support > 0,
    "In the basic game no spice supports forces. Leave 'support_from_ally' out · 1.13.04":
        lambda of: of.table.rules == "basic" and any(of.side.ally_support.values()),
    "'commit' names more forces than a dial of {of.side.dial} takes. Correct one of the two · 1.13.04.02": _not_needed,
}  # fmt: skip
