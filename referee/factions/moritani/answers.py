"""Answers on terror tokens: where they lie, where the next may go, and what they do to who enters."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.entries import Await, Awaits
from referee.factions.moritani import ME
from referee.factions.moritani.aftermath import RULE as AFTERMATH
from referee.factions.moritani.aftermath import AftermathLaid
from referee.factions.moritani.reaction import RULE as REVEALED
from referee.factions.moritani.reaction import strikes
from referee.factions.moritani.terror import (
    RULE,
    SUPPLY,
    TOKENS,
    MoveTerror,
    PlaceTerror,
    in_supply,
    open_places,
    terror,
    tokens_at,
)
from referee.kernel import Table, adds, listed, say, say_many, together
from referee.offers.answers import Asked, Reply, answers_if, may

answers = answers_if(
    lambda table: ME in table.seats, Reply("Nobody plays Moritani tonight, so there are no terror tokens.", (SUPPLY,))
)


@adds(Awaits, rule=REVEALED)
def a_token_may_be_revealed(question: Awaits, table: Table) -> Iterable[Await]:
    lie = ME in table.seats and tokens_at(table, question.place)
    if lie and strikes(table, question.seat, 1):
        words = say_many(
            len(lie),
            "A terror token lies there, face down: Moritani may reveal one or offer an alliance.",
            "{n} terror tokens lie there, face down: Moritani may reveal one or offer an alliance.",
        )
        yield Await(words, REVEALED)


@adds(Awaits, rule=AFTERMATH)
def nobody_ships_there(question: Awaits, table: Table) -> Iterable[Await]:
    aftermath = table.get(AftermathLaid)
    if aftermath is not None and aftermath.place == question.place:
        yield Await("Nobody ships there after the Atomics; you may move in.", AFTERMATH)


@answers
def where_terror_lies(asked: Asked, table: Table) -> Reply | None:
    if asked.faction not in {"", ME}:
        return None
    lying = list(terror(table).at)
    where = say("Face down in {places}.", places=listed(lying)) if lying else "No terror token lies on the board."
    left = say("{n} of {all} are in Moritani's supply.", n=in_supply(table), all=len(TOKENS))
    return Reply(together([where, left]), (SUPPLY,))


@answers
def where_terror_may_go(asked: Asked, table: Table) -> Reply | None:
    if asked.faction not in {"", ME}:
        return None
    free = open_places(table)
    return Reply(
        say("In {places}.", places=listed(free, "or")) if free else "Nowhere: each stronghold has one.", (RULE,)
    )


@answers
def may_place_terror(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table) if asked.seat else ME
    place = asked.place or asked.world or next(iter(open_places(table)), "")
    return may(PlaceTerror(seat, place), table, "It is free.", (RULE,))


@answers
def may_move_terror(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table) if asked.seat else ME
    origin, goal = next(iter(terror(table).at), ""), next(iter(open_places(table)), "")
    return may(MoveTerror(seat, origin, goal), table, "It is free, instead of placing one.", (RULE,))


@answers
def price_of_terror(asked: Asked, table: Table) -> Reply | None:
    return Reply("Nothing: placing or moving a terror token is free.", (RULE,))
