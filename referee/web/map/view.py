"""The map as its template shows it: every place with its words, every piece with its spot."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import cache, lru_cache

from referee.board.forces import Group, in_words
from referee.board.outline import EDGE, SECTORS, Spot, data, spots
from referee.board.territories import ICE, ROCK, SAND, SHELTER, STRONGHOLD, TERRITORIES, Territory, slug
from referee.board.ways import cells
from referee.common.factions import FACTIONS, faction_name
from referee.kernel import Value, listed, say, together
from referee.web.map.crowding import places
from referee.web.map.position import CALM, HIDDEN, KnownBoard, MapForces
from referee.web.map.projection import RADIUS, RIM, XY, at, degrees, point, wedge
from referee.web.view_models.map import (
    BoardMap,
    MapBeside,
    MapMark,
    MapMarker,
    MapPiece,
    MapPlace,
    MapSpice,
    MapStorm,
)

KINDS = {SAND: "sand", ROCK: "rock", STRONGHOLD: "stronghold", ICE: "ice", SHELTER: "shelter"}
# where places beside the map are drawn: in the corners, then above and below those
BESIDE: tuple[XY, ...] = ((58, 930), (942, 930), (942, 70), (58, 70), (942, 822), (942, 178), (58, 822), (58, 178))
TOKEN = 54  # how far left of the forces a token lies
CIRCLE = 503.0  # how far from the pole the players' circles lie
POLE = 19  # hundredths of the radius that the pole takes


class MapChoice(Value):
    """What may be done with a place now: its state, and what it costs in words."""

    state: str = ""
    price: str = ""


NO_CHOICE = MapChoice()


class MapUse(Value):
    """What the page wants of the map: where a tap leads, and what may be chosen."""

    href: Callable[[str], str] = lambda place: f"#{place}"
    choices: Mapping[str, MapChoice] = field(default_factory=dict)


def _told(name: str) -> Mapping[str, str]:
    found: Mapping[str, str] = data()["territories"].get(name, {})
    return found


@cache
def _without_cells() -> tuple[str, ...]:
    return tuple(name for name in TERRITORIES if not cells(name))


def _corner(name: str) -> XY:
    return BESIDE[_without_cells().index(name) % len(BESIDE)]


def spot_of(stand: MapForces) -> XY:
    """Return where forces stand: in their sector, or in the first of the territory if unknown."""
    told = _told(stand.territory)
    if not told:
        x, y = _corner(stand.territory)
        return x, y + 26
    places = spots(told["forces_at"])
    sectors = TERRITORIES[stand.territory].sectors
    return point(places[sectors.index(stand.sector)] if stand.sector in sectors else places[0])


@lru_cache(maxsize=512)
def _words(stand: MapForces) -> str:
    name = faction_name(stand.seat)
    if stand.kind == HIDDEN:
        return say("{name}: a hidden token", name=name)
    if stand.normal is None:
        return say("{name}: number not known", name=name)
    words = in_words(Group(stand.normal, stand.special), stand.seat)
    if stand.kind == CALM:
        return say("{name}: {words}, not fighting", name=name, words=words)
    return say("{name}: {words}", name=name, words=words)


def piece_at(stand: MapForces, where: XY) -> MapPiece:
    many = "?" if stand.kind == HIDDEN or stand.normal is None else str(stand.normal + stand.special)
    elite = str(stand.special) if stand.special and many != "?" else ""
    wide = 42 + 15 * len(many) + (21 + 13 * len(elite) if elite else 0)
    name = f"{slug(stand.territory)}-{stand.sector}-{stand.seat}{'-' + stand.kind if stand.kind else ''}"
    short = FACTIONS[stand.seat].short if stand.seat in FACTIONS else ""
    return MapPiece(
        f"stands-{name}", short, many, elite, _words(stand), round(where[0]), round(where[1]), wide, stand.kind
    )


def _pieces(position: KnownBoard) -> dict[str, list[MapPiece]]:
    """Return the pieces by territory; those who share a spot stand where they cover no name."""
    sharing: dict[XY, list[MapForces]] = defaultdict(list)
    for stand in position.stands:
        sharing[spot_of(stand)].append(stand)
    found: dict[str, list[MapPiece]] = defaultdict(list)
    for where, group in sharing.items():
        drawn = [piece_at(stand, where) for stand in group]
        ground = TERRITORIES[group[0].territory].ground
        for stand, one, (x, y) in zip(group, drawn, places(where, tuple(p.width for p in drawn), ground), strict=True):
            found[stand.territory].append(replace(one, x=round(x), y=round(y)))
    return found


def ground_of(one: Territory) -> str:
    """Return a territory in words: "Arrakeen, stronghold, sector 10"."""
    of = {"name": one.name, "ground": KINDS[one.ground], "sectors": listed([str(n) for n in one.sectors], ",")}
    if len(one.sectors) > 1:
        return say("{name}, {ground}, sectors {sectors}", **of)
    return say("{name}, {ground}, sector {sectors}", **of) if one.sectors else say("{name}, {ground}", **of)


def _place(name: str, position: KnownBoard, pieces: list[MapPiece], use: MapUse) -> MapPlace:
    """Return a place; most of them stay as they are from tap to tap."""
    storm = position.storm if position.storm in TERRITORIES[name].sectors else 0
    tokens = tuple([token.words for token in position.tokens if token.place == name]) if position.tokens else ()
    gone = not position.wall and name == "Shield Wall"
    choice = use.choices.get(name) or NO_CHOICE
    return _placed(
        name, use.href(slug(name)), storm, tokens, tuple(pieces), position.spice.get(name, 0), gone,
        choice.state, choice.price,
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _placed(
    name: str, href: str, storm: int, tokens: tuple[str, ...], pieces: tuple[MapPiece, ...], amount: int,
    gone: bool, state: str, price: str,
) -> MapPlace:  # fmt: skip
    territory = TERRITORIES[name]
    parts = (
        ground_of(territory),
        "destroyed" if gone else "",
        say("storm in sector {storm}", storm=storm) if storm else "",
        *(piece.words for piece in pieces),
        *tokens,
        say("{amount} spice", amount=amount) if amount else "",
        price,
    )
    words = together(parts, ". ")
    return MapPlace(
        slug(name), name, KINDS[territory.ground], words, href, territory.ground == STRONGHOLD,
        state or ("gone" if gone else ""), price, pieces, str(amount or ""), bool(storm),
    )  # fmt: skip


def _spice(position: KnownBoard) -> Iterator[MapSpice]:
    for name, territory in TERRITORIES.items():
        if territory.spice:
            yield _heap(name, str(position.spice.get(name, "") or ""))


@lru_cache(maxsize=1024)
def _heap(name: str, amount: str) -> MapSpice:
    x, y = point(spots(_told(name)["spice_at"])[0])
    return MapSpice(f"spice-{slug(name)}", TERRITORIES[name].spice, amount, round(x), round(y))


def _streaks(sector: int) -> str:
    made = ""
    for n, far in enumerate(range(POLE + 4, 99, 4)):
        start = sector - 1 + (n * 5 % 7) / 24
        (x1, y1), (x2, y2) = point(Spot(start, far)), point(Spot(sector - (n * 3 % 5) / 20, far + 1.5))
        r = far / EDGE * RADIUS
        made += f"M{x1:.0f} {y1:.0f}A{r:.0f} {r:.0f} 0 0 0 {x2:.0f} {y2:.0f}"
    return made


def _storm(sector: int) -> MapStorm | None:
    if not 1 <= sector <= SECTORS:
        return None
    x, y = at(sector - 0.5, (RADIUS + RIM) / 2)
    turned = -degrees(sector - 0.5)
    upright = turned if abs((turned + 180) % 360 - 180) <= 90 else turned + 180
    inner = POLE / EDGE * RADIUS
    return MapStorm(
        sector, wedge(sector, inner, RIM), _streaks(sector), wedge(sector, RADIUS, RIM),
        round(x), round(y), round((upright + 180) % 360 - 180),
    )  # fmt: skip


def _markers(position: KnownBoard) -> Iterator[MapMarker]:
    for seat, sector in position.markers.items():
        x, y = at(sector - 0.5, CIRCLE)
        first = seat == position.first
        of = {"name": faction_name(seat), "sector": sector}
        words = say("{name}, sector {sector}, First Player", **of) if first else say("{name}, sector {sector}", **of)
        short = FACTIONS[seat].short if seat in FACTIONS else ""
        yield MapMarker(f"circle-{seat}", short, words, round(x), round(y), first)


def _beside(position: KnownBoard, shown: list[str], use: MapUse) -> Iterator[MapBeside]:
    opens = dict(position.doors)
    for name in shown:
        if cells(name):
            continue
        (x, y), door = _corner(name), opens.get(name)
        words, points = ground_of(TERRITORIES[name]), ""
        if door is not None:
            (to_x, to_y), words = (
                spot_of(MapForces("", *door)),
                say("{name}, at {territory}, sector {sector}", name=name, territory=door.territory, sector=door.sector),
            )
            points = f"{x:.0f},{y:.0f} {to_x:.0f},{to_y:.0f}"
        strong = TERRITORIES[name].ground == STRONGHOLD
        yield MapBeside(slug(name), name, words, use.href(slug(name)), strong, round(x), round(y), points)


def _tokens(position: KnownBoard) -> Iterator[MapMark]:
    """Yield tokens left of the forces in their place, the first in the middle where nobody stands."""
    laid, stood = defaultdict[str, int](int), {one.territory for one in position.stands}
    for token in position.tokens:
        x, y = spot_of(MapForces("", token.place, token.sector))
        left = TOKEN * (laid[token.place] + (token.place in stood))
        laid[token.place] += 1
        short = FACTIONS[token.seat].short if token.seat in FACTIONS else ""
        name = f"token-{slug(token.place)}-{laid[token.place]}"
        yield MapMark(name, short, token.label, token.words, round(x - left), round(y))


def board_map(position: KnownBoard, use: MapUse | None = None) -> BoardMap:
    use, pieces = use or MapUse(), _pieces(position)
    there = {name for name, _ in position.doors} | pieces.keys()
    shown = [name for name in TERRITORIES if cells(name) or name in there]
    storm = (
        say("The storm is in sector {sector}.", sector=position.storm)
        if position.storm
        else "The storm's place is not known yet."
    )
    return BoardMap(
        say("Map of Arrakis. {storm}", storm=storm),
        tuple(_place(name, position, pieces.get(name, []), use) for name in shown),
        tuple(_spice(position)),
        _storm(position.storm),
        tuple(_markers(position)),
        tuple(_beside(position, shown, use)),
        tuple(_tokens(position)),
        () if position.wall else ("The Shield Wall is gone. The storm reaches Arrakeen, Carthag and Imperial Basin.",),
    )
