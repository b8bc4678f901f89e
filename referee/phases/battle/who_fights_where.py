"""Who battles where: the table or the map says who is in a territory, and the referee lists the battles.

Factions in one territory fight, except allies, forces apart by storm or at peace, and at the pole. The aggressor
chooses the order, First Player first. A battle leaves the list when the loser's forces are gone. Entries hold for one
turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from referee.board.forces import RESERVES, Forces, Group, OfForces, has_there, is_kept
from referee.board.forces_counted import ForcesToTanks
from referee.board.how_many import more_than_there_are, most_on_the_board
from referee.board.standing import ALWAYS_FIGHT, holdings, known_whole, peace_rule, side_there
from referee.board.storm import sectors_on
from referee.board.territories import ICE, TERRITORIES, nowhere, on_board, places
from referee.board.worlds import WORLDS
from referee.common.factions import SPECIAL, elites, named
from referee.common.turn import PhaseBegan, in_phase, in_this_phase
from referee.common.what_is_physical import battles_are_refereed
from referee.kernel import (
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    Question,
    SeatCommand,
    SeatEvent,
    Table,
    Value,
    adds,
    ask,
    bare,
    listed,
    memoized,
    option,
    phrase,
    say,
    say_many,
    setting,
    small,
)
from referee.offers.offer import TABLE, Blank, Duties, Duty, HeadCount, Offer, Offers, halted, seats_of
from referee.offers.waiting import of_phase
from referee.offers.what_now import LeftOver, Undone, went_on
from referee.phases.battle.events import BattleBegun
from referee.phases.battle.how_they_stand import HERE, PEACE, STORM, WAYS, Way, noted_places, put_there, standing, there
from referee.phases.battle.live_battle import battle_now, between_battles, no_open_battle
from referee.phases.shipment.prices_and_permissions import ForceSentAlong, ForcesShipped

MOST = 40
TOGETHER = "1.07.01.01"  # forces under the storm in one sector fight, where option T2 does not say otherwise
UNDER_THE_STORM = option(
    "T2",
    "4.93.02",
    "Forces in the storm, in the same sector",
    ("battle", "They battle", "As anywhere else."),
    ("none", "No battle", "The storm separates them."),
)


class BattleOrder(Question[tuple[str, ...]], rule="1.07.02"):
    """In which order are factions the aggressor: each against all who come after it?

    Juice of Sapho only; both the list and each battle begun follow it.
    """

    def plain(self, table: Table) -> tuple[str, ...]:
        return tuple(table.from_seat(table.first_player) if table.first_player in table.seats else table.seats)


def neutral(territory: str) -> bool:
    """Return True if nobody ever fights there (1.07.01.02)."""
    return territory in TERRITORIES and TERRITORIES[territory].ground == ICE


class OpenBattle(Value):
    """A battle still to be fought, on one side of the storm if it parts the territory."""

    territory: str
    aggressor: str
    defender: str
    way: Way = HERE


@memoized
def open_battles(table: Table) -> list[OpenBattle]:
    """Return this turn's battles still to be fought, the First Player's first."""
    order = ask(table, BattleOrder()).value
    found = [
        OpenBattle(place, *two, way)
        for place in noted_places(table)
        for two in _pairs(table, place, order)
        for way in sides_shared(table, place, *two)
    ]
    return _once_a_side(table, sorted(found, key=lambda battle: order.index(battle.aggressor)))


def _once_a_side(table: Table, battles: Sequence[OpenBattle]) -> list[OpenBattle]:
    """Leave out a second battle of two who count as one side against the same opponent in one place."""
    kept: dict[tuple[object, ...], OpenBattle] = {}
    for battle in battles:
        fights = (battle.aggressor, battle.defender)
        sides = frozenset(
            {frozenset({seat}) if battle.territory in WORLDS else side_there(table, seat) for seat in fights}
        )
        kept.setdefault((battle.territory, battle.way, sides), battle)
    return list(kept.values())


class BeforeBattle(Question[tuple[Event, ...]], rule="1.07.02", answer=()):
    """What happens in place of the beginning of a battle that was chosen, because somebody decides first how?

    Ecaz only, who say which of two allies fights; then their room begins the battle.
    """

    battle: OpenBattle


def _pairs(table: Table, place: str, order: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield from combinations([seat for seat in order if seat in there(table, place)], 2)


def sides_shared(table: Table, place: str, one: str, other: str) -> tuple[Way, ...]:
    """Return where two factions in a territory fight: the sides of the storm on which both stand."""
    if neutral(place) or table.ally(one) == other:
        return ()
    sides = there(table, place)
    closed = {PEACE, *((STORM,) if setting(table, UNDER_THE_STORM) == "none" else ())}
    return tuple(way for way in sides[one] if way in sides[other] and way not in closed)


def apart(table: Table, place: str, one: str, other: str) -> str:
    """Return the rule that keeps two in a territory from fighting, "" if they fight."""
    sides = there(table, place)
    peace = [peace_rule(table, seat) for seat in (one, other) if PEACE in sides[seat]]
    if sides_shared(table, place, one, other):
        return ""
    if neutral(place):
        return "1.07.01.02"
    if table.ally(one) == other:
        return "1.10.02.06"
    if peace:
        return peace[0] or ALWAYS_FIGHT
    return UNDER_THE_STORM.rule if STORM in sides[one] and STORM in sides[other] else "1.07.01.00"


def at_peace(table: Table, place: str) -> tuple[str, ...]:
    """Return the rules that keep factions in this territory from fighting."""
    return tuple(
        dict.fromkeys(filter(None, (apart(table, place, *two) for two in _pairs(table, place, [*table.seats]))))
    )


def chooses(table: Table) -> str:
    """Return the present aggressor, who chooses the next battle, "" for nobody."""
    battles = open_battles(table) if table.phase == "battle" and battle_now(table) is None else []
    return battles[0].aggressor if battles else ""


class ForcesNoted(OfForces, SeatEvent, because=("1.07.01",)):
    territory: Public[str]
    normal: Public[int]
    special: Public[int]
    way: Public[Way]

    def apply(self, table: Table) -> None:
        put_there(table, self.seat, self.territory, self.group, self.way)

    def sentence(self, name: Called) -> str:
        has = has_there(name(self.seat), self.forces, self.territory)
        how = dict(WAYS).get(self.way, "") if self.way else ""
        return say("{has}, {how}.", has=bare(has), how=small(how)) if how else has


class NoteForces(Command, by="table", waits=True):
    """Enter a faction's forces in a territory; 0 removes the entry."""

    territory: str
    seat: str
    normal: int = 0
    special: int = 0
    way: str = HERE

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "battle")
        yield from no_open_battle(table)
        yield from nowhere(table, self.territory, "1.07.01")
        if max(self.normal, self.special) > MOST or self.way not in dict(WAYS):
            yield Objection("1.07.01", "That many forces cannot be there. Count again.", firm=True)
        else:
            yield from more_than_there_are(table, self.seat, Group(self.normal, self.special))
        if self.way == PEACE and not peace_rule(table, self.seat):
            words = say("{seat:The 's} forces always fight. Choose another line.", seat=named(self.seat))
            yield Objection(ALWAYS_FIGHT, words)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        way = next(way for way, _ in WAYS if way == self.way)
        yield ForcesNoted(self.seat, self.territory, self.normal, self.special, way)


