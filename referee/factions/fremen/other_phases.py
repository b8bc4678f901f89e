"""Fremen outside the auction: three free revivals, also for an ally, reserves sent on foot, and a worm of their own."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.forces import Group, Starred
from referee.common.great_powers import no_great_power, unlock
from referee.common.offers import Blank, Offer, SecretOffers
from referee.common.territories import SAND, on_board
from referee.common.turn import ANY
from referee.kernel.commands import Command, Objection
from referee.kernel.events import Event
from referee.kernel.rulings import Chance, adds, ask, fixed, ruling
from referee.kernel.table import Table
from referee.phases.collection.collection import holdings
from referee.phases.collection.strongholds import holder
from referee.phases.mentat.victory import Side, SpecialVictory, Spoils, WinnersAtTheEnd, side_of
from referee.phases.revival.questions import FreeOnSheet, FreeRevival, MayGrantRevival, StarredLimit, revivals
from referee.phases.shipment.questions import DOWN, SENT, MayShip
from referee.phases.spice_blow.blow import WormWorks, swallow
from referee.phases.turn.counting import Start, StartForces

ME = "fremen"
GREAT = "1.14.03"
FREE = 3


fixed(FreeOnSheet, "2.04.04", FREE, seat=ME)


@ruling(MayGrantRevival, rule="2.04.11")
def for_the_ally(question: MayGrantRevival, table: Table, so_far: bool) -> bool | None:
    """The Fremen may let their ally have three."""
    return table.ally(ME) == question.seat if question.helper == ME else None


@ruling(FreeRevival, rule="2.04.11")
def three_for_the_ally(question: FreeRevival, table: Table, so_far: int) -> int | None:
    """Whom they have granted it revives three free in this turn."""
    granted = question.seat in revivals(table).granted and table.ally(ME) == question.seat
    return max(FREE, so_far) if granted else None


fixed(StarredLimit, "2.04.20", 1, seat=ME, advanced=True)


fixed(MayShip, "2.04.03", False, seat=ME, kind=DOWN)


@ruling(MayShip, rule="2.04.05")
def they_walk(question: MayShip, table: Table, so_far: bool) -> bool | None:
    """They send any number of reserves, free."""
    return question.seat == ME if question.kind == SENT else None


class CallWorm(Command):
    """Once a game: call the sandworm to a sand territory."""

    by = "seat"
    seat: str
    territory: str
    card: str = ""

    def objections(self, table: Table) -> Iterable[Objection]:
        """With the card that unlocks it, after the first turn."""
        yield from no_great_power(table, self.seat, ME, GREAT, self.card, "spice_blow")
        if table.phase != ANY and not ask(table, WormWorks()).value:
            yield Objection(GREAT, "In the first turn no worm can be called. Keep the card.", "NOT_ELIGIBLE")
        if self.territory not in {one.name for one in on_board(table) if one.ground == SAND}:
            yield Objection(GREAT, "A worm is called to sand. Choose a sand territory.", "BAD_INPUT")

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        """Lay down the card; the worm takes all spice that lies there."""
        yield from unlock(table, self.seat, self.seat, self.card, (GREAT,))
        yield from swallow(table, self.territory, (GREAT, "1.02.05"))


fixed(Starred, "2.04.02", 3, seat=ME)


fixed(StartForces, "2.04.02", Start(Group(7, 3), ("Sietch Tabr",)), seat=ME)


@adds(SecretOffers, rule=GREAT)
def worm_by_karama(question: SecretOffers, table: Table) -> Iterable[Offer]:
    """With a card that unlocks it, a worm comes where they say."""
    if any(no_great_power(table, question.seat, ME, GREAT, "", "spice_blow")):
        return ()
    if not ask(table, WormWorks()).value:
        return ()
    sand = tuple((one.name, one.name) for one in on_board(table) if one.ground == SAND)
    where = Blank("territory", "Worm in", "select", value=sand[0][0], choices=sand)
    return (Offer("CallWorm", "Karama: call a worm", GREAT, (where,)),)


fixed(SpecialVictory, "2.04.09", True, seat=ME)


@ruling(SpecialVictory, rule="2.04.09.01")
def the_sietches_are_free(question: SpecialVictory, table: Table, so_far: bool) -> bool | None:
    """No stranger stands in Sietch Tabr or Habbanya Sietch."""
    own = all(holder(table, place) in {"", ME} for place in ("Sietch Tabr", "Habbanya Sietch"))
    return so_far and own if question.seat == ME else None


@ruling(SpecialVictory, rule="2.04.09.02")
def no_enemy_among_the_smugglers(question: SpecialVictory, table: Table, so_far: bool) -> bool | None:
    """None of three enemies stands in Tuek's Sietch."""
    spoilt = any(ask(table, Spoils(seat, place)).value for seat, place in _standing(table))
    return so_far and not spoilt if question.seat == ME else None


def _standing(table: Table) -> Iterable[tuple[str, str]]:
    return [(seat, place) for seat, places in holdings(table).held.items() for place in places]


@ruling(WinnersAtTheEnd, rule="1.09.05")
def the_desert_in_the_end(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    """When the last turn has ended and nobody has won, they have."""
    return side_of(table, ME) if ME in table.seats else None


@ruling(WinnersAtTheEnd, rule="2.04.09.00")
def their_own_victory(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    """When the last turn has ended without a winner, they win by their special victory."""
    return (ME,) if ME in table.seats and ask(table, SpecialVictory(ME)).value else None


@ruling(WinnersAtTheEnd, rule="2.04.12")
def their_ally_wins_with_them(question: WinnersAtTheEnd, table: Table, so_far: Side) -> Side | None:
    """Their ally shares the special victory."""
    return side_of(table, ME) if so_far == (ME,) and table.ally(ME) else None
