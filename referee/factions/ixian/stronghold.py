"""The Hidden Mobile Stronghold on the board: reminders, and entry.

Once a game a Karama moves it two more territories in Shipment and Movement.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.board.standing import PointsAt
from referee.board.storm import has_moved
from referee.board.worlds import is_low
from referee.factions.ixian import HOME, ME
from referee.factions.ixian.deck import WORLD
from referee.kernel import Chance, Event, Objection, SeatEvent, State, Table, adds, ask, say
from referee.offers.offer import Offer
from referee.offers.waiting import whose_turn
from referee.offers.what_now import Says, WhatNow
from referee.phases.shipment.prices_and_permissions import SNEAKED, Closed, KeptOut, flies
from referee.powers.great_powers import GreatPower

PLACED, MOVED, STILL = "2.07.10", "2.07.11", "4.04.18"


@adds(WhatNow, rule=PLACED)
def laid_beside_the_map(question: WhatNow, table: Table) -> Iterable[Says]:
    placed = any(place == HOME for place, _ in ask(table, PointsAt()).value)
    if ME in table.seats and table.phase == "storm" and table.turn == 1 and not placed:
        later = "After this storm Ixians place their stronghold beside the map."
        words = "Now Ixians place their stronghold beside the map." if has_moved(table) else later
        yield Says(words, PLACED, mute=not has_moved(table))


@adds(WhatNow, rule=MOVED, first=True)
def moved_before_the_storm(question: WhatNow, table: Table) -> Iterable[Says]:
    if ME in table.seats and table.phase == "storm" and table.turn != 1 and not has_moved(table):
        words = "Ixians may still move their stronghold first: up to 3 territories, collecting spice on the way."
        if is_low(table, WORLD):
            words = say("{world} is low: the Hidden Mobile Stronghold does not move.", world=WORLD)
        yield Says(words, MOVED, mute=True)


@adds(WhatNow, rule="2.07.08")
def suboids_walk_one(question: WhatNow, table: Table) -> Iterable[Says]:
    walks = table.phase == "shipment" and whose_turn(table) == ME and not flies(table, ME)
    return (Says("Suboids without a Cyborg move one territory.", "2.07.08", mute=True),) if walks else ()


@adds(KeptOut, rule="2.07.13")
def nobody_else_gets_straight_inside(question: KeptOut, table: Table) -> Iterable[Closed]:
    if ME in table.seats and question.seat != ME and question.kind != SNEAKED:
        words = "Only its owner ships directly into {goal}. Ship to the territory it points at, then move in."
        yield Closed(HOME, Objection("2.07.13", say(words, goal=HOME), "NOT_ELIGIBLE"))


# -- once a game, by Karama ---------------------------------------------------------------------------

GREAT = "2.07.19"


class OnTheMove(State):
    """The turn of its move by Karama."""

    turn: int


class StrongholdMovedOn(SeatEvent, because=(GREAT,)):
    says = "{seat!n:The moves} their stronghold two territories."

    def apply(self, table: Table) -> None:
        table.put(OnTheMove(table.turn))


@adds(WhatNow, rule=GREAT)
def on_the_board(question: WhatNow, table: Table) -> Iterable[Says]:
    on_the_move = table.get(OnTheMove)
    if table.phase == "shipment" and on_the_move is not None and on_the_move.turn == table.turn:
        yield Says("Ixians move their stronghold two territories, in addition to their move.", GREAT)


class MoveByKarama(GreatPower, grave=True):
    rule, who, phase = GREAT, ME, "shipment"
    card: str = ""

    @classmethod
    def secret_ways(cls, table: Table, now: str) -> Iterator[Offer]:
        yield cls.way("Karama: move the stronghold 2")

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if is_low(table, WORLD):
            yield Objection(STILL, say("{world} is low: the stronghold does not move.", world=WORLD), "NOT_ELIGIBLE")

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        yield StrongholdMovedOn(now)
