"""Answers on victory: how many strongholds I need, and whether I win now."""

from __future__ import annotations

from referee.common.factions import named
from referee.kernel import Table, ask, count, listed, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.phases.mentat.victory import ALLIED, ALONE, Winners, held_by, side_of, sides, winner

ONE, TWO = "1.09.02.01", "1.09.02.02"


@answers
def has_anybody_won(asked: Asked, table: Table) -> Reply | None:
    won = winner(table)
    if won and won.decided:
        return Reply(together(["No.", say("{winners}.", winners=won.said())]), won.why)
    if won:
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


@answers
def who_is_about_to_win(asked: Asked, table: Table) -> Reply | None:
    """Return who would win by strongholds if it were checked now, or who lacks fewest."""
    if winner(table):
        return has_anybody_won(asked, table)
    now = ask(table, Winners())
    if now.value:
        seats = _side(asked, now.value[0])
        words = say("{seats:The would} win, if it stays so until the Mentat Pause.", seats=seats)
        return Reply(together(["Yes.", words]), (*now.because, "1.09.02"))
    every = [side for side in sides(table) if not asked.faction or asked.faction in side]
    lacks = {side: (ALONE if len(side) == 1 else ALLIED) - held_by(table, side) for side in every}
    near = [side for side in every if lacks[side] == min(lacks.values())]
    told = [
        say(
            "{seats:The holds} {held} of {need}",
            seats=_side(asked, side),
            held=held_by(table, side),
            need=held_by(table, side) + lacks[side],
        )
        for side in near
    ]
    words = say("Nobody holds enough strongholds now. Nearest: {told}.", told=together(told, "; "))
    if asked.faction:
        words = say("Not as it stands: {told}.", told=together(told, "; "))
    return Reply(together(["No.", words]), (ONE, TWO))


def _side(asked: Asked, side: tuple[str, ...]) -> str:
    return asked.name(side[0]) if len(side) == 1 else listed([asked.name(seat) for seat in side])
