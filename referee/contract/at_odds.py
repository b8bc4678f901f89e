"""What cannot be in a battle: fields that say different things, and things that this game does not have.

A position has the same in ``positions/contradictions``. Each sentence says what to correct; nothing is judged here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, reduce
from itertools import chain
from operator import or_
from typing import Any

from referee.board.forces import kept_at
from referee.board.how_many import more_than_it_has, room_beside
from referee.board.territories import TERRITORIES, is_stronghold
from referee.board.worlds import WORLDS
from referee.common.boxes import MODULES
from referee.common.factions import FACTIONS, elites, faction_name, named
from referee.common.things import THINGS
from referee.contract.battle_form import POWERS, is_own
from referee.holdings.hands import DeckCards, HandLimit, KnownCards
from referee.holdings.leaders import home_of, is_shared, key, keys, serves_others
from referee.kernel import REFEREE, Seat, Table, ask, card_name, title_of
from referee.phases.battle.allowed_plans import CompanionOf, TakesCaptives, support_of
from referee.phases.battle.cards_in_battle import STAND_IN, BattleCards, Fits, Idle
from referee.phases.battle.dial_and_losses import army, committed
from referee.phases.battle.two_sides import SIDES, At, Battle, Commit, Side

NO_BATTLES, MOBILE = "Polar Sink", "Hidden Mobile Stronghold"
MOST_FORCES, MOST_DANCERS = 20, 3  # of a faction
PAIR, GIFTS = "2.11.22", "2.03.06"  # the rules of who fights beside an ally, and of who gives one spice
Said = Mapping[str, Any]


def at_odds(record: Said, table: Table, battle: Battle) -> Iterator[str]:
    """Yield a sentence for each contradiction of a line, from whose fields this table and battle were made."""
    yield from _the_place(record, table, battle)
    yield from _others(battle)
    yield from _copied(record, table, battle)
    yield from _two_sides(record, table, battle)
    yield from _cards_in_hands(record, table, battle)
    stopped = record.get("calls", {}).get("karama")  # then forces may be named that count for less than they would
    for at in SIDES:
        said, side = record[at], battle.side(at)
        faults = chain(
            _forces(record, table, battle, side), _allies(record, said, side), _leader(said, table, side),
            _hand(said, table, side), _skills(said), _advanced(said, table),
            () if stopped else _commit(table, battle, at),
        )  # fmt: skip
        yield from (f"The {at}: {fault}" for fault in faults)
    cards = Counter(card for at in SIDES for card in record[at].get("skills", {}).values())
    for card in (card for card, n in cards.items() if n > 1):
        yield f"There is one card {card!r}. Name it once in 'skills' · 4.03.01"


def _the_place(record: Said, table: Table, battle: Battle) -> Iterator[str]:
    place, stronghold = battle.territory, record.get("stronghold")
    if place in WORLDS and WORLDS[place].starred and table.rules == "basic":
        yield f"{place} is in the advanced game only. Name another territory · {WORLDS[place].rule}"
    for name, worlds in (record.get("occupied") or {}).items():
        for world in (one for one in worlds if one in WORLDS and faction_name(WORLDS[one].owner) == name):
            yield f"{world} is their own world, so {name} cannot occupy it. Correct 'occupied' · 4.04.04"
    if place == NO_BATTLES:
        yield f"Nobody fights in the {NO_BATTLES}. Name another territory · 1.07.01.02"
    if place not in TERRITORIES:
        return
    if stronghold is not None and stronghold != is_stronghold(place):
        words = "is no stronghold" if stronghold else "is a stronghold"
        yield f"{place} {words}. Correct 'stronghold', or leave it out · 1.09.02.00"


def _others(battle: Battle) -> Iterator[str]:
    fight = [side.faction for side in (battle.aggressor, battle.defender)]
    for seat in (other.faction for other in battle.others if other.faction in fight):
        yield f"{named(seat):The fights} here. Leave it out of 'others_in_territory' · 1.07.00"
    if battle.territory in WORLDS and (battle.aggressor.beside or battle.defender.beside):
        yield "On a homeworld nobody fights beside an ally. Leave 'beside' out · 4.04.08"


def _two_sides(record: Said, table: Table, battle: Battle) -> Iterator[str]:
    """Yield what the two sides cannot both have."""
    one, two = battle.aggressor, battle.defender
    if one.ally == two.faction or two.ally == one.faction:
        yield "Allies do not fight each other. Correct 'ally' · 1.10.02.06"
    elif one.ally and one.ally == two.ally:
        yield f"{named(one.ally):The has} one ally. Correct 'ally' · 1.10.01.03"
    calls = record.get("calls", {})
    for seat in {call.by for call in calls.get("traitor", ())}.intersection(calls.get("traitor_declined", ())):
        yield f"{named(seat):The calls} a traitor, so nothing is declined. Correct 'traitor_declined' · 1.07.06.06"
    if one.leader and two.leader and key(one.leader.name) == key(two.leader.name):
        yield f"{one.leader.name} leads one side. Correct 'leader' · 1.07.04.03"
    dead = keys((*one.dead, *two.dead))
    for at in SIDES:
        side = battle.side(at)
        takes = ask(Table(REFEREE, rules="advanced"), TakesCaptives(side.faction)).value
        for captive in captives_of(record[at]):
            if not takes:
                yield f"{named(side.faction):The has} no captive {captive}. Correct 'captured_leaders' · 2.05.10"
            elif key(captive) in dead:
                yield f"{captive} is a captive or dead, not both. Name the leader once · 2.05.10.02"


def _cards_in_hands(record: Said, table: Table, battle: Battle) -> Iterator[str]:
    """Yield the cards of which more are held than there are: treachery cards, and traitor cards (0.11)."""
    copies, one, two = _copies(), Counter(battle.aggressor.hand), Counter(battle.defender.hand)
    # a single card that both sides have is judged, as at a table that tries it out
    for card, n in (one + two).items():
        if ask(table, Idle(card)).value:  # of those a line may tell the kind alone
            continue
        if max(one[card], two[card]) > copies[card] or n > max(len(SIDES), copies[card]):
            yield f"There are not {n} cards {card!r}. Correct 'hand' · 3.01"
    sides = [record[at] for at in SIDES]
    dancers = {
        **record.get("face_dancers", {}),
        **{side["faction"]: side.get("face_dancers", ()) for side in sides},
    }
    if any(len(cards) > MOST_DANCERS for cards in dancers.values()):
        yield f"There are {MOST_DANCERS} Face Dancers in play. Correct 'face_dancers' · 2.08.03"
    told = [[side.get("traitors", ()), *side.get("ally_traitors", {}).values()] for side in sides]
    called = {key(card): card for card in chain(*told[0], *told[1], *dancers.values())}
    # an ally's cards may be told as one's own too, and the same Face Dancers of both sides
    times = sum((_each_most(hands) for hands in (*told, dancers.values())), Counter[str]())
    for name, n in times.items():
        if _has_no_card(called[name], table):
            yield f"There is no traitor card of {called[name]}. Leave it out · 0.11"
        elif n > 1:
            yield f"The card of {called[name]} is named {n} times. There is one of each · 0.11"


@cache
def _copies() -> Counter[str]:
    """Return how many there are of each treachery card with all boxes; a line does not say with which it is played."""
    every = Table(REFEREE, options={word: MODULES[word].value for word in MODULES})
    every.seats = {seat: Seat(seat, seat) for seat in FACTIONS}
    deck = Counter(card_name(card) for card in ask(every, DeckCards()).value)
    return deck + (Counter(ask(every, KnownCards()).value) - Counter([*deck]))


def _each_most(hands: Iterable[Iterable[str]]) -> Counter[str]:
    return reduce(or_, (Counter(map(key, cards)) for cards in hands), Counter[str]())


def _has_no_card(name: str, table: Table) -> bool:
    """Return True for who is no leader, who may be several factions' and who is in no box of this game."""
    cards = (card for card in ask(Table(), BattleCards()).value if not ask(Table(), Fits(card, STAND_IN)).value)
    home = home_of(name)
    absent = home and key(name) not in keys(FACTIONS[home].discs(table.rules))
    return is_shared(name) or bool(absent) or key(name) in keys((title_of(POWERS["KWISATZ_HADERACH"]), *cards))


