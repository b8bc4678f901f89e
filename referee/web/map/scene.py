"""The map on a live page: what is drawn large or as a strip in this phase, and what is not known.

It is made of layers. The ground and the territories stay as they are all evening; storm, spice and forces change by
themselves, and a page is sent the layer that changed and no other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from functools import lru_cache

from referee.board.forces import Group, in_words, is_kept, somewhere
from referee.board.forces_counted import places_last, yet_to_place
from referee.board.standing import holdings, known_whole, positions_kept
from referee.board.territories import TERRITORIES, is_stronghold, slug
from referee.board.ways import cells
from referee.common.factions import faction_name, named
from referee.kernel import Table, listed, memoized, say
from referee.phases.mentat.victory import winner
from referee.web.map.beside_arrakis import box, invaded, world_cards
from referee.web.map.position import KnownBoard, known_position
from referee.web.map.view import MapChoice, MapUse, board_map, ground_of
from referee.web.view_models.map import BoardMap, MapRow, MapSpot, Scene

_kept: deque[tuple[tuple[KnownBoard, str, tuple[str, ...]], BoardMap]] = deque(maxlen=32)  # the newest
LARGE = ("storm", "spice_blow", "shipment", "battle", "spice_collection")


def scene(
    table: Table, base: str, news: Collection[str] = (), *, large: bool = True, below: bool = False
) -> Scene | None:
    """Return the map as a viewer's table tells it, ``None`` if no positions are kept.

    A tap leads to ``base`` with the place's short name behind it; ``news`` are the places of what just happened.
    Homeworlds lie ``below`` in the same picture, or in a row of their own.
    """
    return _scene(table, base, tuple(news), large and table.phase in LARGE and not winner(table), below)


@memoized
def _scene(table: Table, base: str, news: tuple[str, ...], large: bool, below: bool) -> Scene | None:
    if not positions_kept(table):
        return None
    position = known_position(table)
    drawn = _drawn(position, base, tuple([place for place in news if place in TERRITORIES]))
    beside = world_cards(table)
    return Scene(
        large,
        _spots(tuple(one.name for one in drawn.places if cells(one.name)), base),
        drawn.title,
        tuple((one.id, one.state) for one in drawn.places if one.state),
        drawn.storm,
        tuple(one for one in drawn.spice if one.amount),
        tuple(piece for place in drawn.places for piece in place.pieces),
        drawn.markers,
        drawn.beside,
        drawn.tokens,
        (*drawn.notes, *_not_known(table)),
        (*_rows(table, position, drawn), *invaded(beside)),
        beside,
        box(len(beside), below=below),
    )


def _drawn(position: KnownBoard, base: str, news: tuple[str, ...]) -> BoardMap:
    """Return the map of a position, made once as long as nothing moves: most taps move nothing."""
    asked = position, base, news
    found = next((drawn for known, drawn in tuple(_kept) if known == asked), None)
    if found is None:
        found = board_map(position, MapUse(base.__add__, {place: MapChoice("news") for place in news}))
        _kept.append((asked, found))
    return found


@lru_cache(maxsize=64)
def _spots(names: tuple[str, ...], base: str) -> tuple[MapSpot, ...]:
    made = []
    for name in names:
        one = TERRITORIES[name]
        words = ground_of(one)
        made.append(MapSpot(slug(name), name, words, base + slug(name), is_stronghold(name)))
    return tuple(made)


def _not_known(table: Table) -> Iterator[str]:
    """Yield what the map leaves out: an empty place need not be empty on the board."""
    loose = [seat for seat in table.seats if not is_kept(table, seat)]
    if len(loose) == len(table.seats):
        yield "The map shows only what was entered."
    elif loose:
        yield say("Not tracked: {seats}.", seats=listed([faction_name(seat) for seat in loose], ","))
    for seat in table.seats:
        left = somewhere(table, seat)
        many = Group(max(0, -left.normal), max(0, -left.special))
        if is_kept(table, seat) and many.total:
            words = in_words(many, seat)
            yield say(
                "{seat}: {words} too many on the map. Tap a place and correct it.", seat=faction_name(seat), words=words
            )
        elif is_kept(table, seat) and left.total and seat not in yet_to_place(table):  # the waiting line says it
            of = {"seat": named(seat), "forces": in_words(left, seat)}
            if places_last(table, seat):
                yield say("{seat:The has} {forces} to place.", **of)
            else:
                yield say("{seat:The has} {forces} somewhere on the board.", **of)


def _rows(table: Table, position: KnownBoard, drawn: BoardMap) -> Iterator[MapRow]:
    """Yield the strongholds, with who was said to hold them where no forces are known there, then the spice fields."""
    said = holdings(table).held
    sure = all(known_whole(table, seat) or seat in said for seat in table.seats)
    for one in drawn.places:
        amount = position.spice.get(one.name, 0)
        if one.stronghold or amount:
            held = next((seat for seat, places in said.items() if one.name in places), "")
            word = "" if one.pieces else faction_name(held) if held else "nobody" if sure else "not known"
            yield MapRow(
                f"row-{one.id}", one.name, one.href, str(amount or ""), one.stormy, one.pieces,
                word if one.stronghold else "",
            )  # fmt: skip
