"""Answers on No-Field tokens: how many there are, where one lies, which cannot be the next."""

from __future__ import annotations

from referee.board.territories import on_board
from referee.factions.richese import ME
from referee.factions.richese.no_field import RULE, TOKENS, LayField, field_of
from referee.kernel import Table, listed, say, together
from referee.offers.answers import Asked, Reply, answers_if, may

answers = answers_if(
    lambda table: ME in table.seats, Reply("Nobody plays Richese tonight, so there are no No-Field tokens.", (RULE,))
)


@answers
def no_fields_left(asked: Asked, table: Table) -> Reply | None:
    """Return what all may know: the number of a token on the board is secret."""
    if asked.faction not in {"", ME}:
        return None
    lies = field_of(table)
    tokens = listed([str(token) for token in TOKENS])
    words = say("{seat:The has} {n} No-Field tokens: {tokens}.", seat=asked.name(ME), n=len(TOKENS), tokens=tokens)
    where = say("One lies face down in {place}.", place=lies.goal) if lies.goal else "None lies on the board."
    last = say("Token {n} was used last and cannot be the next.", n=lies.last) if lies.last in TOKENS else ""
    return Reply(together([words, where, last]), (RULE,))


@answers
def may_lay_a_field(asked: Asked, table: Table) -> Reply | None:
    """Return whether a No-Field token may be shipped now, to a place or to any."""
    if not asked.seat:
        return None
    goals = [asked.place] if asked.place else [land.name for land in on_board(table)]
    ways = [LayField(asked.seat, token, goal) for goal in goals for token in TOKENS]
    free = next((way for way in ways if not any(way.objections(table))), ways[0])
    return may(free, table, "", (RULE,))
