"""Answers on Karama: what it can stop at this moment."""

from __future__ import annotations

from referee.common.turn import PHASES
from referee.kernel import Table, bare, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.powers.windows import stoppable_now, window

CANCEL, PREVENT = "3.01.11.01", "3.01.11.02"


@answers
def what_karama_can_stop(asked: Asked, table: Table) -> Reply | None:
    if table.phase not in PHASES and window(table) is None:
        return Reply("Nothing yet: the game has not begun.", (CANCEL,))
    powers = [power for power in stoppable_now(table) if power.seat != asked.seat]
    if not powers:
        return Reply("It can stop no power now. Its other uses do not depend on that.", (CANCEL, PREVENT))
    lines = [
        one.line if one.star == "after" else say("{line} (only beforehand).", line=bare(one.line)) for one in powers
    ]
    return Reply(
        say("Karama can stop now: {lines}", lines=together(lines)), (CANCEL, *dict.fromkeys(one.rule for one in powers))
    )
