"""The storm: its sector, the players' markers, how far it moves, and the storm order that follows.

The board has no numbers, so sectors are counted from Storm Start in the storm's direction: the first one after it is 1,
Storm Start itself is 18. The six circles at the edge are three sectors apart, the first in sector 1. All of it is
public. Sector 0 means that nobody has entered where the storm is.

What the storm does to the map stands below: the sectors it closes, and where it kills.

The distance is known before the marker moves, because cards are played in between; so a move is two events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Final, Literal, TypeAlias

from referee.board.forces import Group
from referee.board.outline import SECTORS
from referee.board.territories import ICE, SAND, TERRITORIES, on_board
from referee.board.ways import Cell, cells
from referee.common.factions import faction_name
from referee.common.lines_on_paper import PaperLine, a_seat, one_of, several
from referee.kernel import (
    Called,
    Event,
    FaceDown,
    Public,
    Question,
    SeatEvent,
    SeatQuestion,
    State,
    Table,
    ask,
    listed,
    ruling,
    say,
    say_many,
)

DOTS = (1, 4, 7, 10, 13, 16)
Decider: TypeAlias = Literal["dials", "card"]
DIALS: Final = "dials"
CARD: Final = "card"


class Storm(State):
    """The storm: its sector, what it crossed last, its next distance, and whether the Shield Wall stands.

    ``by`` is who decided that distance by a card, "" where dials or the storm deck did.
    """

    sector: int = 0
    swept: tuple[int, ...] = ()
    moved: int = 0
    turn: int = 0
    distance: int = 0
    by: str = ""
    wall: bool = True
    markers: dict[str, int] = field(default_factory=dict)
    card: int | FaceDown | None = None


def coming(table: Table) -> int | None:
    """Return how far the storm will move in this turn, ``None`` if unknown or it has moved."""
    kept = table.state(Storm)
    return kept.distance if kept.turn == table.turn and kept.moved != table.turn else None


def has_moved(table: Table) -> bool:
    return table.state(Storm).moved == table.turn


def onward(sector: int, steps: int) -> int:
    """Return the sector this many steps along the storm's way."""
    return (sector + steps - 1) % SECTORS + 1


def crossed(origin: int, distance: int) -> tuple[int, ...]:
    """Return the sectors of a move, first and last included (1.01.03)."""
    steps = range(min(distance, SECTORS) + 1) if distance else ()
    return tuple(dict.fromkeys(onward(origin, step) for step in steps))


