"""The table's offers in the storm phase, and corrections at any time.

The next step is in front: distance, move, losses. The rest is under More.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import is_kept
from referee.board.forces_counted import counted
from referee.board.outline import SECTORS
from referee.board.storm import CARD, Storm, StormBy, coming, has_moved
from referee.board.territories import TERRITORIES
from referee.common.phones_at_seats import phones_of
from referee.common.turn import PHASES
from referee.holdings.ledger import SpiceOnBoard
from referee.kernel import Table, adds, ask, say, say_many
from referee.offers.offer import CHOOSE_FACTION, TABLE, Blank, Offer, Offers, Part, forces, seats_of
from referee.phases.storm.dials import dialers
from referee.phases.storm.storm_moves import (
    AnnounceStorm,
    MoveStorm,
    NameFirstPlayer,
    PlaceMarker,
    PlaceStorm,
    RevealStormCard,
    SeatMarkers,
    ShieldWall,
    StormCatches,
    StormCrosses,
    bounds,
)

SECTOR = Blank("sector", "Sector (18 is Storm Start)", "number", 1, SECTORS, "1")


def swept_spice(table: Table) -> tuple[tuple[str, int], ...]:
    """Return the spice in territories whose icon the storm crossed in this turn."""
    board = table.state(SpiceOnBoard).lying
    swept = table.state(Storm).swept if has_moved(table) else ()
    icons = {name: TERRITORIES[name].icon for name in board if name in TERRITORIES}
    return tuple((name, board[name]) for name, icon in icons.items() if board[name] and icon in swept)


def _spice_choices(table: Table) -> tuple[tuple[str, str], ...]:
    board = table.state(SpiceOnBoard).lying
    crossed = dict(swept_spice(table))
    first = tuple(
        (name, say("{name} ({amount}), crossed", name=name, amount=amount)) for name, amount in crossed.items()
    )
    rest = tuple(
        (name, say("{name} ({n})", name=name, n=amount))
        for name, amount in board.items()
        if amount and name not in crossed
    )
    return (*first, *rest)


def _how_far(table: Table) -> Iterator[Offer]:
    if coming(table) is not None:
        far = coming(table)
        label = (
            say_many(far or 0, "Move the storm {n} sector", "Move the storm {n} sectors") if far else "The storm stays"
        )
        yield Offer(MoveStorm, label, "1.01.02", lead=True)
    elif table.state(Storm).card is not None and ask(table, StormBy()).value == CARD:
        yield Offer(RevealStormCard, "Turn over the storm card", ask(table, StormBy()).because[0], lead=True)
    else:
        by_card = ask(table, StormBy()).value == CARD
        both = "The storm card shows" if by_card else "Total of both dials"
        least, most = bounds(table)
        phones = _dialed_on_phones(table)
        if table.turn == 1:
            number = Blank("distance", both, "number", least, most, "0")
            yield Offer(AnnounceStorm, "Announce the storm", "0.16", (number,), at_once=True, aside=phones)
        else:
            which = (Blank("distance", both, "tap", choices=tuple((str(n), str(n)) for n in range(least, most + 1))),)
            yield Offer(AnnounceStorm, both, "1.01.02", which, lead=not phones, aside=phones)


def _dialed_on_phones(table: Table) -> bool:
    """Return True if both who dial do it on their phones: nobody enters their total."""
    two = dialers(table)
    return bool(two) and all(seat in phones_of(table) for seat in two)


def _takes(table: Table) -> Iterator[Offer]:
    for name, amount in swept_spice(table):
        label = say("Remove {amount} spice from {name}", amount=amount, name=name)
        yield Offer(StormCrosses, label, "1.01.03", fixed=(("territory", name),), lead=True)
    if choices := _spice_choices(table):
        where = Blank("territory", "Spice in", "select", choices=choices)
        yield Offer(StormCrosses, "Remove spice the storm crossed", "1.01.03", (where,), aside=True)
    loose = tuple(choice for choice in seats_of(table) if not is_kept(table, choice[0]))
    if any(counted(table, seat) for seat, _ in loose):
        whose = Blank("seat", "Faction", "select", choices=(CHOOSE_FACTION, *loose))
        caught = (Blank("normal", "Forces caught", "number", 0, 20), *forces(*table.seats)[1:])
        yield Offer(StormCatches, "Storm destroys forces", "1.01.03", (whose, *caught), aside=not has_moved(table))


@adds(Offers, rule="1.01.01", phase="storm", seat=TABLE)
def the_storm_moves(question: Offers, table: Table) -> Iterable[Offer]:
    offers: list[Offer] = []
    if not table.state(Storm).markers:
        first = Blank("seat", "First after Storm Start", "select", choices=seats_of(table))
        offers.append(Offer(SeatMarkers, "Place the player circles", "0.10", (first,), at_once=True))
    if not table.state(Storm).sector and table.turn > 1:
        offers.append(Offer(PlaceStorm, "Set the storm's sector", "1.01.02", (SECTOR,), at_once=True))
    if not has_moved(table):
        offers += _how_far(table)
    offers += _takes(table)
    first = Blank("seat", "First Player", "select", value=table.first_player, choices=seats_of(table))
    known = bool(table.state(Storm).markers and (table.state(Storm).sector or table.turn == 1))
    part: Part = "correction" if known else ""
    return (*offers, Offer(NameFirstPlayer, "Set the First Player", "1.01.01", (first,), aside=known, part=part))


@adds(Offers, rule="1.01.02", seat=TABLE)
def put_right_by_hand(question: Offers, table: Table) -> Iterable[Offer]:
    if table.phase not in PHASES:
        return ()
    kept = table.state(Storm)
    whose = Blank("seat", "Faction", "select", choices=seats_of(table))
    sector = Blank("sector", SECTOR.label, "number", 1, SECTORS, str(kept.sector or 1))
    asked = table.phase == "storm" and not kept.sector and table.turn > 1
    offers = (
        [] if asked else [Offer(PlaceStorm, "Correct the storm", "1.01.02", (sector,), aside=True, part="correction")]
    )
    if kept.markers:
        offers.append(
            Offer(PlaceMarker, "Correct a player circle", "0.10", (whose, SECTOR), aside=True, part="correction")
        )
    if table.phase != "storm":
        first = Blank("seat", "First Player", "select", value=table.first_player, choices=seats_of(table))
        offers.append(
            Offer(NameFirstPlayer, "Set the First Player", "1.01.01", (first,), aside=True, part="correction")
        )
    stands = (("stands", "" if kept.wall else "1"),)
    label = "Destroy the Shield Wall" if kept.wall else "Restore the Shield Wall"
    offers.append(Offer(ShieldWall, label, "1.01.03", fixed=stands, aside=True))
    return offers
