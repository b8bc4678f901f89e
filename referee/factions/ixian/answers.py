"""Answers where the Hidden Mobile Stronghold points."""

from __future__ import annotations

from referee.factions.ixian import HOME
from referee.factions.ixian.pointing import StrongholdPoints
from referee.factions.ixian.stronghold import PLACED
from referee.kernel import Table
from referee.offers.answers import Asked, Reply, answers


@answers
def where_it_points(asked: Asked, table: Table) -> Reply | None:
    last = next((one.event for one in reversed(table.log) if isinstance(one.event, StrongholdPoints)), None)
    if asked.place != HOME or last is None:
        return None
    return Reply(last.sentence(asked.name), (*last.why[:1], PLACED))
