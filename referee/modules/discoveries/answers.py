"""Answers on discoveries: where tokens lie, who may look, which places were found, and what awaits who enters."""

from __future__ import annotations

from collections.abc import Iterable

from referee.board.entries import Await, Awaits
from referee.common.boxes import in_play
from referee.kernel import Table, adds, known, listed, say, together
from referee.modules.discoveries import CALLED, DISCOVERIES, PLACES, RULE, TOKENS, discoveries
from referee.modules.discoveries.reveal import RevealToken
from referee.offers.answers import Asked, Reply, answers_if, may

answers = answers_if(lambda table: in_play(table, DISCOVERIES), Reply("This table plays without discoveries.", (RULE,)))


@adds(Awaits, rule=TOKENS)
def a_token_lies_there(question: Awaits, table: Table) -> Iterable[Await]:
    lying = discoveries(table).lying.get(question.place) if in_play(table, DISCOVERIES) else None
    if lying is not None:
        words = say(
            "A {kind} token lies there: in Collection your forces may look at it and reveal it.",
            kind=CALLED[lying.kind],
        )
        yield Await(words, TOKENS)


@answers
def where_discoveries_lie(asked: Asked, table: Table) -> Reply | None:
    kept = discoveries(table)
    told = [
        say("{place} ({token})", place=place, token=one.token if known(one.token) else CALLED[one.kind])
        for place, one in kept.lying.items()
    ]
    words = say("Face down in {places}.", places=listed(told)) if told else "No token lies face down."
    found = [say("{name} in {place}", name=name, place=place) for name, (place, _) in kept.found.items()]
    more = say("Found: {places}.", places=listed(found)) if found else ""
    return Reply(together([words, more]), (RULE, PLACES))


@answers
def may_reveal_discovery(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    words = "You may look at it first, and leave it face down."
    return may(RevealToken(seat, asked.place), table, words, (TOKENS,)) if seat else None
