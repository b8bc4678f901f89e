"""Traitor calls: who may call, whom, and what prevents it. Every call is answered, a failed one with its reason."""

from __future__ import annotations

from typing import NamedTuple

from referee.holdings.leaders import home_of, key, keys
from referee.kernel import Phrase, PhraseKind, Question, Table, Value, ask, option, precedence
from referee.phases.battle import verdict_wording as say
from referee.phases.battle.two_sides import At, Battle, Side, TraitorCall, other

TRAITORS_PAID = option(
    "T3",
    "4.93.03",
    "Spice for a revealed traitor",
    ("paid", "Paid", "The caller gets the leader's strength in spice."),
    ("unpaid", "Not paid", "Nobody is paid for a traitor."),
)


class NoCall(NamedTuple):
    """Why a call fails: a code for scripts, and a phrase about faction and leader."""

    code: str
    words: PhraseKind


NOT_IN_BATTLE = NoCall("NOT_IN_BATTLE", say.CALLED_FROM_OUTSIDE)
NO_MATCH = NoCall("NO_MATCH", say.CALLED_WITHOUT_CARD)


class CalledAs(Question[str], rule="1.07.06.06", answer=""):
    """By which name is a card in a leader's place called traitor? "" if it cannot be.

    The Cheap Hero only; phones ask about it before a traitor card is shown.
    """

    card: str


def can_turn(table: Table, side: Side) -> str:
    """Return the name on the traitor card of what leads this side, "" for none."""
    return side.leader.name if side.leader else ask(table, CalledAs(side.hero)).value if side.hero else ""


class CallsFor(Question[At | NoCall], rule="1.07.06.06"):
    """For which side does this call count, or why for none?"""

    battle: Battle
    call: TraitorCall

    def plain(self, table: Table) -> At | NoCall:
        at = self.battle.place_of(self.call.by) if self.call.by == self.call.holder else None
        return at or NOT_IN_BATTLE


class Betrays(Question[bool], rule="1.07.06.06"):
    """Does the opponent's leader match what the caller of this side holds?"""

    battle: Battle
    at: At
    call: TraitorCall

    def plain(self, table: Table) -> bool:
        side = self.battle.side(self.at)
        holder = self.call.holder
        held = side.traitors if holder == side.faction else side.ally_traitors.get(holder, ())
        return played(self, table) and key(self.call.against) in keys(held)


def played(question: Betrays, table: Table) -> bool:
    """Return True if what is called traitor is what leads the opponent."""
    named = can_turn(table, question.battle.against(question.at))
    return bool(named) and key(named) == key(question.call.against)


def by_own_faction(question: Betrays, table: Table) -> bool:
    """Return True if the opponent's leader is originally the caller's."""
    leader = question.battle.against(question.at).leader
    caller = question.battle.side(question.at).faction
    return played(question, table) and leader is not None and (leader.origin or home_of(leader.name)) == caller


class Loyal(Question[tuple[NoCall, ...]], rule="1.07.06.06", answer=()):
    """What keeps the leader of this side from turning traitor?

    The Kwisatz Haderach only; asked once a card matches, for without one the call fails for that reason.
    """

    battle: Battle
    at: At


class Tried(Value):
    """A call with its result: the winning side, or why it failed, and the rules."""

    call: TraitorCall
    result: At | NoCall
    because: tuple[str, ...]
    ally: str = ""

    @property
    def said(self) -> Phrase:
        by, leader = self.call.by, self.call.against
        if self.ally:
            return say.CALLED_FOR(faction=by, leader=leader, ally=self.ally)
        words = self.result.words if isinstance(self.result, NoCall) else say.CALLED
        return words(faction=by, leader=leader)


def attempt(table: Table, battle: Battle, call: TraitorCall) -> Tried:
    may = ask(table, CallsFor(battle, call))
    at = may.value
    if isinstance(at, NoCall):
        return Tried(call, at, may.because)
    turns = ask(table, Betrays(battle, at, call))
    if not turns.value:
        return Tried(call, NO_MATCH, turns.because)
    loyal = ask(table, Loyal(battle, other(at)))
    if loyal.value:
        return Tried(call, loyal.value[-1], loyal.because)
    because = dict.fromkeys((*turns.because, *may.because))
    side = battle.side(at).faction
    ally = side if side != call.by else ""
    return Tried(call, at, tuple(sorted(because, key=precedence, reverse=True)), ally)
