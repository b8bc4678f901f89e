"""Corrections of the map, and forces in unknown places.

Players may move tokens without telling the referee: the table enters what is in a territory, in public. The difference
is somewhere else on the board, or in the place named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.forces import (
    ALL_FORCES,
    ANYWHERE,
    NO_SECTOR,
    RESERVES,
    TANKS,
    Forces,
    ForcesCounted,
    Group,
    StandsInPeace,
    forces_in,
    in_words,
    is_kept,
    parts_of,
    somewhere,
)
from referee.board.forces_counted import (
    ForcesSetDown,
    PositionsForgotten,
    StartForces,
    before_the_last,
    on_the_map,
    places_last,
    yet_to_place,
)
from referee.board.how_many import Starred, more_than_are_left, more_than_stand_there
from referee.board.standing import ALWAYS_FIGHT, peace_rule, positions_kept, stands
from referee.board.territories import ICE, TERRITORIES, Territory, no_such_sector, nowhere, places
from referee.common.factions import SPECIAL, elite, elites, faction_name, named
from referee.common.turn import PHASES
from referee.common.what_is_physical import POSITIONS
from referee.holdings.setup import ChangeOption, OptionChanged
from referee.kernel import (
    Chance,
    Command,
    Event,
    Objection,
    SeatCommand,
    Table,
    adds,
    after,
    ask,
    listed,
    phrase,
    say,
    say_many,
)
from referee.offers.offer import CHOOSE_FACTION, TABLE, Blank, Duties, Duty, Offer, Offers, seats_of
from referee.offers.what_now import went_on
from referee.phases.battle.how_they_stand import HERE, PEACE
from referee.phases.battle.who_fights_where import ForcesNoted

RULE = "4.94.06"


class PutRight(SeatCommand, by="table"):
    """Correct a faction's forces in a territory, or only the group in one sector of it (``alone``).

    ``other`` is where the difference comes from or goes to, "" for somewhere on the board.
    """

    place: str
    normal: int
    special: int = 0
    sector: int = NO_SECTOR
    peace: bool = False
    other: str = ""
    alone: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from nowhere(table, self.place, RULE)
        yield from no_such_sector(self.place, self.sector, RULE)
        if not positions_kept(table):
            yield Objection(RULE, "This table does not track positions. Change that under Options.", firm=True)
        if self.normal + self.special > ALL_FORCES:
            yield Objection("0.13", say("A faction has {n} forces. Count again.", n=ALL_FORCES), firm=True)
        if self.other not in {"", ANYWHERE, RESERVES, TANKS}:
            yield from nowhere(table, self.other, RULE)
        yield from self._of_the_rest(table)
        if self.peace and not peace_rule(table, self.seat):
            yield Objection(ALWAYS_FIGHT, say("{seat:The 's} forces always fight.", seat=named(self.seat)), firm=True)

    def _of_the_rest(self, table: Table) -> Iterator[Objection]:
        """Object to more forces than there are in the place named for the difference, or than it can take (0.13)."""
        if not is_kept(table, self.seat):
            return
        more, off = self._more(table), self.other in {RESERVES, TANKS}
        come, go = more.floored, Group().plus(more, -1).floored
        if come != Group() and self.other and self.other != ANYWHERE:
            yield from more_than_stand_there(table, self.seat, self.other, come, RULE)
        if go != Group() and off:
            held = (forces_in(table, self.seat, self.other) or Group()).plus(go)
            yield from more_than_are_left(table, self.seat, self.other, held)

    def _more(self, table: Table) -> Group:
        """Return how many more forces are entered than were recorded; negative for fewer."""
        before = table.state(Forces).held.get((self.seat, self.place), Group())
        if self.alone:
            before = parts_of(table, self.seat, self.place).get(self.sector, Group())
        return Group(self.normal, self.special).plus(before, -1)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """The rest of a kept faction is elsewhere; others are on the map for this turn only."""
        if not is_kept(table, self.seat):
            yield ForcesNoted(self.seat, self.place, self.normal, self.special, PEACE if self.peace else HERE)
            return
        there, more = Group(self.normal, self.special), self._more(table)
        yield ForcesCounted(self.seat, self.place, there.normal, there.special, self.sector, self.alone)
        if more != Group() and self.other and self.other != ANYWHERE:
            held = (forces_in(table, self.seat, self.other) or Group()).plus(more, -1)
            if min(held.normal, held.special) >= 0:
                yield ForcesCounted(self.seat, self.other, held.normal, held.special)
        if there.total and self.peace != ((self.seat, self.place) in table.state(Forces).calm):
            yield StandsInPeace(self.seat, self.place, self.peace, (RULE,))


class SetDown(SeatCommand, by="both", script=("sector",)):
    """Place one's own forces that are in an unknown place.

    The ``rest`` goes to the only starting territory that would still have none, if there is just one.
    """

    normal: int
    goal: str
    special: int = 0
    sector: int = NO_SECTOR
    rest: bool = False

    def open_to_seat(self, table: Table) -> bool:
        return table.phase in ("lobby", *PHASES)

    def objections(self, table: Table) -> Iterable[Objection]:
        left = somewhere(table, self.seat)
        yield from nowhere(table, self.goal, RULE)
        yield from no_such_sector(self.goal, self.sector, RULE)
        if not self.normal + self.special:
            yield Objection(RULE, "Enter how many forces are there, 1 or more.", "BAD_INPUT", firm=True)
        elif (
            self.normal > left.normal
            or self.special > left.special + _starred_instead(table, self.seat)
            or self.normal + self.special > left.total
        ):
            words = say(
                "{seat:The has} {forces} still to place. Place no more than that.",
                seat=named(self.seat),
                forces=in_words(left, self.seat),
            )
            yield Objection(RULE, words, "NOT_ELIGIBLE", firm=True)
        elif places_last(table, self.seat):
            yield from self._last(table, left)
        elif self.goal not in (goals := dict(_goals(table, self.seat).choices)):
            words = say("Place your forces in one of these: {places}.", places=listed([*goals]))
            yield Objection(ask(table, StartForces(self.seat)).because[0], words, "NOT_ELIGIBLE")

    def _last(self, table: Table, left: Group) -> Iterator[Objection]:
        rule = ask(table, StartForces(self.seat)).because[0]
        if before := before_the_last(table):
            words = say("You place yours after {seats}.", seats=listed([named(seat) for seat in before]))
            yield Objection(rule, words, "NOT_YOUR_TURN")
        if self.goal not in dict(_goals(table, self.seat).choices):
            yield Objection(
                rule, say("There are forces in {goal}. Choose a territory without any.", goal=self.goal), "NOT_ELIGIBLE"
            )
        if Group(self.normal, self.special) != left:
            words = say("Place {forces} together, in one territory.", forces=in_words(left, self.seat))
            yield Objection(rule, words, "NOT_ELIGIBLE")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        here = [stand.seat for stand in stands(table, self.goal)]
        calm = (
            any(seat != self.seat for seat in here) and self.seat not in here and TERRITORIES[self.goal].ground != ICE
        )
        more = self.special - somewhere(table, self.seat).special
        if more > 0:
            reserves = forces_in(table, self.seat, RESERVES) or Group()
            yield ForcesCounted(self.seat, RESERVES, reserves.normal + more, reserves.special - more)
        yield ForcesSetDown(self.seat, self.normal, self.special, ANYWHERE, self.goal, self.sector)
        if calm and peace_rule(table, self.seat):
            yield StandsInPeace(self.seat, self.goal, True, ("2.02.12",))
        left, bare = somewhere(table, self.seat), bare_starts(table, self.seat)
        if self.rest and left.total > 0 and len(bare) == 1:
            yield ForcesSetDown(self.seat, left.normal, left.special, ANYWHERE, bare[0])


class KeepPositions(Command, by="table"):
    """Keep positions from now on; forces on the board are placed next."""

    def objections(self, table: Table) -> Iterable[Objection]:
        if not _not_kept(table):
            yield Objection(RULE, "Count reserves and Tanks first. The rest is on the map.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        if not positions_kept(table):
            yield OptionChanged(POSITIONS.key, "kept")
        for seat in _not_kept(table):
            yield from on_the_map(table, seat)


@after(OptionChanged, rule=RULE)
def the_map_forgets(event: OptionChanged, table: Table, chance: Chance) -> Iterable[Event]:
    """A map that is not kept shows nothing rather than stale positions."""
    if event.key == POSITIONS.key and event.value != "kept":
        yield from (PositionsForgotten(seat) for seat in table.seats if is_kept(table, seat))


def _not_kept(table: Table) -> list[str]:
    counted = (seat for seat in table.seats if forces_in(table, seat, TANKS) is not None)
    return [seat for seat in counted if not is_kept(table, seat) and forces_in(table, seat, RESERVES) is not None]


def _starred_instead(table: Table, seat: str) -> int:
    """Return how many starred forces in reserve may begin on the board instead of others (2.04.02)."""
    early = table.rules == "advanced" and seat in yet_to_place(table) and not places_last(table, seat)
    held = forces_in(table, seat, RESERVES) if early else None
    return min(held.special, somewhere(table, seat).normal) if held else 0


def _goals(table: Table, seat: str) -> Blank:
    goal, usual = places(table, "goal", "Where"), ask(table, StartForces(seat)).value.places
    if places_last(table, seat):
        taken = {stand.place for stand in stands(table)}
        free = (pair for pair in goal.choices if pair[0] not in taken and not TERRITORIES[pair[0]].owner)
        return replace(goal, choices=tuple(free))
    if not usual or seat not in yet_to_place(table):
        return goal
    if len(usual) == 1:
        return replace(goal, value=usual[0])
    bare = bare_starts(table, seat)
    return replace(goal, kind="radio", value=[*bare, *usual][0], choices=tuple((place, place) for place in usual))


def bare_starts(table: Table, seat: str) -> tuple[str, ...]:
    """Return the territories among which a seat divides its starting forces, as far as it has none there yet."""
    if seat not in yet_to_place(table):
        return ()
    usual = ask(table, StartForces(seat)).value.places
    return tuple(place for place in usual if all(stand.seat != seat for stand in stands(table, place)))


THE_REST = (("1", "to the last territory"), ("", "I place them after"))
UNPLACED = phrase("map.unplaced", "{seat!n:The has} still to place {n} forces.")


@adds(Duties, rule="0.13", phase="storm")
def starting_forces(question: Duties, table: Table) -> Iterable[Duty]:
    for seat in yet_to_place(table):
        n = somewhere(table, seat).total
        does = say_many(n, "places {n} force", "places {n} forces")
        you = say_many(n, "place {n} force on the map", "place {n} forces on the map")
        passed = went_on(UNPLACED(seat=seat, n=n), "0.13")
        then = "Then the storm moves."
        yield Duty(seat, does, "0.13", (SetDown,), you=you, holds=True, then=then, passed=passed)


@adds(Offers, rule=RULE)
def what_stands_nobody_knows_where(question: Offers, table: Table) -> Iterable[Offer]:
    return to_place(table, question.seat)


def to_place(table: Table, seat: str) -> tuple[Offer, ...]:
    left = somewhere(table, seat)
    if seat == TABLE or (left.normal <= 0 and left.special <= 0) or table.phase not in ("lobby", *PHASES):
        return ()
    most = left.special + _starred_instead(table, seat)
    starred = (Blank("special", elite(seat)[1], "number", 0, most, "0"),) if most > 0 else ()
    goal = _goals(table, seat)
    left_over = say("{forces} left to place", forces=in_words(left, seat))
    if places_last(table, seat):
        if before_the_last(table):
            return ()
        fixed = (("normal", str(left.normal)), *((("special", str(left.special)),) if left.special else ()))
        return (Offer(SetDown, say("Place {forces}", forces=in_words(left, seat)), RULE, (goal,), fixed, aside=True),)
    if goal.kind == "radio":
        numbers = range(0 if starred else 1, left.normal + 1)
        tapped = Blank("normal", "Forces", "tap", choices=tuple((str(n), str(n)) for n in numbers))
        two = len(bare_starts(table, seat)) == 2
        others = (Blank("rest", "Your other forces", "radio", value="1", choices=THE_REST),) if two else ()
        blanks = (goal, *starred, *others, tapped)
        return (Offer(SetDown, "Place forces on the map", RULE, blanks, aside=True, small=left_over),)
    many = Blank("normal", "Forces", "number", 0, max(left.normal, 0), str(max(left.normal, 0)))
    return (Offer(SetDown, "Place forces on the map", RULE, (many, *starred, goal), aside=True, small=left_over),)


@adds(Offers, rule=RULE, order=1, seat=TABLE)
def keep_positions_from_now_on(question: Offers, table: Table) -> Iterable[Offer]:
    return (Offer(KeepPositions, "Track positions on the map", RULE, aside=True),) if _not_kept(table) else ()


@adds(Offers, rule=RULE, order=2, seat=TABLE)
def or_no_longer(question: Offers, table: Table) -> Iterable[Offer]:
    kept = [seat for seat in table.seats if is_kept(table, seat)]
    if kept and table.phase in PHASES:
        asks = any(somewhere(table, seat) != Group() for seat in kept)
        fixed = (("option", POSITIONS.key), ("value", "none"))
        yield Offer(ChangeOption, "Stop tracking positions", RULE, fixed=fixed, aside=not asks, part="how to play")


# -- a territory that is tapped -----------------------------------------------------------------------


def corrections(table: Table, place: Territory) -> Iterator[Offer]:
    """Yield a form and a removal for each group there, and one form for any other faction."""
    here = stands(table, place.name)
    for stand in here:
        several = sum(other.seat == stand.seat for other in here) > 1
        who, name = (("seat", stand.seat), ("place", place.name)), faction_name(stand.seat)
        of = {"name": name, "sector": stand.sector}
        alone = (("alone", "1"), ("sector", str(stand.sector))) if several else ()
        blanks = tuple(_counted_there(table, place, stand.seat, stand.group, None if several else stand.sector))
        mend = say("{name}: how many in sector {sector}?", **of) if several else say("{name}: how many here?", **of)
        none = say("No {name} in sector {sector}", **of) if several else say("No {name} here", **of)
        yield Offer(PutRight, mend, blanks=blanks, fixed=(*who, *alone))
        yield Offer(PutRight, none, fixed=(*who, *alone, ("normal", "0")))
    others = tuple(choice for choice in seats_of(table) if choice[0] not in {stand.seat for stand in here})
    if others:
        whose = Blank("seat", "Another faction", "select", choices=(CHOOSE_FACTION, *others))
        blanks = (whose, *_counted_there(table, place, "", Group(), 0))
        yield Offer(PutRight, "Another faction is here", RULE, blanks, (("place", place.name),))


def _counted_there(table: Table, place: Territory, seat: str, group: Group, sector: int | None) -> Iterator[Blank]:
    """Yield what may stand there; the tap on the number is last, and enters it all."""
    seats = [seat] if seat else [*table.seats]
    if any(ask(table, Starred(seat)).value for seat in seats):
        yield Blank("special", elites(seats) or SPECIAL, "number", 0, 7, str(group.special))
    if len(place.sectors) > 1 and sector is not None:
        choices = (("0", "not entered"), *((str(sector), str(sector)) for sector in place.sectors))
        yield Blank("sector", "Sector", "select", value=str(sector), choices=choices)
    if seat and peace_rule(table, seat):
        peace = "1" if any(stand.calm for stand in stands(table, place.name) if stand.seat == seat) else ""
        yield Blank("peace", "Not fighting", "radio", value=peace, choices=(("", "fighters"), ("1", "advisors")))
    places = tuple((name, name) for name in TERRITORIES if name != place.name and not TERRITORIES[name].owner)
    choices = (("", "somewhere else"), (RESERVES, "Reserves"), (TANKS, "Tanks"), *places)
    yield Blank("other", "The rest are in", "place", choices=choices)
    most = max(group.normal, ALL_FORCES if not seat or not is_kept(table, seat) else _to_take(table, seat, group))
    yield Blank("normal", "Forces", "tap", choices=tuple((str(n), str(n)) for n in range(most + 1)))


def _to_take(table: Table, seat: str, group: Group) -> int:
    """Return how many plain forces can stand in one place: all that are nowhere else on the map."""
    off = [forces_in(table, seat, place) or Group() for place in (RESERVES, TANKS)]
    return group.normal + sum(group.normal for group in off) + max(0, somewhere(table, seat).normal)
