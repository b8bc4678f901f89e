"""What the storm destroys by the map: forces on open sand in its sectors, and their spice.

If a group's sector is unknown and some of its territory was crossed, the table is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import Forces, Group, StormSurvived, is_kept
from referee.board.forces_counted import to_tanks
from referee.board.standing import Stand, stands
from referee.board.storm import Storm, StormLosses, StormMoved, has_moved
from referee.board.storm_reach import struck
from referee.board.ways import cells
from referee.common.factions import elite, faction_name
from referee.holdings.ledger import on, pay, silent
from referee.kernel import BANK, Chance, Event, Table, adds, after, ask, say
from referee.offers.offer import TABLE, Blank, Offer, Offers
from referee.phases.storm.offers import swept_spice
from referee.phases.storm.storm_moves import BLOWN_AWAY, StormCatches


def caught(table: Table, swept: Iterable[int], *, sure: bool) -> Iterator[Stand]:
    """Yield groups of kept factions that the storm caught for sure, or may have caught."""
    hit = struck(table, swept)
    for one in stands(table):
        if not is_kept(table, one.seat):
            continue
        here = [cell for cell in hit if cell.territory == one.place]
        certain = any(cell.sector == one.sector for cell in here) or len(here) == len(cells(one.place))
        if here and certain == sure and (sure or not one.sector):
            yield one


@after(StormMoved, rule="1.01.03")
def what_it_takes(event: StormMoved, table: Table, chance: Chance) -> Iterable[Event]:
    swept = table.state(Storm).swept
    if not any(is_kept(table, seat) for seat in table.seats):
        return
    met: dict[tuple[str, str], list[Stand]] = {}
    for one in caught(table, swept, sure=True):
        met.setdefault((one.seat, one.place), []).append(one)
    for groups in met.values():
        yield from _killed(table, sorted(groups, key=lambda one: swept.index(one.sector) if one.sector else 0))
    for place, amount in swept_spice(table):
        yield from pay(on(place), BANK, amount, BLOWN_AWAY(n=amount, place=place), ("1.01.03",))


def _killed(table: Table, groups: list[Stand]) -> Iterator[Event]:
    """Yield what is lost of a faction's groups in one territory, and which of them live under the storm now."""
    storm, outlived = table.state(Storm), table.state(Forces).weathered
    seat, place, *_ = groups[0]
    old = {one.sector for one in groups if one.sector == storm.swept[0] and (seat, place, one.sector) in outlived}
    everyone = sum((one.group for one in groups), Group())
    spared = sum((one.group for one in groups if one.sector in old), Group())
    lost = ask(table, StormLosses(seat, everyone, place, spared))
    left = lost.value
    for one in sorted(groups, key=lambda one: one.sector in old):
        gone = one.group.least(left)
        left = left.plus(gone, -1)
        yield from to_tanks(table, seat, gone, place, lost.because, one.sector)
        if one.sector == storm.sector and gone != one.group:
            yield StormSurvived(seat, place, one.sector, storm.swept[0])
    yield from silent(lost)


@adds(Offers, rule="1.01.03", phase="storm", seat=TABLE)
def who_may_have_been_caught(question: Offers, table: Table) -> Iterable[Offer]:
    if not has_moved(table):
        return ()
    return tuple(_asked(one) for one in caught(table, table.state(Storm).swept, sure=False))


def _asked(one: Stand) -> Offer:
    label = say("{seat} in {place}: how many did the storm catch?", seat=faction_name(one.seat), place=one.place)
    normal = Blank("normal", "Forces caught", "number", 0, one.group.normal, str(one.group.normal))
    special = Blank("special", elite(one.seat)[1], "number", 0, one.group.special, str(one.group.special))
    blanks = (normal, special) if one.group != Group(one.group.normal) else (normal,)
    return Offer(StormCatches, label, "1.01.03", blanks, (("seat", one.seat), ("territory", one.place)))
