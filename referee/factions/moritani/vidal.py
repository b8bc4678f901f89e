"""Duke Vidal for a battle: Moritani take him before the battles, from any player who has him.

Where all forces are counted the referee knows whether they will fight in two strongholds, and everybody waits for their
answer; else they say so themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from referee.board.standing import known_whole
from referee.board.territories import is_stronghold
from referee.common.factions import named
from referee.common.turn import TurnBegan, happened, in_phase, in_this_phase, remember
from referee.factions.moritani import ME, VIDAL, rivals
from referee.holdings.shared_discs import DiscSetAside, may_take, taken, who_has
from referee.kernel import Chance, Event, Objection, SeatEvent, Table, after, say
from referee.offers.choices import Choice
from referee.offers.offer import Offer
from referee.phases.battle.events import BattleBegun
from referee.phases.battle.how_they_stand import there
from referee.phases.battle.who_fights_where import open_battles
from referee.powers.karama_windows import announced_with
from referee.powers.powers import Power, starred

RULE, FEWEST = "2.12.13", 2
POWER = starred(Power(RULE, ME, "DUKE_VIDAL", "after", say("Moritani take {leader}.", leader=VIDAL)), "battle")


class VidalLeft(SeatEvent, because=(RULE,)):
    """Moritani do not take him in this turn."""

    says = "{seat!n:The leaves} Duke Vidal where he is."

    def apply(self, table: Table) -> None:
        remember(table, self)


def fights_for_him(table: Table) -> int:
    """Return in how many strongholds without a rival Moritani will fight."""
    battles = (battle.territory for battle in open_battles(table) if ME in {battle.aggressor, battle.defender})
    places = {place for place in battles if is_stronghold(place)}
    return sum(not any(seat in there(table, place) for seat in rivals(table)) for place in places)


def _sure(table: Table) -> bool:
    return all(known_whole(table, seat) for seat in table.seats)


def _open(table: Table) -> bool:
    """Return True before the first battle of the turn, while he can be taken and nothing is answered yet."""
    early = table.phase == "battle" and not any(isinstance(event, BattleBegun) for event in in_this_phase(table))
    answered = happened(table, VidalLeft) or RULE in table.suspended
    return early and ME in table.seats and not answered and may_take(table, ME, VIDAL)


def _fights_enough(table: Table) -> bool:
    """Return False where the map shows that they fight in fewer than two strongholds."""
    return not _sure(table) or fights_for_him(table) >= FEWEST


class VidalChoice(Choice[str], abstract=True):
    """Moritani's answer before the first battle, for which all wait where the map tells how they will fight."""

    rule, who = RULE, ME
    halts, slots = "First {seat:says} whether to take {leader}.", {"leader": VIDAL}
    until = "Until the first battle begins."

    @classmethod
    def waiting(cls, table: Table) -> str:
        return ME if _open(table) else ""

    @classmethod
    def phrases(cls, table: Table, now: str) -> tuple[str, str]:
        return (cls.does, cls.you) if _sure(table) and _fights_enough(table) else ("", "")


class TakeVidal(VidalChoice, by="both", waits_for_powers=True):
    nothing = say(
        "{leader} can be taken by Moritani only, right before the first battle, if he is alive.", leader=VIDAL
    )
    does, you = "says whether to take {leader}", "take {leader} for one battle, or leave him"

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        holder, sure = who_has(table, VIDAL), _sure(table)
        words = say("Take {leader} from {seat}", leader=VIDAL, seat=named(holder)) if holder else ""
        small = "" if sure else say("If you fight in {fewest} strongholds", fewest=FEWEST)
        if _fights_enough(table):
            yield replace(cls.way(words or say("Take {leader}", leader=VIDAL), small=small), at_once=sure)

    def not_asked(self, table: Table) -> Iterator[Objection]:
        yield from in_phase(table, "battle")
        yield from super().not_asked(table)

    def against(self, table: Table, now: str) -> Iterator[Objection]:
        if not _fights_enough(table):
            words = "You fight in fewer than {fewest} strongholds, so {leader} does not come."
            yield Objection(RULE, say(words, fewest=FEWEST, leader=VIDAL), "NOT_ELIGIBLE")

    def outcome(self, table: Table, now: str, chance: Chance) -> Iterator[Event]:
        return taken(table, ME, VIDAL, RULE)


class LeaveVidal(VidalChoice, by="both", becomes=VidalLeft, gains=-1):
    nothing = say("Nobody asks you about {leader} now.", leader=VIDAL)

    @classmethod
    def ways(cls, table: Table, now: str) -> Iterator[Offer]:
        if _sure(table) and _fights_enough(table):
            yield cls.way(say("Leave {leader}", leader=VIDAL))

    def against(self, table: Table, now: str) -> Iterable[Objection]:
        return () if _fights_enough(table) else self.not_asked(table)


announced_with(POWER, TakeVidal)


@after(TurnBegan, rule=RULE)
def unused(event: TurnBegan, table: Table, chance: Chance) -> Iterable[Event]:
    if who_has(table, VIDAL) == ME:
        yield DiscSetAside(VIDAL, (RULE,))
