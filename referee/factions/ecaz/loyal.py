"""A leader of Ecaz whom nobody can have as a traitor: shown before the traitor cards are dealt (advanced game)."""

from __future__ import annotations

from collections.abc import Iterable

from referee.common.lines_on_paper import PaperLine, a_leader
from referee.common.what_is_physical import cards_are_dealt
from referee.factions.ecaz import LEADERS, ME
from referee.holdings.setup import SpiceHeld
from referee.holdings.traitors import TraitorDeck, Traitors
from referee.kernel import Chance, Event, Public, State, Table, adds, after, ruling, say
from referee.offers.what_now import Says, WhatNow

RULE = "2.11.30"


class LoyalLeader(State):
    leader: str = ""


class LoyalShown(Event, because=(RULE,), shows="traitor"):
    leader: Public[str]
    says = "{leader} is loyal to Ecaz: that traitor card leaves the game."

    def apply(self, table: Table) -> None:
        table.put(LoyalLeader(self.leader))


@after(SpiceHeld, rule=RULE)
def one_of_them(event: SpiceHeld, table: Table, chance: Chance) -> Iterable[Event]:
    if event.seat == ME and table.rules == "advanced" and table.turn == 1 and table.get(LoyalLeader) is None:
        yield LoyalShown(chance.shuffled(list(LEADERS))[0])


@ruling(TraitorDeck, rule=RULE)
def without_that_card(question: TraitorDeck, table: Table, so_far: tuple[str, ...]) -> tuple[str, ...] | None:
    leader = table.state(LoyalLeader).leader
    return tuple(one for one in so_far if one != leader) if leader else None


@adds(WhatNow, rule=RULE)
def take_the_card_out(question: WhatNow, table: Table) -> Iterable[Says]:
    """Until the traitor cards are dealt; where the referee deals, there is no card to take out."""
    leader = table.state(LoyalLeader).leader
    if leader and table.turn == 1 and table.phase in {"lobby", "storm"} and not table.state(Traitors).done:
        out = "{leader} is loyal to Ecaz. Take that traitor card out of the game."
        words = "{leader} is loyal to Ecaz and can be nobody's traitor." if cards_are_dealt(table) else out
        yield Says(say(words, leader=leader), RULE, mute=True)


@PaperLine("loyal", RULE, lambda table, _, leader: [LoyalShown(leader)], (a_leader,), public=True, seat=ME)
def who_is_loyal(table: Table, _: str) -> tuple[str, list[str]] | None:
    leader = table.state(LoyalLeader).leader
    return (say("Loyal to Ecaz: {leader}", leader=leader), [leader]) if leader else None
