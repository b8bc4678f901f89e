"""Answers where the Hidden Mobile Stronghold points."""

from __future__ import annotations

from dataclasses import replace

from referee.board.answers import own_strongholds
from referee.factions.ixian import HOME, ME
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


@answers
def where_my_stronghold_is(asked: Asked, table: Table) -> Reply | None:
    """Return where the one of Ixians points, of others which they hold."""
    if asked.about(table) == ME:
        return where_it_points(replace(asked, place=HOME), table)
    return own_strongholds(asked, table)
