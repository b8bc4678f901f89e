"""Answers on the spice blow: where it came in this turn."""

from __future__ import annotations

from referee.holdings.ledger import lying
from referee.kernel import Table, listed, say, together
from referee.offers.answers import Asked, Reply, answers
from referee.phases.spice_blow.blow import blow

BLOWN = "1.02.04"


@answers
def where_it_blew(asked: Asked, table: Table) -> Reply | None:
    state = blow(table)
    places = [state.tops[pile] for pile in state.done if state.tops.get(pile)]
    if not places:
        last = listed([place for place in dict.fromkeys(state.tops.values()) if place])
        before = say("On top lies {places}.", places=last) if last else ""
        return Reply(together(["No spice has come up this turn.", before]), (BLOWN,))
    lines = [say("{n} in {place}", n=lying(table, place), place=place) for place in places]
    return Reply(say("Now there is {told}.", told=listed(lines)), (BLOWN,))
