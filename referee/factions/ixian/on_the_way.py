"""Spice that the Hidden Mobile Stronghold takes along, where it points and on the way that it went in this turn."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import pairwise, permutations

from referee.board.forces import forces_in
from referee.board.storm import closed_sectors, has_moved
from referee.board.territories import TERRITORIES
from referee.board.ways import Cell, reach
from referee.board.worlds import is_low
from referee.common.turn import in_phase, in_this_phase
from referee.factions.ixian import HOME, ME
from referee.factions.ixian.deck import WORLD
from referee.factions.ixian.pointing import FAR, Pointing
from referee.holdings.ledger import SpiceMoved, SpiceOnBoard, lying, on, pay
from referee.kernel import Amount, Chance, Event, Objection, SeatCommand, Table, adds, phrase, say
from referee.offers.offer import Blank, Offer, Offers

PICKED_UP = phrase("spice.on_the_way", "On the way of the stronghold")
RULE = "2.07.12"


def _moves(table: Table) -> bool:
    """Return True in a storm phase, until the storm moves, if the stronghold may move at all (4.04.18)."""
    return table.turn > 1 and not has_moved(table) and not is_low(table, WORLD)


def _passed(table: Table, now: Pointing, places: Collection[str]) -> bool:
    """Return True if it points at the spice of all these, or met them on one way of three territories."""
    met = [Cell(place, TERRITORIES[place].icon) for place in places if place in TERRITORIES]
    if now.moved != table.turn or now.origin is None:
        return all(cell == Cell(now.territory, now.sector) for cell in met)
    closed = closed_sectors(table)
    for between in permutations(met):
        way = pairwise((now.origin, *between, Cell(now.territory, now.sector)))
        if sum(reach(one, FAR, closed).get(other, FAR + 1) for one, other in way) <= FAR:
            return True
    return False


def spice_met(table: Table) -> tuple[str, ...]:
    """Return where the stronghold may take spice now; anywhere where nobody told at what it points."""
    events = (event for event in in_this_phase(table) if isinstance(event, SpiceMoved) and RULE in event.why)
    taken, now = [event.payer.removeprefix(on("")) for event in events], table.get(Pointing)
    lies = [place for place, amount in table.state(SpiceOnBoard).lying.items() if amount and place not in taken]
    return tuple(place for place in lies if now is None or _passed(table, now, [*taken, place]))


def most_on_the_way(table: Table, territory: str) -> int:
    """Return how much spice it takes there: 2 for each force inside, all of it where forces are not counted."""
    inside = forces_in(table, ME, HOME)
    return min([lying(table, territory), *([] if inside is None else [2 * inside.total])])


class TakeOnTheWay(SeatCommand, by="both"):
    territory: str
    amount: Amount

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from in_phase(table, "storm")
        if self.seat != ME or not _moves(table):
            yield Objection(RULE, "Your stronghold is not moving now.", "NOT_NOW", True)
            return
        most = most_on_the_way(table, self.territory)
        if self.territory not in spice_met(table):
            words = "Your stronghold takes spice only where it points or passed, and once in each territory."
            yield Objection(RULE, words, "NOTHING_TO_COLLECT")
        elif not isinstance(self.amount, int) or not 1 <= self.amount <= most:
            words = "There is {there} spice there. Take at most {most}, 2 for each force inside."
            yield Objection(RULE, say(words, there=lying(table, self.territory), most=most))

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        yield from pay(on(self.territory), ME, int(self.amount), PICKED_UP(), (RULE,))


@adds(Offers, rule=RULE, phase="storm", seat=ME)
def what_it_crosses(question: Offers, table: Table) -> Iterable[Offer]:
    met = {place: most for place in spice_met(table) if (most := most_on_the_way(table, place))}
    if met and _moves(table):
        choices = tuple((place, f"{place} ({lying(table, place)})") for place in met)
        where = Blank("territory", "Your stronghold passes", "select", choices=choices)
        many = Blank("amount", "Spice, 2 for each force inside", "number", 1, max(met.values()), "2")
        yield Offer(TakeOnTheWay, "Take the spice", RULE, (where, many))
