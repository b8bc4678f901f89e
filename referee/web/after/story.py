"""The story of a game in numbers, drawn from what one viewer heard: who bought what, for how much, what mattered.

Everything here is a fold of the public log, so the page can be shown while the game runs. The spice of each faction
over the turns is told from the referee's log, and only once the shields were opened after the game (4.97.20).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from referee.agreements.alliances import AllianceBroken
from referee.agreements.table_rulings import AnswerKept, TableDecided
from referee.common.turn import PHASES, PhaseBegan, TurnBegan, phase_said
from referee.holdings.purse import PricePaid, spice_of
from referee.holdings.setup import Allied, TableSet
from referee.kernel import Event, Heard, Table, Value, retold, say
from referee.phases.battle.events import BattleBegun, BattleJudged
from referee.phases.battle.live_battle import LiveBattle
from referee.phases.bidding.cards_of_the_row import CardBought
from referee.phases.bidding.events import BiddingBegan, BidIllegal
from referee.phases.mentat.open_shields import ShieldsOpened
from referee.phases.mentat.victory import winner
from referee.turn.on_time.earlier import spans_of
from referee.turn.pace import BREAK_MS, Span
from referee.web.phase.battle_headlines import fought

MOMENTS = (BattleJudged, BidIllegal, Allied, AllianceBroken, TableDecided, AnswerKept, ShieldsOpened)


class KeyMoment(NamedTuple):
    """What mattered: its number in the log, its turn, the event, and where and against whom if it was a battle."""

    number: int
    turn: int
    event: Event
    battle: str = ""


class SoldCard(Value):
    """A card sold: which in the game, the turn, the buyer, the price in spice, and who was paid: "bank", a seat,
    or "" where Karama paid."""

    number: int
    turn: int
    buyer: str
    price: int
    payee: str


class Chapter(Value):
    """A stretch of the game: its turn, its phase in words, and what everybody heard in it, with numbers in the log."""

    turn: int
    phase: str
    heard: tuple[tuple[int, Event], ...]


class Levels(Value):
    """The spice of every faction at the end of each turn, ``None`` if it is not known."""

    turns: tuple[int, ...]
    spice: tuple[tuple[str, tuple[int | None, ...]], ...]


def _public(log: Iterable[Heard]) -> Iterator[tuple[Table, Event]]:
    return retold(heard.event for heard in log)


def sales(log: Iterable[Heard]) -> tuple[SoldCard, ...]:
    found, payee = list[SoldCard](), ""
    for table, event in _public(log):
        if isinstance(event, PricePaid):
            payee = event.payee
        elif isinstance(event, CardBought):
            found.append(SoldCard(len(found) + 1, table.turn, event.seat, event.price, payee))
            payee = ""
    return tuple(found)


def moments(log: Iterable[Heard]) -> tuple[KeyMoment, ...]:
    """Return battles, each as it ended, alliances, decisions of the table, and who won."""
    found, before, judged = list[KeyMoment](), None, 0
    for number, (table, event) in enumerate(_public(log), start=1):
        if isinstance(event, MOMENTS) or winner(table) is not before:
            battle = fought(table.state(LiveBattle)) if isinstance(event, BattleJudged) else ""
            if battle and judged:
                found = [one for one in found if one.number != judged]  # a verdict that did not stand
            judged = number if battle else judged
            found.append(KeyMoment(number, table.turn, event, battle))
        elif isinstance(event, BattleBegun):
            judged = 0
        before = winner(table)
    return tuple(found)


def chapters(log: Iterable[Heard]) -> tuple[Chapter, ...]:
    """Return the game by turn and phase; the events say both, so nothing is folded.

    What a turn begins with belongs to its first phase.
    """
    made: list[tuple[int, str, list[tuple[int, Event]]]] = []
    turn, phase, begun = 1, "lobby", False
    for number, heard in enumerate(log, start=1):
        event = heard.event
        if isinstance(event, (TurnBegan, TableSet)):
            turn, begun = event.turn, isinstance(event, TurnBegan) and phase != "lobby"
            phase = PHASES[0] if begun else phase
        elif isinstance(event, PhaseBegan):
            phase = event.phase
        elif isinstance(event, BiddingBegan):
            turn, phase = event.turn, "bidding"
        again = isinstance(event, PhaseBegan)
        if not made or made[-1][:2] != (turn, phase) or (again and not begun):
            made.append((turn, phase, []))
        begun = begun and not again
        made[-1][2].append((number, event))
    return tuple(Chapter(turn, phase_said(phase), tuple(heard)) for turn, phase, heard in made)


def levels(events: Iterable[Event], viewer: str) -> Levels:
    turns = dict[int, dict[str, int | None]]()
    for table, _ in retold(events, viewer):
        if table.seats:
            turns[table.turn] = {seat: spice_of(table, seat) for seat in table.seats}
    seats = dict.fromkeys(seat for turn in turns.values() for seat in turn)
    rows = tuple((seat, tuple(turn.get(seat) for turn in turns.values())) for seat in seats)
    return Levels(tuple(turns), rows)


def title_of_chapter(one: Chapter) -> str:
    phase = "before the first phase" if one.phase == "lobby" else one.phase
    return say("Turn {turn}, {phase}", turn=one.turn, phase=phase)


# -- a game in numbers --------------------------------------------------------------------------------


class Game(Value):
    """One game in numbers: when it began and its length (ms), its turn, who won, who paid what for cards."""

    name: str
    began: int
    length: int
    turn: int
    won: tuple[str, ...]
    players: Mapping[str, str]
    prices: Mapping[str, tuple[int, ...]]
    spans: tuple[Span, ...] = ()
    way: str = ""  # the rule by which it was won, or the way by which it was decided
    decided: tuple[str, ...] = ()  # for whom the table decided it, unfinished

    @property
    def day(self) -> str:
        return day_of(self.began)

    @property
    def sold(self) -> tuple[int, ...]:
        return tuple(price for paid in self.prices.values() for price in paid)


def game_of(public: Table, name: str) -> Game | None:
    """Return a game in numbers from its public table, ``None`` before anybody sits there."""
    if not public.seats or not public.log:
        return None
    moments = [heard.at for heard in public.log]
    length = sum(gap for gap in (b - a for a, b in pairwise(moments)) if 0 < gap <= BREAK_MS)
    sold, victory = sales(public.log), winner(public)
    paid = {seat: tuple(one.price for one in sold if one.buyer == seat and one.payee) for seat in public.seats}
    players = {seat: own.player.strip() for seat, own in public.seats.items()}
    seats, decided = (victory.seats, victory.decided) if victory else ((), "")
    way = decided or (victory.why[0] if victory and victory.why else "")
    won, agreed = ((), seats) if decided else (seats, ())
    spans = spans_of(public.log)
    return Game(public.name or name, moments[0], length, public.turn, won, players, paid, spans, way, agreed)


def day_of(at: int) -> str:
    """Return the day of a moment (ms), as the laptop's calendar has it."""
    return datetime.fromtimestamp(at / 1000).astimezone().date().isoformat()


def length_said(ms: int) -> str:
    hours, minutes = divmod(ms // 60_000, 60)
    if not hours:
        return say("{n} min", n=minutes)
    return say("{hours} h {minutes:02} min", hours=hours, minutes=minutes)