class FightNext(SeatCommand, by="both", waits=True):
    """Choose the next of one's own battles."""

    territory: str
    against: str
    way: str = HERE

    def meant(self, table: Table) -> OpenBattle | None:
        """Return the battle that it names; the side of the storm need not be said where they meet on one."""
        pair = (self.territory, self.seat, self.against)
        found = [one for one in open_battles(table) if (one.territory, one.aggressor, one.defender) == pair]
        exact = (one for one in found if one.way == self.way)
        return next(exact, found[0] if len(found) == 1 and self.way == HERE else None)

    def armies(self, table: Table) -> dict[str, Group]:
        """Return who would fight with which forces; nobody if somebody decides that first."""
        battle = self.meant(table)
        if battle and ask(table, BeforeBattle(battle)).value:
            return {}
        way, sides = battle.way if battle else HERE, there(table, self.territory)
        return {seat: sides[seat][way] for seat in (self.seat, self.against) if way in sides.get(seat, {})}

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "battle")
        if battle_now(table):
            yield from no_open_battle(table)
            return
        first = chooses(table)
        if self.meant(table) is None:
            yield Objection("1.07.01", "That battle is not on the list. Choose one from the list.", firm=True)
        elif first != self.seat:
            of = {"seat": named(first), "does": named(first).verb("chooses")}
            words = say("{seat:The is} first in storm order and {does}. Wait for your turn.", **of)
            yield Objection("1.07.02", words, "NOT_YOUR_TURN")
        if not battles_are_refereed(table):
            yield Objection("4.94.03", "The referee does not judge battles at this table. Change that under Options.")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        battle = self.meant(table)
        if battle and (first := ask(table, BeforeBattle(battle)).value):
            yield from first
            return
        armies = self.armies(table)
        one, two = ((group.normal, group.special) for group in (armies[self.seat], armies[self.against]))
        sectors = sectors_of(table, battle) if battle else ()
        yield BattleBegun(self.territory, self.seat, self.against, one, two, sectors)


