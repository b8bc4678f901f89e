"""Answers on ambassadors: where they lie, where the next may go and what it costs, and what they do to who enters."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.entries import Await, Awaits
from referee.common.factions import faction_name
from referee.factions.ecaz import ME
from referee.factions.ecaz.placing import PlaceAmbassador, free_strongholds, price
from referee.factions.ecaz.tokens import (
    PLACING,
    SUPPLY,
    ambassadors,
    may_be_in_supply,
    placed_now,
    token_name,
)
from referee.factions.ecaz.trigger import TRIGGER, awake
from referee.kernel import Table, adds, listed, say, say_many, together
from referee.offers.answers import Asked, Reply, answers_if, may

answers = answers_if(
    lambda table: ME in table.seats, Reply("Nobody plays Ecaz tonight, so there are no ambassadors.", (PLACING,))
)


@adds(Awaits, rule=TRIGGER)
def an_ambassador_may_act(question: Awaits, table: Table) -> Iterable[Await]:
    if ME in table.seats and awake(table, question.seat, question.place):
        token = token_name(ambassadors(table).placed[question.place])
        yield Await(say("Ecaz may use the {token} there before you continue.", token=token), TRIGGER)


@answers
def where_ambassadors_are(asked: Asked, table: Table) -> Reply | None:
    return Reply(_placed(table), (PLACING,))


def _placed(table: Table) -> str:
    placed = ambassadors(table).placed.items()
    told = [say("{faction} in {place}", faction=faction_name(token), place=place) for place, token in placed]
    return say("{places}.", places=listed(told)) if told else "No ambassador is placed."


@answers
def which_ambassador(asked: Asked, table: Table) -> Reply | None:
    """Return which ambassador lies in a place."""
    token = ambassadors(table).placed.get(asked.place, "")
    if not token:
        return Reply(say("No ambassador is in {place}.", place=asked.place), (PLACING,))
    return Reply(say("The {token} is in {place}.", token=token_name(token), place=asked.place), (PLACING,))


@answers
def ambassadors_left(asked: Asked, table: Table) -> Reply | None:
    if asked.faction not in {"", ME}:
        return None
    words = say_many(
        len(ambassadors(table).supply),
        "{seat:The has} {n} ambassador to place.",
        "{seat:The has} {n} ambassadors to place.",
        seat=asked.name(ME),
    )
    return Reply(together([words, _placed(table)]), (SUPPLY, PLACING))


@answers
def where_ambassadors_may_go(asked: Asked, table: Table) -> Reply | None:
    if asked.faction not in {"", ME}:
        return None
    free = free_strongholds(table)
    return Reply(
        say("In {places}.", places=listed(free, "or")) if free else "Nowhere now: no stronghold is free for one.",
        (PLACING,),
    )


@answers
def price_of_ambassador(asked: Asked, table: Table) -> Reply | None:
    many = placed_now(table).many
    first = "{price} spice for the next one, the first of a turn."
    words = "{price} spice for the next one, after {n} in this turn." if many else first
    return Reply(say(words, price=price(table), n=many), (PLACING,))


@answers
def may_place_ambassador(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table) if asked.seat else ME
    place = asked.place or asked.world or next(iter(free_strongholds(table)), "")
    token = next(iter(may_be_in_supply(table)), "")
    return may(
        PlaceAmbassador(seat, token, place), table, say("It costs {price} spice.", price=price(table)), (PLACING,)
    )
