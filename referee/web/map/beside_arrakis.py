"""The homeworlds: a row of cards below the map of the table screen, and rows within the map of a phone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from referee.board.forces import Group, in_words
from referee.board.territories import slug
from referee.board.worlds import invaders, natives, occupier, side_up, worlds
from referee.common.factions import FACTIONS, faction_name, named
from referee.kernel import Table, memoized, say, together
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


@memoized
def world_cards(table: Table) -> tuple[MapWorld, ...]:
    made = []
    for n, one in enumerate(worlds(table)):
        held, seat = natives(table, one), occupier(table, one.name)
        there = ((one.owner, held),) if held and held.total else ()
        others = tuple(invaders(table, one.name).items())
        made.append(_card(n, one.name, one.owner, side_up(table, one.name), (*there, *others), seat))
    return tuple(made)


@lru_cache(maxsize=256)
def _card(n: int, name: str, owner: str, side: str, there: tuple[tuple[str, Group], ...], seat: str) -> MapWorld:
    """Return a card at its place in the rows, made once as long as nobody comes or leaves."""
    x, y = n % IN_A_ROW * STEP - 26, BELOW + n // IN_A_ROW * HIGH
    pieces, left = [], x + 8
    for whose, group in there:
        stand = MapForces(whose, name, 0, group.normal, group.special)
        made = piece_at(stand, (0, 0))
        pieces.append(piece_at(stand, (left + made.width // 2, y + 112)))
        left += made.width + 6
    short = FACTIONS[seat].short if seat else ""
    words = together([*_words(name, owner, side, there, seat)], ". ")
    return MapWorld(slug(name), FACTIONS[owner].short, name, side, short, words, x, y, tuple(pieces))


def _words(world: str, owner: str, side: str, there: tuple[tuple[str, Group], ...], seat: str) -> Iterator[str]:
    yield say("{name}, {owner:'s} world, {side}", name=world, owner=named(owner), side=side)
    for whose, group in there:
        yield say("{name}: {words}", name=faction_name(whose), words=in_words(group, whose))
    if seat:
        yield say("{seat:The occupies} it", seat=named(seat))


def invaded(cards: tuple[MapWorld, ...]) -> Iterator[MapRow]:
    """Yield lines of the strip for worlds that others are on."""
    for card in cards:
        if any(piece.f != card.f for piece in card.pieces):
            yield MapRow(f"row-world-{card.id}", card.name, "", pieces=card.pieces)
