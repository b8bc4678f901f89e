"""Events of a battle: begun, plans locked, revealed, judged, settled.

A locked plan is sealed to its own seat; others hear only that it is locked. Answers about traitors are whispers. Both
wheels are opened in one event, so that all screens update together. A verdict is kept whole; a later call or choice is
judged again.
"""

from __future__ import annotations

from typing import Any

from referee.board.forces import (
    RESERVES,
    TANKS,
    ForcesEvent,
    Group,
    OfForces,
    forces_in,
    is_kept,
    move,
    parts_of,
    place_group,
)
from referee.common.turn import of_turn
from referee.holdings.leaders import key
from referee.kernel import Called, Event, Public, Sealed, SeatEvent, Table, Whisper, known, number, say
from referee.phases.battle.live_battle import (
    OVER,
    REVEALED,
    Companions,
    Fought,
    LiveBattle,
    Plan,
    Settled,
    TraitorAnswers,
)
from referee.phases.battle.two_sides import Companion
from referee.phases.battle.verdict import EXPLOSION
from referee.phases.battle.verdict_in_journal import read


class BattleBegun(Event, because=("1.07.02",), later=("sectors", "troops", "beside")):
    """Two factions fight over a territory; forces are (normal, special), as known in public.

    With ``sectors`` the storm cuts off what either has elsewhere in the territory. ``troops`` are whose forces attack
    and defend, if an ally's fight for one; ``beside`` which ally stands with the attackers and the defenders, and how
    many, ("", 0) for nobody.
    """

    territory: Public[str]
    aggressor: Public[str]
    defender: Public[str]
    attacking: Public[tuple[int, ...]]
    defending: Public[tuple[int, ...]]
    sectors: Public[tuple[int, ...]] = ()
    troops: Public[tuple[str, ...]] = ()
    beside: Public[tuple[tuple[str, int], ...]] = ()
    says = "{aggressor!n:The attacks} {defender!n} in {territory}."

    def apply(self, table: Table) -> None:
        forces = {self.aggressor: Group(*self.attacking), self.defender: Group(*self.defending)}
        seats = (self.aggressor, self.defender)
        live = LiveBattle(self.territory, *seats, forces, turn=table.turn, sectors=self.sectors)
        live.troops = dict(zip(seats, self.troops, strict=False))
        live.beside = {seat: (one, n) for seat, (one, n) in zip(seats, self.beside, strict=False) if one}
        live.stood = {seat: self._largest(table, live.whose(seat)) for seat in forces}
        table.put(live)
        table.put(TraitorAnswers())
        for seat, group in [(live.whose(one), group) for one, group in forces.items()] if not self.sectors else ():
            if is_kept(table, seat) and forces_in(table, seat, self.territory) != group:
                place_group(table, seat, self.territory, group)

    def _largest(self, table: Table, seat: str) -> int:
        parts = parts_of(table, seat, self.territory)
        return max(
            (part for part in parts if not self.sectors or part in self.sectors),
            key=lambda one: parts[one].total,
            default=0,
        )


class PlanLocked(SeatEvent, because=("1.07.04",), shows="plan", own=True):
    """A plan is locked; only its own seat knows it."""

    plan: Sealed[dict[str, Any]]
    says = "{seat!n:The has} locked a plan."

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).plans[self.seat] = Plan(**self.plan) if known(self.plan) else self.plan  # type: ignore[assignment]


class PlanReopened(SeatEvent, because=("1.07.04",)):
    says = "{seat!n:The changes} their plan."

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).plans.pop(self.seat, None)


class TraitorAnswered(Whisper, because=("1.07.06.06",)):
    """A player answered on their phone whether to call a traitor."""

    seat: Public[str]
    answer: Public[str]

    def apply(self, table: Table) -> None:
        table.put(table.state(TraitorAnswers)).of[self.seat] = self.answer

    def sentence(self, name: Called) -> str:
        return say("Call a traitor? {answer}.", answer=ANSWERED.get(self.answer, self.answer))


ANSWERED = {"yes": "Yes", "no": "No", "wait": "Wait"}


class CallerReplied(Event, because=("1.07.06.06",)):
    """One more of those who may call a traitor has answered; which one is not public."""

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).replied += 1


class WheelTyped(SeatEvent, because=("4.94.03", "1.07.05")):
    """A cardboard wheel was typed in, in public."""

    plan: Public[dict[str, Any]]

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.plans[self.seat] = Plan(**self.plan)
        live.typed.add(self.seat)

    def sentence(self, name: Called) -> str:
        return say("{seat:The shows} a wheel with {number}.", seat=name(self.seat), number=number(self.plan["dial"]))


class WheelImpossible(SeatEvent, because=("4.94.03", "1.07.04.00"), shows="plan"):
    """A cardboard wheel was typed in with cards or spice that its owner does not have: nothing is opened."""

    says = "{seat!n:The} cannot set that wheel. Look behind their shield, then enter what they hold."


class BattleCancelled(Event, because=("4.97.03",), drops=LiveBattle):
    """The battle was canceled; nothing is lost, and plans go back unseen."""

    says = "The battle is canceled."