def no_choice(table: Table, chance: Chance) -> Iterator[Event]:
    """Yield the beginning of the next battle if its aggressor has no other and nothing else is due (1.07.02)."""
    due = any(isinstance(one, HeadCount) or FightNext not in one.by for one in of_phase(table))
    mine = [one for one in open_battles(table) if one.aggressor == chooses(table)]
    if len(mine) == 1 and battles_are_refereed(table) and not due and not halted(table):
        yield from FightNext(mine[0].aggressor, mine[0].territory, mine[0].defender, mine[0].way).decide(table, chance)


def sectors_of(table: Table, battle: OpenBattle) -> tuple[int, ...]:
    """Return the sectors in which two fight, none if all their forces in the territory do."""
    sides = there(table, battle.territory)
    whole = all(len(sides[seat]) == 1 for seat in (battle.aggressor, battle.defender))
    return () if whole or battle.way == PEACE else sectors_on(table, battle.territory, battle.way)


UNFOUGHT = phrase("battle.unfought", "No battle was fought to its end in {places!l}. All forces stay there.")


@adds(LeftOver, rule="1.07.01")
def battles_to_fight(question: LeftOver, table: Table) -> Iterable[Undone]:
    if table.phase != "battle":
        return ()
    live, left = battle_now(table), [one.territory for one in open_battles(table) if battles_are_refereed(table)]
    words = say_many(len(left), "1 battle is left to fight.", "{n} battles are left to fight.")
    if live:
        words = say("The battle in {territory} is not settled.", territory=live.territory)
    where = tuple(dict.fromkeys([live.territory, *left] if live else left))
    return (Undone(words, "1.07.01", passed=went_on(UNFOUGHT(places=where), "1.07.01")),) if where else ()


def _landings(table: Table) -> Iterator[ForcesShipped | ForceSentAlong]:
    for heard in reversed(table.log):
        event = heard.event
        if isinstance(event, PhaseBegan) and event.phase == "shipment":
            return
        if isinstance(event, (ForcesShipped, ForceSentAlong)) and event.goal != RESERVES:
            yield event


def landed(table: Table) -> dict[tuple[str, str], Group]:
    """Return what was shipped to which territory in this turn, unless something else was entered there."""
    found: dict[tuple[str, str], Group] = {}
    for event in _landings(table):
        group = Group(event.normal, event.special) if isinstance(event, ForcesShipped) else Group(1)
        found[event.seat, event.goal] = found.get((event.seat, event.goal), Group()).plus(group)
    gone, kept = {*standing(table).ways, *_fought(table), *_died(table)}, table.state(Forces).kept
    here = {land.name for land in on_board(table)}
    left = {where: group for where, group in found.items() if where not in gone and where[0] not in kept}
    return {(seat, goal): group for (seat, goal), group in left.items() if goal in here}


def _died(table: Table) -> Iterator[tuple[str, str]]:
    """Yield forces killed since shipping began, after which landings are not reliable."""
    for heard in reversed(table.log):
        event = heard.event
        if isinstance(event, PhaseBegan) and event.phase == "shipment":
            return
        if isinstance(event, ForcesToTanks):
            yield event.seat, event.origin