def captives_of(said: Said) -> tuple[str, ...]:
    """Return the leaders of others that a side has, as a line names them."""
    return (*said.get("captured_from", {}), *said.get("captured_leaders", ()))


def _skills(said: Said) -> Iterator[str]:
    for leader in said.get("skills", {}):
        if not serves_others(leader):
            yield f"{leader} has no skill card. Leave it out of 'skills' · 4.03.02"
        elif key(leader) in keys(said.get("leaders_dead", ())):
            yield f"{leader} is dead, and the skill card went back. Leave it out of 'skills' · 4.03.05"


def _copied(record: Said, table: Table, battle: Battle) -> Iterator[str]:
    if record.get("calls", {}).get("copied_card"):
        lying = THINGS["stronghold_cards"].lying
        owners = {one.seat for one in lying(table) if one.name == MOBILE}
        if battle.territory != MOBILE or owners.isdisjoint({battle.aggressor.faction, battle.defender.faction}):
            yield f"'copied_card': nobody fights in the {MOBILE} who has its card. Leave it out · 4.06.07"
        held = next(
            (
                said["strongholds"]
                for said in (record[at] for at in SIDES)
                if said["faction"] in owners and "strongholds" in said
            ),
            None,
        )
        if held is not None and record["calls"]["copied_card"] not in held:
            yield "'copied_card': its player does not hold that stronghold. Correct 'strongholds' · 4.06.07"