class PlansRevealed(Event, because=("1.07.05",), shows="plan"):
    aggressor: Public[dict[str, Any]]
    defender: Public[dict[str, Any]]

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.plans = {live.aggressor: Plan(**self.aggressor), live.defender: Plan(**self.defender)}
        live.step = REVEALED

    def sentence(self, name: Called) -> str:
        one, two = number(self.aggressor["dial"]), number(self.defender["dial"])
        return say("The wheels are revealed: the aggressor dialed {one}, the defender {two}.", one=one, two=two)


class TraitorCalled(SeatEvent, because=("1.07.06.06",), shows="traitor"):
    leader: Public[str]
    says = "{seat!n:The calls} {leader} a traitor."

    def moment(self, name: Called) -> tuple[str, str]:
        words = "{leader} works for {seat}. The leader's side loses everything here."
        return "Traitor!", say(words, leader=self.leader, seat=name(self.seat))

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).calls[self.seat] = self.leader


class BattleJudged(Event, because=("1.07.06",)):
    """The verdict on both plans; all of it is public."""

    verdict: Public[dict[str, Any]]

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.verdict = read(self.verdict, live.seats)
        live.choices = {}

    def rules(self) -> tuple[str, ...]:
        """Return every rule in the verdict."""
        return tuple(dict.fromkeys((*self.because, *(rule for rule, _ in self.verdict.get("lines", ())))))

    def moment(self, name: Called) -> tuple[str, str]:
        if self.verdict.get("how") != EXPLOSION:
            return "", ""
        return "Explosion!", "Everything in the territory is destroyed."

    def sentence(self, name: Called) -> str:
        winner = self.verdict.get("winner", "")
        return say("{faction:The wins}.", faction=name(winner)) if winner else "Nobody wins."


class LossesChosen(ForcesEvent, because=("1.07.06.05",)):
    says = "{seat!n:The loses} {forces}."

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).chosen[self.seat] = self.group


class ForcesLost(OfForces, SeatEvent, because=("1.07.06.04", "1.07.06.05"), later=("among",)):
    territory: Public[str]
    normal: Public[int]
    special: Public[int]
    among: Public[tuple[int, ...]] = ()
    says = "{seat!n:The loses} {forces} in {territory}."

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.territory, TANKS, among=self.among)


class LeftTheField(OfForces, SeatEvent, later=("among",)):
    """Surviving forces went back to the reserves."""

    territory: Public[str]
    normal: Public[int]
    special: Public[int]
    why: Public[tuple[str, ...]]
    among: Public[tuple[int, ...]] = ()
    says = "{seat!n:The returns} {forces} to the reserves."

    def apply(self, table: Table) -> None:
        move(table, self.seat, self.group, self.territory, RESERVES, among=self.among)


class VictoryTaken(SeatEvent, shows="traitor"):
    """Another faction revealed the winner's leader as its own."""

    leader: Public[str]
    why: Public[tuple[str, ...]]
    says = "{seat!n:The shows} {leader}."

    def moment(self, name: Called) -> tuple[str, str]:
        words = "{leader} was one of {seat} all along. The battle is theirs."
        return "Face Dancer!", say(words, leader=self.leader, seat=name(self.seat))

    def apply(self, table: Table) -> None:
        table.state(LiveBattle).dancer = (self.seat, self.leader)


class LeaderFought(Event, because=("1.07.06.03", "1.07.04.03")):
    """A leader survived and stays in that territory for this phase."""

    leader: Public[str]
    territory: Public[str]

    def apply(self, table: Table) -> None:
        table.put(of_turn(table, Fought)).where[key(self.leader)] = self.territory


class CompanionNoted(SeatEvent):
    """A companion changed: forces lost (its owner's secret), alive, where it fought."""

    lost: Sealed[int]
    alive: Public[bool]
    used_in: Public[str]
    why: Public[tuple[str, ...]]

    def apply(self, table: Table) -> None:
        kept = table.put(table.state(Companions))
        kept.of[self.seat] = (Companion(self.lost, self.alive, self.used_in or None), table.turn)  # type: ignore[arg-type]


class BattleEnded(Event, because=("1.07.06",), later=("lines", "extra", "why")):
    """The battle is settled: who won, by which rules; earlier journals also hold the verdict's lines."""

    territory: Public[str]
    winner: Public[str]
    lines: Public[tuple[tuple[str, str], ...]] = ()
    extra: Public[dict[str, Any] | None] = None
    why: Public[tuple[str, ...]] = ()
    fuller = "{winner!n:The wins} the battle in {territory}."
    says = "Nobody wins the battle in {territory}."

    def apply(self, table: Table) -> None:
        live = table.state(LiveBattle)
        live.step = OVER
        settled = table.put(of_turn(table, Settled)).of
        for seat in live.seats:
            settled.pop(seat, None)
        settled.update(dict.fromkeys(live.seats, live))

    def rules(self) -> tuple[str, ...]:
        """Return every rule in the verdict."""
        return self.why or tuple(dict.fromkeys((*self.because, *(rule for rule, _ in self.lines))))
