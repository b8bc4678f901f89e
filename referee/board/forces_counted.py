"""Counting forces and leaders: the start of each faction, losses, and corrections.

Optional for each table. If positions are not kept, only reserves and Tanks are counted, and losses come from wherever
the forces were.
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
    ForcesEvent,
    Group,
    OfForces,
    PositionsKept,
    forces_in,
    is_kept,
    move,
    somewhere,
)
from referee.board.how_many import (
    Starred,
    may_be_on_board,
    may_leave,
    more_than_are_left,
    more_than_stand_there,
)
from referee.board.standing import Holdings, StrongholdsHeld, holdings, positions_kept, stands
from referee.board.territories import is_stronghold, nowhere
from referee.common.factions import FACTIONS
from referee.holdings.leaders import LeaderDied, LeadersNoted, among, leaders_of, printed_strength
from referee.holdings.ledger import pay
from referee.kernel import (
    BANK,
    Called,
    Chance,
    Command,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    SeatQuestion,
    Table,
    Value,
    adds,
    ask,
    everybody,
    phrase,
    say,
    sealed,
)
from referee.offers.offer import TABLE, Blank, Offer, Offers, forces, seats_of

LEADER_KILLED = phrase("spice.leader_killed", "Leader killed")
MOST = 99
IN_THE_STORM = "1.01.03"
LOSSES = {"storm": IN_THE_STORM, "spice_blow": "1.02.05", "battle": "1.07.06.04"}


class Start(Value):
    """What a faction begins with: reserves, and places on the board; the first one holds the rest.

    If ``spread``, the player chooses how; until then they are somewhere on the board. Who is ``last`` places all
    together after all others, in one territory without forces. ``sector`` is that of the first place, 0 if the rules
    name none.
    """

    reserves: Group
    places: tuple[str, ...] = ()
    spread: bool = False
    last: bool = False
    sector: int = NO_SECTOR


class StartForces(SeatQuestion[Start], rule="0.13"):
    """What reserves and places does this faction begin with?"""

    def plain(self, table: Table) -> Start:
        return Start(Group())


def counted(table: Table, seat: str) -> bool:
    return forces_in(table, seat, TANKS) is not None


def yet_to_place(table: Table) -> tuple[str, ...]:
    """Return who chooses places for starting forces now; nobody after the first storm."""
    if table.turn != 1 or table.phase != "storm" or not positions_kept(table):
        return ()
    return before_the_last(table) or tuple(seat for seat in table.seats if places_last(table, seat))


def before_the_last(table: Table) -> tuple[str, ...]:
    """Return who has starting forces to place before those who place last."""
    free = (seat for seat in table.seats if somewhere(table, seat).total > 0)
    starts = {seat: ask(table, StartForces(seat)).value for seat in free}
    return tuple(seat for seat, start in starts.items() if start.spread and not start.last)


def places_last(table: Table, seat: str) -> bool:
    """Return True if this faction's starting forces are placed together, after all others."""
    early = table.turn == 1 and table.phase in {"lobby", "storm"} and positions_kept(table)
    return early and ask(table, StartForces(seat)).value.last and somewhere(table, seat).total > 0


class ForcesToTanks(ForcesEvent, later=("sector",)):
    origin: Public[str]
    why: Public[tuple[str, ...]]
    sector: Public[int] = NO_SECTOR
    says = "{seat!n:The loses} {forces} to the Tleilaxu Tanks."

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.origin, TANKS, self.sector)

    def moment(self, name: Called) -> tuple[str, str]:
        return ("The storm!", self.sentence(name)) if IN_THE_STORM in self.why else ("", "")


def _all_alive(table: Table, seat: str, *who: str) -> LeadersNoted:
    """Return the event that all leaders of a faction live and none is face down, known to ``who``."""
    return LeadersNoted(seat, tuple(FACTIONS[seat].discs(table.rules)), (), sealed((), *who), ())


