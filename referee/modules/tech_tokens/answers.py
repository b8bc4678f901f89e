"""Answers on tech tokens: who owns which, and what they pay."""

from __future__ import annotations

from referee.common.factions import named
from referee.common.turn import phase_name
from referee.kernel import Table, listed, say, say_many, together
from referee.modules.tech_tokens import RULE, owners, playing, tokens_of
from referee.modules.tech_tokens.income import PHASE_OF, paying
from referee.modules.tech_tokens.income import RULE as INCOME
from referee.modules.tech_tokens.names import AXLOTL, LINERS, PRODUCTION
from referee.offers.answers import Asked, Reply, about_a_seat, answers_if

answers = answers_if(playing, Reply("This table plays without tech tokens.", (RULE,)))


@answers
def who_has_tech_tokens(asked: Asked, table: Table) -> Reply | None:
    said = [
        say("{seat:The has} {tokens}.", seat=asked.name(seat), tokens=listed(tokens_of(table, seat)))
        for seat in dict.fromkeys(owners(table).values())
    ]
    return Reply(together(said) or "Nobody owns a tech token.", (RULE,))


@answers
@about_a_seat
def tech_tokens_of(asked: Asked, table: Table, seat: str) -> Reply | None:
    held = tokens_of(table, seat)
    if not held:
        return Reply(say("{seat:The has} no tech token.", seat=asked.name(seat)), (RULE,))
    return Reply(say("{seat:The has} {tokens}.", seat=asked.name(seat), tokens=listed(held)), (RULE,))


@answers
def what_tech_tokens_pay(asked: Asked, table: Table) -> Reply | None:
    seat = asked.about(table)
    held = tokens_of(table, seat) if seat else ()
    if not held:
        who = say("{seat:The has} no tech token.", seat=asked.name(seat)) if seat else ""
        return Reply(together([who, "A token pays its owner 1 spice for each token they own."]), (INCOME,))
    phases = [phase_name(phase) for phase, token in PHASE_OF.items() if token in held]
    slots = {"amount": len(held), "phases": listed(phases)}
    words = say_many(
        len(phases),
        "{amount} spice as {phases} ends, if its event happened.",
        "{amount} spice as {phases} end, if its event happened.",
        **slots,
    )
    now = [token for token in paying(table) if token in held]
    more = ""
    if now and seat == asked.seat:
        more = say("{token} will pay you {n} when this phase ends.", token=now[0], n=len(held))
    elif now:
        more = say("{token} will pay {seat} {n} when this phase ends.", token=now[0], seat=named(seat), n=len(held))
    return Reply(together([words, more]), (INCOME,))


def _of(token: str, asked: Asked, table: Table) -> Reply | None:
    seat = owners(table).get(token, "")
    if not seat:
        return Reply(say("Nobody owns {token}.", token=token), (RULE,))
    amount = len(tokens_of(table, seat))
    now = say("It pays {n} when this phase ends.", n=amount) if token in paying(table) else ""
    has = say("{seat:The has} {token}.", seat=asked.name(seat), token=token)
    return Reply(together([has, now]), (RULE, *((INCOME,) if now else ())))


@answers
def whose_heighliners(asked: Asked, table: Table) -> Reply | None:
    return _of(LINERS, asked, table)


@answers
def whose_tanks(asked: Asked, table: Table) -> Reply | None:
    return _of(AXLOTL, asked, table)


@answers
def whose_production(asked: Asked, table: Table) -> Reply | None:
    return _of(PRODUCTION, asked, table)
