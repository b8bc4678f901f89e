"""The storm phase: the distance is entered or dialed, then the storm moves and destroys, and the storm order is set.

Distance and move are two taps, because cards are played in between. The referee knows the sectors of spice icons;
forces are entered if the map does not know them. Everything can be corrected by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import ANYWHERE, OfForces
from referee.board.forces_counted import MOST, ForcesToTanks
from referee.board.how_many import more_than_stand_there
from referee.board.outline import SECTORS
from referee.board.storm import (
    CARD,
    MarkersPlaced,
    ShieldWallFell,
    Storm,
    StormAnnounced,
    StormBy,
    StormLosses,
    StormMoved,
    StormPlaced,
    coming,
    even_markers,
    has_moved,
    onward,
    reached_next,
)
from referee.board.territories import nowhere
from referee.common.factions import named
from referee.common.turn import FirstPlayerChanged, PhaseBegan, in_phase
from referee.holdings.ledger import lying, on, pay, silent
from referee.kernel import BANK, Chance, Command, Event, Objection, SeatCommand, Table, after, ask, phrase, say

BLOWN_AWAY = phrase("spice.storm", "The storm destroys {n} spice in {place}.")
FIRST_STORM, BY_DIALS, BY_CARD, WHATEVER_MOVED_IT = (0, 40), (2, 6), (1, 6), (0, 10)


def not_moved_yet(table: Table) -> Iterator[Objection]:
    """Object outside the storm phase, and after the storm has moved."""
    yield from in_phase(table, "storm")
    if has_moved(table):
        yield Objection("1.01.02", "The storm has already moved this turn. Undo that, or correct the storm.", firm=True)


def not_decided_yet(table: Table) -> Iterator[Objection]:
    """Object once somebody has decided how far the storm moves, by Weather Control (3.01.23) or from a station."""
    by, far = table.state(Storm).by, coming(table)
    if by and far is not None:
        words = "{seat:The has} decided how far the storm moves: {n}. Move it, or undo that."
        said = (heard.event for heard in reversed(table.log) if isinstance(heard.event, StormAnnounced))
        rule = next((event.why[0] for event in said), "3.01.23")
        yield Objection(rule, say(words, seat=named(by), n=far), firm=True)


def no_sector(sector: int) -> Iterator[Objection]:
    if not 1 <= sector <= SECTORS:
        sentence = say("Enter a sector from 1 to {most}; {most} is Storm Start.", most=SECTORS)
        yield Objection("1.01.02", sentence, "BAD_INPUT", firm=True)


def bounds(table: Table) -> tuple[int, int]:
    """Return the least and the most the storm can move: by dials (0 to 20 in turn 1, 1 to 3 later) or by a card."""
    if table.turn == 1:
        return FIRST_STORM
    return BY_CARD if ask(table, StormBy()).value == CARD else BY_DIALS


class AnnounceStorm(Command, by="table", script=("told",)):
    """Enter how many sectors the storm will move: both dials together, or a printed card.

    Where a script has ``told`` it, Weather Control may have moved the storm.
    """

    distance: int
    told: bool = False

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_moved_yet(table)
        yield from not_decided_yet(table)
        least, most = WHATEVER_MOVED_IT if self.told and table.turn > 1 else bounds(table)
        if not least <= self.distance <= most:
            sentence = say("This turn the storm moves {least} to {most} sectors. Add up again.", least=least, most=most)
            rule = "0.16" if table.turn == 1 else "1.01.02"
            yield Objection(rule, sentence, "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        by = ask(table, StormBy())
        yield StormAnnounced(self.distance, "", ("0.16", "1.01.02") if table.turn == 1 else by.because)


class RevealStormCard(Command, by="table"):
    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_moved_yet(table)
        yield from not_decided_yet(table)
        if table.state(Storm).card is None or ask(table, StormBy()).value != CARD:
            yield Objection("1.01.02", "There is no storm card to turn over. Enter how far the storm moves.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        card = table.state(Storm).card
        if isinstance(card, int):
            yield StormAnnounced(card, "", ask(table, StormBy()).because)


class MoveStorm(Command, by="table", waits=True):
    """Move the storm by the distance entered."""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from not_moved_yet(table)
        if coming(table) is None:
            sentence = "Enter the dials or the storm card first."
            yield Objection("1.01.02", sentence, firm=True)
        elif not table.state(Storm).sector and table.turn > 1:
            sentence = "Set the storm's sector first."
            yield Objection("1.01.02", sentence, firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        distance, origin = coming(table) or 0, table.state(Storm).sector or SECTORS
        why = ("0.16", "1.01.02") if table.turn == 1 else ("1.01.02",)
        yield StormMoved(origin, onward(origin, distance), distance, why)


class PlaceStorm(Command, by="table"):
    """Enter the storm's sector."""

    sector: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from no_sector(self.sector)
        if not table.seats:
            yield Objection("0.07", "Nobody plays at this table yet. Set it up first.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield StormPlaced(self.sector)
        yield from first_player(table)


def first_player(table: Table) -> Iterator[Event]:
    """Yield a new First Player by storm and markers, if it changes."""
    kept = table.state(Storm)
    seat = reached_next(kept.markers, kept.sector)
    if seat and seat != table.first_player:
        yield FirstPlayerChanged(seat)


@after(StormMoved, rule="1.01.01")
def whom_it_reaches_next(event: StormMoved, table: Table, chance: Chance) -> Iterable[Event]:
    yield from first_player(table)


@after(PhaseBegan, rule="1.01.02")
def nobody_said_where_it_went(event: PhaseBegan, table: Table, chance: Chance) -> Iterable[Event]:
    """The storm was left to the table, so the referee no longer knows its sector."""
    if event.phase != "storm" and table.state(Storm).sector and not has_moved(table) and _left_to_the_table(table):
        yield StormPlaced(0)


def _left_to_the_table(table: Table) -> bool:
    """Return True if the phase before was the storm's and its sector was not entered."""
    before = [heard.event for heard in table.log if isinstance(heard.event, (PhaseBegan, StormPlaced))][-2:]
    return isinstance(before[0], PhaseBegan) and before[0].phase == "storm"


# -- markers ------------------------------------------------------------------------------------------


class SeatMarkers(SeatCommand, by="table"):
    """Enter whose marker comes first after Storm Start; the others follow to the right, spread evenly."""

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        markers = even_markers(table.from_seat(self.seat))
        yield MarkersPlaced(tuple(markers), tuple(markers.values()))
        yield from first_player(table)


class PlaceMarker(SeatCommand, by="table"):
    """Put a player's marker into another sector; a player who is there swaps."""

    sector: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from no_sector(self.sector)
        if not table.state(Storm).markers:
            yield Objection("0.10", "First say whose circle is first after Storm Start.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        markers = dict(table.state(Storm).markers)
        other = next((seat for seat, sector in markers.items() if sector == self.sector), self.seat)
        markers[other], markers[self.seat] = markers[self.seat], self.sector
        yield MarkersPlaced(tuple(markers), tuple(markers.values()))
        yield from first_player(table)


# -- what it takes ------------------------------------------------------------------------------------


class StormCrosses(Command, by="table"):
    """Enter that the storm destroyed the spice of a territory."""

    territory: str

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "storm")
        yield from nowhere(table, self.territory, "1.01.03")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        taken = lying(table, self.territory)
        yield from pay(on(self.territory), BANK, taken, BLOWN_AWAY(n=taken, place=self.territory), ("1.01.03",))


class StormCatches(OfForces, SeatCommand, by="table"):
    """Enter how many forces the storm caught in a territory; what it kills goes to the Tanks."""

    normal: int
    special: int = 0
    territory: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "storm")
        if self.territory:
            yield from nowhere(table, self.territory, "1.01.03")
        if not self.normal + self.special or max(self.normal, self.special) > MOST:
            yield Objection("1.01.03", "Enter how many forces were caught, 1 or more.", "BAD_INPUT", firm=True)
        yield from more_than_stand_there(table, self.seat, self.territory, self.group, "1.01.03")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        lost = ask(table, StormLosses(self.seat, self.group, self.territory))
        yield ForcesToTanks(self.seat, lost.value.normal, lost.value.special, self.territory or ANYWHERE, lost.because)
        yield from silent(lost)


class ShieldWall(Command, by="table"):
    """Enter whether the Shield Wall stands, if the referee does not know it."""

    stands: bool

    def objections(self, table: Table) -> Iterable[Objection]:
        if table.state(Storm).wall == self.stands:
            yield Objection("1.01.03", "That is already so. Nothing to change.", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield ShieldWallFell("", self.stands, ("1.01.03",))


class NameFirstPlayer(SeatCommand, by="table", becomes=FirstPlayerChanged):
    def objections(self, table: Table) -> Iterable[Objection]:
        if self.seat not in table.seats:
            yield Objection("1.01.01", "The First Player must be one of the players. Choose a seat.")