class KeepCount(Command, by="table"):
    """Count reserves, Tanks, leaders and strongholds from the start."""

    def objections(self, table: Table) -> Iterable[Objection]:
        if any(counted(table, seat) for seat in table.seats):
            yield Objection("0.13", "Forces are already tracked. Correct a count instead.", firm=True)
        elif not table.seats:
            yield Objection("0.07", "Nobody plays at this table yet. Set it up first.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        for seat in table.seats:
            start = ask(table, StartForces(seat)).value
            held = start.reserves if ask(table, Starred(seat)).value else Group(start.reserves.total)
            yield ForcesCounted(seat, RESERVES, held.normal, held.special)
            yield ForcesCounted(seat, TANKS, 0, 0)
            yield _all_alive(table, seat, seat)
            if seat not in holdings(table).held:
                yield StrongholdsHeld(seat, tuple(place for place in start.places if is_stronghold(place)))
            if positions_kept(table):
                yield from on_the_map(table, seat, start)


def on_the_map(table: Table, seat: str, start: Start | None = None) -> Iterator[Event]:
    """Yield that all forces of a faction are kept from now on: at its start, or somewhere on the board."""
    away = [group for place in (RESERVES, TANKS) if (group := forces_in(table, seat, place)) is not None]
    stars = ask(table, Starred(seat)).value
    left = Group(ALL_FORCES - stars, stars)
    for group in away:
        left = left.plus(group, -1)
    yield PositionsKept(seat, left.normal, left.special)
    if start and start.places and not start.spread and left.total:
        yield ForcesCounted(seat, start.places[0], left.normal, left.special, start.sector)


class CountForces(SeatCommand, by="table", becomes=ForcesCounted):
    """Correct the count of a faction's reserves or Tanks."""

    place: str
    normal: int
    special: int = 0

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.place not in {RESERVES, TANKS}:
            yield Objection("0.13", "Choose reserves or Tanks.", firm=True)
        yield from more_than_are_left(table, self.seat, self.place, Group(self.normal, self.special))


def to_tanks(
    table: Table, seat: str, group: Group, place: str, why: tuple[str, ...], sector: int = 0
) -> Iterator[Event]:
    """Yield that forces go to the Tanks; of those that were entered by hand no more than there can be (0.13)."""
    gone = may_leave(table, seat, group, place)
    if gone.total:
        yield ForcesToTanks(seat, gone.normal, gone.special, place, why, sector)


class LoseForces(OfForces, SeatCommand, by="table"):
    normal: int
    special: int = 0
    origin: str = ANYWHERE

    def objections(self, table: Table) -> Iterable[Objection]:
        if self.origin not in {ANYWHERE, RESERVES}:
            yield from nowhere(table, self.origin, "1.07.06.04")
        if not self.normal + self.special or max(self.normal, self.special) > MOST:
            yield Objection("1.07.06.04", "Enter how many forces are lost, 1 or more.", "BAD_INPUT", firm=True)
        else:
            yield from more_than_stand_there(table, self.seat, self.origin, self.group, "1.07.06.04")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """If no place was named, take them from the only place there is, if they stand there."""
        why = (LOSSES.get(table.phase, "1.07.06.04"),)
        origin, lost = self.origin, self.group
        places = {stand.place for stand in stands(table) if stand.seat == self.seat and is_kept(table, self.seat)}
        if origin == ANYWHERE and len(places) == 1:
            (place,) = places
            origin = place if (forces_in(table, self.seat, place) or Group()).least(lost) == lost else ANYWHERE
        yield ForcesToTanks(self.seat, self.normal, self.special, origin, why)


class LoseLeader(Command, by="table"):
    """Put a leader into the Tanks; ``to`` gets its strength in spice."""

    leader: str
    to: str = ""

    def owner(self, table: Table) -> str:
        """Return the faction whose leader it is."""
        return next((seat for seat in table.seats if among(self.leader, FACTIONS[seat].leaders)), "")

    def objections(self, table: Table) -> Iterable[Objection]:
        seat = self.owner(table)
        own = leaders_of(table, seat)
        if not seat:
            yield Objection("1.07.06.02", "No leader has that name. Choose one from the list.", firm=True)
        elif own is not None and among(self.leader, (*own.face_up, *own.face_down)):
            words = say("{leader} is already in the Tleilaxu Tanks. Choose another.", leader=self.leader)
            yield Objection("1.07.06.02", words, firm=True)
        if self.to and self.to not in table.seats:
            yield Objection("1.07.06.02", "Choose a faction at this table for the spice.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """The death is public; the bank pays the strength."""
        seat = self.owner(table)
        own = leaders_of(table, seat)
        again = own is not None and among(self.leader, own.died)
        why = ("1.05.04", "1.07.06.02") if again else ("1.07.06.02",)
        if own is None:
            yield _all_alive(table, seat, *everybody(table))
        yield LeaderDied(seat, sealed(self.leader, *everybody(table)), not again, why)
        if self.to:
            yield from pay(BANK, self.to, printed_strength(self.leader) or 0, LEADER_KILLED(), ("1.07.06.02",))


@adds(Offers, rule="0.13", seat=TABLE)
def count_from_the_start(question: Offers, table: Table) -> Iterable[Offer]:
    early = table.turn == 1 and table.phase in {"lobby", "storm"}
    if question.seat == TABLE and early and not any(counted(table, seat) for seat in table.seats):
        yield Offer(KeepCount, "Track forces and leaders", "0.13")


@adds(Offers, rule="1.07.06.04", seat=TABLE)
def into_the_tanks(question: Offers, table: Table) -> Iterable[Offer]:
    there = tuple(pair for pair in seats_of(table) if may_be_on_board(table, pair[0]))
    if table.phase in LOSSES and there and any(counted(table, seat) for seat in table.seats):
        whose, (plain, *special) = Blank("seat", "Faction", "select", choices=there), forces(*table.seats)
        blanks = (whose, replace(plain, value=""), *special)
        yield Offer(LoseForces, "Send forces to the Tanks", LOSSES[table.phase], blanks, aside=True)


@adds(Offers, rule="0.13", order=1, seat=TABLE)
def put_a_count_right(question: Offers, table: Table) -> Iterable[Offer]:
    if any(counted(table, seat) for seat in table.seats):
        where = Blank("place", "Where", "select", choices=((RESERVES, "Reserves"), (TANKS, "Tanks")))
        blanks = (Blank("seat", "Faction", "select", choices=seats_of(table)), where, *forces(*table.seats))
        yield Offer(CountForces, "Correct a count of forces", "0.13", blanks, aside=True, part="correction")


@adds(Offers, rule="1.07.06.02", phase="battle", seat=TABLE)
def a_leader_dies(question: Offers, table: Table) -> Iterable[Offer]:
    alive = tuple((name, name) for seat in table.seats for name in _alive(table, seat))
    takers = (("", "Nobody"), *seats_of(table))
    blanks = (Blank("leader", "Leader", "select", choices=alive), Blank("to", "Spice to", "select", choices=takers))
    return (Offer(LoseLeader, "A leader dies", "1.07.06.02", blanks, aside=True),)


def _alive(table: Table, seat: str) -> Iterable[str]:
    own = leaders_of(table, seat)
    dead = (*own.face_up, *own.face_down) if own else ()
    return [name for name in FACTIONS[seat].discs(table.rules) if not among(name, dead)]


class ForcesSetDown(ForcesEvent, because=("4.94.06",)):
    """Forces from somewhere on the board, or from a named place, are now in this territory."""

    origin: Public[str]
    goal: Public[str]
    sector: Public[int] = NO_SECTOR
    says = "{seat!n:The has} {forces} in {goal}."

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.origin, self.goal, enters=self.sector)


class PositionsForgotten(SeatEvent, because=("4.94.06",)):
    """Positions of this faction are no longer entered, so those known are void."""

    def apply(self, table: Table) -> None:
        """Reserves and Tanks stay counted."""
        forces, holdings = table.state(Forces), table.get(Holdings)
        forces.kept.discard(self.seat)
        for place in [place for seat, place in forces.held if seat == self.seat and place not in {RESERVES, TANKS}]:
            forces.held.pop((self.seat, place))
            forces.parts.pop((self.seat, place), None)
            forces.calm.discard((self.seat, place))
        if holdings:
            holdings.held.pop(self.seat, None)