def stands_as(table: Table, seat: str, place: str) -> Way:
    """Return how landed forces stand: in peace if they came along with a shipment and may (2.02.12)."""
    shipped = {(event.seat, event.goal) for event in _landings(table) if isinstance(event, ForcesShipped)}
    return PEACE if (seat, place) not in shipped and peace_rule(table, seat) else HERE


@adds(Duties, rule="1.07.02", phase="battle")
def who_chooses(question: Duties, table: Table) -> Iterable[Duty]:
    if battles_are_refereed(table) and (seat := chooses(table)):
        yield Duty(seat, "chooses the next battle", "1.07.02", (FightNext,))


@adds(Offers, rule="1.07.02", phase="battle")
def the_aggressor_chooses(question: Offers, table: Table) -> Iterable[Offer]:
    if question.seat == TABLE or chooses(table) != question.seat or not battles_are_refereed(table):
        return ()
    return battles_of(table, question.seat)


def battles_of(table: Table, seat: str) -> Iterator[Offer]:
    """Yield the battles among which a seat chooses now."""
    for one in open_battles(table):
        if one.aggressor == seat:
            sectors = listed([str(sector) for sector in sectors_of(table, one)])
            of = {"seats": listed([named(seat) for seat in _together(table, one)]), "place": one.territory}
            there = say("Fight {seats} in {place}, sector {sectors}", sectors=sectors, **of)
            label = there if sectors else say("Fight {seats} in {place}", **of)
            fixed = (("territory", one.territory), ("against", one.defender), *((("way", one.way),) if one.way else ()))
            yield Offer(FightNext, label, "1.07.02", fixed=fixed)


def _together(table: Table, battle: OpenBattle) -> list[str]:
    """Return the opponent, and the ally who stands there as one side with it."""
    sides = there(table, battle.territory)
    side = side_there(table, battle.defender)
    return [seat for seat in table.seats if seat in side and battle.way in sides.get(seat, {})]


@adds(Offers, rule="1.07.00", phase="battle", seat=TABLE)
def who_stands_where(question: Offers, table: Table) -> Iterable[Offer]:
    if between_battles(table) and len(table.seats) >= 2:
        peace = any(peace_rule(table, seat) for seat in table.seats)
        most = [most_on_the_board(table, seat) for seat in table.seats]
        blanks = (
            places(table, "territory", "Territory"),
            Blank("seat", "Faction", "select", choices=seats_of(table)),
            Blank("normal", "Forces", "number", 0, max(one.normal for one in most), "1"),
            Blank("special", elites(table.seats) or SPECIAL, "number", 0, max(one.special for one in most), "0"),
            Blank("way", "Situation", "select", choices=WAYS if peace else WAYS[:-1]),
        )
        known = all(known_whole(table, seat) for seat in table.seats)
        yield Offer(NoteForces, "Forces in a territory", "1.07.01", blanks, aside=known)


class Unentered(Value):
    """The last known holder of a stronghold, and who is there now."""

    place: str
    seat: str
    others: tuple[str, ...]


def unentered(table: Table) -> tuple[Unentered, ...]:
    """Return strongholds with a new faction and no battle in this phase, allies aside (1.07.01)."""
    ways, shipped, fought = standing(table).ways, landed(table), _fought(table)
    found = []
    told = ((seat, held) for seat, held in holdings(table).held.items() if not is_kept(table, seat))
    for seat, held in told:
        for place in (place for place in held if (seat, place) not in ways and (seat, place) not in fought):
            here = dict.fromkeys((*there(table, place), *(one for one, goal in shipped if goal == place)))
            others = tuple(one for one in here if one not in {seat, table.ally(seat)})
            found += [Unentered(place, seat, others)] if others else []
    return tuple(found)


@adds(LeftOver, rule="1.07.01", order=1)
def strongholds_to_enter(question: LeftOver, table: Table) -> Iterable[Undone]:
    where = listed(list(dict.fromkeys(one.place for one in unentered(table)))) if between_battles(table) else ""
    words = say("Still to enter: the forces in {where}.", where=where)
    return (Undone(words, "1.07.01", holds_up=False),) if where else ()


def _fought(table: Table) -> set[tuple[str, str]]:
    battles = [event for event in in_this_phase(table) if isinstance(event, BattleBegun)]
    return {(seat, battle.territory) for battle in battles for seat in (battle.aggressor, battle.defender)}
