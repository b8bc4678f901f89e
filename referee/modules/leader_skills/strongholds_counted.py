"""The Bureaucrat where no map is kept: the table enters how many strongholds the opponent occupies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.forces import is_kept
from referee.board.standing import holdings, with_tokens
from referee.board.territories import is_stronghold
from referee.common.factions import named
from referee.kernel import (
    Called,
    Chance,
    Event,
    Objection,
    Public,
    SeatCommand,
    SeatEvent,
    State,
    Table,
    adds,
    count,
    say,
)
from referee.modules.leader_skills import BUREAUCRAT, CARDS
from referee.modules.leader_skills.before_the_shield import fights_as
from referee.offers.offer import TABLE, Blank, Duties, Duty, Offer, Offers
from referee.phases.battle.battle_as_known import position
from referee.phases.battle.live_battle import REVEALED, LiveBattle, battle_now, live_of, running
from referee.phases.battle.reveal import judged
from referee.phases.battle.two_sides import SIDES

RULE, MOST = CARDS[BUREAUCRAT], 7


class StrongholdsIn(State):
    """How many strongholds a faction occupies in this battle, as the table entered it."""

    turn: int
    of: str
    territory: str
    count: int


def entered(table: Table, seat: str) -> int | None:
    """Return the number entered for the battle of now, ``None`` if nobody did."""
    told, live = table.get(StrongholdsIn), battle_now(table)
    same = told and live and (told.turn, told.of, told.territory) == (table.turn, seat, live.territory)
    return told.count if told and same else None


def occupied(table: Table, seat: str) -> int | None:
    """Return how many strongholds a faction has fighting forces in, ``None`` if nobody can know."""
    if is_kept(table, seat):
        there = (stand for stand in with_tokens(table) if stand.seat == seat and not stand.calm)
        return len({one.place for one in there if is_stronghold(one.place)})
    held = holdings(table)
    known = held.told == table.turn or not table.get(LiveBattle)
    return len(held.held.get(seat, ())) if known else entered(table, seat)


def against_a_bureaucrat(table: Table) -> str:
    """Return who fights against a Bureaucrat now that the plans are open, "" for nobody."""
    live = battle_now(table)
    if live is None or live.step != REVEALED:
        return ""
    battle = position(table, live)
    return next((battle.against(at).faction for at in SIDES if fights_as(table, battle, at) == BUREAUCRAT), "")


class StrongholdsCounted(SeatEvent, because=(RULE,)):
    territory: Public[str]
    count: Public[int]

    def apply(self, table: Table) -> None:
        table.put(StrongholdsIn(table.turn, self.seat, self.territory, self.count))

    def sentence(self, name: Called) -> str:
        return say("{seat:The occupies} {places}.", seat=name(self.seat), places=count(self.count, "stronghold"))


class CountStrongholds(SeatCommand, by="both", waits=True):
    count: int

    def objections(self, table: Table) -> Iterable[Objection]:
        yield from running(table, REVEALED)
        if self.seat != against_a_bureaucrat(table):
            yield Objection(RULE, "No Bureaucrat fights against this faction.", firm=True)
        elif self.count > MOST:
            yield Objection(RULE, say("Enter 0 to {n} strongholds.", n=MOST), "BAD_INPUT", firm=True)

    def decide(self, table: Table, chance: Chance) -> Iterable[Event]:
        live = live_of(table)
        yield StrongholdsCounted(self.seat, live.territory, self.count)
        yield judged(table, live)


def _unknown(table: Table) -> str:
    seat = against_a_bureaucrat(table)
    return seat if seat and occupied(table, seat) is None else ""


@adds(Duties, rule=RULE, phase="battle")
def how_many(question: Duties, table: Table) -> Iterator[Duty]:
    if seat := _unknown(table):
        yield Duty(seat, "counts the strongholds it occupies", RULE, (CountStrongholds,), you="count your strongholds")


@adds(Offers, rule=RULE, phase="battle")
def enter_them(question: Offers, table: Table) -> Iterator[Offer]:
    seat = _unknown(table)
    blank = Blank("count", "Strongholds occupied", "number", 0, MOST, "0")
    if seat and question.seat == seat:
        yield Offer(CountStrongholds, "Enter your strongholds", RULE, (blank,), part="end of a battle")
    elif seat and question.seat == TABLE:
        words = say("Enter {seat:'s} strongholds", seat=named(seat))
        yield Offer(CountStrongholds, words, RULE, (blank,), (("seat", seat),), part="end of a battle")
