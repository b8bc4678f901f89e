"""The storm on paper: the markers at the edge of the board, and a Shield Wall that is gone. Its sector has a field."""

from __future__ import annotations

from collections.abc import Iterable

from referee.facts import Event
from referee.phases.setup import faction_name
from referee.phases.sheet import PAPER, OnPublicSheet, Open, PublicSheetTaken, line, number
from referee.phases.weather import SECTORS, MarkersPlaced, ShieldWallFell, weather
from referee.rulings import Chance, after, ruling
from referee.table import Table

MARKERS, WALL = "markers", "wall"


@ruling(OnPublicSheet, rule=PAPER)
def where_the_markers_stand(question: OnPublicSheet, table: Table, so_far: tuple[Open, ...]) -> tuple[Open, ...] | None:
    """In which sectors, and that the wall fell."""
    kept = weather(table)
    placed = [f"{faction_name(seat)} in sector {sector}" for seat, sector in kept.markers.items()]
    stands = [f"{seat} {sector}" for seat, sector in kept.markers.items()]
    markers = (Open(f"Markers: {', '.join(placed)}", line(MARKERS, *stands)),) if placed else ()
    wall = () if kept.wall else (Open("The Shield Wall is gone", line(WALL, "gone")),)
    return (*so_far, *markers, *wall)


@after(PublicSheetTaken, rule=PAPER)
def they_stand_there_again(fact: PublicSheetTaken, table: Table, chance: Chance) -> Iterable[Event]:
    """All of them or none, and the wall stays down."""
    told = dict(one.rpartition(" ")[::2] for one in fact.things(MARKERS))
    placed = {seat: number(told[seat]) for seat in table.seats if seat in told}
    if placed and set(placed) == set(table.seats) and all(1 <= sector <= SECTORS for sector in placed.values()):
        yield MarkersPlaced(tuple(placed), tuple(placed.values()))
    if fact.things(WALL):
        yield ShieldWallFell("", False, ("3.01.07",))
