"""Tleilaxu in battle: Zoal is as strong as whoever stands opposite, and a Face Dancer takes over a victory."""

from __future__ import annotations

from dataclasses import replace

from referee.common.factions import faction_name
from referee.common.leaders import key, keys
from referee.kernel.rulings import ruling
from referee.kernel.table import Table
from referee.phases.battle.resolution import Strength
from referee.phases.battle.sides import At, Battle, Line, Side
from referee.phases.battle.traitors import CallsFor, Refusal
from referee.phases.battle.verdict import TANKS_DOWN, TANKS_UP, Replaced, Takeover, Verdict

ME = "tleilaxu"


@ruling(CallsFor, rule="2.08.03")
def no_traitors_here(question: CallsFor, table: Table, so_far: At | Refusal) -> Refusal | None:
    """The Tleilaxu hold Face Dancers and no traitors."""
    return Refusal("TLEILAXU_DO_NOT_CALL") if ME in {question.call.by, question.call.holder} else None


@ruling(Strength, rule="2.08.13")
def as_strong_as_the_other(question: Strength, table: Table, so_far: int) -> int | None:
    """A disc without a number takes the number on the disc opposite."""
    leader, opposite = question.battle.side(question.at).leader, question.battle.against(question.at).leader
    return opposite.strength or 0 if leader and leader.strength is None and opposite else None


@ruling(Strength, rule="4.93.06")
def nothing_to_copy(question: Strength, table: Table, so_far: int) -> int | None:
    """Against a Cheap Hero or nobody it counts nothing (option T6, which has no other setting)."""
    leader, opposite = question.battle.side(question.at).leader, question.battle.against(question.at).leader
    return 0 if leader and leader.strength is None and opposite is None else None


# -- Face Dancers -------------------------------------------------------------------------------------


@ruling(Replaced, rule="2.08.04")
def a_face_dancer(question: Replaced, table: Table, so_far: Verdict) -> Verdict | None:
    """After a battle that another faction won, its leader may turn out to be one of them."""
    battle, call = question.battle, question.battle.calls.face_dance
    if call is None:
        return None
    refused = _refused(battle, so_far, *call)
    if refused or so_far.winner is None:
        words = f"{call[1]} is no Face Dancer here: {_WHY[refused]}"
        return replace(so_far, not_taken_over=refused).told(Line("2.08.04", words))
    return _danced(battle.side(so_far.winner), so_far)


_WHY = {
    "NO_WINNER": "nobody has won this battle.",
    "NOT_THE_WINNER": "only the leader of another faction that has won can be one.",
    "NO_MATCH": "no Face Dancer matches the leader of the winner.",
}


def _refused(battle: Battle, verdict: Verdict, by: str, against: str) -> str:
    if verdict.winner is None:
        return "NO_WINNER"
    winner, loser = battle.side(verdict.winner), battle.against(verdict.winner)
    if winner.faction == ME or (loser.leader and key(loser.leader.name) == key(against)):
        return "NOT_THE_WINNER"
    cards = [side.face_dancers for side in (winner, loser) if side.face_dancers is not None]
    shown = not cards or any(key(against) in keys(held) for held in cards)
    same = winner.leader is not None and key(winner.leader.name) == key(against)
    return "" if by == ME and same and shown else "NO_MATCH"


def _danced(winner: Side, verdict: Verdict) -> Verdict:
    name = winner.leader.name if winner.leader else ""
    dies = not verdict.fell(name)
    left = winner.forces.total - min(group.total for group in verdict.losses[winner.faction])
    told = replace(verdict, takeover=Takeover(ME, winner.faction, name, dies, left))
    if dies:
        again = key(name) in keys(winner.revived)
        told = told.untold(name).sent(name, TANKS_DOWN if again else TANKS_UP)
        told = told.told(Line("2.08.04", f"{name} is a Face Dancer and goes to the Tanks; nobody is paid."))
    return told.told(Line("2.08.04", _field(faction_name(winner.faction), left)))


def _field(winner: str, left: int) -> str:
    """Say who leaves the field, and who may take it."""
    if not left:
        return f"{winner} has no forces left there, so nobody takes their place."
    if left == 1:
        return f"The force left of {winner} returns to reserve; one of the Tleilaxu may take its place."
    return f"The {left} forces left of {winner} return to reserve; up to {left} Tleilaxu may take their place."
