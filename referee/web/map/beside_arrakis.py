"""The homeworlds: a row of cards below the map of the table screen, and rows within the map of a phone."""

from __future__ import annotations

from collections.abc import Iterator

from referee.board.forces import Group, in_words
from referee.board.territories import slug
from referee.board.worlds import World, invaders, natives, occupier, side_up, worlds
from referee.common.factions import FACTIONS, faction_name, named
from referee.kernel import Table, say, together
from referee.web.map.position import MapForces
from referee.web.map.view import piece_at
from referee.web.view_models.map import MapRow, MapWorld

HIGH = 150
IN_A_ROW, STEP, BELOW = 4, 272, 1050
ALONE = "-26 -26 1052 1052"  # the map without worlds below it


def box(many: int, *, below: bool) -> str:
    """Return the part of the plane that holds the map, with so many worlds below it if they are drawn there."""
    rows = -(-many // IN_A_ROW)
    return f"-26 -26 1052 {1076 + rows * HIGH}" if below and many else ALONE


def world_cards(table: Table) -> tuple[MapWorld, ...]:
    at = ((n % IN_A_ROW * STEP - 26, BELOW + n // IN_A_ROW * HIGH) for n, _ in enumerate(worlds(table)))
    return tuple(_card(table, one, *place) for one, place in zip(worlds(table), at, strict=True))


def _card(table: Table, one: World, x: int, y: int) -> MapWorld:
    side, held, seat = side_up(table, one.name), natives(table, one), occupier(table, one.name)
    there = {**({one.owner: held} if held and held.total else {}), **invaders(table, one.name)}
    pieces, left = [], x + 8
    for whose, group in there.items():
        stand = MapForces(whose, one.name, 0, group.normal, group.special)
        made = piece_at(stand, (0, 0))
        pieces.append(piece_at(stand, (left + made.width // 2, y + 112)))
        left += made.width + 6
    short = FACTIONS[seat].short if seat else ""
    words = together([*_words(one, side, there, seat)], ". ")
    return MapWorld(slug(one.name), FACTIONS[one.owner].short, one.name, side, short, words, x, y, tuple(pieces))


def _words(one: World, side: str, there: dict[str, Group], seat: str) -> Iterator[str]:
    yield say("{name}, {owner:'s} world, {side}", name=one.name, owner=named(one.owner), side=side)
    for whose, group in there.items():
        yield say("{name}: {words}", name=faction_name(whose), words=in_words(group, whose))
    if seat:
        yield say("{seat:The occupies} it", seat=named(seat))


def invaded(cards: tuple[MapWorld, ...]) -> Iterator[MapRow]:
    """Yield lines of the strip for worlds that others are on."""
    for card in cards:
        if any(piece.f != card.f for piece in card.pieces):
            yield MapRow(f"row-world-{card.id}", card.name, "", pieces=card.pieces)
