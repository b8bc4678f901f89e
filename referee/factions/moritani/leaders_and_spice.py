"""Assassination and Extortion: a leader of the faction that entered dies; spice until somebody pays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.storm import storm_order
from referee.factions.moritani import ME, VIDAL
from referee.factions.moritani.effects import EFFECTS, TerrorDone, TokenChoice, waits
from referee.factions.moritani.reaction import TerrorActs, TerrorWaits
from referee.factions.moritani.terror import TerrorReturns
from referee.holdings.leaders import (
    LeaderDied,
    LeaderWentHome,
    among,
    holder_of,
    home_of,
    key,
    leaders_known,
    noted,
    printed_strength,
)
from referee.holdings.ledger import front, pay, too_dear
from referee.holdings.purse import afforded
from referee.kernel import BANK, Chance, Event, Objection, Table, everybody, option, phrase, sealed, setting
from referee.phases.revival.leaders import leader_price

ASSASSINATED = phrase("spice.assassinated", "Assassination of {leader}")
EXTORTED = phrase("spice.extorted", "Extortion")
BOUGHT_OUT = phrase("spice.bought_out", "To end Extortion")
KILLING, EXTORTION = "2.12.07", "2.12.09"
INCOME, RANSOM, HIS_PRICE = 5, 3, 5
BUY_OUT = "ransom"
PAYMENT = option(
    "E9",
    "4.96.09",
    "Spice for Duke Vidal assassinated",
    ("strength", "His strength, 6", "As for any leader."),
    ("price", "What his revival costs, 5", "As one online version pays it."),
)


def worth(table: Table, leader: str) -> int:
    """Return the spice for an assassinated leader: its strength, or its price if it has none of its own."""
    if key(leader) == key(VIDAL) and setting(table, PAYMENT) == "price":
        return HIS_PRICE
    return printed_strength(leader) or leader_price(table, home_of(leader), leader, 0)


def assassinate(table: Table, leader: str, of: str, *why: str) -> Iterator[Event]:
    """Yield that a leader dies who serves a faction, and that Moritani are paid."""
    home = home_of(leader) or of
    home = home if home in table.seats else of
    if holder_of(table, leader):
        yield LeaderWentHome(leader, home, why)
    yield from noted(table, home)
    again = among(leader, leaders_known(table, home).died)
    yield LeaderDied(home, sealed(leader, *everybody(table)), not again, why)
    yield from pay(BANK, ME, worth(table, leader), ASSASSINATED(leader=leader), why)


def a_leader_dies(event: TerrorActs, table: Table, chance: Chance) -> Iterable[Event]:
    pool = chance.shuffled(leaders_known(table, event.of).pool)
    return assassinate(table, pool[0], event.of, KILLING) if pool else ()


EFFECTS["assassination"] = a_leader_dies


# -- Extortion ----------------------------------------------------------------------------------------


def spice_in_front(event: TerrorActs, table: Table, chance: Chance) -> Iterable[Event]:
    yield from pay(BANK, front(ME), INCOME, EXTORTED(), (EXTORTION,))
    yield waits(BUY_OUT, event, tuple(seat for seat in storm_order(table) if seat != ME))


EFFECTS["extortion"] = spice_in_front


class AnswerExtortion(TokenChoice, by="both"):
    step, rule = BUY_OUT, EXTORTION
    slots = {"ransom": RANSOM}
    does, you = "answers Extortion", "pay Moritani {ransom} so that Extortion is over, or refuse"
    yes, no = "Pay Moritani {ransom} spice", "Pay nothing"
    pays: bool

    @classmethod
    def asked(cls, now: TerrorWaits) -> str:
        return now.left[0]

    def against(self, table: Table, now: TerrorWaits) -> Iterable[Objection]:
        return too_dear(table, self.seat, RANSOM, EXTORTION) if self.pays else ()

    def outcome(self, table: Table, now: TerrorWaits, chance: Chance) -> Iterator[Event]:
        if self.pays:
            if not (yield from afforded(table, {self.seat: RANSOM}, (EXTORTION,))):
                return
            yield from pay(self.seat, ME, RANSOM, BOUGHT_OUT(), (EXTORTION,))
        elif rest := now.left[1:]:
            yield waits(BUY_OUT, now, rest)
            return
        else:
            yield TerrorReturns(now.token, (EXTORTION,))
        yield TerrorDone()
