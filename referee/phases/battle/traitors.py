"""Calling traitor: who may call, whom, and what stops it.

Every attempt is answered. A call that fails leaves the battle as it is and says why; a call that succeeds ends it.
"""

from __future__ import annotations

from dataclasses import dataclass

from referee.common.factions import faction_name
from referee.common.leaders import home_of, key, keys
from referee.kernel.rulings import Question, ask, precedence
from referee.kernel.table import Table
from referee.phases.battle.sides import Battle, TraitorCall, other

NOT_IN_BATTLE, NO_MATCH = "NOT_IN_BATTLE", "NO_MATCH"


@dataclass(frozen=True)
class CallsFor(Question[str]):
    """For which side does this call count? A word in capitals says why for none."""

    battle: Battle
    call: TraitorCall
    rule = "1.07.06.06"

    def plain(self, table: Table) -> str:
        """A player in the battle calls with a card of their own."""
        call = self.call
        return self.battle.place_of(call.by) if call.by == call.holder and _fights(self) else NOT_IN_BATTLE


def _fights(question: CallsFor) -> bool:
    return bool(question.battle.place_of(question.call.by))


@dataclass(frozen=True)
class Turns(Question[bool]):
    """Does the opponent's leader match what the caller of this side holds?"""

    battle: Battle
    at: str
    call: TraitorCall
    rule = "1.07.06.06"

    def plain(self, table: Table) -> bool:
        """The card shows the leader that the opponent has played."""
        side = self.battle.side(self.at)
        holder = self.call.holder
        held = side.traitors if holder == side.faction else side.ally_traitors.get(holder, ())
        return played(self) and key(self.call.against) in keys(held)


def played(question: Turns) -> bool:
    """Say whether the leader called is the one the opponent plays."""
    leader = question.battle.against(question.at).leader
    return leader is not None and key(leader.name) == key(question.call.against)


def by_own_faction(question: Turns) -> bool:
    """Say whether the opponent plays a leader who first served the caller."""
    leader = question.battle.against(question.at).leader
    caller = question.battle.side(question.at).faction
    return played(question) and leader is not None and (leader.origin or home_of(leader.name)) == caller


@dataclass(frozen=True)
class Loyal(Question[str]):
    """What keeps the leader of this side from turning traitor? "" means nothing."""

    battle: Battle
    at: str
    rule = "1.07.06.06"

    def plain(self, table: Table) -> str:
        """Any leader may be a traitor."""
        return ""


@dataclass(frozen=True)
class TraitorPays(Question[bool]):
    """Is the caller paid for the traitor?"""

    rule = "1.07.06.06.00"

    def plain(self, table: Table) -> bool:
        """The caller takes the traitor's strength in spice."""
        return True


@dataclass(frozen=True)
class Tried:
    """An attempt with its result: the side that wins by it, or why it failed, and the rules that say so."""

    call: TraitorCall
    at: str
    why: str
    because: tuple[str, ...]
    ally: str = ""

    @property
    def sentence(self) -> str:
        """Say what came of it."""
        caller, leader = faction_name(self.call.by), self.call.against
        helped = f", for {faction_name(self.ally)}" if self.ally else ""
        return _SENTENCES.get(self.why, _OTHERWISE).format(caller=caller, leader=leader, helped=helped)


_SENTENCES = {
    "": "{caller} reveals {leader} as a traitor{helped}.",
    NOT_IN_BATTLE: "{caller} cannot call {leader} traitor: the card does not belong to a player in this battle.",
    NO_MATCH: "{caller} shows no card that matches the opposing leader; {leader} is not called.",
}
_OTHERWISE = "{caller} cannot make a traitor of {leader} in this battle."


def attempt(table: Table, battle: Battle, call: TraitorCall) -> Tried:
    """Answer one call."""
    may = ask(table, CallsFor(battle, call))
    if may.value.isupper():
        return Tried(call, "", may.value, may.because)
    turns = ask(table, Turns(battle, may.value, call))
    if not turns.value:
        return Tried(call, "", NO_MATCH, turns.because)
    loyal = ask(table, Loyal(battle, other(may.value)))
    if loyal.value:
        return Tried(call, "", loyal.value, loyal.because)
    because = dict.fromkeys((*turns.because, *may.because))
    side = battle.side(may.value).faction
    ally = side if side != call.by else ""
    return Tried(call, may.value, "", tuple(sorted(because, key=precedence, reverse=True)), ally)
