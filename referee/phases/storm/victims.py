"""What the storm destroys by the map: forces on open sand in its sectors, and their spice.

If a group's sector is unknown and some of its territory was crossed, the table is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import Forces, Group, StormSurvived, is_kept
from referee.board.forces_counted import to_tanks
from referee.board.standing import Stand, stands
from referee.board.storm import Storm, StormLosses, StormMoved, has_moved, struck
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
    for stand in stands(table):
        if not is_kept(table, stand.seat):
            continue
        here = [cell for cell in hit if cell.territory == stand.place]
        certain = any(cell.sector == stand.sector for cell in here) or len(here) == len(cells(stand.place))
        if here and certain == sure and (sure or not stand.sector):
            yield stand


@after(StormMoved, rule="1.01.03")
def what_it_takes(event: StormMoved, table: Table, chance: Chance) -> Iterable[Event]:
    swept = table.state(Storm).swept
    if not any(is_kept(table, seat) for seat in table.seats):
        return
    met: dict[tuple[str, str], list[Stand]] = {}
    for stand in caught(table, swept, sure=True):
        met.setdefault((stand.seat, stand.place), []).append(stand)
    for groups in met.values():
        yield from _killed(table, sorted(groups, key=lambda stand: swept.index(stand.sector) if stand.sector else 0))
    for place, amount in swept_spice(table):
        yield from pay(on(place), BANK, amount, BLOWN_AWAY(n=amount, place=place), ("1.01.03",))


def _killed(table: Table, groups: list[Stand]) -> Iterator[Event]:
    """Yield what is lost of a faction's groups in one territory, and which of them live under the storm now."""
    storm, outlived = table.state(Storm), table.state(Forces).weathered
    seat, place, *_ = groups[0]
    old = {
        stand.sector for stand in groups if stand.sector == storm.swept[0] and (seat, place, stand.sector) in outlived
    }
    everyone = sum((stand.group for stand in groups), Group())
    spared = sum((stand.group for stand in groups if stand.sector in old), Group())
    lost = ask(table, StormLosses(seat, everyone, place, spared))
    left = lost.value
    for stand in sorted(groups, key=lambda stand: stand.sector in old):
        gone = stand.group.least(left)
        left = left.plus(gone, -1)
        yield from to_tanks(table, seat, gone, place, lost.because, stand.sector)
        if stand.sector == storm.sector and gone != stand.group:
            yield StormSurvived(seat, place, stand.sector, storm.swept[0])
    yield from silent(lost)


@adds(Offers, rule="1.01.03", phase="storm", seat=TABLE)
def who_may_have_been_caught(question: Offers, table: Table) -> Iterable[Offer]:
    if not has_moved(table):
        return ()
    return tuple(_asked(stand) for stand in caught(table, table.state(Storm).swept, sure=False))


def _asked(stand: Stand) -> Offer:
    label = say("{seat} in {place}: how many did the storm catch?", seat=faction_name(stand.seat), place=stand.place)
    normal = Blank("normal", "Forces caught", "number", 0, stand.group.normal, str(stand.group.normal))
    special = Blank("special", elite(stand.seat)[1], "number", 0, stand.group.special, str(stand.group.special))
    blanks = (normal, special) if stand.group != Group(stand.group.normal) else (normal,)
    return Offer(StormCatches, label, "1.01.03", blanks, (("seat", stand.seat), ("territory", stand.place)))