def _forces(record: Said, table: Table, battle: Battle, side: Side) -> Iterator[str]:
    seat, here = side.whose, side.forces
    reserves = record.get("reserves", {}).get(seat)
    # a battle told alone may have more of one kind than the box: only the sum, and a kind that is none, is judged
    if here.total > MOST_FORCES or (here.special and not elites((seat,))):
        for objection in more_than_it_has(table, seat, here.normal, here.special):
            yield f"{objection.sentence} ({objection.rule})"
            return
    at_home = kept_at(seat, battle.territory) != battle.territory  # then those here are among the reserves
    if reserves and not at_home and room_beside(table, seat, here).plus(reserves, -1).total < 0:
        yield f"{named(seat):The has} {here.total} forces here and {reserves.total} in 'reserves'. Count again · 0.13"


def _allies(record: Said, said: Said, side: Side) -> Iterator[str]:
    ally = side.ally
    if ally == side.faction:
        yield "A faction is not its own ally. Name another in 'ally', or leave it out · 1.10.01.03"
    called = {call.by for call in record.get("calls", {}).get("traitor", ())}  # a call by a stranger is refused
    for field, heard in (("ally_traitors", called), ("support_from_ally", set())):
        for seat in (one for one in said.get(field, {}) if one not in {ally, *heard}):
            yield f"{named(seat):The is} not the ally. Correct 'ally', or leave {field!r} out · 1.10.02.07"
    if said.get("gift_received") and is_own(side.faction, GIFTS):
        yield "The Emperor gives spice and gets none. Leave 'gift_received' out · 2.03.06"
    if ally and side.faction in record.get("calls", {}).get("nexus", ()):
        yield f"{named(side.faction):The has} an ally, and so no Nexus card. Leave one of the two out · 4.05.02"
    if side.troops not in {"", side.faction, ally}:
        yield "The forces are one's own or the ally's. Correct 'forces_of', or name the 'ally' · 2.11.22"
    if side.beside and (
        side.beside.faction == side.whose or not any(is_own(one, PAIR) for one in (side.faction, side.beside.faction))
    ):
        yield "Only Ecaz and their ally fight together, with the forces of one dialed. Correct 'beside' · 2.11.22"
    elif side.beside and side.beside.faction not in {side.faction, ally}:
        yield "Only an ally's forces fight beside one's own. Name the 'ally', or leave 'beside' out · 2.11.22"


def _leader(said: Said, table: Table, side: Side) -> Iterator[str]:
    led = side.leader
    if led and led.origin and led.origin != (home_of(led.name) or led.origin):
        yield f"{led.name} is a leader of {faction_name(home_of(led.name))}. Correct 'original_faction' · 1.07.04.02"
    if led and said.get("announced_no_leader"):
        yield f"{led.name} leads. Leave 'announced_no_leader' out · 1.07.04.04"
    if led and led.strength is None and FACTIONS.get(home_of(led.name)) and _printed(led.name) is not None:
        yield f"{led.name} has strength {_printed(led.name)}. Correct 'strength' · 1.07.04.02"
    if side.companion_state and not side.companion and not ask(table, CompanionOf(side.faction)).value.name:
        yield f"{named(side.faction):The has} no Kwisatz Haderach. Leave 'kh_state' out · 2.01.11"


def _printed(leader: str) -> int | None:
    own = FACTIONS[home_of(leader)].leaders.items()
    return next((strength or None for name, strength in own if key(name) == key(leader)), None)


def _hand(said: Said, table: Table, side: Side) -> Iterator[str]:
    limit, size = ask(table, HandLimit(side.faction)), said.get("hand_size")
    most = max(len(side.hand), size or 0)
    if most > limit.value:
        yield f"The hand holds {most} cards, and its limit is {limit.value}. Count again. ({limit.because[0]})"
    if size is not None and size < len(side.hand):
        yield f"'hand' names {len(side.hand)} cards, and 'hand_size' says {size}. Correct one of the two · 1.04.01"


def _advanced(said: Said, table: Table) -> Iterator[str]:
    if table.rules != "basic":
        return
    for field in ("spice_support", "support_from_ally"):
        told = said.get(field, 0)
        if sum(told.values()) if isinstance(told, Mapping) else told:
            yield f"In the basic game no spice supports forces. Leave {field!r} out · 1.13.04"


def _commit(table: Table, battle: Battle, at: At) -> Iterator[str]:
    """Yield that a named force is not needed for the dial: who names its forces loses no more than that."""
    side = battle.side(at)
    if not side.commit or side.forces.least(side.commit.group) != side.commit.group:
        return
    men = army(table, battle, at, support_of(table, battle, at))
    kinds = ("normal_full", "normal_half", "special_full", "special_half")
    counts = {kind: getattr(side.commit, kind) for kind in kinds}
    for kind in (kind for kind in kinds if counts[kind]):
        fewer = Side(side.faction, side.forces, side.dial, commit=Commit(**{**counts, kind: counts[kind] - 1}))
        if committed(fewer, men) >= side.dial:
            yield f"'commit' names more forces than a dial of {side.dial} takes. Correct one of the two · 1.13.04.02"
            return
