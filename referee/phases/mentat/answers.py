"""Answers on victory: how many strongholds I need, and whether I win now."""

from __future__ import annotations

from referee.kernel import Table, count, say
from referee.offers.answers import Asked, Reply, answers
from referee.phases.mentat.victory import ALLIED, ALONE, held_by, side_of

ONE, TWO = "1.09.02.01", "1.09.02.02"


@answers
def how_many_to_win(asked: Asked, table: Table) -> Reply | None:
    if not asked.seat:
        return None
    side = side_of(table, asked.seat)
    need, held = (ALONE, held_by(table, side)) if len(side) == 1 else (ALLIED, held_by(table, side))
    who = "You" if len(side) == 1 else "You and your ally together"
    now = "Enough" if held >= need else say("{count} to go", count=count(need - held, "more", "more"))
    words = say(
        "{who} need {need} strongholds in the Mentat Pause and hold {held}. {now}.",
        who=who,
        need=need,
        held=held,
        now=now,
    )
    return Reply(words, (ONE if len(side) == 1 else TWO, "1.09.02"))