def even_markers(seats: list[str]) -> dict[str, int]:
    """Return a marker for each seat in order of play, spread over the six circles."""
    many = len(seats)
    if many > len(DOTS):
        return {seat: 1 + SECTORS * n // many for n, seat in enumerate(seats)}
    return {seat: DOTS[len(DOTS) * n // many] for n, seat in enumerate(seats)}


def reached_next(markers: Mapping[str, int], sector: int) -> str:
    """Return whose marker the storm reaches next; one in the storm's own sector is last."""
    return min(markers, key=lambda seat: (markers[seat] - sector - 1) % SECTORS) if markers and sector else ""


def beside_the_start(markers: Mapping[str, int]) -> tuple[str, ...]:
    """Return the two whose markers are nearest to Storm Start, one on each side."""
    if len(markers) < 2:
        return ()
    after = min(markers, key=lambda seat: markers[seat] % SECTORS)
    before = max((seat for seat in markers if seat != after), key=lambda seat: markers[seat])
    return (after, before)


class StormBy(Question[Decider], rule="1.01.02", answer=DIALS):
    """What determines how far the storm moves in this turn: two ``dials``, or a ``card``?

    The Fremen deck alone replaces the dials; whether these are asked for is known before the room that has the deck.
    """


class StormLosses(SeatQuestion[Group], rule="1.01.03"):
    """How many of these forces on open sand does the storm kill?

    ``spared`` of them have lived through its arrival.
    """

    caught: Group
    place: str = ""
    spared: Group = Group()

    def plain(self, table: Table) -> Group:
        return self.caught


class MayEnterStorm(SeatQuestion[bool], rule="1.06.03.04", answer=False):
    """May this faction send reserves into a sector in storm, at the losses of a storm?

    Fremen alone may; the map shows everybody which sectors are closed, and asks for each faction alike.
    """


def _kept(table: Table) -> Storm:
    return table.put(table.state(Storm))


class MarkersPlaced(Event, because=("0.10", "1.01.01")):
    seats: Public[tuple[str, ...]]
    sectors: Public[tuple[int, ...]]

    def apply(self, table: Table) -> None:
        _kept(table).markers = dict(zip(self.seats, self.sectors, strict=True))

    def sentence(self, name: Called) -> str:
        placed = sorted(zip(self.sectors, self.seats, strict=True))
        circles = listed([say("{seat} {sector}", seat=name(seat), sector=sector) for sector, seat in placed], ",")
        return say("Player circles by sector: {circles}.", circles=circles)


class StormPlaced(Event, because=("1.01.02",)):
    """The table entered the storm's sector, 0 if nobody tracks it."""

    sector: Public[int]
    fuller = "The storm is in sector {sector}."
    says = "The storm's sector is not tracked."

    def apply(self, table: Table) -> None:
        _kept(table).sector = self.sector


class StormAnnounced(Event, shows="storm"):
    """The storm's distance in this turn is known; cards may still be played before it moves."""

    distance: Public[int]
    by: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        """A card that determined it is discarded."""
        kept = _kept(table)
        kept.turn, kept.distance, kept.by = table.turn, self.distance, self.by
        kept.card = None

    def sentence(self, name: Called) -> str:
        if not self.distance:
            still = "The storm will not move."
            return say("{by:The decides}: the storm will not move.", by=name(self.by)) if self.by else still
        n = self.distance
        if not self.by:
            return say_many(n, "The storm will move {n} sector.", "The storm will move {n} sectors.")
        return say_many(
            n,
            "{by:The decides}: the storm will move {n} sector.",
            "{by:The decides}: the storm will move {n} sectors.",
            by=name(self.by),
        )


class StormMoved(Event):
    origin: Public[int]
    sector: Public[int]
    distance: Public[int]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        """What it crossed includes the sector it started from."""
        kept = _kept(table)
        kept.sector, kept.moved = self.sector, table.turn
        kept.swept = crossed(self.origin, self.distance)

    def sentence(self, name: Called) -> str:
        if not self.distance:
            return say("The storm stays in sector {sector}.", sector=self.sector)
        return say_many(
            self.distance,
            "The storm moves {n} sector, to sector {sector}.",
            "The storm moves {n} sectors, to sector {sector}.",
            sector=self.sector,
        )


class ShieldWallFell(SeatEvent):
    """The Shield Wall was destroyed, or the table corrected that."""

    stands: Public[bool]
    why: Public[tuple[str, ...]]
    fuller = "{stands!?}The Shield Wall stands."
    says = "The Shield Wall is destroyed. The storm now reaches what it protected."

    def apply(self, table: Table) -> None:
        _kept(table).wall = self.stands


class StormCardDrawn(SeatEvent):
    """A storm card for the next turn was drawn face down."""

    order: int
    why: Public[tuple[str, ...]]
    says = "{seat!n:The draws} next turn's storm card, face down."

    def apply(self, table: Table) -> None:
        _kept(table).card = self.order


def face_down(table: Table) -> bool:
    """Return True if the referee drew a storm card that is still face down."""
    return table.state(Storm).card is not None


# -- on paper (the storm's sector is a field of the set-up form) ---------------------------------------


def _placed(table: Table, _: str, *markers: tuple[str, int]) -> Iterable[Event]:
    """All of them or none."""
    at = {seat: sector for seat in table.seats for player, sector in markers if player == seat}
    return [MarkersPlaced(tuple(at), tuple(at.values()))] if len(at) == len(table.seats) else []


A_MARKER = several(" ", a_seat, one_of(*range(1, SECTORS + 1)))


@PaperLine("markers", "1.01.02", _placed, each=A_MARKER, public=True)
def where_the_markers_stand(table: Table, _: str) -> tuple[str, list[str]] | None:
    markers = table.state(Storm).markers.items()
    where = [say("{seat} in sector {sector}", seat=faction_name(seat), sector=sector) for seat, sector in markers]
    words = say("Markers: {places}", places=listed(where, ","))
    return (words, [f"{seat} {sector}" for seat, sector in markers]) if markers else None


@PaperLine(*("wall", "1.01.02.1", lambda *_: [ShieldWallFell("", False, ("3.01.07",))], (one_of("gone"),)), public=True)
def that_the_wall_fell(table: Table, _: str) -> tuple[str, list[str]] | None:
    return None if table.state(Storm).wall else ("The Shield Wall is gone", ["gone"])


def storm_order(table: Table) -> list[str]:
    """Return the seats in storm order, beginning with the First Player (1.01.01)."""
    first = table.first_player if table.first_player in table.seats else next(iter(table.seats), "")
    return table.from_seat(first) if first else []


class Sheltered(Question[bool], rule="1.01.03"):
    """Is this territory safe from the storm? What is behind the Shield Wall is, while the wall stands."""

    place: str

    def plain(self, table: Table) -> bool:
        territory = TERRITORIES.get(self.place)
        return territory is None or territory.ground != SAND or territory.behind_wall


@ruling(Sheltered, rule="1.06.06")
def the_pole_is_safe(question: Sheltered, table: Table, so_far: bool) -> bool | None:
    territory = TERRITORIES.get(question.place)
    return True if territory and territory.ground == ICE else None


def closed_sectors(table: Table) -> frozenset[int]:
    """Return the sectors that nobody may enter, leave or cross (1.01.04); none if the storm's place is unknown."""
    sector = table.state(Storm).sector
    return frozenset({sector} if sector else ())


Side: TypeAlias = Literal["", "far", "storm"]
NEAR: Final = ""
FAR: Final = "far"
UNDER: Final = "storm"


def side_of_storm(table: Table, place: str, sector: int) -> Side:
    """Return where a group in a sector of a territory is: under the storm, or before it or behind it, if known.

    What is on another side is cut off (1.01.04): sectors are in the storm's direction, and the storm fills one.
    """
    sectors, storm = TERRITORIES[place].sectors if place in TERRITORIES else (), table.state(Storm).sector
    sector = sectors[0] if len(sectors) == 1 else sector
    if storm not in sectors or sector not in sectors:
        return NEAR
    return UNDER if sector == storm else FAR if sectors.index(sector) > sectors.index(storm) else NEAR


def sectors_on(table: Table, place: str, side: Side) -> tuple[int, ...]:
    """Return the sectors of a territory on one side of the storm."""
    sectors = TERRITORIES[place].sectors if place in TERRITORIES else ()
    return tuple(sector for sector in sectors if side_of_storm(table, place, sector) == side)


def struck(table: Table, swept: Iterable[int]) -> tuple[Cell, ...]:
    """Return where the storm kills: open cells of the sectors it started in, crossed and stopped in (1.01.03)."""
    hit = frozenset(swept)
    exposed = (land for land in on_board(table) if not ask(table, Sheltered(land.name)).value)
    return tuple(cell for land in exposed for cell in cells(land.name) if cell.sector in hit)
