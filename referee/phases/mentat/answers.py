"""Answers on victory: how many strongholds I need, and whether I win now."""

from __future__ import annotations

from referee.common.factions import named
from referee.kernel import Table, count, listed, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.phases.mentat.victory import ALLIED, ALONE, held_by, side_of, winner

ONE, TWO = "1.09.02.01", "1.09.02.02"


@answers
def has_anybody_won(asked: Asked, table: Table) -> Reply | None:
    if won := winner(table):
        seats = say("{seats:The has} won.", seats=listed([named(seat) for seat in won.seats]))
        return Reply(together(["Yes.", seats]), won.why)
    return Reply(together(["No.", "Nobody has won yet: that is checked in the Mentat Pause."]), ("1.09.02",))


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
