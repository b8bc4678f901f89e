"""The Voice: before the plans are made the Bene Gesserit order an opponent, their own or their ally's."""

from __future__ import annotations

from collections.abc import Callable

from referee.common.powers import Power
from referee.kernel.rulings import fixed, ruling
from referee.kernel.table import Table
from referee.phases.battle.list import LivesInPeace
from referee.phases.battle.plan import MayGoWithout
from referee.phases.battle.speakers import speaks_before
from referee.phases.battle.spoken import ORDER
from referee.phases.battle.voice import against_order, left_alone

ME = "bene_gesserit"
VOICE = Power("2.02.06", ME, "VOICE", "after", "The Bene Gesserit use the Voice.")
FOR_AN_ALLY = Power("2.02.07", ME, "VOICE_FOR_ALLY", "after", "The Bene Gesserit use the Voice for their ally.")


def _without(rule: str) -> Callable[[MayGoWithout, Table, bool], bool | None]:
    def without(question: MayGoWithout, table: Table, so_far: bool) -> bool | None:
        return True if question.seat and left_alone(table, question.seat, rule) else None

    return without


speaks_before(VOICE, ORDER, against_order)
speaks_before(FOR_AN_ALLY, ORDER, against_order, for_ally=True)
for _power in (VOICE, FOR_AN_ALLY):
    ruling(MayGoWithout, rule=_power.rule)(_without(_power.rule))


fixed(LivesInPeace, "2.02.12", True, seat=ME, advanced=True)
